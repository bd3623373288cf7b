"""Evaluations side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from driftsift.evaluation import Evaluation

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

__all__ = ["Report"]


class Report:
    """Evaluations side by side, as terminal table, figure or HTML page.

    Parameters
    ----------
    evaluations : Evaluation or sequence of Evaluation
        In the order in which they are to be shown.
    title : str, optional
        By default the names of the streams.
    marks : dict of int to str, optional
        Instances to mark in the curves, such as drifts, with a few words each.

    Examples
    --------
    >>> import tempfile, driftsift as ds
    >>> stream = ds.SEA(2_000, seed=1)
    >>> report = ds.Report([ds.evaluate(model, stream) for model in (ds.MajorityClass(), ds.NaiveBayes())])
    >>> report.html(f"{tempfile.mkdtemp()}/sea.html").name
    'sea.html'
    """

    def __init__(
        self,
        evaluations: Evaluation | Sequence[Evaluation],
        title: str | None = None,
        marks: Mapping[int, str] | None = None,
    ) -> None:
        found = [evaluations] if isinstance(evaluations, Evaluation) else list(evaluations)
        for evaluation in found:
            if not isinstance(evaluation, Evaluation):
                raise TypeError(f"a report is made of evaluations, got {type(evaluation).__name__}")
        if not found:
            raise ValueError("a report needs at least one evaluation")
        self.evaluations = found
        self.title = ", ".join(dict.fromkeys(e.stream for e in found)) if title is None else title
        self.marks = dict(marks or {})

    def table(self) -> Table:
        """Return a table for the terminal."""
        from driftsift.evaluation.tables import comparison_table

        return comparison_table(self.evaluations)

    def figure(self, measures: Sequence[str] = ("accuracy", "kappa_m")) -> Figure:
        """Return the curves as a matplotlib figure, one row per measure and one column per stream."""
        from driftsift.reports.figures import curves

        return curves(self.evaluations, measures, self.title, self.marks)

    def png(self, path: Any, measures: Sequence[str] = ("accuracy", "kappa_m"), dpi: int = 150) -> Path:
        """Write the figure as a PNG file; return its path."""
        target = Path(path)
        self.figure(measures).savefig(target, dpi=dpi, format="png")
        return target

    def html(self, path: Any) -> Path:
        """Write one HTML file with tables, interactive curves and all they need; return its path."""
        from driftsift.reports.page import page

        target = Path(path)
        target.write_text(page(self.evaluations, self.title, self.marks), encoding="utf-8")
        return target

    def __rich__(self) -> Table:
        return self.table()

    def __str__(self) -> str:
        from driftsift.results import as_text

        return as_text(self.table(), width=140)
