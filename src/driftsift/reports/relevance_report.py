"""Relevance over time, for people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from driftsift.data.parameters import positive_int
from driftsift.relevance.over_time import RelevanceOverTime
from driftsift.results import as_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Group

__all__ = ["RelevanceReport"]


class RelevanceReport:
    """What `relevance_over_time` found, as terminal tables, figure or HTML page.

    Parameters
    ----------
    found : RelevanceOverTime
    title : str, optional
        By default the name of the stream.

    Examples
    --------
    >>> import tempfile, driftsift as ds
    >>> found = ds.relevance_over_time(ds.SEA(2_000, n_features=4, relevant=[1, 3], seed=1))
    >>> ds.RelevanceReport(found).html(f"{tempfile.mkdtemp()}/sea.html").name
    'sea.html'
    """

    def __init__(self, found: RelevanceOverTime, title: str | None = None) -> None:
        if not isinstance(found, RelevanceOverTime):
            raise TypeError(f"a relevance report is made of what relevance_over_time returns, got {found!r}")
        self.found = found
        self.title = found.stream if title is None else title

    def figure(self, top: int = 10) -> Figure:
        """Return the heat map and, below it, the curves of the features that said most, as a matplotlib figure."""
        from matplotlib.figure import Figure

        features = min(positive_int("top", top), max(len(self.found.features), 1))
        height = 1.2 + 0.28 * max(features, 4)
        figure = Figure(figsize=(10.0, height + 4.2), layout="constrained")
        upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=[height, 4.0])
        for ax, kind in ((upper, "heatmap"), (lower, "lines")):
            self.found.plot(kind, top, ax)
            ax.set_title("")
        upper.set_xlabel("")
        figure.suptitle(self.title)
        return figure

    def png(self, path: Any, top: int = 10, dpi: int = 150) -> Path:
        """Write the figure as a PNG file; return its path."""
        target = Path(path)
        self.figure(top).savefig(target, dpi=dpi, format="png")
        return target

    def html(self, path: Any) -> Path:
        """Write one HTML file with tables, interactive pictures and all they need; return its path."""
        from driftsift.reports.relevance_page import relevance_page

        target = Path(path)
        target.write_text(relevance_page(self.found, self.title), encoding="utf-8")
        return target

    def __rich__(self) -> Group:
        return self.found.__rich__()

    def __str__(self) -> str:
        return as_text(self.__rich__())
