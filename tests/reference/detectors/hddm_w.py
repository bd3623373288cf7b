"""HDDM_W of Frias-Blanco and others (2015): exponentially weighted averages, McDiarmid's bound."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tests.reference.detectors.levels import DRIFT, STABLE, WARNING


@dataclass
class Sample:
    """A weighted mean, and the sum of the squares of its weights; None before the first value."""

    lambda_: float
    mean: float | None = None
    squares: float = 1.0

    def add(self, v):
        if self.mean is None:
            self.mean = v
            return
        self.mean = self.lambda_ * v + (1 - self.lambda_) * self.mean
        self.squares = self.lambda_**2 + (1 - self.lambda_) ** 2 * self.squares

    def copy(self):
        return Sample(self.lambda_, self.mean, self.squares)


class Cut:
    """The values before and after the cut; sign 1 watches for a risen mean, -1 for a fallen one."""

    def __init__(self, sign, lambda_):
        self.sign = sign
        self.lambda_ = lambda_
        self.best = math.inf
        self.before = Sample(lambda_)
        self.after = Sample(lambda_)

    def add(self, v, total, bound):
        outer = self.sign * total.mean + bound
        if outer < self.best:
            self.best = outer
            self.before = total.copy()
            self.after = Sample(self.lambda_)
        else:
            self.after.add(v)

    def changed(self, width, alpha):
        if self.before.mean is None or self.after.mean is None:
            return False
        squares = self.before.squares + self.after.squares
        bound = width * math.sqrt(squares * math.log(1 / alpha) / 2)
        return self.sign * (self.after.mean - self.before.mean) > bound


class HDDM_W:
    def __init__(self, alpha_drift=0.001, alpha_warning=0.005, lambda_=0.05, low=0.0, high=1.0, on_decrease="ignore"):
        self.alpha_drift = alpha_drift
        self.alpha_warning = alpha_warning
        self.lambda_ = lambda_
        self.width = high - low
        self.on_decrease = on_decrease
        self.reset()

    def reset(self):
        self.n = 0
        self.all = Sample(self.lambda_)
        self.rising = Cut(1, self.lambda_)
        self.falling = Cut(-1, self.lambda_)

    @property
    def estimate(self):
        return self.all.mean if self.n else 0.0

    def update(self, v):
        self.n += 1
        self.all.add(v)
        bound = self.width * math.sqrt(self.all.squares * math.log(1 / self.alpha_drift) / 2)
        self.rising.add(v, self.all, bound)
        self.falling.add(v, self.all, bound)
        if self.rising.changed(self.width, self.alpha_drift):
            self.reset()
            return DRIFT
        level = WARNING if self.rising.changed(self.width, self.alpha_warning) else STABLE
        if self.on_decrease != "ignore" and self.falling.changed(self.width, self.alpha_drift):
            self.reset()
            return DRIFT if self.on_decrease == "alarm" else level
        return level
