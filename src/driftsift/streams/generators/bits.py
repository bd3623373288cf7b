"""Fair bits, 64 to a word."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from driftsift.data.randomness import Purpose, words, words_at

__all__ = ["bit_table", "bits_at"]

WORD = 64


def bit_table(seed: int, unit: int, start: int, n: int, width: int) -> NDArray[np.uint8]:
    """Return a row of `width` bits for each of the rows start, ..., start + n - 1.

    Bit i is bit i % 64 of word (i // 64) % 2 of unit + i // 128.

    Examples
    --------
    >>> bit_table(0, unit=2, start=0, n=2, width=5).shape
    (2, 5)
    """
    drawn = [words(seed, Purpose.STREAM, unit + k, start, n) for k in range(_units(width))]
    return _unpacked([word for pair in drawn for word in pair], n, width)


def bits_at(
    seed: int, unit: int, features: NDArray[np.int64], t: NDArray[np.int64], sub: NDArray[np.int64] | int
) -> NDArray[np.uint8]:
    """Return the bits of some features for any rows and subs."""
    bits = np.empty((len(t), len(features)), dtype=np.uint8)
    for k in np.unique(features // (2 * WORD)):
        pair = words_at(seed, Purpose.STREAM, unit + int(k), t, sub)
        mine = np.flatnonzero(features // (2 * WORD) == k)
        for place in mine:
            word, bit = divmod(int(features[place]) % (2 * WORD), WORD)
            bits[:, place] = (pair[word] >> np.uint64(bit)) & np.uint64(1)
    return bits


def _units(width: int) -> int:
    return -(-width // (2 * WORD))


def _unpacked(drawn: list[NDArray[np.uint64]], n: int, width: int) -> NDArray[np.uint8]:
    if not width:
        return np.empty((n, 0), dtype=np.uint8)
    rows = np.column_stack(drawn).astype("<u8", copy=False)
    return np.unpackbits(rows.view(np.uint8), axis=1, count=width, bitorder="little")
