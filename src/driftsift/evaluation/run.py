"""An evaluation under way: the model, the tallies and the curve between two instances."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift import _core
from driftsift.data.chunk import Chunk
from driftsift.data.parameters import positive_int
from driftsift.data.schema import Schema
from driftsift.evaluation.plan import Plan
from driftsift.evaluation.result import Evaluation
from driftsift.evaluation.scores import CURVE_MEASURES, scores_of
from driftsift.learners.base import StreamClassifier

__all__ = ["Run", "short_name"]

COLUMNS = ("instance", *CURVE_MEASURES, "cpu_seconds", "model_bytes", "ram_hours")
GIBIBYTE = 2.0**30
HOUR = 3600.0


class Run:
    """The state of an evaluation between two instances."""

    def __init__(self, model: StreamClassifier, schema: Schema, plan: Plan) -> None:
        self.model = model
        self.position = 0
        self._plan = plan
        self._schema = schema
        overall, recent = (0, plan.window) if plan.baseline_window is None else (plan.baseline_window,) * 2
        self._overall = _core.Tally(schema.n_classes, 0, 1.0, overall)
        landmark = not plan.window and plan.fading == 1.0
        self._recent = self._overall if landmark else _core.Tally(schema.n_classes, plan.window, plan.fading, recent)
        self._tallies = [self._overall] if landmark else [self._overall, self._recent]
        self._curve: dict[str, list[float]] = {name: [] for name in COLUMNS}
        self._cpu = 0.0
        self._ram_hours = 0.0
        self._labelled = 0
        self._late: Chunk | None = None  # instances whose label has not arrived
        self._to_skip = 0  # instances of the next chunks that were predicted before an interruption
        self.settled = True  # False within a chunk, where model and tallies do not agree

    def take(self, chunk: Chunk) -> None:
        """Test and learn a chunk, with a point of the curve wherever one is due."""
        self.settled = False
        if self._to_skip:
            chunk = self._skip(chunk)
        if self._plan.protocol == "chunks":
            self._take_whole(chunk)
        else:
            self._take_in_steps(chunk)
        self.settled = True

    def close(self) -> None:
        """Add a last point to the curve if the stream did not end on one."""
        if self._curve["instance"][-1:] != [self.position]:
            self._add_point()

    def progress(self) -> dict[str, Any]:
        """Return what `resume` needs, as plain data."""
        return {
            "position": self.position,
            "labelled": self._labelled,
            "cpu": self._cpu,
            "ram_hours": self._ram_hours,
            "curve": self._curve,
            "tallies": [tally.state() for tally in self._tallies],
        }

    def resume(self, progress: dict[str, Any], model: StreamClassifier) -> None:
        """Continue from the progress of an interrupted run and its model."""
        if model.schema_ != self._schema:
            raise ValueError("its model has another schema")
        self.model = model
        self.position = positive_int("position", progress["position"], least=0)
        self._labelled = positive_int("labelled", progress["labelled"], least=0)
        self._cpu = float(progress["cpu"])
        self._ram_hours = float(progress["ram_hours"])
        self._curve = _checked_curve(progress["curve"])
        for tally, state in zip(self._tallies, progress["tallies"], strict=True):
            tally.restore(state)
        self._to_skip = min(self.position, self._plan.delay)

    def result(self, model: str, stream: str, wall_seconds: float) -> Evaluation:
        """Return what was found."""
        return Evaluation(
            model=model,
            stream=stream,
            protocol=asdict(self._plan),
            classes=self._schema.classes,
            n=self.position,
            labelled=self._labelled,
            overall=scores_of(self._overall),
            matrix=np.asarray(self._overall.matrix),
            curve=self._curve,
            wall_seconds=wall_seconds,
            trained=self.model,
        )

    def _take_in_steps(self, chunk: Chunk) -> None:
        while len(chunk):
            due = self._plan.every - self.position % self._plan.every
            self._step(chunk[:due])
            chunk = chunk[due:]

    def _take_whole(self, chunk: Chunk) -> None:
        """Test, then learn; the first chunk is learned only, a last shorter one tested only."""
        before = time.thread_time()
        predictions = self.model._predict_codes(chunk) if self.position else None
        if predictions is None or len(chunk) == self._plan.chunk:
            self.model._learn_codes(chunk)
        self._move_on(len(chunk), time.thread_time() - before)
        if predictions is not None:
            self._count(chunk, predictions)
        if self.position // self._plan.every > (self.position - len(chunk)) // self._plan.every:
            self._add_point()

    def _step(self, chunk: Chunk) -> None:
        late = self._late
        rows = chunk if late is None else Chunk.concat([late, chunk])
        before = time.thread_time()
        predictions = self.model._predict_then_learn_codes(rows, len(rows) - len(chunk), self._plan.delay)
        self._move_on(len(chunk), time.thread_time() - before)
        self._count(chunk, predictions)
        if self._plan.delay:
            self._late = rows[max(0, len(rows) - self._plan.delay) :]
        if self.position % self._plan.every == 0:
            self._add_point()

    def _skip(self, chunk: Chunk) -> Chunk:
        """Put rows that were already predicted, but not learned, back in waiting."""
        known = chunk[: self._to_skip]
        self._to_skip -= len(known)
        self._late = known if self._late is None else Chunk.concat([self._late, known])
        return chunk[len(known) :]

    def _count(self, chunk: Chunk, predictions: NDArray[np.int32]) -> None:
        for tally in self._tallies:
            tally.add(chunk.y, predictions, chunk.weight)
        counted = chunk.y >= 0 if chunk.weight is None else (chunk.y >= 0) & (chunk.weight > 0)
        self._labelled += int(np.count_nonzero(counted))

    def _move_on(self, rows: int, cpu: float) -> None:
        self.position += rows
        self._cpu += cpu

    def _add_point(self) -> None:
        size = self.model.nbytes
        before = self._curve["cpu_seconds"][-1] if self._curve["cpu_seconds"] else 0.0
        self._ram_hours += size / GIBIBYTE * (self._cpu - before) / HOUR
        point = {
            "instance": self.position,
            **scores_of(self._recent),
            "cpu_seconds": self._cpu,
            "model_bytes": size,
            "ram_hours": self._ram_hours,
        }
        for name, value in point.items():
            self._curve[name].append(value)


def _checked_curve(curve: dict[str, list[float]]) -> dict[str, list[float]]:
    """Return a curve that was read from a file; ValueError unless it has all columns, and as many numbers in each."""
    columns = [curve[name] for name in COLUMNS]
    numbers = all(isinstance(column, list) and all(isinstance(v, (int, float)) for v in column) for column in columns)
    if len(curve) != len(COLUMNS) or not numbers or len(set(map(len, columns))) != 1:
        raise ValueError("its curve is not complete")
    return curve


def short_name(model: StreamClassifier) -> str:
    """Return a model's name for tables: its class and the parameters that are not the default, steps joined by |."""
    steps = getattr(model, "steps", None)
    if steps is not None:
        return " | ".join(short_name(step) for _, step in steps)
    estimator = getattr(model, "estimator", model)
    return " ".join(repr(estimator).split()).removesuffix("()")
