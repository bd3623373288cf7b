"""The best split of a feature, and the best of all features.

Merits of the same split may differ in their last digits with the order of the sums. So what is not above
``NEGLIGIBLE`` is no merit, and a later candidate is better only if it is by more than that.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.reference.trees.criteria import CRITERIA, children_of
from tests.reference.trees.observers import Test

NEGLIGIBLE = 1e-12


@dataclass
class Candidate:
    merit: float
    test: Test
    table: list[list[float]]


def separates(table):
    """Whether two children get more than 1 % of the weight each."""
    sizes = children_of(table)
    return sum(100 * size > sum(sizes) for size in sizes) >= 2


def best_of(candidates):
    """The candidate with the highest merit, of equals the first; None if none has any."""
    best = None
    for candidate in candidates:
        if candidate.merit > NEGLIGIBLE and (best is None or candidate.merit > best.merit + NEGLIGIBLE):
            best = candidate
    return best


def best_of_feature(observer, criterion, learned, factor=1.0):
    """The best candidate of a feature. Its merit counts for as much as there are rows that have the feature."""
    if learned <= 0:
        return None
    scale = factor * observer.present / learned
    measure = CRITERIA[criterion]
    return best_of(
        Candidate(scale * measure(table), test, table) for test, table in observer.candidates() if separates(table)
    )
