"""The Hoeffding adaptive tree: an ADWIN at every node watches its errors (thesis-foundations.md, section 5.11)."""

from __future__ import annotations

import math

from tests.reference import philox
from tests.reference.common import argmax
from tests.reference.detectors.adwin import ADWIN
from tests.reference.detectors.levels import DRIFT
from tests.reference.trees.hoeffding_tree import HoeffdingTree, Node

BAGGING_WEIGHT = 3
LONG_ENOUGH = 300
CONFIDENCE = 0.05


def difference_bound(error, n, n_alternate):
    """How far two errors may be apart by chance (the b of section 5.11)."""
    return math.sqrt(2 * error * (1 - error) * math.log(2 / CONFIDENCE) * (1 / n + 1 / n_alternate))


def poisson(u):
    """The smallest k whose distribution function of Poisson(1) is above u."""
    k, term = 0, math.exp(-1)
    below = term
    while below <= u and term > 0:
        k += 1
        term /= k
        below += term
    return k


class WatchedNode(Node):
    """A node with an ADWIN over the error of its subtree; a split may have an alternate."""

    def __init__(self, leaf, depth, drift_delta, branch=None):
        super().__init__(leaf, depth)
        self.adwin = ADWIN(drift_delta)
        self.branch = branch  # of the split this node hangs from
        self.alternate = None

    def within(self):
        yield from super().within()
        if self.alternate is not None:
            yield from self.alternate.within()

    def become(self, other):
        self.__dict__.update(other.__dict__)

    def structure(self):
        found = super().structure()
        if self.alternate is not None:
            found["alternate"] = self.alternate.structure()
        return found


class HoeffdingAdaptiveTree(HoeffdingTree):
    def __init__(self, n_categories, n_classes, drift_delta=0.002, bootstrap=True, **parameters):
        self.drift_delta = drift_delta
        self.bootstrap = bootstrap
        self.rows_learned = 0
        super().__init__(n_categories, n_classes, **parameters)

    def node(self, leaf, depth):
        return WatchedNode(leaf, depth, self.drift_delta, leaf.branch)

    def learn(self, row, label, weight=1.0):
        super().learn(row, label, weight)
        self.rows_learned += label >= 0 and weight > 0

    def learn_at(self, node, row, label, weight):
        error = argmax(node.votes(row)) != label
        changed = node.adwin.update(float(error)) == DRIFT
        if node.leaf is not None:
            self.learn_in_leaf(node, row, label, self.leaf_weight(node.leaf, weight))
            return
        if changed:
            node.alternate = self.node(self.new_leaf(branch=node.branch), node.depth)
        elif self.alternate_is_better(node):
            node.become(node.alternate)
            self.learn_at(node, row, label, weight)
            return
        if node.alternate is not None:
            self.learn_at(node.alternate, row, label, weight)
        self.learn_at(self.pass_on(node, row, weight), row, label, weight)

    def split(self, node, best):
        """As in the published program a split begins with an empty ADWIN: what its leaf erred says nothing of it."""
        super().split(node, best)
        node.adwin = ADWIN(self.drift_delta)

    def alternate_is_better(self, node):
        """Whether the alternate is to take over; one that is clearly worse is dropped."""
        alternate = node.alternate
        if alternate is None or min(node.adwin.n, alternate.adwin.n) <= LONG_ENOUGH:
            return False
        error, other = node.adwin.estimate, alternate.adwin.estimate
        b = difference_bound(error, node.adwin.n, alternate.adwin.n)
        if other - error > b:
            node.alternate = None
        return error - other > b

    def leaf_weight(self, leaf, weight):
        if not self.bootstrap:
            return weight
        u, _ = philox.uniforms(self.options.seed, BAGGING_WEIGHT, leaf.serial, self.rows_learned)
        return weight * max(1, poisson(u))
