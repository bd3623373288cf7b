"""FCBF: features that are predominant for the class in a chunk (heft-stream.md, sections 3 to 6)."""

from __future__ import annotations

import math
from collections import deque

from scipy import stats

from tests.reference.relevance.tables import Table
from tests.reference.selectors.selection import Selector


def frequency_bins(values, bins):
    """Bins cut at quantiles; a value equal to a cut stays below it."""
    values = sorted(values)
    cuts = sorted({values[(k * len(values) - 1) // bins] for k in range(1, bins)}) if values else []
    return lambda value: sum(cut < value for cut in cuts)


def width_bins(values, bins):
    low, high = (min(values), max(values)) if values else (0.0, 0.0)
    if low == high:
        return lambda value: 0
    return lambda value: min(bins - 1, math.floor((value - low) / (high - low) * bins))


BINNINGS = {"frequency": frequency_bins, "width": width_bins}


def table_of(window, pairs):
    """The table of two columns over the rows in which neither is missing."""
    kinds = sorted({a for a, b in pairs if a is not None and b is not None})
    others = sorted({b for a, b in pairs if a is not None and b is not None})
    counts = [[0] * len(others) for _ in kinds]
    for a, b in pairs:
        if a is not None and b is not None:
            counts[kinds.index(a)][others.index(b)] += 1
    return Table(window, counts)


class Chunk:
    """Columns of codes, None where missing, and what they say about each other."""

    def __init__(self, window, columns, labels):
        self.window = window
        self.columns = columns
        self.labels = labels

    def with_class(self, f):
        return table_of(self.window, list(zip(self.columns[f], self.labels, strict=True)))

    def between(self, f, g):
        pairs = list(zip(self.columns[f], self.columns[g], strict=True))
        return table_of(self.window, pairs).symmetrical_uncertainty()


def predominant(scores, relevant, between, most=None):
    """The walk of FCBF, in the order of relevance; ``between`` is asked only where it matters."""
    waiting = sorted(relevant, key=lambda f: (-scores[f], f))
    kept = []
    while waiting and len(kept) != most:
        strongest, *others = waiting
        kept.append(strongest)
        waiting = [f for f in others if between(strongest, f) < scores[f]]
    return kept


class FCBF(Selector):
    def __init__(
        self,
        n_categories,
        n_classes,
        chunk=1000,
        every=None,
        threshold=0.0,
        alpha=0.001,
        bins=5,
        binning="frequency",
        max_features=None,
        min_change=1,
        on_empty="keep",
    ):
        super().__init__(n_categories, n_classes, on_empty)
        self.rows = deque(maxlen=chunk)
        self.every = every or chunk
        self.threshold = threshold
        self.alpha = alpha
        self.bins = bins
        self.binning = BINNINGS[binning]
        self.max_features = max_features
        self.min_change = min_change

    def observe(self, row, label, weight):
        self.rows.append((list(row), label))
        since = self.t - self.rows.maxlen
        if since < 0 or since % self.every:
            return False
        chosen = set(self.walk())
        if chosen or self.on_empty == "all":
            self.adopt(chosen)
        return False

    def adopt(self, chosen):
        if self.last_not_empty is None:
            self.select(chosen, "selected", "chunk")
        elif len(chosen ^ set(self.selected)) >= self.min_change:
            self.select(chosen, "reselected", "chunk")

    def walk(self):
        chunk = Chunk(self.rows.maxlen, [self.codes(f) for f in range(self.d)], [label for _, label in self.rows])
        tables = [chunk.with_class(f) for f in range(self.d)]
        scores = [table.symmetrical_uncertainty() for table in tables]
        relevant = [f for f in range(self.d) if self.is_relevant(tables[f], scores[f])]

        def between(f, g):
            value = chunk.between(f, g)
            self.above(value, scores[g])
            return value

        return predominant(scores, relevant, between, self.max_features)

    def is_relevant(self, table, score):
        if self.threshold != "significance":
            return self.above(score, self.threshold)
        if score == 0:
            return False
        return self.above(table.g, float(stats.chi2.isf(self.alpha, table.df)))

    def codes(self, f):
        values = [row[f] for row, _ in self.rows]
        if self.n_categories[f]:
            return [None if math.isnan(value) else int(value) for value in values]
        code = self.binning([value for value in values if not math.isnan(value)], self.bins)
        return [None if math.isnan(value) else code(value) for value in values]
