"""Bytes flipped, cut, added, moved: never loaded, never another error than ModelFileError."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds
from driftsift.data.documents import HEADER
from tests.state.support import ALL_TRAINED

MUTATIONS = 10_000 // len(ALL_TRAINED) + 1


@pytest.fixture
def content(trained, path):
    trained.model(40).save(path)
    return path.read_bytes()


def assert_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(ds.ModelFileError) as caught:
        ds.load(path)
    assert str(path) in str(caught.value)


def test_a_file_cut_short_is_refused(content, path):
    lengths = [*range(HEADER.size + 20), *range(HEADER.size, len(content), max(1, len(content) // 100))]
    for length in [*lengths, len(content) - 1]:
        assert_refused(path, content[:length])


def flipped(content, rng):
    """One to three bytes changed."""
    damaged = bytearray(content)
    for _ in range(rng.integers(1, 4)):
        damaged[rng.integers(len(damaged))] ^= rng.integers(1, 256)
    return bytes(damaged)


def inserted(content, rng):
    at = rng.integers(len(content) + 1)
    return content[:at] + rng.bytes(rng.integers(1, 9)) + content[at:]


def removed(content, rng):
    at = rng.integers(len(content))
    return content[:at] + content[at + rng.integers(1, 9) :]


def swapped(content, rng):
    first, second = sorted(rng.choice(len(content) // 8, 2, replace=False) * 8)
    return (
        content[:first]
        + content[second : second + 8]
        + content[first + 8 : second]
        + content[first : first + 8]
        + content[second + 8 :]
    )


def blanked(content, rng):
    """A block of zeros, as a disk may leave it."""
    at = rng.integers(len(content))
    size = min(512, len(content) - at)
    return content[:at] + bytes(size) + content[at + size :]


def test_random_damage_is_refused(content, path):
    rng = np.random.default_rng(78)
    for number in range(MUTATIONS):
        damage = (flipped, flipped, flipped, inserted, removed, swapped, blanked)[number % 7]
        damaged = damage(content, rng)
        if damaged != content:
            assert_refused(path, damaged)


@pytest.mark.parametrize(
    "content",
    [b"", b"\0" * 1000, b"PK\x03\x04", b"\x80\x04\x95.", b"DRFTSFT", b"DRFTSFT\n", b"DRFTSFT\r\n" + b"\0" * 60],
    ids=["empty", "zeros", "zip", "pickle", "half the magic", "only the magic", "as text"],
)
def test_other_files_are_refused(content, path):
    assert_refused(path, content)
