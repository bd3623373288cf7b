"""Who takes part in the race: each contender makes one timed run over the same rows whenever it is asked."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

import moa_peer
from driftsift.data import Schema

HERE = Path(__file__).resolve().parent
RIVER_ROWS = {
    "NaiveBayes": 5_000,
    "KNN": 3_000,
    "MajorityClass": 20_000,
    "HoeffdingTree": 10_000,
    "HoeffdingAdaptiveTree": 10_000,
}
SCIKIT_LEARN_ROWS = {"NaiveBayes": 2_000}


class PeerFailedError(RuntimeError):
    """A peer's process ended instead of answering."""


@dataclass(frozen=True)
class Run:
    """What one run took: CPU time of its thread, rows that were timed, accuracy over them."""

    nanoseconds: int
    rows: int
    accuracy: float | None = None


class Contender(Protocol):
    name: str

    def run(self) -> Run: ...
    def close(self) -> None: ...


class InProcess:
    """A function that returns its accuracy (or None), timed in this thread."""

    def __init__(self, name: str, rows: int, work: Callable[[], float | None]) -> None:
        self.name, self.rows, self.work = name, rows, work

    def run(self) -> Run:
        start = time.thread_time_ns()
        accuracy = self.work()
        return Run(time.thread_time_ns() - start, self.rows, accuracy)

    def close(self) -> None:
        pass


class Peer:
    """A process that makes one run, timed by itself, for every line it is sent.

    It works in ``folder``: MOA's rules leave a file where they run.
    """

    def __init__(self, name: str, command: list[str], folder: Path | None = None) -> None:
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder)
        self._answer()

    def run(self) -> Run:
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return Run(**self._answer())

    def _answer(self) -> dict:
        line = self.process.stdout.readline()
        if not line:
            raise PeerFailedError(f"its process ended with code {self.process.wait()}")
        return json.loads(line)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@dataclass(frozen=True)
class Rows:
    """The rows of one contest, in memory and in a folder where peers find them."""

    X: np.ndarray
    y: np.ndarray
    schema: Schema
    learner: str
    folder: Path

    def written(self, rows: int) -> Path:
        """The folder with the first ``rows`` rows, made on first use."""
        rows = min(rows, len(self.y))
        folder = self.folder / str(rows)
        if not folder.exists():
            folder.mkdir()
            moa_peer.write_data(folder, self.X[:rows], self.y[:rows], self.schema.n_classes, self.schema.n_categories)
        return folder


def memory_floor(rows: Rows) -> Contender:
    def work() -> None:
        np.sum(rows.X)

    return InProcess("numpy.sum", len(rows.y), work)


def driftsift_model(learner: str):
    """A fresh driftsift learner with the parameters of the race."""
    from driftsift import learners

    return learners.KNN(k=10, window=1000) if learner == "KNN" else getattr(learners, learner)()


def driftsift(rows: Rows) -> Contender:
    """Test then train in one call, the hits counted from the predictions."""

    def work() -> float:
        model = driftsift_model(rows.learner)
        model.prepare(rows.schema)
        return float(np.mean(model.predict_then_train(rows.X, rows.y) == rows.y))

    return InProcess("driftsift", len(rows.y), work)


def driftsift_evaluate(rows: Rows) -> Contender:
    """The whole prequential evaluation with its measures and curve."""
    from driftsift.evaluation import evaluate
    from driftsift.streams import ArrayStream

    stream = ArrayStream(rows.X, rows.y, schema=rows.schema)

    def work() -> float:
        return evaluate(driftsift_model(rows.learner), stream, progress=False).summary()["accuracy"]

    return InProcess("driftsift evaluate()", len(rows.y), work)


def moa(rows: Rows) -> Contender:
    missing = moa_peer.why_missing()
    if missing:
        raise PeerFailedError(missing)
    command = moa_peer.command("Race", rows.written(len(rows.y)), rows.learner)
    return Peer("MOA", command, rows.folder)


def river(rows: Rows) -> Contender:
    return python_peer("River", "river", rows, RIVER_ROWS)


def scikit_learn(rows: Rows) -> Contender:
    return python_peer("scikit-learn", "scikit-learn", rows, SCIKIT_LEARN_ROWS)


def python_peer(name: str, library: str, rows: Rows, limits: dict[str, int]) -> Contender:
    python = moa_peer.peers_venv() / "bin" / "python"
    if not python.exists():
        raise PeerFailedError(f"{python} does not exist (run benchmarks/setup_peers.sh)")
    if rows.learner not in limits:
        raise PeerFailedError(f"no learner to compare with {rows.learner}")
    folder = rows.written(limits[rows.learner])
    return Peer(name, [str(python), str(HERE / "peers.py"), library, str(folder), rows.learner])


ALL = {
    "numpy.sum": memory_floor,
    "driftsift": driftsift,
    "driftsift evaluate()": driftsift_evaluate,
    "MOA": moa,
    "scikit-learn": scikit_learn,
    "River": river,
}
