"""Every script in examples/ runs, from an empty folder, and prints what it promises."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

PROMISED = {
    "evaluate_csv.py": ["20,000 instances", "NaiveBayes", "recall by class", "page: sea.html"],
    "drifting_stream.py": [
        "NoChange",
        "Subset(features=['x0', 'x1']) | NaiveBayes",
        "page: drifting_stream.html",
    ],
    "sklearn_in_pipeline.py": ["SGDClassifier", "cross validation: [0."],
    "save_and_resume.py": ["bit for bit: True", "accuracy: 0."],
}


def test_every_example_is_run():
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(PROMISED)


@pytest.mark.parametrize("name", PROMISED)
def test_example(name, tmp_path):
    command = [sys.executable, str(EXAMPLES / name)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert (result.returncode, result.stderr) == (0, "")
    for piece in PROMISED[name]:
        assert piece in result.stdout
