"""Every learner votes the same bytes whichever instruction set runs.

``python -m tests.learners.test_simd`` prints the level in use and a digest of the votes of each learner.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from driftsift import _core
from tests.learners.catalogue import LEARNERS
from tests.learners.support import native_votes
from tests.strategies import long_stream

ROOT = Path(__file__).resolve().parents[2]
STREAMS = {
    "numeric": {"numeric": 11, "nominal": 0},
    "one feature": {"numeric": 1, "nominal": 0},
    "mixed": {"numeric": 5, "nominal": 4},
    "nominal": {"numeric": 0, "nominal": 9},
    "missing": {"numeric": 9, "nominal": 3, "missing": 0.1},
    "weighted": {"numeric": 8, "nominal": 1, "weighted": True, "unlabelled": 0.1},
    "far from 0": {"numeric": 7, "nominal": 0, "offset": 1e6},
    "many ties": {"numeric": 10, "nominal": 0, "decimals": 0},
    "many classes": {"numeric": 6, "nominal": 2, "n_classes": 13},
    "sparse": {"numeric": 40, "nominal": 10, "density": 0.1, "missing": 0.02},
}


def digests():
    """Of the votes of every learner on every stream."""
    return {
        f"{entry.name}, {name}": hashlib.sha256(
            native_votes(entry.make, long_stream(181, n=400, **options), csr=name == "sparse").tobytes()
        ).hexdigest()
        for entry in LEARNERS
        for name, options in STREAMS.items()
    }


def digests_at(level):
    """The same in a process of its own that is told which level to use."""
    child = subprocess.run(
        [sys.executable, "-m", "tests.learners.test_simd"],
        cwd=ROOT,
        env=os.environ | {"DRIFTSIFT_SIMD": level},
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(child.stdout)


@pytest.fixture(scope="module")
def baseline():
    return digests_at("baseline")


@pytest.mark.parametrize("level", ["avx2", "avx512"])
def test_the_level_changes_no_byte(level, baseline):
    if level not in _core.simd_levels():
        pytest.skip(f"this processor has no {level}")
    here = digests_at(level)
    assert here.pop("level") == level
    expected = {key: value for key, value in baseline.items() if key != "level"}
    assert here == expected


def test_the_baseline_is_always_there(baseline):
    assert baseline["level"] == "baseline"
    assert _core.simd_levels()[0] == "baseline"
    assert len(set(baseline.values())) > len(LEARNERS)


if __name__ == "__main__":
    sys.stdout.write(json.dumps({"level": _core.simd_level()} | digests()))
