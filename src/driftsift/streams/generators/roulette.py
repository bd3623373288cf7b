"""Choosing one of many with given weights."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Roulette"]

SECTORS = 2**16


class Roulette:
    """Turns numbers in [0, 1) into choices: the first whose cumulated weight exceeds the number times the total.

    A table tells where to begin to look; it costs a third of a binary search among 500 weights.

    Parameters
    ----------
    weights : float64 array
        Positive numbers.

    Examples
    --------
    >>> Roulette(np.array([1.0, 2.0, 1.0])).chosen(np.array([0.2, 0.25, 0.7, 0.99]))
    array([0, 1, 1, 2])
    """

    def __init__(self, weights: NDArray[np.float64]) -> None:
        cumulated = np.cumsum(weights)
        self._total = cumulated[-1]
        cumulated[-1] = np.inf  # whatever is rounded up to the total
        self._cumulated = cumulated
        self._begin = np.searchsorted(cumulated, np.arange(SECTORS) / SECTORS * self._total, side="right")

    def chosen(self, numbers: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the number of the choice for each number in [0, 1)."""
        places = numbers * self._total
        found: NDArray[np.int64] = self._begin[(numbers * SECTORS).astype(np.int64)]
        wrong = np.flatnonzero(self._cumulated[found] <= places)
        while len(wrong):
            found[wrong] += 1
            wrong = wrong[self._cumulated[found[wrong]] <= places[wrong]]
        return found
