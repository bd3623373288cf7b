"""Rule learners in plain Python, transcribed from the specification and the papers alone."""
