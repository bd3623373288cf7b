"""k nearest neighbours over a sliding window (thesis-methods.md, section 2)."""

from __future__ import annotations

from collections import deque

from tests.reference.common import is_learned, is_missing


class KNN:
    """``n_categories[f]`` is 0 for a numeric feature, else its number of categories.

    ``weights`` has ``observe`` and ``current``: the factors of the squared differences.
    """

    def __init__(self, n_categories, n_classes, k=10, window=1000, scale="range", weights=None):
        self.n_categories = n_categories
        self.n_classes = n_classes
        self.k = k
        self.scale = scale
        self.weights = weights
        self.buffer = deque(maxlen=window)  # (row, label, weight), oldest first

    def learn(self, row, label, weight=1.0):
        if is_learned(label, weight):
            self.buffer.append((list(row), label, weight))
            if self.weights is not None:
                self.weights.observe(row, label)

    def factors(self):
        return [1.0] * len(self.n_categories) if self.weights is None else self.weights.current()

    def inverse_ranges(self):
        """Factor of the differences of each feature: 1/(max - min) over the buffer, 0 for a constant."""
        if self.scale == "none":
            return [1.0] * len(self.n_categories)
        inverses = []
        for f in range(len(self.n_categories)):
            values = [row[f] for row, _, _ in self.buffer if not is_missing(row[f])]
            spread = max(values) - min(values) if values else 0.0
            inverses.append(1.0 / spread if spread > 0 else 0.0)
        return inverses

    def squared_distance(self, a, b, inverses, factors):
        """Distance over the features present in both rows, scaled up; None if there is none."""
        total, present = 0.0, 0.0
        for f, categories in enumerate(self.n_categories):
            if factors[f] == 0 or is_missing(a[f]) or is_missing(b[f]):
                continue
            delta = float(a[f] != b[f]) if categories else (a[f] - b[f]) * inverses[f]
            total += factors[f] * (delta * delta)
            present += factors[f]
        return total * (sum(factors) / present) if present else None

    def ranked(self, row):
        """Distance, age, label and weight of all that can be compared, the nearest first, of equals the oldest."""
        inverses, factors = self.inverse_ranges(), self.factors()
        ranked = []
        for age, (other, label, weight) in enumerate(self.buffer):
            distance = self.squared_distance(row, other, inverses, factors)
            if distance is not None:
                ranked.append((distance, age, label, weight))
        return sorted(ranked)

    def neighbours(self, row):
        """Label and weight of the nearest; among equally distant ones the older comes first."""
        return [(label, weight) for _, _, label, weight in self.ranked(row)[: self.k]]

    def votes(self, row):
        voters = self.neighbours(row) or [(label, weight) for _, label, weight in self.buffer]
        totals = [0.0] * self.n_classes
        for label, weight in voters:
            totals[label] += weight
        return totals
