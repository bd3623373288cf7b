"""What features are worth over time as pictures, drawn with matplotlib."""

from __future__ import annotations

from itertools import cycle
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from driftsift.palette import LIGHT, LINE_STYLES
from driftsift.relevance.over_time.alarms import Alarm
from driftsift.streams.schedule import Drift

__all__ = ["heat_map", "lines", "staircase"]

MARKS = {"rose": "^", "fell": "v", "turned": "D"}
LONGEST_NAME = 24


class _OverTime(Protocol):
    """What the pictures need of a result; `RelevanceOverTime` says what its attributes are."""

    measured: ClassVar[str]

    @property
    def stream(self) -> str: ...
    @property
    def n(self) -> int: ...
    @property
    def every(self) -> int: ...
    @property
    def rows(self) -> NDArray[np.int64]: ...
    @property
    def features(self) -> tuple[str, ...]: ...
    @property
    def scores(self) -> NDArray[np.float64]: ...
    @property
    def events(self) -> tuple[Alarm, ...]: ...
    @property
    def drifts(self) -> tuple[Drift, ...]: ...
    def order(self) -> NDArray[np.intp]: ...


def heat_map(found: _OverTime, top: int, ax: Any = None) -> Any:
    """Draw one line of cells per feature, the darker the higher its score."""
    chosen = staircase(found, top)
    ax = _axes(found, ax, 1.2 + 0.28 * max(len(chosen), 4))
    cells = np.nan_to_num(found.scores[:, chosen]).T
    if cells.size:
        mesh = ax.pcolormesh(_edges(found), np.arange(len(chosen) + 1), cells, cmap="Blues", vmin=0, rasterized=True)
        ax.figure.colorbar(mesh, ax=ax, label=found.measured, pad=0.01)
    ax.set_yticks(np.arange(len(chosen)) + 0.5, [_short(found.features[f]) for f in chosen])
    ax.set_ylim(max(len(chosen), 1), 0)
    line_of = {found.features[f]: line for line, f in enumerate(chosen)}
    _mark(found, ax, {name: (lambda _, line=line: line + 0.5) for name, line in line_of.items()}, {})
    return ax


def lines(found: _OverTime, top: int, ax: Any = None) -> Any:
    """Draw one curve per feature."""
    ax = _axes(found, ax, 4.5)
    chosen = found.order()[:top]
    colours: dict[str, str] = {}
    heights: dict[str, Any] = {}
    for feature, colour, style in zip(chosen, cycle(LIGHT), cycle(LINE_STYLES), strict=False):
        name, values = found.features[feature], found.scores[:, feature]
        ax.plot(found.rows, values, color=colour, linestyle=style, linewidth=1.3, label=_short(name))
        colours[name] = colour
        heights[name] = lambda row, values=values: float(np.interp(row, found.rows, np.nan_to_num(values)))
    ax.set_ylabel(found.measured)
    ax.set_ylim(bottom=0)
    ax.grid(alpha=0.3)
    _mark(found, ax, heights, colours)
    if len(chosen):
        ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize="small")
    return ax


def staircase(found: _OverTime, top: int) -> NDArray[np.intp]:
    """Return the features that said most in the order in which they say most."""
    if not len(found.rows):
        return np.empty(0, dtype=np.intp)
    chosen = found.order()[:top]
    return chosen[np.argsort(np.nan_to_num(found.scores[:, chosen]).argmax(axis=0), kind="stable")]


def _axes(found: _OverTime, ax: Any, height: float) -> Any:
    if ax is None:
        from matplotlib.figure import Figure

        ax = Figure(figsize=(9, height), layout="constrained").subplots()
    ax.set_xlabel("row")
    ax.set_title(found.stream)
    ax.set_xlim(0, max(found.n, 1))
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _edges(found: _OverTime) -> NDArray[np.float64]:
    """Return where the cells begin and end: a cell reaches back to the checkpoint before."""
    first = max(float(found.rows[0]) - found.every, 0.0)
    return np.concatenate([[first], found.rows]).astype(np.float64)


def _mark(found: _OverTime, ax: Any, heights: dict[str, Any], colours: dict[str, str]) -> None:
    """Draw the known drifts, and the alarms of the features that are shown."""
    for drift in found.drifts:
        ax.axvline(drift.at, color="0.25", linewidth=0.9, linestyle=(0, (3, 3)))
    for alarm in found.events:
        if alarm.feature in heights:
            height = heights[alarm.feature](alarm.row)
            face = colours.get(alarm.feature, LIGHT[1])
            ax.plot(alarm.row, height, MARKS[alarm.direction], color=face, markeredgecolor="white", markersize=7)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
