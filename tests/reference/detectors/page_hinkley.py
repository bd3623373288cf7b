"""The test of Page (1954) and Hinkley (1971) with a fading factor, as in Gama, Sebastiao and Rodrigues (2013)."""

from __future__ import annotations

from tests.reference.detectors.levels import DRIFT, STABLE


class PageHinkley:
    def __init__(self, delta=0.005, threshold=50.0, alpha=0.9999, min_n=30, on_decrease="ignore"):
        self.delta = delta
        self.threshold = threshold
        self.alpha = alpha
        self.min_n = min_n
        self.on_decrease = on_decrease
        self.reset()

    def reset(self):
        self.n = 0
        self.mean = 0.0
        self.climb = 0.0
        self.fall = 0.0

    @property
    def estimate(self):
        return self.mean

    def update(self, v):
        self.n += 1
        self.mean += (v - self.mean) / self.n
        self.climb = max(0.0, self.alpha * self.climb + v - self.mean - self.delta)
        self.fall = max(0.0, self.alpha * self.fall + self.mean - v - self.delta)
        if self.n < self.min_n:
            return STABLE
        if self.climb > self.threshold:
            self.reset()
            return DRIFT
        if self.on_decrease != "ignore" and self.fall > self.threshold:
            self.reset()
            return DRIFT if self.on_decrease == "alarm" else STABLE
        return STABLE
