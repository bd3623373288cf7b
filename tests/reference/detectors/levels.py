"""What detectors answer, and how a whole sequence is given to one."""

from __future__ import annotations

import math

STABLE, WARNING, DRIFT = 0, 1, 2


def levels(detector, values):
    """The answer to every value; missing ones are ignored."""
    return [STABLE if v is None or math.isnan(v) else detector.update(v) for v in values]


def drifts(detector, values):
    return [i for i, level in enumerate(levels(detector, values)) if level == DRIFT]
