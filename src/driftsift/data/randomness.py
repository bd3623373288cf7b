"""Counter-based randomness: a draw is a pure function of (seed, purpose, unit, t, sub).

Philox 4x32 with 10 rounds, computed by the core. Each counter gives two 64-bit words, A and B.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from driftsift import _core

__all__ = ["Purpose", "child_seed", "uniform_table", "uniforms", "uniforms_at", "words", "words_at"]

SUBS = 2**24
COUNTERS = 2**64

Words = NDArray[np.uint64]
Uniforms = NDArray[np.float64]


class Purpose(IntEnum):
    """What a draw is for; a purpose is never reused. The core has the same table."""

    CHILD_SEED = 0
    BOOTSTRAP_WEIGHT = 1
    FOLD = 2
    BAGGING_WEIGHT = 3
    FEATURE_SUBSET = 4
    GAUSSIAN = 5
    SIGN = 6
    NOISE_FLIP = 7
    NOISE_LABEL = 8
    STREAM = 9
    SHUFFLE = 10


def words(seed: int, purpose: Purpose, unit: int, start: int, n: int, sub: int = 0) -> tuple[Words, Words]:
    """Return the words A and B of t = start, ..., start + n - 1.

    Examples
    --------
    >>> a, b = words(42, Purpose.BOOTSTRAP_WEIGHT, unit=0, start=0, n=1)
    >>> hex(a[0])
    '0xecba94ea97907da9'
    """
    _check_address(start, n, sub)
    a, b = _core.draw_range(seed, int(purpose), unit, start, n, sub)
    return a, b


def words_at(
    seed: int, purpose: Purpose, unit: int, t: NDArray[np.integer], sub: NDArray[np.integer] | int = 0
) -> tuple[Words, Words]:
    """Return the words A and B of any counters t, each with its own `sub` if that is an array."""
    counters = np.ascontiguousarray(t, dtype=np.uint64)
    subs = np.ascontiguousarray(np.broadcast_to(sub, counters.shape), dtype=np.uint32)
    _check_address(0, 0, int(subs.max(initial=0)))
    a, b = _core.draw_at(seed, int(purpose), unit, counters, subs)
    return a, b


def uniforms(seed: int, purpose: Purpose, unit: int, start: int, n: int, sub: int = 0) -> tuple[Uniforms, Uniforms]:
    """Return the words as numbers in [0, 1).

    Examples
    --------
    >>> a, b = uniforms(42, Purpose.BOOTSTRAP_WEIGHT, unit=0, start=0, n=1)
    >>> float(a[0])
    0.9247220108732693
    """
    a, b = words(seed, purpose, unit, start, n, sub)
    return _uniform(a), _uniform(b)


def uniforms_at(
    seed: int, purpose: Purpose, unit: int, t: NDArray[np.integer], sub: NDArray[np.integer] | int = 0
) -> tuple[Uniforms, Uniforms]:
    """Return the words of any counters as numbers in [0, 1)."""
    a, b = words_at(seed, purpose, unit, t, sub)
    return _uniform(a), _uniform(b)


def uniform_table(
    seed: int, purpose: Purpose, unit: int, start: int, n: int, width: int, *, first: int = 0, sub: int = 0
) -> Uniforms:
    """Return one row of `width` numbers in [0, 1) per counter start, ..., start + n - 1.

    Column j of the whole table is word j % 2 of unit + j // 2; the columns first, ..., first + width - 1 are
    returned, so that a part of a table is the same whatever stands beside it.

    Examples
    --------
    >>> table = uniform_table(42, Purpose.STREAM, unit=5, start=0, n=3, width=4)
    >>> bool((uniform_table(42, Purpose.STREAM, unit=5, start=0, n=3, width=2, first=1) == table[:, 1:3]).all())
    True
    """
    _check_address(start, n, sub)
    table = np.empty((n, width))
    for j in range(width):
        unit_of_column, word = divmod(first + j, 2)
        table[:, j] = uniforms(seed, purpose, unit + unit_of_column, start, n, sub)[word]
    return table


def child_seed(seed: int, i: int) -> int:
    """Return the seed of the i-th copy of a model or fold."""
    a, _ = words(seed, Purpose.CHILD_SEED, unit=i, start=0, n=1)
    return int(a[0])


def _check_address(start: int, n: int, sub: int) -> None:
    """Refuse addresses that would run into those of another purpose or start over."""
    if not 0 <= sub < SUBS:
        raise ValueError(f"sub must be from 0 to {SUBS - 1}, got {sub}")
    if n < 0 or start < 0 or start + n > COUNTERS:
        raise ValueError(f"counters go from 0 to 2**64 - 1, got {n} from {start} on")


def _uniform(draws: Words) -> Uniforms:
    return (draws >> np.uint64(11)).astype(np.float64) * 2.0**-53
