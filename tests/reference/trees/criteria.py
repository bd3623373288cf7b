"""The Hoeffding bound, and what makes a split good (thesis-foundations.md, section 5.2).

A table has one row of class weights per child of the split.
"""

from __future__ import annotations

import math


def bound(value_range, delta, n):
    """How far the mean of n observations may lie below the true one, with probability 1 - delta."""
    return value_range * math.sqrt(math.log(1 / delta) / (2 * n))


def value_range(criterion, n_classes):
    """The largest value a criterion can take."""
    ranges = {"information-gain": math.log2(max(n_classes, 2)), "hellinger": math.sqrt(2)}
    return ranges.get(criterion, 1.0)


def shares(weights):
    total = math.fsum(weights)
    return [weight / total for weight in weights if weight > 0]


def entropy(weights):
    """In bits; of nothing it is 0."""
    return -math.fsum(p * math.log2(p) for p in shares(weights))


def impurity(weights):
    """Of Gini: how likely two draws differ; of nothing it is 0."""
    return 1 - math.fsum(p * p for p in shares(weights)) if any(weights) else 0.0


def children_of(table):
    return [math.fsum(row) for row in table]


def classes_of(table):
    return [math.fsum(column) for column in zip(*table, strict=True)]


def after_the_split(measure, table):
    """The measure of the children, each weighing what it holds."""
    sizes = children_of(table)
    n = math.fsum(sizes)
    return math.fsum(size / n * measure(row) for size, row in zip(sizes, table, strict=True) if size > 0)


def information_gain(table):
    return entropy(classes_of(table)) - after_the_split(entropy, table)


def gini(table):
    return impurity(classes_of(table)) - after_the_split(impurity, table)


def symmetrical_uncertainty(table):
    both = entropy(children_of(table)) + entropy(classes_of(table))
    return 2 * information_gain(table) / both if both > 0 else 0.0


def hellinger(table):
    """The largest distance between how a class and all others spread over the children."""
    return max((distance for k in range(len(table[0])) if (distance := one_against_all(table, k))), default=0.0)


def one_against_all(table, k):
    own = [row[k] for row in table]
    others = [math.fsum(row[:k] + row[k + 1 :]) for row in table]
    n_own, n_others = math.fsum(own), math.fsum(others)
    if not (n_own > 0 and n_others > 0):
        return 0.0
    terms = [(math.sqrt(a / n_own) - math.sqrt(b / n_others)) ** 2 for a, b in zip(own, others, strict=True)]
    return math.sqrt(math.fsum(terms))


CRITERIA = {
    "information-gain": information_gain,
    "gini": gini,
    "symmetrical-uncertainty": symmetrical_uncertainty,
    "hellinger": hellinger,
}
