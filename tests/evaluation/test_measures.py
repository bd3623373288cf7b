"""The measures against golden numbers, the oracle, scikit-learn, and the inequalities between them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics

from driftsift.evaluation import measures
from tests.reference import measures as reference
from tests.strategies import confusion_matrices, quick

TABLE_5 = [[40, 30], [5, 25]]
THREE_CLASSES = [[30, 5, 5], [4, 20, 6], [10, 0, 20]]
ALL_WRONG = [[0, 90], [10, 0]]
ORDERED = [[4, 0], [2, 4]]  # y = 0,0,1,0,1,1,1,0,1,1 predicted 0,0,0,0,1,1,0,0,1,1
NOTHING = [[0, 0], [0, 0]]
ONE_CLASS = [[7, 0], [0, 0]]

GOLDEN = [
    ("accuracy", TABLE_5, 0.65),
    ("kappa", TABLE_5, 17 / 52),
    ("mcc", TABLE_5, 17 / math.sqrt(2079)),
    ("arithmetic_mean", TABLE_5, 59 / 84),
    ("geometric_mean", TABLE_5, 0.6900655593),
    ("harmonic_mean", TABLE_5, 40 / 59),
    ("f1_prime", TABLE_5, 40 / 59),
    ("kappa_m", TABLE_5, -1 / 6),
    ("cmd", TABLE_5, 850),
    ("f1", TABLE_5, 0.6419437340),
    ("accuracy", THREE_CLASSES, 0.70),
    ("kappa", THREE_CLASSES, 0.5426829268),
    ("kappa_m", THREE_CLASSES, 0.5),
    ("arithmetic_mean", THREE_CLASSES, 0.6944444444),
    ("geometric_mean", THREE_CLASSES, 0.6933612744),
    ("harmonic_mean", THREE_CLASSES, 0.6923076923),
    ("f1", THREE_CLASSES, 0.6990987155),
    ("mcc", THREE_CLASSES, 0.5444494437),
    ("mcc", ALL_WRONG, -1),
    ("kappa", ALL_WRONG, -0.2195121951),
    ("kappa", ORDERED, 0.6153846154),
    ("kappa_m", ORDERED, 0.5),
    ("kappa", ONE_CLASS, 0),
    ("kappa_m", ONE_CLASS, 0),
    ("mcc", ONE_CLASS, 0),
    ("arithmetic_mean", ONE_CLASS, 1),
    ("f1", ONE_CLASS, 1),
    ("f1", NOTHING, 0),
    ("f1_prime", NOTHING, 0),
    ("mcc", NOTHING, 0),
    ("harmonic_mean", [[0, 3], [1, 4]], 0),
    ("geometric_mean", [[0, 3], [1, 4]], 0),
    ("f1_prime", [[0, 3], [1, 4]], 0),
]


@pytest.mark.parametrize(("name", "matrix", "expected"), GOLDEN)
def test_golden(name, matrix, expected):
    assert getattr(measures, name)(np.array(matrix)) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("name", ["accuracy", "kappa", "kappa_m", "arithmetic_mean", "geometric_mean", "harmonic_mean"])
def test_undefined_without_a_row(name):
    assert math.isnan(getattr(measures, name)(np.array(NOTHING)))


def test_per_class():
    np.testing.assert_allclose(measures.recall(np.array(TABLE_5)), [4 / 7, 5 / 6])
    np.testing.assert_allclose(measures.f1(np.array(TABLE_5), average=None), [16 / 23, 10 / 17])
    np.testing.assert_allclose(measures.recall(np.array(ONE_CLASS)), [1, np.nan])
    assert measures.f1(np.array(THREE_CLASSES), average="weighted") == pytest.approx(0.7006174154, abs=1e-10)


def test_order_dependent_baselines():
    assert measures.kappa_m(np.array(ORDERED), 0.4) == pytest.approx(2 / 3)
    assert measures.kappa_m(np.array(ORDERED), baseline_accuracy=0.4) == pytest.approx(2 / 3)
    assert measures.kappa_per(np.array(ORDERED), 0.5) == pytest.approx(0.6)
    assert measures.kappa_m(np.array(ONE_CLASS), 1.0) == 0
    assert measures.kappa_per(np.array(ORDERED), 1.0) == 0


def test_cmd():
    assert measures.cmd(np.array(TABLE_5), normalised=True) == pytest.approx(0.085)
    with pytest.raises(ValueError, match="3"):
        measures.cmd(np.array(THREE_CLASSES))


def test_f1_prime_is_for_two_classes():
    with pytest.raises(ValueError, match="3"):
        measures.f1_prime(np.array(THREE_CLASSES))


def test_unknown_average_is_refused():
    with pytest.raises(ValueError, match="median"):
        measures.f1(np.array(TABLE_5), average="median")


@pytest.mark.parametrize("matrix", [[1, 2], [[1, 2]], [[1, 2, 3], [4, 5, 6]], [[1, -1], [0, 1]], [[np.nan, 0], [0, 1]]])
def test_what_is_no_confusion_matrix_is_refused(matrix):
    with pytest.raises(ValueError, match=r".+"):
        measures.accuracy(np.array(matrix, dtype=float))


def test_lists_and_weights_are_welcome():
    assert measures.accuracy(TABLE_5) == 0.65
    assert measures.kappa(np.array(TABLE_5) * 0.125) == pytest.approx(17 / 52)
    assert measures.kappa(np.array(TABLE_5) * 10**9) == pytest.approx(17 / 52)


SCALAR = [
    "accuracy",
    "kappa",
    "kappa_m",
    "mcc",
    "arithmetic_mean",
    "geometric_mean",
    "harmonic_mean",
    "f1",
]


@pytest.mark.parametrize("name", SCALAR)
@quick
@given(matrix=confusion_matrices())
def test_equal_to_the_oracle(name, matrix):
    expected = getattr(reference, name)(matrix)
    assert getattr(measures, name)(np.array(matrix)) == pytest.approx(expected, rel=1e-12, abs=1e-12, nan_ok=True)


@quick
@given(matrix=confusion_matrices())
def test_other_forms_equal_to_the_oracle(matrix):
    array = np.array(matrix)
    close = {"rtol": 1e-12, "atol": 1e-12}
    np.testing.assert_allclose(measures.recall(array), reference.recall(matrix), **close)
    np.testing.assert_allclose(measures.f1(array, average=None), reference.f1(matrix, average=None), **close)
    weighted = reference.f1(matrix, average="weighted")
    np.testing.assert_allclose(measures.f1(array, average="weighted"), weighted, **close)
    np.testing.assert_allclose(measures.kappa_m(array, 0.375), reference.kappa_m(matrix, 0.375), **close)
    np.testing.assert_allclose(measures.kappa_per(array, 0.375), reference.kappa_per(matrix, 0.375), **close)


@quick
@given(matrix=confusion_matrices(min_classes=2, max_classes=2))
def test_two_class_forms_equal_to_the_oracle(matrix):
    array = np.array(matrix)
    assert measures.cmd(array) == reference.cmd(matrix)
    assert measures.f1_prime(array) == pytest.approx(reference.f1_prime(matrix), rel=1e-12)
    assert measures.f1_prime(array) == pytest.approx(reference.harmonic_mean(matrix), rel=1e-12) or 0 in map(
        sum, matrix
    )
    n = array.sum()
    if n and reference.chance_accuracy(matrix) < 1:
        chance = reference.chance_accuracy(matrix)
        assert measures.kappa(array) * (1 - chance) * n**2 == pytest.approx(2 * measures.cmd(array), abs=1e-8)


def as_labels(matrix):
    """True and predicted labels that have this confusion matrix."""
    cells = [(i, j) for i, row in enumerate(matrix) for j, count in enumerate(row) for _ in range(count)]
    return np.array(cells).T


@pytest.mark.parametrize("seed", range(20))
def test_equal_to_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    c = rng.integers(2, 6)
    matrix = rng.integers(0, 20, (c, c)) + np.eye(c, dtype=int)
    true, predicted = as_labels(matrix.tolist())
    assert measures.accuracy(matrix) == pytest.approx(metrics.accuracy_score(true, predicted))
    assert measures.kappa(matrix) == pytest.approx(metrics.cohen_kappa_score(true, predicted))
    assert measures.mcc(matrix) == pytest.approx(metrics.matthews_corrcoef(true, predicted))
    assert measures.arithmetic_mean(matrix) == pytest.approx(metrics.balanced_accuracy_score(true, predicted))
    for average in ("macro", "weighted", None):
        np.testing.assert_allclose(
            measures.f1(matrix, average=average), metrics.f1_score(true, predicted, average=average)
        )


def test_inequalities_on_20000_matrices():
    """kappa_m(static) <= kappa and harmonic <= geometric <= arithmetic mean."""
    rng = np.random.default_rng(11)
    for _ in range(20_000):
        c = rng.integers(2, 5)
        matrix = rng.integers(0, 30, (c, c)) * (rng.random((c, c)) < 0.8)
        matrix[0, 0] += 1
        assert measures.kappa_m(matrix) <= measures.kappa(matrix) + 1e-12
        h, g, a = (
            measures.harmonic_mean(matrix),
            measures.geometric_mean(matrix),
            measures.arithmetic_mean(matrix),
        )
        assert h <= g + 1e-12
        assert g <= a + 1e-12


@pytest.mark.parametrize("c", [2, 3, 7])
def test_perfect_predictions(c):
    matrix = np.diag(np.arange(1, c + 1))
    for name in (
        "accuracy",
        "kappa",
        "kappa_m",
        "mcc",
        "arithmetic_mean",
        "geometric_mean",
        "harmonic_mean",
        "f1",
    ):
        assert getattr(measures, name)(matrix) == pytest.approx(1)
    assert measures.kappa_per(matrix, 0.5) == 1
