"""EDDM of Baena-Garcia and others (2006): the distances between errors against their widest."""

from __future__ import annotations

import math

from tests.reference.detectors.levels import DRIFT, STABLE, WARNING


class EDDM:
    def __init__(self, alpha=0.95, beta=0.90, min_errors=30):
        self.alpha = alpha
        self.beta = beta
        self.min_errors = min_errors
        self.reset()

    def reset(self):
        self.n = 0
        self.errors = 0
        self.last_error = None
        self.mean = 0.0
        self.deviations = 0.0
        self.widest = 0.0
        self.level = STABLE

    @property
    def estimate(self):
        return self.errors / self.n if self.n else 0.0

    def update(self, v):
        self.n += 1
        if v == 0:
            return self.level
        self.errors += 1
        if self.last_error is not None:
            self.add_gap(self.n - self.last_error)
        self.last_error = self.n
        if self.errors >= self.min_errors:
            self.level = self.judge()
        answer = self.level
        if answer == DRIFT:
            self.reset()
        return answer

    def add_gap(self, gap):
        gaps = self.errors - 1
        apart = gap - self.mean
        self.mean += apart / gaps
        self.deviations += apart * (gap - self.mean)

    def judge(self):
        gaps = self.errors - 1
        if gaps == 0:
            return STABLE
        width = self.mean + 2 * math.sqrt(self.deviations / gaps)
        if width > self.widest:
            self.widest = width
            return STABLE
        ratio = width / self.widest
        if ratio < self.beta:
            return DRIFT
        return WARNING if ratio < self.alpha else STABLE
