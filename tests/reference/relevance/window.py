"""A window of labelled rows; every table is counted from scratch whenever it is asked for."""

from __future__ import annotations

import math
from collections import deque

from tests.reference.relevance.pad import PaD
from tests.reference.relevance.tables import Table, ratio

SCORES = "ConditionalEntropy", "InformationGain", "GainRatio", "SymmetricalUncertainty"


class Window:
    """``n_categories[f]`` is 0 for a numeric feature, else its number of categories.

    Parameters
    ----------
    discretizer : callable
        What makes the bins of a numeric feature, given the length of the window.
    sparse : bool
        Whether the value 0, or category 0, is "the rest": a kind of its own that no discretizer sees.
    """

    def __init__(self, n_categories, n_classes, length, discretizer=PaD, sparse=False):
        self.n_categories = n_categories
        self.n_classes = n_classes
        self.length = length
        self.sparse = sparse
        self.rows = deque()
        self.arrivals = 0
        self.discretizers = [None if size else discretizer(length) for size in n_categories]

    def observe(self, row, label):
        if label < 0:
            return
        self.n_classes = max(self.n_classes, label + 1)
        self.rows.append((list(row), label))
        self.arrivals += 1
        oldest = self.rows.popleft()[0] if len(self.rows) > self.length else None
        for f, discretizer in enumerate(self.discretizers):
            if discretizer is not None:
                entering, leaving = self.visible(row[f]), None if oldest is None else self.visible(oldest[f])
                if self.waits(entering, leaving):
                    discretizer.wait()
                else:
                    discretizer.update(entering, leaving, self.full)

    def waits(self, entering, leaving):
        """Whether a row costs a feature nothing: in sparse rows its bins are looked at when a value comes or goes."""
        return self.sparse and entering is None and leaving is None and self.arrivals != self.length

    @property
    def full(self):
        return self.arrivals >= self.length

    @property
    def n(self):
        return len(self.rows)

    def is_rest(self, value):
        return self.sparse and value == 0

    def visible(self, value):
        """The value as a discretizer sees it: None if it is missing or the rest."""
        return None if math.isnan(value) or self.is_rest(value) else value

    def ready(self, f):
        discretizer = self.discretizers[f]
        return discretizer is None or discretizer.ready or (self.sparse and self.full)

    def n_kinds(self, f):
        discretizer = self.discretizers[f]
        if discretizer is None:
            return self.n_categories[f]
        return len(discretizer.cut_points) + 1 if discretizer.ready else 0

    def kind(self, f, value):
        """The row of the table a value belongs to; the rest has the last one."""
        if self.is_rest(value):
            return -1
        discretizer = self.discretizers[f]
        return int(value) if discretizer is None else discretizer.bin(value)

    def counts(self, f):
        counts = [[0] * self.n_classes for _ in range(self.n_kinds(f) + self.sparse)]
        for row, label in self.rows:
            if not math.isnan(row[f]):
                counts[self.kind(f, row[f])][label] += 1
        return counts

    def table(self, f):
        """What the scores are made of: nothing as long as the feature is not ready."""
        return Table(self.length, self.counts(f) if self.ready(f) else [])

    def score(self, name, f, corrected=False):
        table = self.table(f)
        if not self.ready(f):
            return 0.0
        if name == "ConditionalEntropy":
            return max(0.0, math.log2(self.n_classes) - table.conditional_entropy)
        if name == "InformationGain":
            return table.gain(corrected)
        return table.gain_ratio(corrected) if name == "GainRatio" else table.symmetrical_uncertainty(corrected)

    def p_value(self, f):
        return self.table(f).p_value


def mean_gain_of_independence(m, c, n):
    """What the gain is on average where feature and class are independent (section 6.5)."""
    return (m - 1) * (c - 1) / (2 * n * math.log(2))


def mean_uncertainty_of_independence(m, c, n, entropies):
    return ratio(2 * mean_gain_of_independence(m, c, n), entropies)
