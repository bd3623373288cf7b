"""Bins for a range that is known, or guessed: EqualWidth and PiD (thesis-foundations.md, sections 6.3 and 6.4)."""

from __future__ import annotations

import math
from bisect import bisect_right


class EqualWidth:
    """Bins of equal width; the outer ones are open. They are there from the beginning."""

    ready = True

    def __init__(self, window, bins=10, lo=0.0, hi=1.0):
        self.bins, self.lo, self.hi = bins, lo, hi

    def update(self, entering, leaving, full):
        """Nothing changes the bins."""

    def wait(self):
        """Nor does waiting."""

    def bin(self, value):
        share = (value - self.lo) / (self.hi - self.lo) * self.bins
        return int(min(max(math.floor(share), 0), self.bins - 1))

    @property
    def cut_points(self):
        return [self.lo + (self.hi - self.lo) * k / self.bins for k in range(1, self.bins)]


class PiD:
    """Many fine bins that split as they fill and never forget; a few final ones made of them.

    The final bins are made when the window is full for the first time, and anew every ``period`` instances.
    """

    def __init__(self, window, bins=10, lo=0.0, hi=1.0, step=None, alpha=0.01, period=None):
        self.step = (hi - lo) / 200 if step is None else step
        self.bins, self.alpha = bins, alpha
        self.period = window if period is None else period
        self.breaks = [lo + i * self.step for i in range(round((hi - lo) / self.step) + 1)]
        self.counts = [0.0] * (len(self.breaks) + 1)
        self.n = self.arrivals = 0
        self.cut_points = None

    @property
    def ready(self):
        return self.cut_points is not None

    def bin(self, value):
        return bisect_right(self.cut_points, value)

    def wait(self):
        """An instance goes by."""
        self.arrivals += 1

    def update(self, entering, leaving, full):
        self.arrivals += 1
        if entering is not None:
            self.add(entering)
        if full and self.n and (not self.ready or self.arrivals >= self.period):
            self.cut_points = self.final_cuts()
            self.arrivals = 0

    def add(self, value):
        k = bisect_right(self.breaks, value)
        self.counts[k] += 1
        self.n += 1
        if (self.counts[k] + 1) / (self.n + 2) > self.alpha:
            self.split(k)

    def split(self, k):
        place, border = self.new_break(k)
        if border in self.breaks:  # two neighbouring floats have no middle
            return
        self.breaks.insert(place, border)
        self.counts[k : k + 1] = [self.counts[k] / 2] * 2

    def new_break(self, k):
        if k == 0:
            return 0, self.breaks[0] - self.step
        if k == len(self.breaks):
            return k, self.breaks[-1] + self.step
        return k, (self.breaks[k - 1] + self.breaks[k]) / 2

    def final_cuts(self):
        """A final bin ends where it has its share of all values; what is left is the last one."""
        cuts, acc = [], 0.0
        for border, count in zip(self.breaks, self.counts, strict=False):
            acc += count
            if acc * self.bins >= self.n:
                cuts.append(border)
                acc = 0.0
        return cuts[: self.bins - 1]
