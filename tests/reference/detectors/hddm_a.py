"""HDDM_A of Frias-Blanco and others (2015): averages before and after a moving cut, Hoeffding's bound."""

from __future__ import annotations

import math

from tests.reference.detectors.levels import DRIFT, STABLE, WARNING


class HDDM_A:
    def __init__(self, alpha_drift=0.001, alpha_warning=0.005, low=0.0, high=1.0, on_decrease="restart"):
        self.alpha_drift = alpha_drift
        self.alpha_warning = alpha_warning
        self.width = high - low
        self.on_decrease = on_decrease
        self.reset()

    def reset(self):
        self.n = 0
        self.total = 0.0
        self.lowest = None  # the prefixes with the lowest upper and the highest lower bound: (n, total)
        self.highest = None

    @property
    def estimate(self):
        return self.total / self.n if self.n else 0.0

    def bound(self, n):
        return self.width * math.sqrt(math.log(1 / self.alpha_drift) / (2 * n))

    def difference_bound(self, n0, alpha):
        """How far the mean of all values may be from that of their first n0."""
        return self.width * math.sqrt((self.n - n0) / (n0 * self.n) / 2 * math.log(2 / alpha))

    def update(self, v):
        self.n += 1
        self.total += v
        self.move_cuts()
        if self.rose(self.alpha_drift):
            self.reset()
            return DRIFT
        level = WARNING if self.rose(self.alpha_warning) else STABLE
        if self.on_decrease != "ignore" and self.fell(self.alpha_drift):
            self.reset()
            return DRIFT if self.on_decrease == "alarm" else level
        return level

    def move_cuts(self):
        now, mean, bound = (self.n, self.total), self.estimate, self.bound(self.n)
        if self.lowest is None:
            self.lowest = self.highest = now
        n0, total0 = self.lowest
        if total0 / n0 + self.bound(n0) >= mean + bound:
            self.lowest = now
        n0, total0 = self.highest
        if total0 / n0 - self.bound(n0) <= mean - bound:
            self.highest = now

    def rose(self, alpha):
        n0, total0 = self.lowest
        return n0 != self.n and self.estimate - total0 / n0 >= self.difference_bound(n0, alpha)

    def fell(self, alpha):
        n0, total0 = self.highest
        return n0 != self.n and total0 / n0 - self.estimate >= self.difference_bound(n0, alpha)
