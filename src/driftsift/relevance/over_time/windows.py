"""The last labelled rows of a stream, as pairs of windows that share no row."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from driftsift.data.chunk import Chunk

__all__ = ["Pair", "Windows"]

STEPS_BACK = 4


class Pair(NamedTuple):
    """Two windows, and the numbers of their rows in the stream, counted from 1.

    Attributes
    ----------
    before, after : Chunk
    first, last : int
        The first row of the one and the last row of the other.
    border : int
        The row behind which the second window begins; halfway, if there are rows between them.
    """

    before: Chunk
    after: Chunk
    first: int
    border: int
    last: int


class _Rows(NamedTuple):
    chunk: Chunk
    numbers: NDArray[np.int64]

    def part(self, begin: int, end: int | None = None) -> _Rows:
        return _Rows(self.chunk[begin:end], self.numbers[begin:end])


class Windows:
    """Keeps as many rows as the windows need.

    Parameters
    ----------
    size : int
        Rows of a window.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._pieces: list[_Rows] = []
        self._held = 0
        self._earlier: deque[_Rows] = deque(maxlen=STEPS_BACK)

    def add(self, chunk: Chunk, numbers: NDArray[np.int64]) -> None:
        """Take labelled rows with their numbers; forget those that lie too far back."""
        if not len(chunk):
            return
        piece = _Rows(chunk, numbers).part(max(0, len(chunk) - 2 * self._size))
        self._pieces.append(piece)
        self._held += len(piece.numbers)
        while self._held - len(self._pieces[0].numbers) >= 2 * self._size:
            self._held -= len(self._pieces.pop(0).numbers)

    def pairs(self, adjoining: bool) -> list[Pair]:
        """Return the windows to be compared at a checkpoint, the last one as the second of each pair.

        The first is the one right before it or, if not `adjoining`, the last one of the checkpoint before. Whenever the
        last window shares no row with those looked at so far, it is also compared with the one of four steps before.
        """
        if self._held < self._size:
            return []
        latest, found = self._latest(self._size), []
        if adjoining and self._held >= 2 * self._size:
            found.append(_pair(self._latest(2 * self._size).part(0, self._size), latest))
        if not self._earlier or self._earlier[-1].numbers[-1] < latest.numbers[0]:
            if not adjoining and self._earlier:
                found.append(_pair(self._earlier[-1], latest))
            if len(self._earlier) == STEPS_BACK:
                found.append(_pair(self._earlier[0], latest))
            self._earlier.append(latest)
        return found

    def _latest(self, count: int) -> _Rows:
        rows = _Rows(
            Chunk.concat([piece.chunk for piece in self._pieces]),
            np.concatenate([piece.numbers for piece in self._pieces]),
        )
        return rows.part(len(rows.numbers) - count)


def _pair(before: _Rows, after: _Rows) -> Pair:
    end, begin = int(before.numbers[-1]), int(after.numbers[0])
    return Pair(before.chunk, after.chunk, int(before.numbers[0]), (end + begin - 1) // 2, int(after.numbers[-1]))
