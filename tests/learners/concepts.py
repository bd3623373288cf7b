"""Streams with something to find, for learners that split: concepts of one or two features, which change abruptly."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from tests.strategies import EXACT_WEIGHTS, Sample


def half_of(X, sizes, f):
    """Whether a value is in the upper half of its feature."""
    return X[:, f] > 0 if sizes[f] == 0 else X[:, f] >= sizes[f] / 2


def concept(rng, X, sizes, n_classes):
    """A class for each quarter that two features make; the two may be the same one."""
    a, b = rng.integers(0, len(sizes), 2)
    quarter = 2 * half_of(X, sizes, a) + half_of(X, sizes, b)
    return rng.permutation(np.arange(4) % n_classes)[quarter]


def weights_of(rng, n, weighted):
    """Weights that add up exactly, or irregular ones, with which no two counts are ever equal; or none."""
    if weighted == "irregular":
        return rng.uniform(0.5, 1.5, n)
    return rng.choice((0.0, *EXACT_WEIGHTS), n) if weighted else None


def changing(
    seed,
    n=300,
    sizes=(0, 0, 3, 2),
    n_classes=2,
    concepts=2,
    noise=0.05,
    missing=0.0,
    weighted=False,
    unlabelled=0.0,
    decimals=1,
):
    """A stream of ``concepts`` equal parts. ``decimals`` rounds the numbers: many are equal then."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.integers(0, s, n) if s else np.round(rng.normal(size=n), decimals) for s in sizes])
    X = X.astype(float)
    parts = np.array_split(np.arange(n), concepts)
    y = np.concatenate([concept(rng, X[part], sizes, n_classes) for part in parts])
    y = np.where(rng.random(n) < noise, rng.integers(0, n_classes, n), y)
    y = np.where(rng.random(n) < unlabelled, -1, y).astype(np.int32)
    X[rng.random(X.shape) < missing] = np.nan
    return Sample(tuple(sizes), n_classes, X, y, weights_of(rng, n, weighted))


@st.composite
def changing_streams(draw, max_rows=250):
    return changing(
        seed=draw(st.integers(0, 10**6)),
        n=draw(st.integers(30, max_rows)),
        sizes=tuple(draw(st.lists(st.sampled_from([0, 0, 2, 3]), min_size=1, max_size=5))),
        n_classes=draw(st.sampled_from([2, 2, 3, 4])),
        concepts=draw(st.integers(1, 3)),
        noise=draw(st.sampled_from([0.0, 0.05, 0.3])),
        missing=draw(st.sampled_from([0.0, 0.0, 0.1, 0.4])),
        weighted=draw(st.sampled_from([False, True, "irregular"])),
        unlabelled=draw(st.sampled_from([0.0, 0.0, 0.2])),
        decimals=draw(st.sampled_from([0, 1, 8])),
    )
