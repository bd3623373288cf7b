"""Scores of a sliding window in plain Python, one row at a time (thesis-foundations.md, section 6)."""
