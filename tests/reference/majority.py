"""MajorityClass: votes are the weights of the classes, over everything or over the last rows learned."""

from __future__ import annotations

from collections import deque

from tests.reference.common import is_learned


class MajorityClass:
    def __init__(self, n_classes, window=None):
        self.n_classes = n_classes
        self.learned = deque(maxlen=window)

    def votes(self, row):
        totals = [0.0] * self.n_classes
        for label, weight in self.learned:
            totals[label] += weight
        return totals

    def learn(self, row, label, weight=1.0):
        if is_learned(label, weight):
            self.learned.append((label, weight))
