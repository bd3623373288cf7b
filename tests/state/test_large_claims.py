"""Files that nest deeply or claim to be large are refused without a crash, a hang or much memory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import driftsift as ds
from driftsift.data.documents import pack
from driftsift.learners.modelfile import describe
from tests.learners.catalogue import BY_NAME
from tests.state.support import Trained, assert_refused, seal

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("depth", [100, 900, 1_000, 100_000])
def test_deep_nesting_is_refused(depth, path):
    opening = pack({"model": {"class": "KNN", "parameters": {"k": 1}}, "state": None})
    at = opening.index(b"\xa1k\x01") + 2
    path.write_bytes(seal(opening[:at] + b"\x91" * depth + opening[at:]))
    try:
        model = ds.load(path)
    except ds.ModelFileError:
        return
    with pytest.raises((TypeError, RecursionError)):  # a parameter is looked at when the model is first used
        model.fit([[1.0]], [1])


@pytest.mark.parametrize("depth", [50, 80])
def test_models_within_models_are_refused(depth, path):
    description = {"class": "KNN", "parameters": {}}
    for _ in range(depth):
        steps = [
            {"tuple": ["t", {"estimator": {"class": "Subset", "parameters": {"features": [0]}}}]},
            {"tuple": ["m", {"estimator": description}]},
        ]
        description = {"class": "Pipeline", "parameters": {"steps": steps}}
    trained = describe(Trained(BY_NAME["knn"], False).model(10))
    assert_refused(path, {**trained, "model": description, "built": description["parameters"]})


def test_a_long_pipeline_is_refused(path):
    subset = {"estimator": {"class": "Subset", "parameters": {"features": [0]}}}
    steps = [{"tuple": [f"s{i}", subset]} for i in range(3_000)]
    steps.append({"tuple": ["m", {"estimator": {"class": "KNN", "parameters": {}}}]})
    trained = describe(Trained(BY_NAME["knn"], False).model(10))
    description = {"class": "Pipeline", "parameters": {"steps": steps}}
    assert_refused(path, {**trained, "model": description, "built": description["parameters"]}, "3000 transformers")


@pytest.mark.skipif("DRIFTSIFT_SANITIZED" in os.environ, reason="the sanitizer takes memory of its own")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_small_file_never_makes_a_large_model(tmp_path):
    """In a process of its own, which tells how much memory it came to use."""
    command = [sys.executable, "-m", "tests.state.large_claims", str(tmp_path)]
    child = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=60)
    assert child.returncode == 0, child.stderr
    assert int(child.stdout) < 400 * 2**20
