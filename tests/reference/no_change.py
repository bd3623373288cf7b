"""NoChange: one vote for the label learned last."""

from __future__ import annotations

from tests.reference.common import is_learned


class NoChange:
    def __init__(self, n_classes):
        self.n_classes = n_classes
        self.last = None

    def votes(self, row):
        return [1.0 if c == self.last else 0.0 for c in range(self.n_classes)]

    def learn(self, row, label, weight=1.0):
        if is_learned(label, weight):
            self.last = label
