"""Naive Bayes in log space (heft-stream.md, section 7.4): Laplace counts and per-class Gaussians.

With weights of features and a window of its own it is that of thesis-methods.md, section 3.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque

from tests.reference.common import is_learned, is_missing


class Moments:
    """Weighted Welford: total weight, mean and sum of squared deviations."""

    def __init__(self):
        self.n = self.mean = self.m2 = 0.0

    def add(self, value, weight):
        """In this form a constant keeps its exact mean, and the squares never become negative."""
        before = self.n
        self.n += weight
        delta = value - self.mean
        self.mean += delta * (weight / self.n)
        self.m2 += weight * (before / self.n) * delta * delta

    @property
    def variance(self):
        return self.m2 / (self.n - 1) if self.n > 1 else 0.0


def log_gaussian(value, mean, variance):
    return -0.5 * (math.log(2 * math.pi * variance) + (value - mean) ** 2 / variance)


class NaiveBayes:
    """``n_categories[f]`` is 0 for a numeric feature, else its number of categories.

    ``weights`` has ``observe`` and ``current``: the exponents of the likelihoods. Only the last ``window`` learned rows
    count if it is given; what they add up to is then computed anew with each.
    """

    def __init__(self, n_categories, n_classes, variance_floor=1e-9, weights=None, window=None):
        self.n_categories = n_categories
        self.n_classes = n_classes
        self.variance_floor = variance_floor
        self.weights = weights
        self.remembered = None if window is None else deque(maxlen=window)
        self.forget()

    def forget(self):
        self.class_weight = [0.0] * self.n_classes
        self.counts = defaultdict(float)  # (class, feature, category) -> weight
        self.present = defaultdict(float)  # (class, feature) -> weight of the rows that had a nominal value
        self.moments = defaultdict(Moments)  # (class, feature), numeric
        self.pooled = [Moments() for _ in self.n_categories]  # all classes together

    def learn(self, row, label, weight=1.0):
        if not is_learned(label, weight):
            return
        if self.weights is not None:
            self.weights.observe(row, label)
        if self.remembered is None:
            self.count(row, label, weight)
            return
        self.remembered.append((list(row), label, weight))
        self.forget()
        for remembered in self.remembered:
            self.count(*remembered)

    def count(self, row, label, weight):
        self.class_weight[label] += weight
        for f, value in enumerate(row):
            if is_missing(value):
                continue
            if self.n_categories[f]:
                self.counts[label, f, int(value)] += weight
                self.present[label, f] += weight
            else:
                self.moments[label, f].add(value, weight)
                self.pooled[f].add(value, weight)

    def gaussian(self, label, f):
        """Mean and variance of a numeric feature under a class; None: skip the feature for every class."""
        own, pooled = self.moments[label, f], self.pooled[f]
        if pooled.variance == 0:
            return None
        if own.n == 0:
            return pooled.mean, pooled.variance
        if own.n < 2:
            return own.mean, pooled.variance
        return own.mean, max(own.variance, self.variance_floor * pooled.variance)

    def log_likelihood(self, label, f, value):
        """ln P(value | label); None where the feature is to be skipped."""
        if self.n_categories[f]:
            n, categories = self.present[label, f], self.n_categories[f]
            return math.log((self.counts[label, f, int(value)] + 1) / (n + categories))
        gaussian = self.gaussian(label, f)
        return gaussian and log_gaussian(value, *gaussian)

    def exponents(self):
        return [1.0] * len(self.n_categories) if self.weights is None else self.weights.current()

    def terms(self, row, label):
        """The summands of the score of a class."""
        prior = (self.class_weight[label] + 1) / (sum(self.class_weight) + self.n_classes)
        heard = [(f, w) for f, w in enumerate(self.exponents()) if w > 0 and not is_missing(row[f])]
        likelihoods = [(w, self.log_likelihood(label, f, row[f])) for f, w in heard]
        return [math.log(prior), *(w * value for w, value in likelihoods if value is not None)]

    def scores(self, row):
        """Score of each class; minus infinity for a class never seen."""
        return [math.fsum(self.terms(row, c)) if self.class_weight[c] else -math.inf for c in range(self.n_classes)]

    def votes(self, row):
        return softmax(self.scores(row))


def softmax(scores):
    top = max(scores)
    if top == -math.inf:
        return [0.0] * len(scores)
    powers = [math.exp(score - top) for score in scores]
    return [power / math.fsum(powers) for power in powers]
