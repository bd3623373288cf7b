"""Which of many features pass a test, when each has its own probability of passing by chance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from driftsift.data.parameters import one_of

__all__ = ["passed", "q_values"]


def passed(p_values: NDArray[np.float64], alpha: float, correction: str | None) -> NDArray[np.bool_]:
    """Return which tests are passed at a level that holds for all of them together.

    Parameters
    ----------
    p_values : array of shape (d,)
    alpha : float
    correction : {"bonferroni", "fdr", None}
        "bonferroni": the probability of any false alarm is at most alpha. "fdr": the expected share of false alarms
        among those that pass is (Benjamini and Hochberg). None: each test by itself.

    Examples
    --------
    >>> passed(np.array([0.04, 0.02, 0.03, 0.9]), 0.06, "fdr")
    array([ True,  True,  True, False])
    """
    if correction is not None:
        one_of("correction", correction, ("bonferroni", "fdr"))
    d = len(p_values)
    if correction != "fdr":
        return p_values < (alpha / max(d, 1) if correction else alpha)
    return q_values(p_values, d) <= alpha


def q_values(p_values: NDArray[np.float64], tests: int) -> NDArray[np.float64]:
    """Return for each test the false discovery rate at which it is just passed (Benjamini and Hochberg).

    Parameters
    ----------
    p_values : array of shape (k,)
        The smallest ones of all tests.
    tests : int
        The number of all tests.

    Examples
    --------
    >>> q_values(np.array([0.03, 0.01]), 4)
    array([0.06, 0.04])
    """
    order = np.argsort(p_values, kind="stable")
    rates = tests * p_values[order] / np.arange(1, len(order) + 1)
    found = np.empty(len(order))
    found[order] = np.minimum(1.0, np.minimum.accumulate(rates[::-1])[::-1])
    return found
