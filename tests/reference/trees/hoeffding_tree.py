"""The Hoeffding tree (thesis-foundations.md, section 5.2; thesis-methods.md, sections 4 and 10, item 1)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from tests.reference import philox
from tests.reference.common import argmax, is_learned, is_missing
from tests.reference.trees.candidates import best_of, best_of_feature
from tests.reference.trees.criteria import bound, value_range
from tests.reference.trees.leaves import Prediction
from tests.reference.trees.observers import make_observer

FEATURE_SUBSET = 4


@dataclass(frozen=True)
class Options:
    grace: float = 200
    delta: float = 1e-7
    tau: float = 0.05
    criterion: str = "information-gain"
    leaf: str | Callable = "nba"
    numeric: str = "gaussian"
    cuts: int = 10
    bins: int = 64
    nominal: str = "multiway"
    max_depth: int | None = None
    subspace: int | None = None
    prepruning: bool = True
    remove_poor: bool = False
    regularisation: float = 1.0
    branch_gain: float = 0.0
    min_leaf: int = 30
    leaf_window: int = 200
    seed: int = 1


class Leaf:
    """The statistics of a leaf. ``class_weight`` starts with what the split predicts, the observers start empty."""

    def __init__(self, options, n_categories, n_classes, serial, class_weight=None, inherited=None, branch=None):
        self.options = options
        self.n_categories = n_categories
        self.n_classes = n_classes
        self.serial = serial
        self.class_weight = list(class_weight or [0.0] * n_classes)
        self.inherited = list(inherited or [0.0] * n_classes)
        self.branch = branch  # merit and weight of the split this leaf hangs from
        self.learned = self.since_try = 0.0
        self.features = self.features_looked_at()
        self.observers = {f: self.observer(f) for f in self.features}
        self.dismissed = set()
        self.prediction = Prediction(self, options.leaf, n_categories, n_classes, options.min_leaf, options.leaf_window)

    def observer(self, f):
        o = self.options
        return make_observer(f, self.n_categories[f], self.n_classes, o.numeric, o.cuts, o.bins, o.nominal)

    def features_looked_at(self):
        """All features, or the first few of a random permutation."""
        features = range(len(self.n_categories))
        if self.options.subspace is None:
            return list(features)
        permuted = sorted(features, key=self.place)
        return sorted(permuted[: self.options.subspace])

    def place(self, f):
        return philox.words(self.options.seed, FEATURE_SUBSET, self.serial, f)[0]

    @property
    def weight(self):
        return math.fsum(self.class_weight)

    def learn(self, row, label, weight):
        observed = [value if f in self.features else math.nan for f, value in enumerate(row)]
        self.prediction.learn(row, observed, label, weight)
        self.class_weight[label] += weight
        self.learned += weight
        self.since_try += weight
        for f in self.features:
            if not is_missing(row[f]):
                self.observers[f].add(row[f], label, weight)

    def candidates(self, used):
        """The best candidate of each feature that has one; a feature new to the tree pays for that."""
        new = self.options.regularisation
        found = {
            f: best_of_feature(self.observers[f], self.options.criterion, self.learned, 1.0 if f in used else new)
            for f in self.features
            if f not in self.dismissed
        }
        return {f: candidate for f, candidate in found.items() if candidate}


class Node:
    """A leaf, or a split with its children and the weight each of them has received."""

    def __init__(self, leaf, depth):
        self.depth = depth
        self.leaf = leaf
        self.test = None
        self.children = []
        self.received = []

    def child_index(self, row):
        """Where a row goes; without a value to where most went so far."""
        value = row[self.test.feature]
        return argmax(self.received) if is_missing(value) else self.test.child(value)

    def child(self, row):
        return self.children[self.child_index(row)]

    def leaf_for(self, row):
        node = self
        while node.leaf is None:
            node = node.child(row)
        return node.leaf

    def votes(self, row):
        return self.leaf_for(row).prediction.votes(row)

    def within(self):
        """This node and all below it."""
        yield self
        for child in self.children:
            yield from child.within()

    def structure(self):
        if self.leaf is not None:
            return {"class_weight": list(self.leaf.class_weight)}
        children = [child.structure() for child in self.children]
        return {
            "feature": self.test.feature,
            "kind": self.test.kind,
            "value": self.test.value,
            "received": list(self.received),
            "children": children,
        }


class HoeffdingTree:
    """``n_categories[f]`` is 0 for a numeric feature, else its number of categories."""

    node = Node

    def __init__(self, n_categories, n_classes, **parameters):
        self.n_categories = n_categories
        self.n_classes = n_classes
        self.options = Options(**parameters)
        self.classes_seen = set()
        self.leaves_made = 0
        self.root = self.node(self.new_leaf(), 0)

    def new_leaf(self, **start):
        serial, self.leaves_made = self.leaves_made, self.leaves_made + 1
        return Leaf(self.options, self.n_categories, self.n_classes, serial, **start)

    def votes(self, row):
        return self.root.votes(row)

    def predict(self, row):
        return argmax(self.votes(row))

    def structure(self):
        return self.root.structure()

    def used_features(self):
        return {node.test.feature for node in self.root.within() if node.leaf is None}

    def learn(self, row, label, weight=1.0):
        if is_learned(label, weight):
            self.classes_seen.add(label)
            self.learn_at(self.root, row, label, weight)

    def learn_at(self, node, row, label, weight):
        while node.leaf is None:
            node = self.pass_on(node, row, weight)
        self.learn_in_leaf(node, row, label, weight)

    def pass_on(self, node, row, weight):
        place = node.child_index(row)
        node.received[place] += weight
        return node.children[place]

    def learn_in_leaf(self, node, row, label, weight):
        leaf = node.leaf
        leaf.learn(row, label, weight)
        if leaf.since_try >= self.options.grace and node.depth != self.options.max_depth:
            leaf.since_try = 0.0
            self.try_split(node)

    def try_split(self, node):
        leaf = node.leaf
        if sum(weight > 0 for weight in leaf.class_weight) < 2:
            return
        candidates = leaf.candidates(self.used_features())
        best = best_of(candidates.values())
        if best is None:
            return
        eps = bound(value_range(self.options.criterion, len(self.classes_seen)), self.options.delta, leaf.weight)
        others = [c.merit for f, c in candidates.items() if f != best.test.feature]
        if self.is_clear(best, others, eps) and self.outweighs_branch(best, leaf):
            self.split(node, best)
        elif self.options.remove_poor:
            merits = {f: candidates[f].merit if f in candidates else 0.0 for f in leaf.features}
            leaf.dismissed |= {f for f in leaf.features if merits[f] < best.merit - eps}

    def is_clear(self, best, others, eps):
        """Whether the best is better than the second best by more than chance; not splitting has merit 0."""
        if not others and not self.options.prepruning:
            return True
        return best.merit - max(others, default=0.0) > eps or eps < self.options.tau

    def outweighs_branch(self, best, leaf):
        if leaf.branch is None:
            return True
        merit, weight = leaf.branch
        return best.merit * leaf.weight >= self.options.branch_gain * merit * weight

    def split(self, node, best):
        parent = node.leaf
        branch = best.merit, parent.weight
        node.leaf, node.test = None, best.test
        leaves = [self.new_leaf(class_weight=r, inherited=parent.class_weight, branch=branch) for r in best.table]
        node.children = [self.node(leaf, node.depth + 1) for leaf in leaves]
        node.received = [leaf.weight for leaf in leaves]
        for row, label, weight in parent.prediction.recent:
            node.child(row).leaf.prediction.replay(row, label, weight)
