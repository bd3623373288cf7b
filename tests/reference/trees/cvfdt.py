"""CVFDT: a Hoeffding tree that stays true to a window of rows (heft-stream.md, section 10).

What that section leaves open is decided here:

Bins. The first ``warm_up`` learned rows are kept. When there are that many, the present values v_1 <= ... <= v_m of a
numeric feature (each row counts once, whatever its weight) give the edges v_ceil(j m / bins), j = 1 .. bins - 1; equal
ones merge, and one equal to v_m is left out. The bin of a value is the number of edges below it, so that
``bin <= b`` is ``value <= edge_b``. Then the kept rows are learned one after the other, as if they came now. Until
then the votes are the class frequencies of the kept rows. Without numeric features there is nothing to wait for.

Learning. t counts learned rows from 1. Weights are real numbers; a count never becomes negative (rounding).
Candidates are those of the Hoeffding tree on the counts of the node, with its 1 % rule and its ties: nominal one
child per category, numeric ``bin <= b`` for every b; the merit is the gain times the share of the weight that has
the feature. n of the bound is the weight of the counts. A leaf tries after each ``grace`` of learned weight (also
where it then returns at once, because at most one class has weight). Children are empty, whatever the table says.

Votes. (n_c + 1) / (n + C) of the last node on the path that has weight; before the first row zeros.

Missing values at a test go to the child that had most weight in the table by which the test was chosen (of equals the
first), for ever: a row must be forgotten where it was learned.

Check. After the row t, if t is a multiple of ``check``: each split, then its children, then its alternatives. gain(X)
is the merit of the test the node has (0 if it separates nothing), gain(A) the best merit of the other features. "No
alternative rooted at A" looks at the feature the alternative's root tests now.

Test. A node with alternatives counts the rows that reach it, the first of a cycle being 1. Rows cycle - test + 1 to
cycle are test rows: before they are learned, the node's subtree and each alternative that was there when the test
began predict; right ones add the weight of the row. A subtree predicts from its own nodes only: by the last node on the
path that has weight; without any it is class 0. After the prediction of the row number ``cycle``, and before it is
learned, the best tested alternative (of equals the first) replaces the node if it was right more often; the node
then is this alternative, with its counts, age and alternatives, and learns the row. Otherwise an alternative is
dropped if (right_node - right_alternative) / tested weight is at least 0.01 above the least such gap it has had in
the tests before. A new cycle begins, also where alternatives are left; without alternatives the count is 0.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

from tests.reference.common import argmax, is_learned, is_missing
from tests.reference.trees.candidates import NEGLIGIBLE, Candidate, best_of, separates
from tests.reference.trees.criteria import bound, children_of, information_gain, value_range
from tests.reference.trees.observers import Test

FALLING_BEHIND = 0.01


class Bins:
    """The bins of a numeric feature."""

    def __init__(self, values, bins):
        ordered = sorted(values)
        m = len(ordered)
        places = [(j * m + bins - 1) // bins for j in range(1, bins)] if m else []
        self.edges = sorted({ordered[place - 1] for place in places} - set(ordered[-1:]))

    def bin(self, value):
        return sum(edge < value for edge in self.edges)


@dataclass
class Contest:
    """How an alternative does in the tests of the node it stands beside."""

    takes_part: bool = False
    right: float = 0.0
    least_gap: float = math.inf


class Node:
    """A leaf (``test`` is None) or a split; both count the rows of the window that came by since it was born."""

    def __init__(self, born, sizes, n_classes):
        self.born = born
        self.class_weight = [0.0] * n_classes
        self.counts = [[[0.0] * n_classes for _ in range(size)] for size in sizes]  # feature, value, class
        self.since_try = 0.0
        self.test = None
        self.missing_child = 0
        self.children = []
        self.alternatives = []
        self.reached = self.tested = self.right = 0.0  # in its own test, against its alternatives
        self.contest = Contest()  # as an alternative

    @property
    def weight(self):
        return math.fsum(self.class_weight)

    def add(self, coded, label, weight):
        self.class_weight[label] = max(0.0, self.class_weight[label] + weight)
        for counts, value in zip(self.counts, coded, strict=True):
            if value is not None:
                counts[value][label] = max(0.0, counts[value][label] + weight)

    def child(self, coded):
        value = coded[self.test.feature]
        return self.children[self.missing_child if value is None else self.test.child(value)]

    def path(self, coded):
        node = self
        while node.test is not None:
            yield node
            node = node.child(coded)
        yield node

    def known(self, coded):
        """The class weights of the last node on the path that has any; None if none has."""
        weighty = [node.class_weight for node in self.path(coded) if any(node.class_weight)]
        return weighty[-1] if weighty else None

    def predicts(self, coded, label):
        return argmax(self.known(coded) or [0.0] * len(self.class_weight)) == label

    def become(self, other):
        """Be another node from now on, in the place of this one."""
        self.__dict__.update({name: value for name, value in vars(other).items() if name != "contest"})

    def within(self):
        """This node, its alternatives and all below them."""
        yield self
        for node in [*self.children, *self.alternatives]:
            yield from node.within()

    def structure(self):
        found = {
            "class_weight": list(self.class_weight),
            "counts": [[list(row) for row in counts] for counts in self.counts],
            "born": self.born,
        }
        if self.test is not None:
            found |= {"feature": self.test.feature, "kind": self.test.kind, "value": self.test.value}
            found["children"] = [child.structure() for child in self.children]
            found["alternatives"] = [alternative.structure() for alternative in self.alternatives]
        return found


class CVFDT:
    """``n_categories[f]`` is 0 for a numeric feature, else its number of categories.

    The ``value`` of a numeric test is a bin; its cut is ``edges(feature)[value]``.
    """

    def __init__(
        self,
        n_categories,
        n_classes,
        window=50_000,
        check=10_000,
        cycle=10_000,
        test=1_000,
        grace=200,
        delta=1e-7,
        tau=0.05,
        bins=10,
        warm_up=1000,
    ):
        self.n_categories = n_categories
        self.n_classes = n_classes
        self.window, self.check, self.cycle, self.test = window, check, cycle, test
        self.grace, self.delta, self.tau, self.bins, self.warm_up = grace, delta, tau, bins, warm_up
        self.t = 0
        self.classes_seen = set()
        self.rows = deque()  # (t, coded row, label, weight), oldest first
        self.kept = []
        self.binning = None
        self.root = None
        if all(n_categories):
            self.fix_bins()

    # --- rows ---------------------------------------------------------------------------------------------

    def fix_bins(self):
        sizes = enumerate(self.n_categories)
        self.binning = [None if size else Bins(self.values_of(f), self.bins) for f, size in sizes]
        self.root = self.new_node(born=1)

    def values_of(self, f):
        return [row[f] for row, _, _ in self.kept if not is_missing(row[f])]

    def edges(self, f):
        return self.binning[f].edges

    def coded(self, row):
        """The row in categories and bins; None is missing."""
        return [self.code(value, b) for value, b in zip(row, self.binning, strict=True)]

    def code(self, value, binning):
        if is_missing(value):
            return None
        return binning.bin(value) if binning else int(value)

    def new_node(self, born):
        sizes = [size or len(b.edges) + 1 for size, b in zip(self.n_categories, self.binning, strict=True)]
        return Node(born, sizes, self.n_classes)

    def learn(self, row, label, weight=1.0):
        if not is_learned(label, weight):
            return
        self.classes_seen.add(label)
        if self.binning is not None:
            self.learn_binned(self.coded(row), label, weight)
            return
        self.kept.append((list(row), label, weight))
        if len(self.kept) == self.warm_up:
            self.fix_bins()
            for kept, *rest in self.kept:
                self.learn_binned(self.coded(kept), *rest)

    def learn_binned(self, coded, label, weight):
        self.t += 1
        self.rows.append((self.t, coded, label, weight))
        if len(self.rows) > self.window:
            self.forget(self.root, *self.rows.popleft())
        self.grow(self.root, coded, label, weight)
        if self.t % self.check == 0:
            self.check_node(self.root)

    def forget(self, node, t, coded, label, weight):
        if node.born <= t:
            node.add(coded, label, -weight)
        for alternative in node.alternatives:
            self.forget(alternative, t, coded, label, weight)
        if node.test is not None:
            self.forget(node.child(coded), t, coded, label, weight)

    # --- growing ------------------------------------------------------------------------------------------

    def grow(self, node, coded, label, weight):
        if node.alternatives and self.compare(node, coded, label, weight):
            self.grow(node, coded, label, weight)  # it is the alternative now
            return
        node.add(coded, label, weight)
        for alternative in node.alternatives:
            self.grow(alternative, coded, label, weight)
        if node.test is not None:
            self.grow(node.child(coded), coded, label, weight)
            return
        node.since_try += weight
        if node.since_try >= self.grace:
            node.since_try = 0.0
            self.try_split(node)

    def candidates(self, node, f):
        """Test and table of each split of a feature by the counts of a node."""
        counts = node.counts[f]
        if self.n_categories[f]:
            yield Test(f, "category", None, len(counts)), counts
            return
        for b in range(len(counts) - 1):
            yield Test(f, "cut", b, 2), [self.added(counts[: b + 1]), self.added(counts[b + 1 :])]

    def added(self, rows):
        return [math.fsum(column) for column in zip(*rows, strict=True)]

    def merit(self, node, table):
        if not separates(table) or not node.weight > 0:
            return 0.0
        return math.fsum(children_of(table)) / node.weight * information_gain(table)

    def best_of_feature(self, node, f):
        return best_of(Candidate(self.merit(node, table), test, table) for test, table in self.candidates(node, f))

    def bests(self, node, but=None):
        """The best candidate of each feature that has one."""
        features = [f for f in range(len(self.n_categories)) if f != but]
        return [best for f in features if (best := self.best_of_feature(node, f))]

    def eps(self, node):
        return bound(value_range("information-gain", len(self.classes_seen)), self.delta, node.weight)

    def try_split(self, node):
        if sum(weight > 0 for weight in node.class_weight) < 2:
            return
        bests = self.bests(node)
        best = best_of(bests)
        if best is None:
            return
        second = max((other.merit for other in bests if other is not best), default=0.0)
        if best.merit - second > self.eps(node) or self.eps(node) < self.tau:
            self.split(node, best)

    def split(self, node, best):
        sizes = children_of(best.table)
        node.test = best.test
        node.missing_child = argmax(sizes)
        node.children = [self.new_node(self.t + 1) for _ in sizes]

    # --- alternatives -------------------------------------------------------------------------------------

    def check_node(self, node):
        if node.test is None:
            return
        self.start_alternative(node)
        for other in [*node.children, *node.alternatives]:
            self.check_node(other)

    def start_alternative(self, node):
        better = best_of(self.bests(node, but=node.test.feature))
        if better is None or any(a.test.feature == better.test.feature for a in node.alternatives):
            return
        difference, eps = better.merit - self.present_merit(node), self.eps(node)
        if difference >= 0 and (difference > eps or (eps < self.tau and difference >= self.tau / 2)):
            alternative = self.new_node(self.t + 1)
            self.split(alternative, better)
            node.alternatives.append(alternative)

    def present_merit(self, node):
        """What the test of a node is worth by its counts of today."""
        table = next(table for test, table in self.candidates(node, node.test.feature) if test == node.test)
        merit = self.merit(node, table)
        return merit if merit > NEGLIGIBLE else 0.0

    def compare(self, node, coded, label, weight):
        """Take the row as a test row if it is one; whether the node has been replaced."""
        node.reached += 1
        first = self.cycle - self.test + 1
        if node.reached == first:
            self.begin_test(node)
        if node.reached >= first:
            self.score(node, coded, label, weight)
        if node.reached < self.cycle:
            return False
        node.reached = 0
        return self.end_test(node)

    def begin_test(self, node):
        node.tested = node.right = 0.0
        for alternative in node.alternatives:
            alternative.contest.takes_part = True
            alternative.contest.right = 0.0

    def contenders(self, node):
        return [alternative for alternative in node.alternatives if alternative.contest.takes_part]

    def score(self, node, coded, label, weight):
        node.tested += weight
        node.right += weight * node.predicts(coded, label)
        for alternative in self.contenders(node):
            alternative.contest.right += weight * alternative.predicts(coded, label)

    def end_test(self, node):
        contenders = self.contenders(node)
        best = max(contenders, key=lambda alternative: alternative.contest.right, default=None)
        if best is not None and best.contest.right > node.right:
            node.become(best)
            return True
        for alternative in contenders:
            contest = alternative.contest
            gap = (node.right - contest.right) / node.tested
            if gap >= contest.least_gap + FALLING_BEHIND:
                node.alternatives.remove(alternative)
            contest.least_gap = min(contest.least_gap, gap)
            contest.takes_part = False
        return False

    # --- voting -------------------------------------------------------------------------------------------

    def votes(self, row):
        known = self.kept_weights() if self.binning is None else self.root.known(self.coded(row))
        if known is None or not any(known):
            return [0.0] * self.n_classes
        total = math.fsum(known) + len(self.classes_seen)
        return [(weight + 1) / total if k in self.classes_seen else 0.0 for k, weight in enumerate(known)]

    def kept_weights(self):
        return [math.fsum(w for _, label, w in self.kept if label == k) for k in range(self.n_classes)]

    def predict(self, row):
        return argmax(self.votes(row))

    def structure(self):
        return None if self.root is None else self.root.structure()
