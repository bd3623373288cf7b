"""Counter-based randomness: a draw is a pure function of (seed, purpose, unit, t, sub).

Philox 4x32 with 10 rounds, computed by the core. Each counter gives two 64-bit words, A and B.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from driftsift import _core

__all__ = [
    "Purpose",
    "child_seed",
    "cosines",
    "normals",
    "uniform_table",
    "uniforms",
    "uniforms_at",
    "words",
    "words_at",
]

SUBS = 2**24
UNITS = 2**32
COUNTERS = 2**64

Words = NDArray[np.uint64]
Uniforms = NDArray[np.float64]
Numbers = NDArray[np.integer] | int


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
    LABEL_SHIFT = 11


def words(seed: int, purpose: Purpose, unit: int, start: int, n: int, sub: int = 0) -> tuple[Words, Words]:
    """Return the words A and B of t = start, ..., start + n - 1.

    Examples
    --------
    >>> a, b = words(42, Purpose.BOOTSTRAP_WEIGHT, unit=0, start=0, n=1)
    >>> hex(a[0])
    '0xecba94ea97907da9'
    """
    _check_address(start, n, sub)
    a, b = _core.word_range(seed, int(purpose), unit, start, n, sub)
    return a, b


def words_at(
    seed: int, purpose: Purpose, unit: Numbers, t: NDArray[np.integer], sub: Numbers = 0
) -> tuple[Words, Words]:
    """Return the words A and B of any counters t, each with its own `unit` or `sub` if that is an array."""
    a, b = _core.words_at(seed, int(purpose), *_counters(unit, t, sub))
    return a, b


def uniforms(seed: int, purpose: Purpose, unit: int, start: int, n: int, sub: int = 0) -> tuple[Uniforms, Uniforms]:
    """Return the words as numbers in [0, 1).

    Examples
    --------
    >>> a, b = uniforms(42, Purpose.BOOTSTRAP_WEIGHT, unit=0, start=0, n=1)
    >>> float(a[0])
    0.9247220108732693
    """
    _check_address(start, n, sub)
    a, b = _core.uniform_range(seed, int(purpose), unit, start, n, sub)
    return a, b


def uniforms_at(
    seed: int, purpose: Purpose, unit: Numbers, t: NDArray[np.integer], sub: Numbers = 0
) -> tuple[Uniforms, Uniforms]:
    """Return the words of any counters as numbers in [0, 1)."""
    a, b = _core.uniforms_at(seed, int(purpose), *_counters(unit, t, sub))
    return a, b


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
    table: Uniforms = _core.uniform_table(seed, int(purpose), unit, start, n, first, width, sub)
    return table


def normals(uniform: Uniforms) -> Uniforms:
    """Return one standard normal number for each number in [0, 1), by inversion.

    Examples
    --------
    >>> normals(np.array([0.025, 0.5, 0.975])).round(6)
    array([-1.959964,  0.      ,  1.959964])
    """
    centred = np.minimum(uniform.ravel() + 2.0**-54, 1 - 2.0**-53)  # neither 0 nor 1
    z: Uniforms = _core.normal_quantiles(centred)
    return z.reshape(uniform.shape)


def cosines(turns: Uniforms) -> Uniforms:
    """Return the cosine of each number of turns, 1 turn being 2 pi: the same bits on every machine.

    Examples
    --------
    >>> cosines(np.array([0.0, 0.125, 0.25, 0.5])).round(6)
    array([ 1.      ,  0.707107,  0.      , -1.      ])
    """
    values: Uniforms = _core.cosines_of_turns(np.ascontiguousarray(turns.ravel()))
    return values.reshape(turns.shape)


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


def _counters(unit: Numbers, t: NDArray[np.integer], sub: Numbers) -> tuple[Numbers, NDArray[np.uint64], Numbers]:
    counters = np.ascontiguousarray(t, dtype=np.uint64)
    return _below(UNITS, "unit", unit), counters, _below(SUBS, "sub", sub)


def _below(end: int, name: str, numbers: Numbers) -> Numbers:
    """Return a number, or one per counter; those that would not fit into the address are refused."""
    if isinstance(numbers, np.ndarray):
        lowest, highest = int(numbers.min(initial=0)), int(numbers.max(initial=0))
        if lowest < 0 or highest >= end:
            raise ValueError(f"{name} must be from 0 to {end - 1}, got {lowest} to {highest}")
        return np.ascontiguousarray(numbers, dtype=np.uint32)
    if not 0 <= numbers < end:
        raise ValueError(f"{name} must be from 0 to {end - 1}, got {numbers}")
    return numbers
