"""What `relevance_over_time` found: tables, pictures, plain data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from driftsift.data.parameters import one_of, positive_int
from driftsift.relevance.over_time.alarms import Alarm
from driftsift.results import as_frame, as_text, without_nan
from driftsift.streams.schedule import Drift

if TYPE_CHECKING:
    from rich.console import Group

__all__ = ["RelevanceOverTime"]


@dataclass(frozen=True, eq=False)
class RelevanceOverTime:
    """What the features of a stream say about the class over time.

    Parameters
    ----------
    stream, scorer : str
        What was read, and how it was scored.
    n, labelled : int
        Number of rows, and of those with a label.
    n_features : int
        Number of features of the stream.
    window, every : int
        Rows of a window, and labelled rows between two checkpoints.
    alpha, least_change, block : numbers
        As asked for.
    rows : int array of shape (t,)
        The number of the row behind which each checkpoint lies.
    features : tuple of str
        Those for which scores were kept.
    scores, p_values : float64 arrays of shape (t, len(features))
        By checkpoint and feature; NaN where a feature had not yet stood out among very many.
    significant : bool array of shape (t, len(features))
        Whether the score is more than chance, at `alpha` for all features together.
    tests : int
        How often a feature was compared between two windows.
    events : tuple of Alarm
        The alarms, in the order of their rows.
    drifts : tuple of Drift
        The drifts that the stream is known to have.

    Examples
    --------
    >>> import driftsift as ds
    >>> found = ds.relevance_over_time(ds.SEA(2_000, n_features=4, relevant=[1, 3], seed=1), every=500)
    >>> found.to_frame("pyarrow").num_rows, found.top(2)
    (16, ('x3', 'x1'))
    """

    stream: str
    scorer: str
    n: int
    labelled: int
    n_features: int
    window: int
    every: int
    alpha: float
    least_change: float
    block: int
    rows: NDArray[np.int64]
    features: tuple[str, ...]
    scores: NDArray[np.float64]
    p_values: NDArray[np.float64]
    significant: NDArray[np.bool_]
    tests: int
    events: tuple[Alarm, ...]
    drifts: tuple[Drift, ...]
    measured: ClassVar[str] = "score"

    @property
    def alarms(self) -> Any:
        """The alarms as a data frame, one row per alarm, with the attributes of `Alarm` as columns."""
        return self.alarms_frame()

    def alarms_frame(self, backend: Any = None) -> Any:
        """Return the alarms as a data frame of the library asked for."""
        return as_frame({name: [getattr(alarm, name) for alarm in self.events] for name in Alarm._fields}, backend)

    def to_frame(self, backend: Any = None) -> Any:
        """Return the scores as a data frame: one row per checkpoint and feature.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            By default pandas if it is installed, else Polars, else Arrow.
        """
        line, column = np.nonzero(~np.isnan(self.scores))
        columns = {
            "row": self.rows[line],
            "feature": np.array(self.features, dtype=object)[column],
            "score": self.scores[line, column],
            "p_value": self.p_values[line, column],
            "significant": self.significant[line, column],
        }
        return as_frame(columns, backend)

    def top(self, k: int = 10) -> tuple[str, ...]:
        """Return the features that said most over the whole stream: the sum of their significant scores decides."""
        return tuple(self.features[f] for f in self.order()[: positive_int("k", k)])

    def order(self) -> NDArray[np.intp]:
        """Return the numbers of the kept features by the sum of their significant scores, then of all their scores."""
        scores = np.nan_to_num(self.scores)
        return np.lexsort((-scores.sum(axis=0), -np.where(self.significant, scores, 0.0).sum(axis=0)))

    def summary(self) -> dict[str, Any]:
        """Return the figures over the whole stream as a dict."""
        return {
            "stream": self.stream,
            "scorer": self.scorer,
            "n": self.n,
            "labelled": self.labelled,
            "features": self.n_features,
            "window": self.window,
            "every": self.every,
            "checkpoints": len(self.rows),
            "alpha": self.alpha,
            "least_change": self.least_change,
            "block": self.block,
            "ever_significant": int(self.significant.any(axis=0).sum()),
            "tests": self.tests,
            "alarms": len(self.events),
            "features_with_alarms": len({alarm.feature for alarm in self.events}),
        }

    def to_json(self, path: Any = None) -> str:
        """Return summary, alarms and scores as JSON text, and write it to `path` if one is given."""
        content = {
            "summary": self.summary(),
            "alarms": [alarm._asdict() for alarm in self.events],
            "drifts": [drift._asdict() for drift in self.drifts],
            "rows": self.rows.tolist(),
            "scores": dict(zip(self.features, self.scores.T.tolist(), strict=True)),
            "p_values": dict(zip(self.features, self.p_values.T.tolist(), strict=True)),
        }
        text = json.dumps(without_nan(content), indent=2, allow_nan=False)
        if path is not None:
            Path(path).write_text(text + "\n", encoding="utf-8")
        return text

    def plot(self, kind: str = "heatmap", top: int = 10, ax: Any = None) -> Any:
        """Draw the features that said most with matplotlib; return the axes.

        Alarms are triangles that point up (rose) or down (fell), or diamonds (turned); the drifts that the stream is
        known to have are dashed lines.

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
        """Return tables for the terminal."""
        from driftsift.relevance.over_time.tables import tables

        return tables(self)

    def __str__(self) -> str:
        return as_text(self.__rich__())
