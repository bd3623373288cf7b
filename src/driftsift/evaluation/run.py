"""An evaluation under way: the model, the tallies and the curve between two instances."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift import _core
from driftsift.data.chunk import Chunk
from driftsift.data.schema import Schema
from driftsift.evaluation.plan import Plan
from driftsift.evaluation.result import Evaluation
from driftsift.evaluation.scores import scores_of
from driftsift.learners.base import StreamClassifier

__all__ = ["Run", "short_name"]

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
        self._curve: dict[str, list[float]] = {}
        self._cpu = 0.0
        self._ram_hours = 0.0
        self._labelled = 0
        self._late: Chunk | None = None  # instances whose label has not arrived
        self._to_skip = 0  # instances of the next chunks that were predicted before an interruption

    def take(self, chunk: Chunk) -> None:
        """Test and learn a chunk, with a point of the curve wherever one is due."""
        if self._to_skip:
            chunk = self._skip(chunk)
        if self._plan.protocol == "chunks":
            return self._take_whole(chunk)
        while len(chunk):
            due = self._plan.every - self.position % self._plan.every
            self._step(chunk[:due])
            chunk = chunk[due:]
        return None

    def close(self) -> None:
        """Add a last point to the curve if the stream did not end on one."""
        if not self._curve or self._curve["instance"][-1] != self.position:
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

    def resume(self, progress: dict[str, Any] | None) -> None:
        """Continue from the progress of an interrupted run."""
        if progress is None:
            return
        self.model = progress["model"]
        self.position = progress["position"]
        self._labelled = progress["labelled"]
        self._cpu = progress["cpu"]
        self._ram_hours = progress["ram_hours"]
        self._curve = progress["curve"]
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

    def _take_whole(self, chunk: Chunk) -> None:
        before = time.thread_time()
        predictions = self.model._predict_codes(chunk)
        self.model._learn_codes(chunk)
        self._count(chunk, predictions, time.thread_time() - before)
        if self.position // self._plan.every > (self.position - len(chunk)) // self._plan.every:
            self._add_point()

    def _step(self, chunk: Chunk) -> None:
        late = self._late
        rows = chunk if late is None else Chunk.concat([late, chunk])
        before = time.thread_time()
        predictions = self.model._predict_then_learn_codes(rows, len(rows) - len(chunk), self._plan.delay)
        self._count(chunk, predictions, time.thread_time() - before)
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

    def _count(self, chunk: Chunk, predictions: NDArray[np.int32], cpu: float) -> None:
        for tally in self._tallies:
            tally.add(chunk.y, predictions, chunk.weight)
        counted = chunk.y >= 0 if chunk.weight is None else (chunk.y >= 0) & (chunk.weight > 0)
        self._labelled += int(np.count_nonzero(counted))
        self.position += len(chunk)
        self._cpu += cpu

    def _add_point(self) -> None:
        size = self.model.nbytes
        before = self._curve["cpu_seconds"][-1] if self._curve else 0.0
        self._ram_hours += size / GIBIBYTE * (self._cpu - before) / HOUR
        point = {
            "instance": self.position,
            **scores_of(self._recent),
            "cpu_seconds": self._cpu,
            "model_bytes": size,
            "ram_hours": self._ram_hours,
        }
        for name, value in point.items():
            self._curve.setdefault(name, []).append(value)


def short_name(model: StreamClassifier) -> str:
    """Return a model's name for tables: its class and the parameters that are not the default, steps joined by |."""
    steps = getattr(model, "steps", None)
    if steps is not None:
        return " | ".join(short_name(step) for _, step in steps)
    estimator = getattr(model, "estimator", model)
    return " ".join(repr(estimator).split()).removesuffix("()")
