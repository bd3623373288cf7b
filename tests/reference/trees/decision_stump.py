"""A tree of one split, chosen anew every so often: a unit of ABFS (thesis-methods.md, section 7.3)."""

from __future__ import annotations

import math

from tests.reference.common import argmax, is_learned, is_missing
from tests.reference.trees.candidates import best_of, best_of_feature
from tests.reference.trees.observers import make_observer


class DecisionStump:
    """``n_categories[f]`` is 0 for a numeric feature, else its number of categories."""

    def __init__(self, n_categories, n_classes, grace=200, criterion="information-gain", **observers):
        self.grace = grace
        self.criterion = criterion
        self.class_weight = [0.0] * n_classes
        self.since = 0.0
        self.observers = [make_observer(f, size, n_classes, **observers) for f, size in enumerate(n_categories)]
        self.chosen = None  # the candidate as it was when it was chosen

    def learn(self, row, label, weight=1.0):
        if not is_learned(label, weight):
            return
        self.class_weight[label] += weight
        self.since += weight
        for observer, value in zip(self.observers, row, strict=True):
            if not is_missing(value):
                observer.add(value, label, weight)
        if self.since >= self.grace:
            self.since = 0.0
            self.chosen = self.best() or self.chosen

    def best(self):
        learned = math.fsum(self.class_weight)
        found = [best_of_feature(observer, self.criterion, learned) for observer in self.observers]
        return best_of(candidate for candidate in found if candidate)

    def votes(self, row):
        branch = self.branch(row)
        return list(branch if any(branch) else self.class_weight)

    def branch(self, row):
        """The frozen class weights of the side a row falls on; empty before the choice and without a value."""
        if self.chosen is None or is_missing(row[self.chosen.test.feature]):
            return []
        return self.chosen.table[self.chosen.test.child(row[self.chosen.test.feature])]

    def predict(self, row):
        return argmax(self.votes(row))

    def structure(self):
        if self.chosen is None:
            return {"class_weight": list(self.class_weight)}
        test = self.chosen.test
        tables = [{"class_weight": list(row)} for row in self.chosen.table]
        return {"feature": test.feature, "kind": test.kind, "value": test.value, "children": tables}
