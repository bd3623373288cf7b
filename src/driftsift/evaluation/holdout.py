"""Holdout evaluation: instances set aside for testing only."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from sklearn.base import clone

from driftsift import _core
from driftsift.data.chunk import Chunk
from driftsift.data.parameters import positive_int
from driftsift.evaluation.plan import Plan
from driftsift.evaluation.result import Evaluation
from driftsift.evaluation.run import Run, short_name
from driftsift.learners.foreign import as_learner
from driftsift.progress import progress_bar
from driftsift.streams.stream import Stream

__all__ = ["holdout"]


def holdout(
    model: Any,
    stream: Stream,
    *,
    test_size: int = 1000,
    every: int = 10_000,
    n: int | None = None,
    progress: bool | None = None,
) -> Evaluation:
    """Learn `every` instances, test on the next `test_size` without learning them, and so on.

    Every point of the curve is over one test set; the summary is over all of them.

    Parameters
    ----------
    model : classifier
    stream : Stream
    test_size : int
        Instances of a test set. The last one may be cut short by the end of the stream.
    every : int
        Instances learned between two test sets.
    n : int, optional
        Read at most so many instances.
    progress : bool, optional
        Show a progress bar; by default on a terminal only.

    Examples
    --------
    >>> import driftsift as ds
    >>> evaluation = ds.holdout(ds.NaiveBayes(), ds.SEA(n=5_500, seed=1), test_size=500, every=1_000)
    >>> evaluation.n, evaluation.labelled, len(evaluation.curve["instance"])
    (5500, 1500, 3)
    """
    test_size = positive_int("test_size", test_size)
    every = positive_int("every", every)
    plan = Plan.of(stream, "prequential", test_size, None, None, n, 0, 1000, None)
    learner = as_learner(model)
    started = time.perf_counter()
    run = HoldoutRun(clone(learner).prepare(stream.schema), stream.schema, plan)
    with progress_bar(progress, f"{short_name(learner)} on {stream.name}", plan.n) as advance:
        for part, tests in _parts(plan.blocks(stream, 0), every, test_size):
            run.test(part) if tests else run.train(part)
            advance(run.position)
    run.close()
    result = run.result(short_name(learner), stream.name, time.perf_counter() - started)
    result.protocol.update(protocol="holdout", test_size=test_size, every=every)
    return result


class HoldoutRun(Run):
    """A run whose instances are either learned or tested."""

    _tested = 0

    def train(self, chunk: Chunk) -> None:
        """Learn without testing."""
        if self._tested:
            self.close()
        before = time.thread_time()
        self.model._learn_codes(chunk)
        self._move_on(len(chunk), time.thread_time() - before)

    def test(self, chunk: Chunk) -> None:
        """Test without learning."""
        before = time.thread_time()
        predictions = self.model._predict_codes(chunk)
        self._move_on(len(chunk), time.thread_time() - before)
        self._count(chunk, predictions)
        self._tested += len(chunk)

    def close(self) -> None:
        """Add the point of the test set that has just ended."""
        if self._tested:
            self._add_point()
            self._tested = 0
            self._tallies[1] = self._recent = _core.Tally(self._schema.n_classes)


def _parts(chunks: Iterator[Chunk], every: int, test_size: int) -> Iterator[tuple[Chunk, bool]]:
    """Cut chunks at the borders of training and test sets; yield each part and whether it is for testing."""
    position = 0
    for chunk in chunks:
        while len(chunk):
            phase = position % (every + test_size)
            tests = phase >= every
            left = (every + test_size if tests else every) - phase
            yield chunk[:left], tests
            position += min(left, len(chunk))
            chunk = chunk[left:]
