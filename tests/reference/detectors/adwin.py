"""ADWIN of Bifet and Gavalda (2007), with the rigorous test of the paper and the practical one of MOA.

The window is an exponential histogram: row i holds at most five buckets of 2^i values, oldest first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tests.reference.detectors.levels import DRIFT, STABLE

MOST_BUCKETS = 5
SHORTEST_SIDE = 5
SHORTEST_WINDOW = 10


@dataclass
class Bucket:
    """The sum of some values and the sum of their squared deviations from their mean."""

    size: int
    total: float
    deviations: float


def hoeffding(n0, n1, delta):
    return math.sqrt((1 / n0 + 1 / n1) / 2 * math.log(4 * (n0 + n1) / delta))


def practical(n0, n1, variance, delta):
    g = math.log(2 * math.log(n0 + n1) / delta)
    sides = 1 / (n0 - SHORTEST_SIDE + 1) + 1 / (n1 - SHORTEST_SIDE + 1)
    return math.sqrt(2 * sides * variance * g) + 2 / 3 * sides * g


class ADWIN:
    def __init__(self, delta=0.002, clock=32, method="practical", on_decrease="ignore"):
        self.delta = delta
        self.clock = clock
        self.method = method
        self.on_decrease = on_decrease
        self.reset()

    def reset(self):
        self.rows = [[]]
        self.n = 0
        self.total = 0.0
        self.deviations = 0.0
        self.time = 0

    @property
    def estimate(self):
        return self.total / self.n if self.n else 0.0

    @property
    def variance(self):
        return max(self.deviations / self.n, 0.0) if self.n else 0.0

    def update(self, v):
        mean_before = self.estimate
        self.add(v)
        self.time += 1
        if self.time % self.clock != 0 or self.n <= SHORTEST_WINDOW or not self.shrink():
            return STABLE
        if self.estimate > mean_before or self.on_decrease == "alarm":
            return DRIFT
        if self.on_decrease == "restart":
            self.reset()
        return STABLE

    def add(self, v):
        if self.n > 0:
            self.deviations += self.n * (v - self.total / self.n) ** 2 / (self.n + 1)
        self.n += 1
        self.total += v
        self.rows[0].append(Bucket(1, v, 0.0))
        self.merge_full_rows()

    def merge_full_rows(self):
        i = 0
        while len(self.rows[i]) > MOST_BUCKETS:
            if i + 1 == len(self.rows):
                self.rows.append([])
            a, b = self.rows[i].pop(0), self.rows[i].pop(0)
            between = (a.total - b.total) ** 2 / (2 * 2**i)
            self.rows[i + 1].append(Bucket(2 * 2**i, a.total + b.total, a.deviations + b.deviations + between))
            i += 1

    def shrink(self):
        """Forget the oldest buckets while the window has changed; whether it had."""
        changed = False
        while self.violated():
            self.forget_oldest()
            changed = True
        return changed

    def oldest_first(self):
        return [bucket for row in reversed(self.rows) for bucket in row]

    def violated(self):
        n0, total0 = 0, 0.0
        for bucket in self.oldest_first()[:-1]:
            n0 += bucket.size
            total0 += bucket.total
            n1, total1 = self.n - n0, self.total - total0
            if self.differ(n0, n1, abs(total0 / n0 - total1 / n1)):
                return True
        return False

    def differ(self, n0, n1, difference):
        if self.method == "hoeffding":
            return difference >= hoeffding(n0, n1, self.delta)
        if n0 <= SHORTEST_SIDE + 1 or n1 <= SHORTEST_SIDE + 1:
            return False
        return difference > practical(n0, n1, self.variance, self.delta)

    def forget_oldest(self):
        row = next(row for row in reversed(self.rows) if row)
        oldest = row.pop(0)
        self.n -= oldest.size
        self.total -= oldest.total
        apart = oldest.total / oldest.size - self.total / self.n
        self.deviations -= oldest.deviations + oldest.size * self.n * apart**2 / (oldest.size + self.n)


class ExhaustiveADWIN:
    """The rigorous test on every split of the window after every value, without a histogram."""

    def __init__(self, delta=0.002):
        self.delta = delta
        self.window = []

    def update(self, v):
        self.window.append(v)
        changed = False
        while self.violated():
            self.window.pop(0)
            changed = True
        return DRIFT if changed else STABLE

    def violated(self):
        total0, n, total = 0.0, len(self.window), sum(self.window)
        for n0, v in enumerate(self.window[:-1], 1):
            total0 += v
            n1 = n - n0
            if abs(total0 / n0 - (total - total0) / n1) >= hoeffding(n0, n1, self.delta):
                return True
        return False
