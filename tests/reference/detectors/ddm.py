"""DDM of Gama and others (2004): the error rate and its standard deviation against their lowest."""

from __future__ import annotations

import math

from tests.reference.detectors.levels import DRIFT, STABLE, WARNING


class DDM:
    def __init__(self, min_n=30, warning_threshold=2.0, drift_threshold=3.0):
        self.min_n = min_n
        self.warning_threshold = warning_threshold
        self.drift_threshold = drift_threshold
        self.reset()

    def reset(self):
        self.n = 0
        self.total = 0.0
        self.lowest = math.inf
        self.p_min = math.inf
        self.s_min = math.inf

    @property
    def estimate(self):
        return self.total / self.n if self.n else 0.0

    def update(self, v):
        self.n += 1
        self.total += v
        if self.n < self.min_n:
            return STABLE
        p = self.estimate
        s = math.sqrt(max(0.0, p * (1 - p)) / self.n)
        if p + s <= self.lowest:
            self.lowest, self.p_min, self.s_min = p + s, p, s
            return STABLE
        if p + s >= self.p_min + self.drift_threshold * self.s_min:
            self.reset()
            return DRIFT
        return WARNING if p + s >= self.p_min + self.warning_threshold * self.s_min else STABLE
