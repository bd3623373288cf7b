"""Every instruction set finds the same bins, bit for bit."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from driftsift import _core
from tests.relevance.streams import STREAMS
from tests.relevance.support import Bins, Setting, borders, feed

ROOT = Path(__file__).resolve().parents[2]
NAMES = ["numeric", "two classes", "changes of scale", "heavy ties", "heavy tails", "outliers", "trend"]


def scores():
    """What scorers say after every chunk."""
    for name in NAMES:
        sample = STREAMS[name](13)
        for options in ({}, {"bins": 15, "fine": 1000}, {"bins": 40}):
            scorer = Setting(60, Bins("PaD", options)).library("SymmetricalUncertainty").prepare(sample.schema)
            for start, stop in borders(len(sample), 31):
                yield feed(scorer, sample, start, stop).scores()


def digest():
    return hashlib.sha256(b"".join(part.tobytes() for part in scores())).hexdigest()


def digest_at(level):
    child = subprocess.run(
        [sys.executable, "-m", "tests.relevance.test_simd"],
        cwd=ROOT,
        env=os.environ | {"DRIFTSIFT_SIMD": level},
        check=True,
        capture_output=True,
        text=True,
    )
    return child.stdout.strip()


@pytest.mark.parametrize("level", ["baseline", "avx2"])
def test_the_level_changes_no_byte(level):
    if level not in _core.simd_levels():
        pytest.skip(f"this processor has no {level}")
    assert digest_at(level) == digest()


if __name__ == "__main__":
    sys.stdout.write(digest())
