"""Prequential evaluation: every instance is first predicted, then learned."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from sklearn.base import clone

from driftsift.evaluation.checkpoint import Checkpoint, fingerprint
from driftsift.evaluation.interrupts import postponed_interrupt
from driftsift.evaluation.plan import Plan
from driftsift.evaluation.result import Evaluation
from driftsift.evaluation.run import Run, short_name
from driftsift.learners.base import StreamClassifier
from driftsift.learners.foreign import as_learner
from driftsift.learners.modelfile import describe
from driftsift.progress import progress_bar
from driftsift.streams.stream import Stream

__all__ = ["evaluate"]


def evaluate(
    model: Any,
    stream: Stream,
    *,
    protocol: str = "prequential",
    window: int | str | None = None,
    fading: float | None = None,
    every: int | None = None,
    n: int | None = None,
    delay: int | None = None,
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
        Test-then-train instance by instance, or chunk by chunk: a whole chunk is tested, then learned. The first
        chunk is learned only, a last shorter one tested only.
    window : int, "auto" or None
        The curve's measures are over the last `window` instances; "auto": a tenth of the stream, 1000 if its length is
        not known. None: over all instances so far (landmark).
    fading : float, optional
        The curve's measures fade: an instance counts `fading` times as much as the next one.
    every : int, optional
        Instances between two checkpoints of the curve; by default a hundredth of the stream, or 1000.
    n : int, optional
        Read at most so many instances.
    delay : int, optional
        The label of an instance arrives after so many further instances have been predicted; by default what the
        stream says of itself (`Delayed`), else at once.
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
    identity = {} if checkpoint is None else _identity(learner, stream, plan)
    saved = Checkpoint(checkpoint, identity, checkpoint_seconds)
    started = time.perf_counter()
    run = Run(clone(learner).prepare(stream.schema), stream.schema, plan)
    saved.restore(run)
    label = f"{short_name(learner)} on {stream.name}"
    with progress_bar(progress, label, plan.n) as advance:
        try:
            for block in plan.blocks(stream, run.position):
                with postponed_interrupt():
                    run.take(block)
                advance(run.position)
                saved.offer(run.model, run.progress)
        except KeyboardInterrupt:
            if run.settled:
                saved.write(run.model, run.progress)
            raise
    run.close()
    saved.write(run.model, run.progress)
    return run.result(short_name(learner), stream.name, time.perf_counter() - started)


def _identity(learner: StreamClassifier, stream: Stream, plan: Plan) -> dict[str, Any]:
    """Return what a checkpoint must agree with to be continued."""
    return {
        "model": short_name(learner),
        "parameters": describe(clone(learner))["model"],
        "stream": stream.name,
        "schema": stream.schema.to_dict(),
        "beginning of the data": fingerprint(stream),
        **asdict(plan),
    }
