"""Sequences of numbers that do not change, change at once, change slowly, or say nothing at all."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

KINDS = ("stationary", "abrupt", "gradual", "continuous", "constant", "alternating", "mostly one", "missing")


def draw(entry, kind, n, seed):
    """A sequence of values that the detector takes, None of them missing but for the kind `missing`."""
    rng = np.random.default_rng(seed)
    share = SHARES[kind](rng, n)
    ones = (rng.random(n) < share).astype(float)
    if kind == "continuous" and not entry.only_two:
        ones = np.clip(share + rng.normal(0, 0.2, n), 0, 1)
    values = scaled(entry, ones)
    if kind == "missing":
        values[rng.random(n) < 0.2] = np.nan
    return values


def steps(rng, n):
    """A share of ones that jumps now and then."""
    ends = np.sort(rng.integers(0, n + 1, 5))
    return np.repeat(rng.choice([0.02, 0.1, 0.2, 0.3, 0.5, 0.8], 6), np.diff([0, *ends, n]))


SHARES = {
    "stationary": lambda rng, n: np.full(n, rng.choice([0.01, 0.1, 0.3, 0.5, 0.9])),
    "abrupt": steps,
    "gradual": lambda rng, n: 0.5 + 0.45 * np.sin(np.arange(n) * 2 * np.pi / max(n / 3, 1)),
    "continuous": steps,
    "constant": lambda rng, n: np.repeat([0.0, 1.0, 0.0, 1.0], [n // 2, n // 4, n // 8, n - n // 2 - n // 4 - n // 8]),
    "alternating": lambda rng, n: (np.arange(n) // rng.integers(1, 4)) % 2 * 1.0,
    "mostly one": lambda rng, n: np.where(np.arange(n) % 97 == 0, 0.0, 1.0),
    "missing": steps,
}


def scaled(entry, ones):
    """From [0, 1] to what the detector takes, ends included."""
    return np.clip(entry.low + (entry.high - entry.low) * ones, entry.low, entry.high)


def segments(entry):
    """Short sequences for hypothesis: runs of a value, of coins, or of any numbers in the interval."""
    any_number = st.sampled_from([0.0, 1.0]) if entry.only_two else st.floats(0, 1)
    constant = st.tuples(any_number, st.integers(1, 80)).map(lambda run: [run[0]] * run[1])
    coins = st.tuples(st.sampled_from([0.05, 0.2, 0.5, 0.9]), st.integers(1, 150), st.integers(0, 2**32 - 1)).map(flips)
    free = st.lists(any_number, max_size=20)
    missing = st.just([float("nan")])
    return st.lists(st.one_of(constant, coins, free, missing), min_size=1, max_size=6).map(
        lambda parts: scaled(entry, np.array([v for part in parts for v in part], dtype=float))
    )


def flips(coin):
    share, n, seed = coin
    return (np.random.default_rng(seed).random(n) < share).astype(float).tolist()
