"""The oracles against the golden numbers of the specification."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.naive_bayes import GaussianNB

from tests.reference import baselines, measures, philox, prequential
from tests.reference.common import argmax, run
from tests.reference.knn import KNN
from tests.reference.majority import MajorityClass
from tests.reference.naive_bayes import Moments, NaiveBayes
from tests.reference.no_change import NoChange
from tests.strategies import EXACT_WEIGHTS, quick

TABLE_5 = [[40, 30], [5, 25]]
THREE_CLASSES = [[30, 5, 5], [4, 20, 6], [10, 0, 20]]
ALL_WRONG = [[0, 90], [10, 0]]
ORDERED_LABELS = [0, 0, 1, 0, 1, 1, 1, 0, 1, 1]
ORDERED_PREDICTIONS = [0, 0, 0, 0, 1, 1, 0, 0, 1, 1]

MISSING = math.nan


def approx(value):
    return pytest.approx(value, rel=1e-9, abs=1e-12)


# --- Philox -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ((0, 0, 0, 0), (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_philox_known_answers(counter, key, expected):
    assert " ".join(f"{word:08x}" for word in philox.philox(counter, key)) == expected


def test_addressed_words():
    assert philox.words(42, 1, 0, 0) == (0xECBA94EA97907DA9, 0x1D9CC73D07DEA2C9)
    assert philox.words(42, 1, 3, 12345678901) == (0xDED66DFF1998915A, 0xE963C7E861D72FE7)


@pytest.mark.parametrize(
    ("unit", "expected", "total", "zeros"),
    [
        (0, "3 0 2 0 0 2 1 0 0 0 0 0 2 0 0 2 2 0 2 1", 986, 377),
        (1, "2 1 3 1 1 2 1 1 2 0 0 0 0 1 0 1 1 0 0 0", 967, 370),
        (9, "0 2 1 1 3 2 1 2 2 0 0 1 0 0 1 2 2 1 0 4", 1050, 360),
    ],
)
def test_bootstrap_weights(unit, expected, total, zeros):
    weights = [philox.bootstrap_weight(42, unit, t) for t in range(1000)]
    assert weights[:20] == [int(w) for w in expected.split()]
    assert (sum(weights), weights.count(0)) == (total, zeros)


def test_folds():
    folds = [philox.fold(42, t, 10) for t in range(1000)]
    assert folds[:20] == [
        int(f)
        for f in [
            "1",
            "2",
            "9",
            "6",
            "6",
            "1",
            "8",
            "1",
            "9",
            "6",
            "0",
            "6",
            "5",
            "6",
            "3",
            "8",
            "8",
            "3",
            "9",
            "4",
        ]
    ]
    assert [folds.count(f) for f in range(10)] == [91, 97, 98, 105, 103, 87, 105, 99, 121, 94]


def test_uniforms_stay_below_one():
    assert philox.uniform(2**64 - 1) == 1 - 2.0**-53
    assert philox.uniform(0) == 0.0


# --- measures ---------------------------------------------------------------------------------------------


def test_measures_of_table_5():
    m = TABLE_5
    assert measures.accuracy(m) == approx(0.65)
    assert measures.chance_accuracy(m) == approx(0.48)
    assert measures.kappa(m) == approx(17 / 52)
    assert measures.mcc(m) == approx(17 / math.sqrt(2079))
    assert measures.recall(m) == [approx(4 / 7), approx(5 / 6)]
    assert measures.arithmetic_mean(m) == approx(59 / 84)
    assert measures.geometric_mean(m) == pytest.approx(0.6900655593, abs=1e-10)
    assert measures.harmonic_mean(m) == approx(40 / 59)
    assert measures.kappa_m(m) == approx(-1 / 6)
    assert measures.cmd(m) == 850
    assert measures.f1(m, average=None) == [
        pytest.approx(0.6956521739, abs=1e-10),
        pytest.approx(0.5882352941, abs=1e-10),
    ]
    assert measures.f1(m) == pytest.approx(0.6419437340, abs=1e-10)
    assert measures.f1_prime(m) == approx(40 / 59)


def test_measures_of_three_classes():
    m = THREE_CLASSES
    assert measures.accuracy(m) == approx(0.70)
    assert measures.chance_accuracy(m) == approx(0.344)
    assert measures.kappa(m) == pytest.approx(0.5426829268, abs=1e-10)
    assert measures.kappa_m(m) == approx(0.5)
    assert measures.recall(m) == [approx(0.75), approx(2 / 3), approx(2 / 3)]
    assert measures.arithmetic_mean(m) == pytest.approx(0.6944444444, abs=1e-10)
    assert measures.geometric_mean(m) == pytest.approx(0.6933612744, abs=1e-10)
    assert measures.harmonic_mean(m) == pytest.approx(0.6923076923, abs=1e-10)
    assert measures.f1(m, average=None) == [pytest.approx(v, abs=1e-6) for v in (0.714286, 0.727273, 0.655738)]
    assert measures.f1(m) == pytest.approx(0.6990987155, abs=1e-10)
    assert measures.f1(m, average="weighted") == pytest.approx(0.7006174154, abs=1e-10)
    assert measures.mcc(m) == pytest.approx(0.5444494437, abs=1e-10)


def test_measures_of_the_ordered_example():
    labels, predicted = ORDERED_LABELS, ORDERED_PREDICTIONS
    m = baselines.confusion(labels, predicted, 2)
    assert measures.accuracy(m) == approx(0.8)
    assert measures.kappa(m) == pytest.approx(0.6153846154, abs=1e-10)
    majority = baselines.majority_accuracy(labels, 2)
    persistent = baselines.persistent_accuracy(labels, 2)
    assert (majority, persistent) == (approx(0.4), approx(0.5))
    assert measures.kappa_m(m, majority) == approx(2 / 3)
    assert measures.kappa_m(m) == approx(0.5)
    assert measures.kappa_per(m, persistent) == approx(0.6)


def test_measures_of_a_skewed_all_wrong_matrix():
    assert measures.mcc(ALL_WRONG) == approx(-1)
    assert measures.kappa(ALL_WRONG) == pytest.approx(-0.2195121951, abs=1e-10)


def test_measures_where_a_denominator_is_zero():
    nothing, one_class = [[0, 0], [0, 0]], [[7, 0], [0, 0]]
    assert math.isnan(measures.accuracy(nothing))
    assert math.isnan(measures.arithmetic_mean(nothing))
    assert measures.kappa(one_class) == measures.kappa_m(one_class) == measures.mcc(one_class) == 0
    assert measures.f1(one_class) == 1
    assert measures.f1(nothing) == measures.f1_prime(nothing) == 0
    assert measures.harmonic_mean([[0, 3], [0, 4]]) == measures.geometric_mean([[0, 3], [0, 4]]) == 0
    with pytest.raises(ValueError, match="two classes"):
        measures.cmd(THREE_CLASSES)


# --- prequential ------------------------------------------------------------------------------------------


def test_sliding_error_of_the_golden_losses():
    losses, weights = [0, 1, 0, 0, 1, 1, 0, 0, 0, 1], [1] * 10
    expected = [0, 1 / 2, 1 / 3, 1 / 4, 1 / 2, 1 / 2, 1 / 2, 1 / 2, 1 / 4, 1 / 4]
    assert prequential.sliding(losses, weights, 4) == [approx(e) for e in expected]
    assert prequential.landmark(losses, weights)[-1] == approx(0.4)


def test_fading_by_hand():
    assert prequential.fading([1, 0, 1], [1, 1, 1], 0.5) == [approx(1), approx(1 / 3), approx(5 / 7)]


def test_ram_hours_golden():
    mebibyte = 2**20
    checkpoints = [(1 * mebibyte, 10), (3 * mebibyte, 20), (4 * mebibyte, 30)]
    assert prequential.ram_hours(checkpoints) == pytest.approx(5.154080e-5, abs=5e-12)


def test_delay_shifts_what_the_model_knows():
    labels, rows = [1, 1, 1, 1, 0, 0], [[0.0]] * 6
    at_once = prequential.predictions(NoChange(2), rows, labels)
    later = prequential.predictions(NoChange(2), rows, labels, delay=2)
    assert at_once == [0, 1, 1, 1, 1, 0]
    assert later == [0, 0, 0, 1, 1, 1]


# --- learners ---------------------------------------------------------------------------------------------


def test_majority_and_no_change_by_hand():
    labels, rows = [1, -1, 1, 0, 0, 0], [[0.0]] * 6
    assert run(MajorityClass(2), rows, labels) == [[0, 0], [0, 1], [0, 1], [0, 2], [1, 2], [2, 2]]
    windowed = run(MajorityClass(2, window=2), rows, labels)
    assert windowed == [[0, 0], [0, 1], [0, 1], [0, 2], [1, 1], [2, 0]]
    assert run(NoChange(2), rows, labels) == [[0, 0], [0, 1], [0, 1], [0, 1], [1, 0], [1, 0]]


def test_tied_votes_go_to_the_lowest_class():
    assert argmax([0.0, 0.0, 0.0]) == 0
    assert argmax([1.0, 2.0, 2.0]) == 1


def test_knn_golden_query():
    model = KNN([0, 0], 2, k=1, scale="none")
    model.learn([1.0, 0.0], 0)
    model.learn([0.0, 0.6], 1)
    assert model.votes([0.0, 0.0]) == [0, 1]


def test_knn_missing_is_scaled_up_and_ties_go_to_the_older():
    model = KNN([0, 0, 3], 3, k=2, scale="none")
    model.learn([3.0, MISSING, 0], 0)  # 9 * 3/2 = 13.5
    model.learn([3.0, 2.0, 1], 1)  # 9 + 4 + 1 = 14
    model.learn([3.0, 2.0, 1], 2)  # the same, younger
    model.learn([MISSING] * 3, 2)  # never comparable
    assert model.votes([0.0, 0.0, 0]) == [1, 1, 0]
    assert model.votes([MISSING] * 3) == [1, 1, 2]


def test_knn_range_scaling():
    model = KNN([0, 0, 0], 2, k=1)
    model.learn([0.0, 0.0, 5.0], 0)
    model.learn([1000.0, 1.0, 5.0], 1)
    assert model.votes([400.0, 0.3, 900.0]) == [1, 0]
    assert model.votes([600.0, 0.7, -900.0]) == [0, 1]


def test_welford_equals_the_definition():
    values, weights = [1e6 + 1, 1e6 + 4, 1e6 + 2.5], [2.0, 1.0, 3.0]
    moments = Moments()
    for value, weight in zip(values, weights, strict=True):
        moments.add(value, weight)
    mean = np.average(values, weights=weights)
    assert moments.mean == approx(mean)
    assert moments.variance == approx(np.dot(weights, (np.array(values) - mean) ** 2) / 5)


@quick
@given(
    values=st.lists(st.integers(-64, 64).map(lambda i: i / 8), min_size=2, max_size=20),
    offset=st.sampled_from([0, 1000, 10**6]),
    seed=st.integers(0, 100),
)
def test_welford_equals_exact_arithmetic(values, offset, seed):
    weights = np.random.default_rng(seed).choice(EXACT_WEIGHTS, len(values)).tolist()
    moments = Moments()
    for value, weight in zip(values, weights, strict=True):
        moments.add(value + offset, weight)
    exact = [(Fraction(value) + offset, Fraction(weight)) for value, weight in zip(values, weights, strict=True)]
    n = sum(weight for _, weight in exact)
    mean = sum(value * weight for value, weight in exact) / n
    squares = sum(weight * (value - mean) ** 2 for value, weight in exact)
    assert moments.mean == pytest.approx(float(mean), rel=1e-14, abs=1e-14)
    assert moments.m2 == pytest.approx(float(squares), rel=1e-8, abs=1e-12)


def test_welford_of_a_constant_has_no_variance():
    for weight in (3.0, 0.7, 1.0):
        moments = Moments()
        for _ in range(5):
            moments.add(6.732581904058408, weight)
        assert (moments.mean, moments.m2) == (6.732581904058408, 0)


def test_naive_bayes_nominal_by_hand():
    model = NaiveBayes([3], 2)
    for value, label in [(0, 0), (0, 0), (1, 0), (2, 1), (MISSING, 1)]:
        model.learn([value], label)
    prior = [4 / 7, 3 / 7]
    joint = [prior[0] * 3 / 6, prior[1] * 1 / 4]
    assert model.votes([0.0]) == [approx(p / sum(joint)) for p in joint]
    assert model.votes([MISSING]) == [approx(p) for p in prior]


def test_naive_bayes_numeric_by_hand():
    model = NaiveBayes([0], 3)
    for value, label in [(1.0, 0), (3.0, 0), (7.0, 1), (MISSING, 2)]:
        model.learn([value], label)
    mean, variance = 11 / 3, np.var([1, 3, 7], ddof=1)

    def density(x, mu, var):
        return math.exp(-((x - mu) ** 2) / (2 * var)) / math.sqrt(2 * math.pi * var)

    joint = [
        3 / 7 * density(2.5, 2, 2),
        2 / 7 * density(2.5, 7, variance),
        2 / 7 * density(2.5, mean, variance),
    ]
    assert model.votes([2.5]) == [approx(p / sum(joint)) for p in joint]


def test_naive_bayes_variance_floor_and_constant_feature():
    model = NaiveBayes([0, 0], 2, variance_floor=0.25)
    for value, label in [(1.0, 0), (1.0, 0), (5.0, 1), (6.0, 1)]:
        model.learn([value, 9.0], label)
    pooled = np.var([1, 1, 5, 6], ddof=1)
    expected = math.log(3 / 6) - 0.5 * math.log(2 * math.pi * 0.25 * pooled) - 1 / (2 * 0.25 * pooled)
    assert model.scores([2.0, -40.0])[0] == approx(expected)


def test_naive_bayes_before_learning_votes_nothing():
    assert NaiveBayes([0], 3).votes([1.0]) == [0, 0, 0]


def test_naive_bayes_agrees_with_scikit_learn():
    """GaussianNB divides by n, this by n - 1; with classes of equal size the rest is the same."""
    rng = np.random.default_rng(0)
    y = np.arange(300) % 3
    X = rng.normal(size=(300, 4)) + y[:, None]
    model = NaiveBayes([0] * 4, 3)
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        model.learn(row, label)
    peer = GaussianNB(var_smoothing=1e-12).fit(X, y)
    peer.var_ *= 100 / 99
    np.testing.assert_allclose([model.votes(row) for row in X.tolist()], peer.predict_proba(X), rtol=1e-8)
