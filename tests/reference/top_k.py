"""Transformers and pipelines: TopK by variance, a fixed subset, learners that start afresh and learn the last rows."""

from __future__ import annotations

import math
from collections import deque
from fractions import Fraction

from tests.reference.common import is_learned, is_missing


class TopK:
    """The k features with the largest variance over the last ``window`` learned rows; until then all of them.

    Looked at after every ``every`` learned rows. The variance is weighted, with the sum of weights less 1 in the
    denominator, and 0 where that is not above 0. It is computed in fractions from the rows themselves.
    """

    def __init__(self, n_features, k, window, every):
        self.k = k
        self.every = every
        self.rows = deque(maxlen=window)
        self.learned = 0
        self.features = list(range(n_features))

    def observe(self, row, weight):
        """Take a learned row in; True if other features are chosen from now on."""
        self.rows.append((row, weight))
        self.learned += 1
        if self.learned % self.every:
            return False
        variances = [self.variance(f) for f in range(len(row))]
        ranked = sorted(range(len(row)), key=lambda f: (-variances[f], f))
        chosen = sorted(ranked[: self.k])
        changed, self.features = chosen != self.features, chosen
        return changed

    def variance(self, f):
        values = [(Fraction(row[f]), Fraction(weight)) for row, weight in self.rows if not is_missing(row[f])]
        n = sum(weight for _, weight in values)
        if n <= 1:
            return Fraction(0)
        mean = sum(weight * value for value, weight in values) / n
        return sum(weight * (value - mean) ** 2 for value, weight in values) / (n - 1)

    def margin(self):
        """How far the variances at the border of the choice are apart, relative to the largest; inf if all are in."""
        ranked = sorted((self.variance(f) for f in range(len(self.rows[-1][0]))), reverse=True) if self.rows else []
        if len(ranked) <= self.k or not ranked[0]:
            return math.inf
        return float((ranked[self.k - 1] - ranked[self.k]) / ranked[0])

    def project(self, row):
        return [row[f] for f in self.features]


class Subset:
    """Some features, in ascending order."""

    def __init__(self, features):
        self.features = sorted(set(features))

    def observe(self, row, weight):
        return False

    def project(self, row):
        return [row[f] for f in self.features]


class Pipeline:
    """A transformer in front of a learner, which may be a pipeline itself.

    ``make_learner(features)`` makes a fresh learner for these columns of what the transformer reads.
    """

    def __init__(self, transformer, make_learner, replay=200):
        self.transformer = transformer
        self.make_learner = make_learner
        self.replay = replay
        self.recent = deque(maxlen=replay)
        self.changes = 0
        self.learner = make_learner(transformer.features)

    def votes(self, row):
        return self.learner.votes(self.transformer.project(row))

    def learn(self, row, label, weight=1.0):
        if not is_learned(label, weight):
            return
        self.recent.append((row, label, weight))
        if self.transformer.observe(row, weight):
            self.start_afresh(row, label, weight)
        else:
            self.learner.learn(self.transformer.project(row), label, weight)

    def start_afresh(self, row, label, weight):
        """The last rows are learned again, the one at hand among them; without replay that one alone."""
        self.changes += 1
        self.learner = self.make_learner(self.transformer.features)
        for past in self.recent if self.replay else [(row, label, weight)]:
            self.learner.learn(self.transformer.project(past[0]), *past[1:])
