"""Save at any instance, load in a new process, continue: the same bytes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.state.continue_runs import N, digest
from tests.state.support import ALL_TRAINED

ROOT = Path(__file__).resolve().parents[2]


def test_a_run_continues_in_another_process(tmp_path):
    """Every learner, dense and sparse, each stopped at two random instances."""
    rng = np.random.default_rng(76)
    for attempt in range(2):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        starts = {str(trained): int(rng.integers(1, N)) for trained in ALL_TRAINED}
        expected = {}
        for trained in ALL_TRAINED:
            start, sample = starts[str(trained)], trained.stream(n=N)
            model = trained.new(sample)
            trained.learn(model, sample.part(0, start))
            model.save(folder / f"{trained}.driftsift")
            expected[str(trained)] = digest(trained, model, start)
        (folder / "starts.json").write_text(json.dumps(starts))
        command = [sys.executable, "-m", "tests.state.continue_runs", str(folder)]
        child = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
        assert json.loads(child.stdout) == expected
