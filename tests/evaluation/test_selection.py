"""Accuracy and stability of selections: worked numbers of thesis-foundations.md, sections 4.4 and 4.5."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

import driftsift as ds

FIVE = range(5)


@pytest.mark.parametrize(
    ("selected", "recall", "parsimony", "accuracy"),
    [
        (range(5), 1, 1, 1),
        ((), 0, 1, 0.3),
        (range(10), 1, 0.888889, 0.966667),
        ((0, 1, 2, 7), 0.6, 0.977778, 0.713333),
        ((5, 6, 7), 0, 0.933333, 0.28),
        (range(50), 1, 0, 0.7),
        ((0, 1, 2, 7, 7, 0), 0.6, 0.977778, 0.713333),
    ],
)
def test_worked_selections(selected, recall, parsimony, accuracy):
    found = ds.selection_accuracy(FIVE, selected, 50)
    assert [found.recall, found.parsimony, found.accuracy] == pytest.approx([recall, parsimony, accuracy], abs=1e-6)


def test_what_is_not_defined_leaves_the_other_half():
    nothing = ds.selection_accuracy((), (1,), 4)
    assert math.isnan(nothing.recall)
    assert nothing.accuracy == nothing.parsimony == 0.75
    with pytest.warns(UserWarning, match="4 of 4 features are relevant"):
        everything = ds.selection_accuracy(range(4), (1,), 4)
    assert math.isnan(everything.parsimony)
    assert everything.accuracy == everything.recall == 0.25
    assert math.isnan(ds.selection_accuracy((), (), 0).accuracy)


def test_one_more_relevant_feature_never_harms_and_one_more_other_never_helps():
    random = np.random.default_rng(1)
    for _ in range(200):
        chosen = set(random.choice(50, random.integers(0, 20), replace=False).tolist())
        before = ds.selection_accuracy(FIVE, chosen, 50).accuracy
        assert ds.selection_accuracy(FIVE, chosen | {int(random.integers(5))}, 50).accuracy >= before
        assert ds.selection_accuracy(FIVE, chosen | {int(random.integers(5, 50))}, 50).accuracy <= before


def test_features_that_are_not_there():
    with pytest.raises(ValueError, match="selected: no feature 50; there are 50"):
        ds.selection_accuracy(FIVE, (50,), 50)
    with pytest.raises(ValueError, match="selections: no feature -1; there are 3"):
        ds.stability([(-1,)], 3)


@pytest.mark.parametrize(
    ("a", "b", "phi"),
    [
        ((0, 1, 2), (0, 1, 3), 0.523810),
        ((0, 1, 2), (3, 4, 5), -0.428571),
        ((0, 1), (0, 1, 2, 3), 0.612372),
        (range(5), range(5, 10), -1),
        (range(5), (0, 1, 2, 5, 6), 0.2),
        ((), (), 1),
        (range(10), range(10), 1),
        ((), range(10), 0),
        ((), (3,), 0),
    ],
)
def test_worked_pairs(a, b, phi):
    assert ds.stability([a, b], 10) == pytest.approx(phi, abs=1e-6)


@pytest.mark.parametrize("measure", ["pearson", "nogueira"])
def test_three_folds(measure):
    folds = [{0, 1, 2}, {0, 1, 3}, {0, 1, 2}]
    assert ds.stability(folds, 10, measure) == pytest.approx(0.682540, abs=1e-6)
    assert math.isnan(ds.stability(folds[:1], 10, measure))
    assert math.isnan(ds.stability([(), ()], 0, measure))


def test_it_is_the_mean_correlation_of_the_indicators():
    random = np.random.default_rng(2)
    for _ in range(50):
        indicators = random.random((4, 12)) < random.uniform(0.2, 0.8)
        if not all(0 < row.sum() < 12 for row in indicators):
            continue
        expected = np.mean([np.corrcoef(indicators[i], indicators[j])[0, 1] for i, j in combinations(range(4), 2)])
        assert ds.stability([np.flatnonzero(row) for row in indicators], 12) == pytest.approx(expected, abs=1e-12)


def test_random_selections_of_a_size_do_not_agree():
    random = np.random.default_rng(3)
    found = [
        ds.stability([random.choice(50, 5, replace=False) for _ in range(10)], 50, measure)
        for measure in ("pearson", "nogueira")
        for _ in range(100)
    ]
    assert abs(np.mean(found)) < 4 * np.std(found) / math.sqrt(len(found))
