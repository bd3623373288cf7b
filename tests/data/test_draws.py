"""What is made of words of randomness: tables, normal numbers, cosines; the same bits on every machine."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from scipy import special

from driftsift import _core
from driftsift.data import randomness
from driftsift.data.randomness import Purpose
from tests.reference import philox


@pytest.mark.parametrize(("first", "width"), [(0, 1), (0, 4), (3, 6), (1, 1), (7, 0)])
@pytest.mark.parametrize("rows", [0, 1, 8, 21])
def test_a_table_has_a_unit_for_every_two_columns(first, width, rows):
    table = randomness.uniform_table(42, Purpose.STREAM, 5, 2**33, rows, width, first=first, sub=9)

    assert table.shape == (rows, width)
    for (i, j), value in np.ndenumerate(table):
        unit, word = divmod(first + j, 2)
        assert value == philox.uniforms(42, 9, 5 + unit, 2**33 + i, 9)[word]


def test_any_counters_as_numbers():
    t = np.array([5, 0, 2**40, 5, 2**63, 1, 1, 1, 1, 3], dtype=np.uint64)
    sub = np.arange(10) * 1000

    drawn = randomness.uniforms_at(42, Purpose.STREAM, 6, t, sub)

    expected = [philox.uniforms(42, 9, 6, int(i), int(s)) for i, s in zip(t, sub, strict=True)]
    assert list(zip(*(part.tolist() for part in drawn), strict=True)) == expected


def test_normal_numbers_are_quantiles():
    u = np.concatenate([np.linspace(0, 1, 20_001)[:-1], 10.0 ** -np.arange(1, 17), 1 - 10.0 ** -np.arange(1, 16)])
    z = randomness.normals(u)

    np.testing.assert_allclose(z, special.ndtri(np.minimum(u + 2.0**-54, 1 - 2.0**-53)), rtol=4e-15, atol=2e-16)
    assert np.isfinite(randomness.normals(np.array([0.0, 1 - 2.0**-53]))).all()
    assert randomness.normals(u[:100].reshape(5, -1)).shape == (5, 20)


def test_cosines_of_turns():
    x = np.concatenate([np.linspace(-3, 3, 6001), np.arange(8) / 8])
    np.testing.assert_allclose(randomness.cosines(x), np.cos(2 * np.pi * x), atol=5e-15)
    assert randomness.cosines(np.array([0, 0.25, 0.5, 0.75, 1, 1 / 6])).tolist() == pytest.approx(
        [1, 0, -1, 0, 1, 0.5], abs=1e-16
    )


DIGEST = """
import hashlib
import numpy as np
from driftsift import _core
from driftsift.data import randomness
from driftsift.data.randomness import Purpose

table = randomness.uniform_table(3, Purpose.STREAM, 0, 2**32 - 50, 101, 7)
words = randomness.words(3, Purpose.STREAM, 0, 2**32 - 50, 101)
any_of = randomness.uniforms_at(3, Purpose.STREAM, 0, np.arange(99) ** 7, np.arange(99))
tails = np.concatenate([table.ravel(), 10.0 ** -np.arange(1, 17)])
parts = (table, *words, *any_of, randomness.normals(tails), randomness.cosines(9 * tails))
print(_core.simd_level(), hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest())
"""


def test_every_instruction_set_draws_the_same_bytes():
    printed = [
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "DRIFTSIFT_SIMD": level},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for level in _core.simd_levels()
    ]
    assert [level for level, _ in printed] == _core.simd_levels()
    assert len({digest for _, digest in printed}) == 1
