"""Reads a stream once, and says at checkpoints what every feature is worth, and whether that has changed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift.data.chunk import Chunk
from driftsift.data.parameters import positive_int, real
from driftsift.progress import progress_bar
from driftsift.relevance.lookahead import InteractionLookahead
from driftsift.relevance.over_time.alarms import Findings
from driftsift.relevance.over_time.change import compare
from driftsift.relevance.over_time.history import History
from driftsift.relevance.over_time.result import RelevanceOverTime
from driftsift.relevance.over_time.windows import Windows
from driftsift.relevance.significance import passed
from driftsift.relevance.sliding import SlidingScorer, SymmetricalUncertainty
from driftsift.streams.stream import Stream

__all__ = ["relevance_over_time"]

CHECKPOINTS = 200

Scorer = SlidingScorer | InteractionLookahead


def relevance_over_time(
    stream: Stream,
    scorer: Scorer | None = None,
    *,
    every: int | None = None,
    alpha: float = 0.01,
    top: int = 10,
    least_change: float = 0.01,
    block: int = 1,
    n: int | None = None,
    progress: bool | None = None,
) -> RelevanceOverTime:
    """Say how much every feature tells about the class over time, and which features rose or fell.

    The scorer is asked for all scores after every `every` labelled rows. At the same places two windows of rows are
    compared that have as many rows as the window of the scorer and share none: the last one, and the one right before
    it or, if `every` is longer than a window, the last one of the checkpoint before; for slow changes also the last one
    and the one of four such steps before. An alarm says that what a feature
    alone tells about the class is not the same in both. Its probability without any change is corrected for all tests
    of all features at all checkpoints (Benjamini and Hochberg). Alarms of one feature whose windows overlap are one.

    Memory does not grow with the length of the stream: with more than 1000 checkpoints every second one is forgotten
    and `every` doubled; findings beyond the 20,000 clearest are forgotten. Of more than 1000 features those are kept
    that were once significant or among the `top`, at most 2000.

    Parameters
    ----------
    stream : Stream
    scorer : scorer, optional
        A prototype; ``SymmetricalUncertainty(window=300, correct_bias=True)`` by default.
    every : int, optional
        Labelled rows between two checkpoints; by default so many that there are about 200, or a window of rows if the
        length of the stream is not known.
    alpha : float, default 0.01
        Bounds the expected share of false alarms, and at each checkpoint the probability that any feature counts as
        significant by chance.
    top : int, default 10
        How many features with the highest scores are kept at each checkpoint although they are not significant.
    least_change : float, default 0.01
        Features whose score changes by less raise no alarm, however clear the change.
    block : int, default 1
        How many rows in succession may depend on each other; for the alarms they count as one.
    n : int, optional
        Read at most so many rows.
    progress : bool, optional
        Show a progress bar; by default on a terminal only.

    Returns
    -------
    RelevanceOverTime

    Notes
    -----
    The tests assume that the rows of a window are independent of each other. Where they depend on their predecessors,
    as in most recorded streams, p-values are too small, unless `block` says for how long; see the documentation.

    Examples
    --------
    >>> import driftsift as ds
    >>> concepts = [ds.SEA(4_000, n_features=6, relevant=pair, seed=1) for pair in [(0, 1), (3, 4)]]
    >>> found = ds.relevance_over_time(ds.Drifting(concepts, at=2_000, width=1))
    >>> sorted((alarm.feature, alarm.direction) for alarm in found.events)
    [('x0', 'fell'), ('x1', 'fell'), ('x3', 'rose'), ('x4', 'rose')]
    >>> all(alarm.since <= 2_000 <= alarm.until for alarm in found.events)
    True
    """
    total = _length(stream, n)
    prototype = SymmetricalUncertainty(window=300, correct_bias=True) if scorer is None else scorer
    if not isinstance(prototype, (SlidingScorer, InteractionLookahead)):
        raise TypeError(f"scorer must be one of driftsift.relevance, got {prototype!r}")
    if every is None:
        every = prototype.window if total is None else max(1, round(total / CHECKPOINTS))
    run = _Run(
        stream,
        prototype,
        positive_int("every", every),
        real("alpha", alpha, above=0.0, below=1.0),
        positive_int("top", top),
        real("least_change", least_change),
        positive_int("block", block),
    )
    with progress_bar(progress, f"relevance in {stream.name}", total) as advance:
        for chunk in stream.chunks() if total != 0 else ():
            run.take(chunk if total is None else chunk[: total - run.position])
            advance(run.position)
            if run.position == total:
                break
    return run.result()


def _length(stream: Stream, n: int | None) -> int | None:
    known = [length for length in (stream.n_instances, n if n is None else positive_int("n", n)) if length is not None]
    return min(known, default=None)


class _Run:
    """The state between two rows."""

    def __init__(
        self, stream: Stream, scorer: Scorer, every: int, alpha: float, top: int, least_change: float, block: int
    ) -> None:
        from sklearn.base import clone

        self._stream, self._schema = stream, stream.schema
        self._named = " ".join(repr(scorer).split())
        self._scorer: Any = clone(scorer).prepare(stream.schema)
        self._window = scorer.window
        self._every, self._alpha, self._least_change, self._block = every, alpha, least_change, block
        self._windows = Windows(self._window)
        self._history = History(self._schema.n_features, top)
        self._findings = Findings(alpha)
        self.position = 0
        self._labelled = 0
        self._due = every

    def take(self, chunk: Chunk) -> None:
        """Read a chunk, with a checkpoint wherever one is due."""
        known = np.flatnonzero(chunk.y >= 0)
        begin = 0
        while len(known) >= (missing := self._due - self._labelled):
            end = int(known[missing - 1]) + 1
            self._observe(chunk[begin:end], known[:missing] - begin)
            self._checkpoint()
            known, begin = known[missing:], end
        self._observe(chunk[begin:], known - begin)

    def result(self) -> RelevanceOverTime:
        """Return what was found; the last checkpoint is after the last row with a label."""
        snapshots = self._history.snapshots
        if self._labelled and (not snapshots or snapshots[-1].labelled < self._labelled):
            self._remember()
        features, scores, p_values, significant = self._history.table()
        names = self._schema.names
        return RelevanceOverTime(
            stream=self._stream.name,
            scorer=self._named,
            n=self.position,
            labelled=self._labelled,
            n_features=len(names),
            window=self._window,
            every=self._every,
            alpha=self._alpha,
            least_change=self._least_change,
            block=self._block,
            rows=np.array([snapshot.row for snapshot in self._history.snapshots], dtype=np.int64),
            features=tuple(names[f] for f in features),
            scores=scores,
            p_values=p_values,
            significant=significant,
            tests=self._findings.tests,
            events=self._findings.alarms(names),
            drifts=tuple(drift for drift in self._stream.drifts if drift.at < self.position),
        )

    def _observe(self, chunk: Chunk, known: NDArray[np.intp]) -> None:
        """Look at rows, of which some, given by their numbers in the chunk, have a label."""
        if not len(chunk):
            return
        self._scorer.observe_chunk(chunk)
        rows = chunk if len(known) == len(chunk) else Chunk(chunk.X[known], chunk.y[known])
        self._windows.add(rows, self.position + 1 + known.astype(np.int64))
        self.position += len(chunk)
        self._labelled += len(known)

    def _checkpoint(self) -> None:
        self._due += self._every
        for pair in self._windows.pairs(adjoining=self._every <= self._window):
            changes = compare(pair.before, pair.after, self._schema, self._least_change, self._block)
            self._findings.add(changes, pair)
        if self._labelled >= self._window:
            self._remember()
            self._make_room()

    def _remember(self) -> None:
        p_values = self._scorer.p_values()
        looks_ahead = isinstance(self._scorer, InteractionLookahead)
        significant = self._scorer.significant() if looks_ahead else passed(p_values, self._alpha, "bonferroni")
        self._history.add(self.position, self._labelled, self._scorer.scores(), p_values, significant)

    def _make_room(self) -> None:
        while self._history.full:
            self._every *= 2
            self._history.thin(self._every)
            self._due = (self._labelled // self._every + 1) * self._every
