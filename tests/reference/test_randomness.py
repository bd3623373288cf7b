"""The library's addressed draws against the plain Philox."""

from __future__ import annotations

import numpy as np
import pytest

from driftsift.data import randomness
from tests.reference import philox

ADDRESSES = [
    (42, 1, 0, 0, 0),
    (42, 1, 3, 12345678901, 0),
    (0, 9, 0, 2**32 - 3, 0),
    (2**64 - 1, 10, 2**32 - 1, 2**63, 2**24 - 1),
    (7, 2, 1, 0, 5),
]


@pytest.mark.parametrize(("seed", "purpose", "unit", "start", "sub"), ADDRESSES)
@pytest.mark.parametrize("n", [0, 1, 9, 100])
def test_words_and_uniforms(seed, purpose, unit, start, sub, n):
    expected = [philox.words(seed, purpose, unit, t, sub) for t in range(start, start + n)]
    a, b = randomness.words(seed, purpose, unit, start, n, sub=sub)
    assert a.dtype == b.dtype == np.uint64
    assert list(zip(a.tolist(), b.tolist(), strict=True)) == expected
    ua, ub = randomness.uniforms(seed, purpose, unit, start, n, sub=sub)
    assert ua.tolist() == [philox.uniform(word) for word, _ in expected]
    assert ub.tolist() == [philox.uniform(word) for _, word in expected]


def test_words_at_any_instances():
    t = np.array([5, 0, 2**40, 5, 2**63], dtype=np.uint64)
    sub = np.array([0, 1, 2, 3, 2**24 - 1])
    a, b = randomness.words_at(42, 4, 6, t, sub)
    expected = [philox.words(42, 4, 6, int(i), int(s)) for i, s in zip(t, sub, strict=True)]
    assert list(zip(a.tolist(), b.tolist(), strict=True)) == expected
    a, _ = randomness.words_at(42, 4, 6, t, 9)
    assert a.tolist() == [philox.words(42, 4, 6, int(i), 9)[0] for i in t]


def test_purposes_are_numbered_once_and_for_all():
    numbers = {purpose.name: int(purpose) for purpose in randomness.Purpose}
    assert numbers == {
        "CHILD_SEED": 0,
        "BOOTSTRAP_WEIGHT": 1,
        "FOLD": 2,
        "BAGGING_WEIGHT": 3,
        "FEATURE_SUBSET": 4,
        "GAUSSIAN": 5,
        "SIGN": 6,
        "NOISE_FLIP": 7,
        "NOISE_LABEL": 8,
        "STREAM": 9,
        "SHUFFLE": 10,
        "LABEL_SHIFT": 11,
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"seed": -1},
        {"seed": 2**64},
        {"unit": -1},
        {"unit": 2**32},
        {"start": -1},
        {"n": -1},
        {"sub": 2**24},
        {"sub": -1},
        {"start": 2**64 - 1, "n": 2},
    ],
    ids=str,
)
def test_an_address_outside_the_counter_is_refused(wrong):
    address = {"seed": 0, "purpose": 9, "unit": 0, "start": 0, "n": 1, "sub": 0, **wrong}
    with pytest.raises((ValueError, TypeError, OverflowError)):
        randomness.words(**address)
