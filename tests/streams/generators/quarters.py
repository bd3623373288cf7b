"""What each of four processes makes; imported by processes that need nothing else."""

from __future__ import annotations

import hashlib

from tests.streams.generators.catalogue import CATALOGUE

N = 2_400


def digest(chunk):
    values = chunk.X if hasattr(chunk.X, "tobytes") else chunk.X.toarray()
    return hashlib.sha256(values.tobytes() + chunk.y.tobytes()).hexdigest()


def quarter(part):
    """Digests of a quarter of the rows of many settings."""
    rows = N // 4
    return [digest(next(setting.make(seed=24).chunks(rows, start=part * rows))) for setting in CATALOGUE]
