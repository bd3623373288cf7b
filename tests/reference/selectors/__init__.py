"""Selectors of features and the projection in plain Python (thesis-methods.md, sections 5 to 8; heft-stream.md, 5)."""
