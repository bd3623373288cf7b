"""Plain-Python transcriptions of the published algorithms, written from the specification alone.

They are slow on purpose: clarity first. A row is a sequence of floats (NaN: missing; nominal values are
category codes), a label is a class code (negative: unlabelled). Every learner offers
``votes(row) -> list[float]`` and ``learn(row, label, weight=1.0)``.
"""
