"""What a leaf predicts, and what it remembers for that (thesis-foundations.md, 5.2; thesis-methods.md, section 4)."""

from __future__ import annotations

import math
from collections import deque

from tests.reference.common import argmax
from tests.reference.knn import KNN
from tests.reference.naive_bayes import NaiveBayes, softmax
from tests.reference.relevance.window import Window
from tests.reference.weighting import Sliding, Weights


class Majority:
    """The class weights of the leaf; where it has none, those its parent had when it was split."""

    def __init__(self, leaf):
        self.leaf = leaf

    def votes(self, row):
        return list(self.leaf.class_weight if any(self.leaf.class_weight) else self.leaf.inherited)


class Bayes:
    """Naive Bayes over the rows the leaf has learned, with all class weights of the leaf as the prior."""

    def __init__(self, leaf, n_categories, n_classes):
        self.leaf = leaf
        self.statistics = NaiveBayes(n_categories, n_classes)

    def learn(self, row, label, weight):
        self.statistics.learn(row, label, weight)

    def votes(self, row):
        if not any(self.statistics.class_weight):
            return Majority(self.leaf).votes(row)
        return softmax([self.score(row, k) for k in range(len(self.leaf.class_weight))])

    def score(self, row, label):
        if not self.statistics.class_weight[label]:
            return -math.inf
        prior = math.log(self.leaf.class_weight[label] + 1)
        return math.fsum([prior, *self.statistics.terms(row, label)[1:]])


class MajorityOrBayes:
    """Whichever has been right more often here; of equals Naive Bayes."""

    def __init__(self, leaf, bayes):
        self.majority, self.bayes = Majority(leaf), bayes
        self.majority_right = self.bayes_right = 0.0

    def judge(self, row, label, weight):
        self.majority_right += weight * (argmax(self.majority.votes(row)) == label)
        self.bayes_right += weight * (argmax(self.bayes.votes(row)) == label)

    def votes(self, row):
        return (self.majority if self.majority_right > self.bayes_right else self.bayes).votes(row)


class OwnLearner:
    """A learner of the leaf's own, and a stand-in for as long as it has seen too little or finds nothing relevant."""

    def __init__(self, learner, stand_in, min_leaf):
        self.learner, self.stand_in, self.min_leaf = learner, stand_in, min_leaf
        self.rows = 0
        self.classes = set()

    def learn(self, row, label, weight):
        self.learner.learn(row, label, weight)
        self.rows += 1
        self.classes.add(label)

    @property
    def may_vote(self):
        return self.rows >= self.min_leaf and len(self.classes) > 1 and not self.finds_nothing

    @property
    def finds_nothing(self):
        """Whether its weights were looked at and none is above 0; too few rows for a look are no finding."""
        weights = getattr(self.learner, "weights", None)
        if weights is None or weights.scorer.window.n < weights.min_n:
            return False
        return not any(getattr(weights, weights.weighting)())

    def votes(self, row):
        return (self.learner if self.may_vote else self.stand_in).votes(row)


class BestOfThree:
    """Majority, weighted Naive Bayes, weighted neighbours: the most often right so far, of equals the later one."""

    def __init__(self, voters):
        self.voters = voters
        self.right = [0.0] * len(voters)

    def judge(self, row, label, weight):
        for i, voter in enumerate(self.voters):
            self.right[i] += weight * (argmax(voter.votes(row)) == label)

    def votes(self, row):
        best = max(range(len(self.voters)), key=lambda i: (self.right[i], i))
        return self.voters[best].votes(row)


def weights_of_features(n_categories, n_classes, window=200):
    return Weights(Sliding(Window(n_categories, n_classes, window)))


def weighted_bayes(n_categories, n_classes):
    return NaiveBayes(n_categories, n_classes, weights=weights_of_features(n_categories, n_classes))


def weighted_neighbours(n_categories, n_classes):
    return KNN(n_categories, n_classes, k=10, window=200, weights=weights_of_features(n_categories, n_classes))


class Prediction:
    """All of a leaf that predicts: ``kind`` is majority, nb, nba, adaptive, or makes a learner.

    What makes a learner is called with ``(n_categories, n_classes)``.
    """

    def __init__(self, leaf, kind, n_categories, n_classes, min_leaf, leaf_window):
        self.bayes = Bayes(leaf, n_categories, n_classes)
        self.adaptive = MajorityOrBayes(leaf, self.bayes)
        self.recent = deque(maxlen=leaf_window)
        makers = {"adaptive": [weighted_bayes, weighted_neighbours]}.get(kind, [kind] if callable(kind) else [])
        self.own = [OwnLearner(make(n_categories, n_classes), self.adaptive, min_leaf) for make in makers]
        self.three = BestOfThree([Majority(leaf), *self.own])
        voters = {"majority": Majority(leaf), "nb": self.bayes, "nba": self.adaptive, "adaptive": self.three}
        self.voter = self.own[0] if callable(kind) else voters[kind]

    def votes(self, row):
        return self.voter.votes(row)

    def learn(self, row, observed, label, weight):
        """``observed``: the row as the statistics see it, without the features the leaf does not look at."""
        self.three.judge(row, label, weight)  # with what the stand-in would have said before this row
        self.adaptive.judge(row, label, weight)
        self.bayes.learn(observed, label, weight)
        self.replay(row, label, weight)

    def replay(self, row, label, weight):
        """What concerns the leaf's own learners alone; rows from before the split come this way too."""
        self.recent.append((list(row), label, weight))
        for learner in self.own:
            learner.learn(row, label, weight)
