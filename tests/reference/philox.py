"""Philox 4x32 with 10 rounds and the addressed draws built on it (online-evaluation.md, section 4.1)."""

from __future__ import annotations

MASK = 0xFFFFFFFF
MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
KEY_STEPS = 0x9E3779B9, 0xBB67AE85
ROUNDS = 10


def philox(counter, key):
    """The four 32-bit output words for four counter words and two key words."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        first, second = MULTIPLIERS[0] * c0, MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (
            (second >> 32) ^ c1 ^ k0,
            second & MASK,
            (first >> 32) ^ c3 ^ k1,
            first & MASK,
        )
        k0, k1 = (k0 + KEY_STEPS[0]) & MASK, (k1 + KEY_STEPS[1]) & MASK
    return c0, c1, c2, c3


def words(seed, purpose, unit, t, sub=0):
    """The two 64-bit words A and B of instance ``t``."""
    counter = t & MASK, t >> 32, unit, (purpose << 24) + sub
    c0, c1, c2, c3 = philox(counter, (seed & MASK, seed >> 32))
    return c0 + (c1 << 32), c2 + (c3 << 32)


def uniform(word):
    """A double in [0, 1) from the upper 53 bits."""
    return (word >> 11) * 2.0**-53


def uniforms(seed, purpose, unit, t, sub=0):
    a, b = words(seed, purpose, unit, t, sub)
    return uniform(a), uniform(b)


def child_seed(seed, i):
    return words(seed, 0, i, 0)[0]


def fold(seed, t, k):
    """The fold of row ``t`` (section 4.3)."""
    return (words(seed, 2, 0, t)[0] * k) >> 64


POISSON_1 = [
    int(word, 16)
    for word in [
        "5e2d58d8b3bcdf1a",
        "bc5ab1b16779be35",
        "eb715e1dc1582dc2",
        "fb23979734a252f1",
        "ff1025f59174dc3d",
        "ffd90f3ba4055e19",
        "fffa8b71fc72c913",
        "ffff540c0914b3c9",
        "ffffed1f4aa8f120",
        "fffffe216e641462",
        "ffffffd4d85d3183",
        "fffffffc6da262b4",
        "ffffffffba12d178",
        "fffffffffb07c64c",
        "ffffffffffab8ea5",
        "fffffffffffabe22",
        "ffffffffffffb11a",
        "fffffffffffffba1",
        "ffffffffffffffc5",
        "fffffffffffffffd",
        "ffffffffffffffff",
    ]
]


def bootstrap_weight(seed, unit, t):
    """A Poisson(1) weight by inversion (section 4.2)."""
    draw = words(seed, 1, unit, t)[0]
    return sum(draw >= threshold for threshold in POISSON_1)
