"""What an evaluation found: figures, curves, tables and plots."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from driftsift.data.schema import Label
from driftsift.evaluation import measures
from driftsift.results import as_frame, as_text, without_nan

if TYPE_CHECKING:
    from rich.table import Table

    from driftsift.learners.base import StreamClassifier

__all__ = ["Evaluation"]


@dataclass(frozen=True)
class Evaluation:
    """The result of `evaluate` and `holdout`.

    Parameters
    ----------
    model, stream : str
        What was evaluated, and on what.
    protocol : dict
        How: protocol, window, fading, delay and the like.
    classes : tuple of labels
    n : int
        Instances read.
    labelled : int
        Instances that were counted: tested, with a known label.
    overall : dict
        Measures over all counted instances.
    matrix : array of shape (c, c)
        Confusion matrix over all counted instances, true class by predicted class.
    curve : dict of str to list
        The measures at every checkpoint, as the protocol's window sees them, with instance number, CPU seconds, bytes
        of the model and RAM-Hours.
    wall_seconds : float
    trained : StreamClassifier
        The model at the end of the stream.

    Examples
    --------
    >>> import driftsift as ds
    >>> evaluation = ds.evaluate(ds.MajorityClass(), ds.SEA(n=1_000, seed=1))
    >>> evaluation.n, sorted(evaluation.summary()["recall"])
    (1000, [0, 1])
    """

    model: str
    stream: str
    protocol: dict[str, Any]
    classes: tuple[Label, ...]
    n: int
    labelled: int
    overall: dict[str, float]
    matrix: NDArray[np.float64]
    curve: dict[str, list[float]]
    wall_seconds: float
    trained: StreamClassifier | None = field(default=None, compare=False, repr=False)

    def summary(self) -> dict[str, Any]:
        """Return the figures over the whole run as a dict."""
        by_class = zip(self.classes, measures.recall(self.matrix).tolist(), strict=True)
        f1_by_class = zip(self.classes, measures.f1(self.matrix, average=None).tolist(), strict=True)
        return {
            "model": self.model,
            "stream": self.stream,
            "n": self.n,
            "labelled": self.labelled,
            **self.overall,
            "mcc": measures.mcc(self.matrix),
            "recall": dict(by_class),
            "f1_by_class": dict(f1_by_class),
            "cpu_seconds": self._last("cpu_seconds"),
            "wall_seconds": self.wall_seconds,
            "model_bytes": int(self._last("model_bytes")),
            "ram_hours": self._last("ram_hours"),
        }

    def to_frame(self, backend: Any = None) -> Any:
        """Return the curve as a data frame, one row per checkpoint.

        Parameters
        ----------
        backend : {"pandas", "polars", "pyarrow"}, optional
            By default pandas if it is installed, else Polars, else Arrow.
        """
        return as_frame(self.curve, backend)

    def to_json(self, path: Any = None) -> str:
        """Return the protocol, figures and curve as JSON text, and write it to `path` if one is given."""
        content = {
            "protocol": self.protocol,
            "summary": self.summary(),
            "classes": list(self.classes),
            "confusion": self.matrix.tolist(),
            "curve": self.curve,
        }
        text = json.dumps(without_nan(content), indent=2, allow_nan=False)
        if path is not None:
            Path(path).write_text(text + "\n", encoding="utf-8")
        return text

    def plot(self, measures: tuple[str, ...] = ("accuracy", "kappa_m"), ax: Any = None) -> Any:
        """Draw measures over the stream with matplotlib; return the axes."""
        from driftsift.evaluation.plots import plot_curves

        return plot_curves([self], measures, ax)

    def __rich__(self) -> Table:
        """Return a table for the terminal."""
        from driftsift.evaluation.tables import comparison_table

        return comparison_table([self])

    def __str__(self) -> str:
        return as_text(self.__rich__())

    def _last(self, column: str) -> float:
        values = self.curve[column]
        return values[-1] if values else 0.0
