"""Every instruction set finds the same groups of features, bit for bit."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import driftsift as ds
from driftsift import _core
from driftsift.relevance import InteractionLookahead

ROOT = Path(__file__).resolve().parents[2]
WINDOWS = (63, 64, 65, 300)


def mixed_stream(n, missing):
    """Numbers and categories, of which some pairs decide on one of three classes."""
    random = np.random.default_rng(n)
    kinds = [0, 2, 3, 4, 5, 9, 0, 2, 2, 2, 0, 3]
    X = np.column_stack([random.integers(0, kind, n) if kind else random.normal(size=n) for kind in kinds]).astype(
        float
    )
    y = ((X[:, 1] * X[:, 7] + X[:, 8]) % 2).astype(int) + (X[:, 0] * X[:, 6] > 0)
    X[random.random(X.shape) < missing] = np.nan
    features = [
        ds.Nominal(f"f{i}", tuple(map(str, range(k)))) if k else ds.Numeric(f"f{i}") for i, k in enumerate(kinds)
    ]
    return ds.Schema(features, ("0", "1", "2")), X, y.astype(str)


def explanations():
    """What lookaheads with full windows know."""
    for n in WINDOWS:
        for missing in (0.0, 0.05):
            schema, X, y = mixed_stream(n, missing)
            yield InteractionLookahead(window=n, alpha=0.5, order=3).prepare(schema).observe(X, y).explain()


def digest():
    return hashlib.sha256(json.dumps(list(explanations())).encode()).hexdigest()


def digest_at(level):
    child = subprocess.run(
        [sys.executable, "-m", "tests.relevance.test_lookahead_simd"],
        cwd=ROOT,
        env=os.environ | {"DRIFTSIFT_SIMD": level},
        check=True,
        capture_output=True,
        text=True,
    )
    return child.stdout.strip()


def test_the_streams_have_groups_to_find():
    last = list(explanations())[-1]
    assert all(last[groups] for groups in ("pairs", "extensions", "triples"))


@pytest.mark.parametrize("level", ["baseline", "avx2"])
def test_the_level_changes_no_byte(level):
    if level not in _core.simd_levels():
        pytest.skip(f"this processor has no {level}")
    assert digest_at(level) == digest()


if __name__ == "__main__":
    sys.stdout.write(digest())
