"""The three ways to make a feature out of another one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from driftsift.data import Feature, Nominal
from driftsift.data.randomness import cosines

__all__ = ["COSINE", "LINEAR", "RBF", "Copy", "deviated", "folded", "replaced", "waved"]

LINEAR, RBF, COSINE = "linear", "rbf", "cosine"

Table = NDArray[np.float64]


@dataclass(frozen=True)
class Copy:
    """One redundant feature: how it is made, where it stands, what it repeats, and the range of that.

    Parameters
    ----------
    kind : {"linear", "rbf", "cosine"}
    column, source : int
        Indices of the copy and of what it repeats.
    original : Numeric or Nominal
        What is repeated.
    low, high : float
        Range of a numeric source.
    """

    kind: str
    column: int
    source: int
    original: Feature
    low: float = 0.0
    high: float = 0.0

    @property
    def nominal(self) -> bool:
        """Whether it repeats a nominal feature."""
        return isinstance(self.original, Nominal)

    @property
    def feature(self) -> Feature:
        """What the schema says of the copy."""
        return replace(self.original, name=f"{self.original.name}_{self.kind}{self.column}")

    def range(self, p: float) -> tuple[float, float]:
        """Return the range of the copy of a numeric source."""
        span = self.high - self.low
        if self.kind == LINEAR:
            return self.low - p * span, self.high + p * span
        return (0.0, (span / 2) * (span / 2)) if self.kind == RBF else (-1.0, 1.0)


def deviated(x: Table, u: Table, p: float, spans: ArrayLike) -> Table:
    """Return x + p D U(-1, 1); where the span D is 0 it is x."""
    noisy: Table = x + p * np.asarray(spans) * (2 * u - 1)
    return noisy


def replaced(x: Table, u: Table, p: float, categories: ArrayLike) -> Table:
    """Return the codes with a share p of them replaced by another code.

    Examples
    --------
    >>> replaced(np.array([[2.0], [2.0], [2.0]]), np.array([[0.0], [0.25], [0.6]]), 0.5, [3])
    array([[0.],
           [1.],
           [2.]])
    """
    others = np.asarray(categories) - 1
    choice = np.floor(u / p * others) if p else np.zeros_like(u)
    hit = (u < p) & (others > 0) & ~np.isnan(x)
    return np.where(hit, choice + (choice >= x), x)


def folded(x: Table, low: ArrayLike, high: ArrayLike) -> Table:
    """Return the squared distance from the middle of the range; 0 if the range is a point."""
    lowest, highest = np.asarray(low), np.asarray(high)
    distance = (x - (lowest + highest) / 2) * (highest > lowest)
    squares: Table = distance * distance
    return squares


def waved(x: Table, low: ArrayLike, high: ArrayLike) -> Table:
    """Return the cosine that goes through one period over the range; 1 if the range is a point."""
    span = np.asarray(high) - np.asarray(low)
    return cosines((x - np.asarray(low)) / np.where(span > 0, span, np.inf))
