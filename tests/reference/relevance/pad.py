"""PaD: bins of about equal frequency over the values in a window (thesis-foundations.md, section 6.4, as corrected)."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from itertools import pairwise

NOT_READY, SAME, REBUILT = "not ready", "same", "rebuilt"


class PaD:
    """``update`` takes the value that enters and the one that leaves, None where there is none."""

    def __init__(self, window, bins=10, fine=200, alpha=0.01, period=None, refit=True):
        self.bins = bins
        self.n_fine = fine
        self.alpha = alpha
        self.period = window if period is None else period
        self.refit = refit
        self.values = []
        self.fitted = False
        self.forget()

    def forget(self):
        self.cuts = None
        self.counts = []

    @property
    def ready(self):
        return self.cuts is not None

    def index(self, value):
        return 0 if self.h == 0 else math.floor((value - self.o) / self.h)

    def bin(self, value):
        return self.bin_of_index(self.index(value))

    def bin_of_index(self, k):
        return bisect_right(self.cuts, k)

    @property
    def cut_points(self):
        return [self.o + self.h * cut for cut in self.cuts]

    def update(self, entering, leaving, full):
        was_empty = not self.values
        self.exchange(entering, leaving)
        if not full:
            return NOT_READY
        if not self.fitted or was_empty:
            return self.start() if self.values else NOT_READY
        if not self.values:
            self.forget()
            return NOT_READY
        self.arrivals += 1
        if self.h == 0 and entering is not None and entering != self.o:
            return self.start()
        self.count(entering, +1)
        self.count(leaving, -1)
        if self.arrivals >= self.period:
            return self.start()
        if self.too_full(entering) or self.too_empty(leaving):
            return self.rebuild()
        return SAME

    def wait(self):
        """An instance goes by."""
        if self.fitted:
            self.arrivals += 1

    def exchange(self, entering, leaving):
        if entering is not None:
            self.values.append(entering)
        if leaving is not None:
            self.values.remove(leaving)

    def count(self, value, by):
        if value is None:
            return
        k = self.index(value)
        self.fine[k] += by
        if not self.fine[k]:
            del self.fine[k]
        self.counts[self.bin_of_index(k)] += by

    def too_full(self, value):
        return value is not None and self.counts[self.bin(value)] > (1 + self.alpha) * self.most

    def too_empty(self, value):
        return value is not None and self.counts[self.bin(value)] < (1 - self.alpha) * self.fewest

    def start(self):
        self.fit()
        return self.rebuild()

    def fit(self):
        """A new grid: its origin, its width, and how many values lie in each of its cells."""
        self.fitted = True
        self.o = min(self.values)
        self.h = (max(self.values) - self.o) / self.n_fine
        self.fine = Counter(map(self.index, self.values))

    def rebuild(self):
        if self.refit and len(self.fine) < self.bins and len(set(self.values)) >= 2 * self.bins:
            self.fit()
        self.cuts = self.equal_shares()
        self.counts = [0] * (len(self.cuts) + 1)
        for k, count in self.fine.items():
            self.counts[self.bin_of_index(k)] += count
        self.fewest, self.most = min(self.counts), max(self.counts)
        self.arrivals = 0
        return REBUILT

    def equal_shares(self):
        n, acc, j, cuts = len(self.values), 0, 1, []
        for k in sorted(self.fine)[:-1]:
            acc += self.fine[k]
            if acc * self.bins >= j * n:
                cuts.append(k + 1)
                while j < self.bins and acc * self.bins >= j * n:
                    j += 1
            if j >= self.bins:
                break
        return cuts


class Quantiles(PaD):
    """The same with a cell for every value: bins are cut at exact quantiles; a cut is the value a bin begins with."""

    def __init__(self, window, bins=10, alpha=0.01, period=None):
        super().__init__(window, bins=bins, alpha=alpha, period=period, refit=False)

    def index(self, value):
        return value

    @property
    def cut_points(self):
        return list(self.cuts)

    def fit(self):
        self.fitted, self.o, self.h = True, 0.0, 1.0
        self.fine = Counter(self.values)

    def equal_shares(self):
        n, acc, j, cuts = len(self.values), 0, 1, []
        cells = sorted(self.fine)
        for value, following in pairwise(cells):
            acc += self.fine[value]
            if j < self.bins and acc * self.bins >= j * n:
                cuts.append(following)
                while j < self.bins and acc * self.bins >= j * n:
                    j += 1
        return cuts
