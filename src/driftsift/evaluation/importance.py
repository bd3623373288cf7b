"""Which features a model uses over time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from driftsift.data.parameters import one_of, positive_int
from driftsift.evaluation.run import short_name
from driftsift.learners.base import StreamClassifier
from driftsift.learners.foreign import as_learner
from driftsift.progress import progress_bar
from driftsift.results import as_frame, as_text
from driftsift.streams.schedule import Drift
from driftsift.streams.stream import Stream

if TYPE_CHECKING:
    from rich.console import Group

__all__ = ["ImportanceOverTime", "importance_over_time"]

MOST_FEATURES = 20


@dataclass(frozen=True, eq=False)
class ImportanceOverTime:
    """How much each feature mattered to a model over time.

    Parameters
    ----------
    model, stream : str
    n : int
        Number of rows learned.
    every : int
        Rows between two checkpoints.
    rows : int array of shape (t,)
        The number of the row behind which each checkpoint lies.
    features : tuple of str
        Those that mattered at any checkpoint, in the order of the stream.
    scores : float64 array of shape (t, len(features))
        The importance of each of them at each checkpoint.
    drifts : tuple of Drift
        The drifts that the stream is known to have.
    trained : classifier
        The model after the last row.

    Examples
    --------
    >>> import driftsift as ds
    >>> found = ds.importance_over_time(ds.HoeffdingTree(), ds.STAGGER(4_000, seed=1), every=2_000)
    >>> found.top(), found.scores.round(2).tolist()
    (('size', 'color'), [[0.0, 0.0], [0.57, 0.43]])
    """

    model: str
    stream: str
    n: int
    every: int
    rows: NDArray[np.int64]
    features: tuple[str, ...]
    scores: NDArray[np.float64]
    drifts: tuple[Drift, ...]
    trained: Any
    measured: ClassVar[str] = "importance"
    events: ClassVar[tuple[()]] = ()

    def order(self) -> NDArray[np.intp]:
        """Return the numbers of the features by their mean importance."""
        return np.argsort(-self.scores.sum(axis=0), kind="stable")

    def top(self, k: int = 10) -> tuple[str, ...]:
        """Return the features that mattered most on average."""
        return tuple(self.features[f] for f in self.order()[: positive_int("k", k)])

    def to_frame(self, backend: Any = None) -> Any:
        """Return the importances as a data frame: one row per checkpoint and feature.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            By default pandas if it is installed, else Polars, else Arrow.
        """
        columns = {
            "row": np.repeat(self.rows, len(self.features)),
            "feature": np.tile(np.array(self.features, dtype=object), len(self.rows)),
            "importance": self.scores.ravel(),
        }
        return as_frame(columns, backend)

    def plot(self, kind: str = "heatmap", top: int = 10, ax: Any = None) -> Any:
        """Draw the features that mattered most with matplotlib; return the axes.

        The drifts that the stream is known to have are dashed lines.

        Parameters
        ----------
        kind : {"heatmap", "lines"}
        top : int, default 10
        ax : matplotlib axes, optional
        """
        from driftsift.relevance.over_time import pictures

        one_of("kind", kind, ("heatmap", "lines"))
        draw = pictures.heat_map if kind == "heatmap" else pictures.lines
        return draw(self, positive_int("top", top), ax)

    def __rich__(self) -> Group:
        """Return a table for the terminal."""
        from rich import box
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        title = f"{self.model} on {self.stream}: {self.n:,} rows, {len(self.rows):,} checkpoints"
        table = Table(box=box.SIMPLE_HEAD)
        for head in ("feature", "mean", "last", "highest", "after row"):
            table.add_column(head, justify="left" if head == "feature" else "right")
        for f in self.order()[:MOST_FEATURES]:
            own = self.scores[:, f]
            shares = [f"{value:.3f}" for value in (own.mean(), own[-1], own.max())]
            table.add_row(Text(self.features[f]), *shares, f"{self.rows[own.argmax()]:,}")
        return Group(Text(title), table)

    def __str__(self) -> str:
        return as_text(self.__rich__())


def importance_over_time(
    model: Any, stream: Stream, *, every: int = 1000, n: int | None = None, progress: bool | None = None
) -> ImportanceOverTime:
    """Train a model and note again and again how much each feature matters to it.

    Parameters
    ----------
    model : classifier
        A prototype with `feature_importances_`, such as a tree.
    stream : Stream
    every : int, default 1000
        Rows between two checkpoints; one more is after the last row.
    n : int, optional
        Read at most so many rows.
    progress : bool, optional
        Show a progress bar; by default on a terminal only.

    Returns
    -------
    ImportanceOverTime

    Examples
    --------
    >>> import driftsift as ds
    >>> concepts = [ds.SEA(20_000, n_features=5, relevant=pair, seed=1) for pair in [(0, 1), (2, 3)]]
    >>> found = ds.importance_over_time(ds.HoeffdingAdaptiveTree(), ds.Drifting(concepts, at=10_000))
    >>> found.features, found.scores[[9, 19]].round(2).tolist()
    (('x0', 'x1', 'x2', 'x3'), [[0.6, 0.4, 0.0, 0.0], [0.0, 0.0, 0.37, 0.63]])
    """
    learner = as_learner(model)
    if not hasattr(type(learner), "feature_importances_"):
        raise TypeError(f"{short_name(learner)} has no feature_importances_; trees have them")
    every = positive_int("every", every)
    total = _length(stream, n)
    notes = _Notes(clone(learner).prepare(stream.schema), every)
    with progress_bar(progress, f"{short_name(learner)} on {stream.name}", total) as advance:
        for chunk in stream.chunks() if total != 0 else ():
            notes.take(chunk if total is None else chunk[: total - notes.position])
            advance(notes.position)
            if notes.position == total:
                break
    notes.close()
    used, scores = notes.table()
    return ImportanceOverTime(
        model=short_name(learner),
        stream=stream.name,
        n=notes.position,
        every=every,
        rows=np.array(notes.rows, dtype=np.int64),
        features=tuple(stream.schema.names[f] for f in used),
        scores=scores,
        drifts=tuple(drift for drift in stream.drifts if drift.at < notes.position),
        trained=notes.model,
    )


def _length(stream: Stream, n: int | None) -> int | None:
    known = [length for length in (stream.n_instances, n if n is None else positive_int("n", n)) if length is not None]
    return min(known, default=None)


class _Notes:
    """A model under training, and the importances it had; of features it does not use nothing is kept."""

    def __init__(self, model: StreamClassifier, every: int) -> None:
        self.model: Any = model
        self.position = 0
        self.rows: list[int] = []
        self._every = every
        self._importances: list[dict[int, float]] = []

    def take(self, chunk: Any) -> None:
        """Learn a chunk, with a checkpoint wherever one is due."""
        while len(chunk):
            part = chunk[: self._every - self.position % self._every]
            self.model._learn_codes(part)
            self.position += len(part)
            chunk = chunk[len(part) :]
            if self.position % self._every == 0:
                self._note()

    def close(self) -> None:
        """Add a checkpoint after the last row, if there is none."""
        if self.position and self.rows[-1:] != [self.position]:
            self._note()

    def table(self) -> tuple[list[int], NDArray[np.float64]]:
        """Return the features that were ever used, and their importances by checkpoint."""
        used = sorted(set().union(*self._importances))
        scores = [[noted.get(f, 0.0) for f in used] for noted in self._importances]
        return used, np.array(scores, dtype=np.float64).reshape(len(self.rows), len(used))

    def _note(self) -> None:
        importances = self.model.feature_importances_
        self.rows.append(self.position)
        self._importances.append({int(f): float(importances[f]) for f in np.flatnonzero(importances)})
