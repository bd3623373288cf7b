"""How good a selection of features is where the truth is known, and how stable selections are."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan, sqrt

from driftsift.data.parameters import one_of, positive_int, real

__all__ = ["SelectionAccuracy", "selection_accuracy", "stability"]


@dataclass(frozen=True)
class SelectionAccuracy:
    """How close selected features are to the relevant ones.

    Parameters
    ----------
    recall : float
        Share of the relevant features that is selected (RSR); NaN if none is relevant.
    parsimony : float
        Share of the other features that is left out (CUCP); NaN if all are relevant.
    accuracy : float
        ``gamma * recall + (1 - gamma) * parsimony``, or the one of the two that is defined.

    Examples
    --------
    >>> from driftsift import selection_accuracy
    >>> selection_accuracy(relevant={0, 1}, selected={0, 1}, n_features=4).accuracy
    1.0
    """

    recall: float
    parsimony: float
    accuracy: float


def selection_accuracy(
    relevant: Iterable[int], selected: Iterable[int], n_features: int, gamma: float = 0.7
) -> SelectionAccuracy:
    """Compare selected features with the relevant ones.

    Parameters
    ----------
    relevant, selected : numbers of features
        A number that comes twice counts once. Redundant features are not relevant.
    n_features : int
    gamma : float, default 0.7
        Weight of the recall. A missed relevant feature costs more than one too many as long as fewer than
        ``gamma * n_features`` are relevant; a warning says so where that does not hold.

    Examples
    --------
    >>> selection_accuracy({0, 1, 2, 3, 4}, {0, 1, 2, 7}, 50)
    SelectionAccuracy(recall=0.6, parsimony=0.9777777777777777, accuracy=0.7133333333333334)
    """
    d = positive_int("n_features", n_features, least=0)
    gamma = real("gamma", gamma, above=-1e-300, below=1.0 + 1e-15)
    truth, chosen = _features("relevant", relevant, d), _features("selected", selected, d)
    if truth and len(truth) >= gamma * d:
        warnings.warn(
            f"{len(truth)} of {d} features are relevant: with gamma={gamma} one too many costs as much as a missed one",
            stacklevel=2,
        )
    recall = len(truth & chosen) / len(truth) if truth else nan
    others = d - len(truth)
    parsimony = 1 - len(chosen - truth) / others if others else nan
    return SelectionAccuracy(recall, parsimony, _accuracy(recall, parsimony, gamma))


def stability(selections: Sequence[Iterable[int]], n_features: int, measure: str = "pearson") -> float:
    """Return how much selections of the same features agree: 1 if they are equal, about 0 if they are random.

    Parameters
    ----------
    selections : sequence of numbers of features
        One of each selector.
    n_features : int
    measure : {"pearson", "nogueira"}, default "pearson"
        "pearson": the mean correlation of all pairs, as indicators of 0 and 1. Two equal selections of nothing or of
        everything agree (1), such a one and another do not (0). "nogueira": one minus the variance of the indicators
        over what it would be by chance; the same where all selections are of one size.

    Returns
    -------
    float
        NaN with fewer than two selections, or without features.

    Examples
    --------
    >>> round(stability([{0, 1, 2}, {0, 1, 3}, {0, 1, 2}], 10), 6)
    0.68254
    """
    d = positive_int("n_features", n_features, least=0)
    by_selector = [_features("selections", selection, d) for selection in selections]
    if one_of("measure", measure, ("pearson", "nogueira")) == "nogueira":
        return _nogueira(by_selector, d)
    if len(by_selector) < 2 or d == 0:
        return nan
    pairs = [_correlation(a, b, d) for a, b in combinations(by_selector, 2)]
    return sum(pairs) / len(pairs)


def _features(name: str, features: Iterable[int], d: int) -> frozenset[int]:
    numbers = frozenset(int(feature) for feature in features)
    for number in sorted(numbers):
        if not 0 <= number < d:
            raise ValueError(f"{name}: no feature {number}; there are {d}")
    return numbers


def _accuracy(recall: float, parsimony: float, gamma: float) -> float:
    if recall != recall:
        return parsimony
    return recall if parsimony != parsimony else gamma * recall + (1 - gamma) * parsimony


def _correlation(a: Collection[int], b: Collection[int], d: int) -> float:
    spreads = [sqrt(len(s) / d * (1 - len(s) / d)) for s in (a, b)]
    if not all(spreads):
        return float(a == b)
    return (len(set(a) & set(b)) - len(a) * len(b) / d) / (d * spreads[0] * spreads[1])


def _nogueira(selections: list[frozenset[int]], d: int) -> float:
    m = len(selections)
    if m < 2 or d == 0:
        return nan
    size = sum(map(len, selections)) / m / d
    if size in (0.0, 1.0):
        return 1.0
    shares = [sum(f in selection for selection in selections) / m for f in range(d)]
    variance = sum(m / (m - 1) * share * (1 - share) for share in shares) / d
    return 1 - variance / (size * (1 - size))
