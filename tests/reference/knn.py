"""k nearest neighbours over a sliding window (thesis-methods.md, section 2, all weights 1)."""

from __future__ import annotations

from collections import deque

from tests.reference.common import is_learned, is_missing


class KNN:
    """``n_categories[f]`` is 0 for a numeric feature, else its number of categories."""

    def __init__(self, n_categories, n_classes, k=10, window=1000, scale="range"):
        self.n_categories = n_categories
        self.n_classes = n_classes
        self.k = k
        self.scale = scale
        self.buffer = deque(maxlen=window)  # (row, label, weight), oldest first

    def learn(self, row, label, weight=1.0):
        if is_learned(label, weight):
            self.buffer.append((list(row), label, weight))

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

    def squared_distance(self, a, b, inverses):
        """Distance over the features present in both rows, scaled up; None if there is none."""
        total, present = 0.0, 0
        for f, categories in enumerate(self.n_categories):
            if is_missing(a[f]) or is_missing(b[f]):
                continue
            delta = float(a[f] != b[f]) if categories else (a[f] - b[f]) * inverses[f]
            total += delta * delta
            present += 1
        return total * (len(self.n_categories) / present) if present else None

    def neighbours(self, row):
        """Label and weight of the nearest; among equally distant ones the older comes first."""
        inverses = self.inverse_ranges()
        ranked = []
        for age, (other, label, weight) in enumerate(self.buffer):
            distance = self.squared_distance(row, other, inverses)
            if distance is not None:
                ranked.append((distance, age, label, weight))
        chosen = sorted(ranked)[: self.k]
        return [(label, weight) for _, _, label, weight in chosen]

    def votes(self, row):
        voters = self.neighbours(row) or [(label, weight) for _, label, weight in self.buffer]
        totals = [0.0] * self.n_classes
        for label, weight in voters:
            totals[label] += weight
        return totals
