"""ECDD of Ross, Adams, Tasoulis and Hand (2012): an EWMA chart of the errors."""

from __future__ import annotations

import math

from tests.reference.detectors.levels import DRIFT, STABLE, WARNING

CLIPPED_AT = 0.42
PROPORTIONS = [0.02, 0.05, 0.10, 0.15, 0.20, 0.25, 0.30, 0.35, 0.40, 0.45, 0.50]
TABLE = {
    100: [3.86, 2.89, 2.73, 2.53, 2.41, 2.32, 2.24, 2.19, 2.09, 2.04, 1.97],
    400: [4.59, 4.28, 3.65, 3.31, 3.12, 2.97, 2.81, 2.72, 2.59, 2.47, 2.35],
    1000: [6.06, 4.73, 4.11, 3.74, 3.50, 3.28, 3.12, 2.97, 2.82, 2.67, 2.52],
}


def polynomial(p):
    p = min(p, CLIPPED_AT)
    return 3.97 - 6.56 * p + 48.73 * p**3 - 330.13 * p**5 + 848.18 * p**7


def interpolated(p, limits):
    """Linear between the columns of the table, constant outside."""
    if p <= PROPORTIONS[0]:
        return limits[0]
    for left, right, below, above in zip(PROPORTIONS, PROPORTIONS[1:], limits, limits[1:], strict=False):
        if p <= right:
            return below + (above - below) * (p - left) / (right - left)
    return limits[-1]


class ECDD:
    def __init__(
        self,
        arl0=400,
        limits="polynomial",
        limit=None,
        lambda_=0.2,
        warning_factor=0.5,
        min_n=30,
        on_decrease="ignore",
    ):
        self.arl0 = arl0
        self.limits = limits
        self.limit = limit
        self.lambda_ = lambda_
        self.warning_factor = warning_factor
        self.min_n = min_n
        self.on_decrease = on_decrease
        self.reset()

    def reset(self):
        self.n = 0
        self.p = 0.0
        self.z = 0.0

    @property
    def estimate(self):
        return self.p

    def control_limit(self, p):
        if self.limit is not None:
            return self.limit
        if self.arl0 == 400 and self.limits == "polynomial":
            return polynomial(p)
        return interpolated(p, TABLE[self.arl0])

    def sigma_z(self):
        settled = self.lambda_ / (2 - self.lambda_)
        return math.sqrt(max(0.0, self.p * (1 - self.p)) * settled * (1 - (1 - self.lambda_) ** (2 * self.n)))

    def update(self, v):
        """A fall is a rise of hits: its limit is that of 1 - p."""
        self.n += 1
        self.p += (v - self.p) / self.n
        self.z += self.lambda_ * (v - self.z)
        if self.n < self.min_n:
            return STABLE
        width = self.control_limit(self.p) * self.sigma_z()
        if self.z > self.p + width:
            self.reset()
            return DRIFT
        level = WARNING if self.z > self.p + self.warning_factor * width else STABLE
        if self.on_decrease != "ignore" and self.z < self.p - self.control_limit(1 - self.p) * self.sigma_z():
            self.reset()
            return DRIFT if self.on_decrease == "alarm" else STABLE
        return level
