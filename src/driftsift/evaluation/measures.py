"""Measures of a classifier, computed from its confusion matrix ``M[true class, predicted class]``.

Where a denominator is 0 the value is the one stated with each measure, never an error.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "accuracy",
    "arithmetic_mean",
    "cmd",
    "f1",
    "f1_prime",
    "geometric_mean",
    "harmonic_mean",
    "kappa",
    "kappa_m",
    "kappa_per",
    "mcc",
    "recall",
]

Matrix = NDArray[np.float64]


def accuracy(matrix: ArrayLike) -> float:
    """Return the share of instances predicted right; NaN without instances.

    Examples
    --------
    >>> accuracy([[40, 30], [5, 25]])
    0.65
    """
    m = _square(matrix)
    return _ratio(float(np.trace(m)), float(m.sum()), np.nan)


def kappa(matrix: ArrayLike) -> float:
    """Return Cohen's kappa: accuracy beyond that of chance with the same marginals; 0 if chance is always right.

    Examples
    --------
    >>> round(kappa([[40, 30], [5, 25]]), 4)
    0.3269
    """
    m = _square(matrix)
    n = m.sum()
    if not n:
        return float("nan")
    chance = float(m.sum(axis=1) @ m.sum(axis=0) / n**2)
    return skill(accuracy(m), chance)


def kappa_m(matrix: ArrayLike, baseline_accuracy: float | None = None, zero_division: float = 0.0) -> float:
    """Return accuracy beyond that of a majority classifier.

    Parameters
    ----------
    matrix : array of shape (c, c)
    baseline_accuracy : float, optional
        Accuracy of the majority classifier; by default the share of the largest class of the matrix.
    zero_division : float
        Value where the baseline is always right and the classifier is not.

    Examples
    --------
    >>> round(kappa_m([[40, 30], [5, 25]]), 4)
    -0.1667
    """
    m = _square(matrix)
    if baseline_accuracy is None:
        baseline_accuracy = _ratio(float(m.sum(axis=1).max(initial=0)), float(m.sum()), np.nan)
    return skill(accuracy(m), baseline_accuracy, zero_division)


def kappa_per(matrix: ArrayLike, baseline_accuracy: float, zero_division: float = 0.0) -> float:
    """Return accuracy beyond that of predicting the previous label, whose accuracy is `baseline_accuracy`."""
    return skill(accuracy(matrix), baseline_accuracy, zero_division)


def mcc(matrix: ArrayLike) -> float:
    """Return Matthews' correlation of truth and prediction, for any number of classes; 0 if either is constant.

    Examples
    --------
    >>> round(mcc([[40, 30], [5, 25]]), 4)
    0.3728
    """
    m = _square(matrix)
    n, true, predicted = m.sum(), m.sum(axis=1), m.sum(axis=0)
    spread = (n**2 - predicted @ predicted) * (n**2 - true @ true)
    return _ratio(float(n * np.trace(m) - true @ predicted), float(np.sqrt(max(spread, 0.0))), 0.0)


def cmd(matrix: ArrayLike, normalised: bool = False) -> float:
    """Return the determinant of a 2 x 2 confusion matrix, with `normalised` divided by the squared number of rows.

    Examples
    --------
    >>> cmd([[40, 30], [5, 25]])
    850.0
    """
    m = _square(matrix)
    if m.shape[0] != 2:
        raise ValueError(f"cmd is defined for 2 classes, the matrix has {m.shape[0]}")
    value = float(m[0, 0] * m[1, 1] - m[0, 1] * m[1, 0])
    return _ratio(value, float(m.sum() ** 2), 0.0) if normalised else value


def recall(matrix: ArrayLike) -> Matrix:
    """Return the share of each class that was predicted right; NaN for a class without instances.

    Examples
    --------
    >>> recall([[3, 1], [0, 4]])
    array([0.75, 1.  ])
    """
    m = _square(matrix)
    return _ratios(np.diag(m), m.sum(axis=1), np.nan)


def arithmetic_mean(matrix: ArrayLike) -> float:
    """Return the mean recall of the classes that occur; NaN without instances."""
    recalls = _recalls(matrix)
    return float(recalls.mean()) if recalls.size else float("nan")


def geometric_mean(matrix: ArrayLike) -> float:
    """Return the geometric mean recall of the classes that occur; NaN without instances."""
    recalls = _recalls(matrix)
    if not recalls.size:
        return float("nan")
    return float(np.exp(np.log(recalls).mean())) if recalls.all() else 0.0


def harmonic_mean(matrix: ArrayLike) -> float:
    """Return the harmonic mean recall of the classes that occur; NaN without instances.

    Examples
    --------
    >>> round(harmonic_mean([[40, 30], [5, 25]]), 4)
    0.678
    """
    recalls = _recalls(matrix)
    if not recalls.size:
        return float("nan")
    return float(1.0 / (1.0 / recalls).mean()) if recalls.all() else 0.0


def f1(matrix: ArrayLike, average: str | None = "macro") -> Any:
    """Return F1: the harmonic mean of precision and recall.

    Parameters
    ----------
    matrix : array of shape (c, c)
    average : {"macro", "weighted"} or None
        Mean over the classes that occur or are predicted, mean weighted by occurrence, or one value per class.

    Examples
    --------
    >>> round(f1([[40, 30], [5, 25]]), 4)
    0.6419
    """
    m = _square(matrix)
    true, predicted = m.sum(axis=1), m.sum(axis=0)
    by_class = _ratios(2 * np.diag(m), true + predicted, 0.0)
    if average is None:
        return by_class
    if average == "macro":
        occurring = by_class[true + predicted > 0]
        return float(occurring.mean()) if occurring.size else 0.0
    if average == "weighted":
        return _ratio(float(by_class @ true), float(true.sum()), 0.0)
    raise ValueError(f"average must be 'macro', 'weighted' or None, got {average!r}")


def f1_prime(matrix: ArrayLike) -> float:
    """Return the harmonic mean of the recalls of 2 classes; 0 if one of them is never predicted right."""
    m = _square(matrix)
    if m.shape[0] != 2:
        raise ValueError(f"f1_prime is defined for 2 classes, the matrix has {m.shape[0]}")
    if not (m[0, 0] and m[1, 1]):
        return 0.0
    return float(1.0 / (1.0 + (m[0, 1] / m[0, 0] + m[1, 0] / m[1, 1]) / 2.0))


def skill(observed: float, baseline: float, zero_division: float = 0.0) -> float:
    """Return ``(observed - baseline) / (1 - baseline)``: 0 as good as the baseline, 1 perfect."""
    if baseline == 1.0:
        return 0.0 if observed == 1.0 else zero_division
    return (observed - baseline) / (1.0 - baseline)


def _square(matrix: ArrayLike) -> Matrix:
    m = np.asarray(matrix, dtype=np.float64)
    if m.ndim != 2 or m.shape[0] != m.shape[1]:
        raise ValueError(f"a confusion matrix is square, got shape {m.shape}")
    if not (m >= 0).all():
        raise ValueError("a confusion matrix holds counts; none is negative or NaN")
    return m


def _recalls(matrix: ArrayLike) -> Matrix:
    recalls = recall(matrix)
    return recalls[~np.isnan(recalls)]


def _ratio(numerator: float, denominator: float, otherwise: float) -> float:
    return numerator / denominator if denominator else otherwise


def _ratios(numerator: Matrix, denominator: Matrix, otherwise: float) -> Matrix:
    result = np.full(numerator.shape, otherwise)
    np.divide(numerator, denominator, out=result, where=denominator > 0)
    return result
