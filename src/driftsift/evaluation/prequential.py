"""Prequential evaluation: every instance is first predicted, then learned."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from driftsift import _core
from driftsift.data.chunk import Chunk
from driftsift.data.schema import Schema
from driftsift.evaluation.checkpoint import Checkpoint
from driftsift.evaluation.progress import progress_bar
from driftsift.evaluation.result import Evaluation
from driftsift.evaluation.scores import scores_of
from driftsift.learners.base import StreamClassifier
from driftsift.learners.foreign import as_learner
from driftsift.learners.modelfile import describe
from driftsift.learners.parameters import one_of, positive_int, positive_real
from driftsift.streams.stream import Stream

__all__ = ["evaluate"]

GIBIBYTE = 2.0**30
HOUR = 3600.0


def evaluate(
    model: Any,
    stream: Stream,
    *,
    protocol: str = "prequential",
    window: int | str | None = None,
    fading: float | None = None,
    every: int | None = None,
    n: int | None = None,
    delay: int = 0,
    chunk: int = 1000,
    baseline: str | tuple[str, int] | None = None,
    checkpoint: Any = None,
    checkpoint_seconds: float = 10.0,
    progress: bool | None = None,
) -> Evaluation:
    """Test a classifier on every instance of a stream before it learns it.

    The model given is a prototype: a fresh copy is trained and returned as ``evaluation.trained``.

    Parameters
    ----------
    model : classifier
        Of this library, scikit-learn (with `partial_fit`) or River.
    stream : Stream
    protocol : {"prequential", "chunks"}
        Test-then-train instance by instance, or chunk by chunk (a whole chunk is tested, then learned).
    window : int, "auto" or None
        The curve's measures are over the last `window` instances; "auto": a tenth of the stream, 1000 if its length is
        not known. None: over all instances so far (landmark).
    fading : float, optional
        The curve's measures fade: an instance counts `fading` times as much as the next one.
    every : int, optional
        Instances between two checkpoints of the curve; by default a hundredth of the stream, or 1000.
    n : int, optional
        Read at most so many instances.
    delay : int
        The label of an instance arrives after so many further instances have been predicted.
    chunk : int
        Instances per chunk of the protocol "chunks".
    baseline : "prequential" or ("sliding", w), optional
        The majority classifier that kappa_m compares with looks at all instances before, or at the last w; it never
        sees the label it is to predict. By default at all of them, in the curve of a sliding window at that window.
    checkpoint : path, optional
        File that keeps the state of the run. If it exists the run goes on from there, to exactly the result of an
        uninterrupted run.
    checkpoint_seconds : float
        Least time between two writes of that file.
    progress : bool, optional
        Show a progress bar; by default on a terminal only.

    Returns
    -------
    Evaluation

    Examples
    --------
    >>> import driftsift as ds
    >>> evaluation = ds.evaluate(ds.NaiveBayes(), ds.SEA(n=5_000, seed=1), window=500)
    >>> evaluation.summary()["labelled"]
    5000
    """
    plan = Plan.of(stream, protocol, window, fading, every, n, delay, chunk, baseline)
    learner = as_learner(model)
    identity = {
        "model": describe(learner) if checkpoint is not None else None,
        "stream": stream.name,
        **asdict(plan),
    }
    saved = Checkpoint(checkpoint, identity, checkpoint_seconds)
    started = time.perf_counter()
    run = Run(clone(learner).prepare(stream.schema), stream.schema, plan)
    run.resume(saved.read())
    label = f"{short_name(learner)} on {stream.name}"
    with progress_bar(progress, label, plan.n) as advance:
        try:
            for block in plan.blocks(stream, run.position):
                run.take(block)
                advance(run.position)
                saved.offer(run.model, run.progress())
        except KeyboardInterrupt:
            saved.write(run.model, run.progress())
            raise
    run.close()
    saved.write(run.model, run.progress())
    return run.result(short_name(learner), stream.name, time.perf_counter() - started)


@dataclass(frozen=True)
class Plan:
    """The options of a run, checked and completed."""

    protocol: str
    window: int
    fading: float
    every: int
    n: int | None
    delay: int
    chunk: int
    baseline_window: int | None

    @classmethod
    def of(
        cls,
        stream: Stream,
        protocol: str,
        window: int | str | None,
        fading: float | None,
        every: int | None,
        n: int | None,
        delay: int,
        chunk: int,
        baseline: str | tuple[str, int] | None,
    ) -> Plan:
        """Check the options; ValueError or TypeError naming the one that makes no sense."""
        if window is not None and fading is not None:
            raise ValueError("window and fading exclude each other; give one of them")
        if n is not None:
            n = positive_int("n", n)
        if stream.n_instances is not None:
            n = stream.n_instances if n is None else min(n, stream.n_instances)
        if window == "auto":
            window = 1000 if n is None else max(1, round(n / 10))
        if every is None:
            every = 1000 if n is None else max(1, round(n / 100))
        if delay and protocol == "chunks":
            raise ValueError(
                "delay goes with protocol='prequential'; chunks are learned as soon as they are tested"
            )
        return cls(
            protocol=one_of("protocol", protocol, ("prequential", "chunks")),
            window=0 if window is None else positive_int("window", window),
            fading=1.0 if fading is None else positive_real("fading", fading, most=1.0),
            every=positive_int("every", every),
            n=n,
            delay=positive_int("delay", delay, least=0),
            chunk=positive_int("chunk", chunk),
            baseline_window=_baseline_window(baseline),
        )

    def blocks(self, stream: Stream, start: int) -> Iterator[Chunk]:
        """Yield the chunks to work on one after the other; after an interruption with what is still to be learned."""
        size = self.chunk if self.protocol == "chunks" else None
        end = self.n
        position = start = max(0, start - self.delay)
        for chunk in stream.chunks(size, start=start):
            part = chunk if end is None else chunk[: max(0, end - position)]
            if not len(part):
                return
            yield part
            position += len(part)


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


def _baseline_window(baseline: str | tuple[str, int] | None) -> int | None:
    if baseline is None:
        return None
    if baseline == "prequential":
        return 0
    if isinstance(baseline, (tuple, list)) and len(baseline) == 2 and baseline[0] == "sliding":
        return positive_int("baseline window", baseline[1])
    raise ValueError(f'baseline must be "prequential" or ("sliding", w), got {baseline!r}')


def short_name(model: StreamClassifier) -> str:
    """Return a model's name for tables: its class and the parameters that are not the default, steps joined by |."""
    steps = getattr(model, "steps", None)
    if steps is not None:
        return " | ".join(short_name(step) for _, step in steps)
    estimator = getattr(model, "estimator", model)
    return " ".join(repr(estimator).split()).removesuffix("()")
