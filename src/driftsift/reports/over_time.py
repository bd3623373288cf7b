"""How often each value occurs in the parts of a stream whose length is not known beforehand."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["OverTime"]

MOST_PARTS = 256

Counts = NDArray[np.int64]


class OverTime:
    """Counts of small whole numbers over time, in memory that does not grow with the stream.

    Parts are of equal length; when there are too many of them, each two become one.

    Parameters
    ----------
    kinds : int
        The values are from 0 to kinds - 1, or more: then there are more kinds.

    Examples
    --------
    >>> counts = OverTime(2)
    >>> for _ in range(3):
    ...     counts.add(np.repeat([0, 1], 200))
    >>> counts.edges[:3], counts.edges[-1], counts.counts[99:101]
    (array([ 0,  8, 16]), np.int64(1200), array([[0, 8],
           [8, 0]]))
    """

    def __init__(self, kinds: int) -> None:
        self._counts: Counts = np.zeros((MOST_PARTS, kinds), dtype=np.int64)
        self._length = 1
        self.n = 0

    def add(self, values: NDArray[np.integer[Any]]) -> None:
        """Count the next values."""
        self._make_room(len(values), int(values.max(initial=-1)) + 1)
        kinds = self._counts.shape[1]
        part = np.arange(self.n, self.n + len(values)) // self._length
        self._counts += np.bincount(part * kinds + values, minlength=self._counts.size).reshape(MOST_PARTS, kinds)
        self.n += len(values)

    @property
    def edges(self) -> Counts:
        """Where the parts begin, and the end of the last one."""
        parts = -(-self.n // self._length)
        return np.minimum(np.arange(parts + 1) * self._length, self.n)

    @property
    def counts(self) -> Counts:
        """One row per part, one column per kind."""
        return self._counts[: len(self.edges) - 1]

    def _make_room(self, more: int, kinds: int) -> None:
        missing = kinds - self._counts.shape[1]
        if missing > 0:
            self._counts = np.pad(self._counts, ((0, 0), (0, missing)))
        while self.n + more > MOST_PARTS * self._length:
            pairs = self._counts.reshape(MOST_PARTS // 2, 2, -1).sum(axis=1)
            self._counts = np.pad(pairs, ((0, MOST_PARTS // 2), (0, 0)))
            self._length *= 2
