"""What a leaf keeps of one feature, and the splits this allows.

A candidate is ``(test, table)``. Every observer has ``add(value, label, weight)``, ``present`` (the weight of all
that was added) and ``candidates()`` in their order, the lowest cut or category first.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from tests.reference.naive_bayes import Moments


@dataclass(frozen=True)
class Test:
    """What sends a present value to a child: ``kind`` is cut (<=), equal or category."""

    __test__ = False  # not one of pytest's

    feature: int
    kind: str
    value: float | None
    n_children: int

    def child(self, value):
        if self.kind == "category":
            return int(value)
        passes = value <= self.value if self.kind == "cut" else value == self.value
        return 0 if passes else 1


def normal_cdf(z):
    return 0.5 * (1 + math.erf(z / math.sqrt(2)))


class GaussianObserver:
    """A normal distribution per class, with its extremes; cuts at equal distances between the extremes of all."""

    def __init__(self, feature, n_classes, cuts):
        self.feature = feature
        self.cuts = cuts
        self.moments = [Moments() for _ in range(n_classes)]
        self.lowest = [math.inf] * n_classes
        self.highest = [-math.inf] * n_classes

    def add(self, value, label, weight):
        self.moments[label].add(value, weight)
        self.lowest[label] = min(self.lowest[label], value)
        self.highest[label] = max(self.highest[label], value)

    @property
    def present(self):
        return math.fsum(moments.n for moments in self.moments)

    def at_or_below(self, cut, k):
        """The weight of a class at or below a cut."""
        moments = self.moments[k]
        if cut < self.lowest[k]:
            return 0.0
        if cut >= self.highest[k]:
            return moments.n
        deviation = math.sqrt(max(moments.variance, 0.0))
        if deviation == 0:
            return moments.n if moments.mean <= cut else 0.0
        return moments.n * normal_cdf((cut - moments.mean) / deviation)

    def candidates(self):
        low, high = min(self.lowest), max(self.highest)
        if not high > low:
            return
        for i in range(1, self.cuts + 1):
            cut = low + i * (high - low) / (self.cuts + 1)
            left = [self.at_or_below(cut, k) for k in range(len(self.moments))]
            right = [moments.n - below for moments, below in zip(self.moments, left, strict=True)]
            yield Test(self.feature, "cut", cut, 2), [left, right]


class HistogramObserver:
    """Class weights at ascending boundary values, at most ``bins`` of them (None: as many as there are values)."""

    def __init__(self, feature, n_classes, bins):
        self.feature = feature
        self.n_classes = n_classes
        self.bins = bins
        self.boundaries = []
        self.weights = []

    def add(self, value, label, weight):
        self.weights[self.bin_for(value)][label] += weight

    def bin_for(self, value):
        place = bisect_left(self.boundaries, value)
        if place < len(self.boundaries) and self.boundaries[place] == value:
            return place
        if self.bins is None or len(self.boundaries) < self.bins:
            self.boundaries.insert(place, value)
            self.weights.insert(place, [0.0] * self.n_classes)
            return place
        if place == 0:
            self.boundaries[0] = value
            return 0
        return bisect_right(self.boundaries, value) - 1

    @property
    def present(self):
        return math.fsum(map(math.fsum, self.weights))

    def candidates(self):
        for last in range(len(self.boundaries) - 1):
            a, b = self.boundaries[last], self.boundaries[last + 1]
            left, right = self.added(self.weights[: last + 1]), self.added(self.weights[last + 1 :])
            yield Test(self.feature, "cut", a + (b - a) / 2, 2), [left, right]

    def added(self, bins):
        return [math.fsum(column) for column in zip(*bins, strict=True)]


class NominalObserver:
    """Class weights of each category; ``binary``: one category against the others."""

    def __init__(self, feature, n_classes, n_categories, binary):
        self.feature = feature
        self.binary = binary
        self.weights = [[0.0] * n_classes for _ in range(n_categories)]

    def add(self, value, label, weight):
        self.weights[int(value)][label] += weight

    @property
    def present(self):
        return math.fsum(map(math.fsum, self.weights))

    def candidates(self):
        if not self.binary:
            yield Test(self.feature, "category", None, len(self.weights)), [list(row) for row in self.weights]
            return
        for v, row in enumerate(self.weights):
            others = self.weights[:v] + self.weights[v + 1 :]
            rest = [math.fsum(other[k] for other in others) for k in range(len(row))]
            yield Test(self.feature, "equal", float(v), 2), [list(row), rest]


def make_observer(feature, n_categories, n_classes, numeric="gaussian", cuts=10, bins=64, nominal="multiway"):
    if n_categories:
        return NominalObserver(feature, n_classes, n_categories, nominal == "binary")
    if numeric == "gaussian":
        return GaussianObserver(feature, n_classes, cuts)
    return HistogramObserver(feature, n_classes, bins if numeric == "histogram" else None)
