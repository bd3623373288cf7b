"""Curves as a static picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from matplotlib.figure import Figure

from driftsift.evaluation import Evaluation
from driftsift.evaluation.plots import plot_curves
from driftsift.palette import LIGHT, LINE_STYLES

__all__ = ["curves"]


def curves(evaluations: Sequence[Evaluation], measures: Sequence[str], title: str, marks: Mapping[int, str]) -> Figure:
    """Draw one row per measure and one column per stream."""
    streams = list(dict.fromkeys(e.stream for e in evaluations))
    figure = Figure(figsize=(max(9.0, 6.0 * len(streams)), 1.0 + 2.7 * len(measures)), layout="constrained")
    grid = figure.subplots(len(measures), len(streams), squeeze=False, sharex="col")
    for column, stream in enumerate(streams):
        mine = [e for e in evaluations if e.stream == stream]
        for row, measure in enumerate(measures):
            _panel(grid[row, column], mine, measure, marks, last=row == len(measures) - 1)
        grid[0, column].set_title(stream if len(streams) > 1 else "")
    figure.suptitle(title)
    handles, labels = grid[0, 0].get_legend_handles_labels()
    if len(labels) > 1:
        figure.legend(handles, labels, loc="outside lower center", ncols=min(3, len(labels)), frameon=False)
    return figure


def _panel(ax: Any, evaluations: Sequence[Evaluation], measure: str, marks: Mapping[int, str], last: bool) -> None:
    ax.set_prop_cycle(color=list(islice(cycle(LIGHT), 40)), linestyle=list(islice(cycle(LINE_STYLES), 40)))
    plot_curves(evaluations, (measure,), ax)
    ax.set_title("")
    ax.spines[["top", "right"]].set_visible(False)
    if ax.get_legend():
        ax.get_legend().remove()
    if not last:
        ax.set_xlabel("")
    for instance in marks:
        ax.axvline(instance, color="0.45", linewidth=0.8, linestyle=(0, (2, 2)), zorder=0)
