"""Concepts and classes over time, as a static picture."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from driftsift.palette import LIGHT
from driftsift.reports.inspection import Inspection

__all__ = ["over_time"]

LONGEST_LEGEND = 12


def over_time(found: Inspection) -> Figure:
    """Draw the share of each concept, if known, and of each class, from the first instance to the last."""
    labels = [*map(str, found.schema.classes), *(["unknown"] if found.unlabelled else [])]
    panels = [("class", labels, found.classes[:, : len(labels)])]
    if found.concepts.size:
        names = [_concept_name(found, k) for k in range(found.concepts.shape[1])]
        panels.insert(0, ("concept", names, found.concepts))
    figure = Figure(figsize=(9.0, 0.7 + 2.3 * len(panels)), layout="constrained")
    grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for ax, (what, names, counts) in zip(grid, panels, strict=True):
        _stack(ax, found.edges, counts, names)
        ax.set_ylabel(f"share of {what}")
        for drift in found.drifts if what == "concept" else found.prior_drifts:
            ax.axvline(drift.at, color="0.2", linewidth=0.8, linestyle=(0, (2, 2)))
    ax.set_xlabel("instance")
    figure.suptitle(found.stream)
    return figure


def _stack(ax: Any, edges: NDArray[np.int64], counts: NDArray[np.int64], names: list[str]) -> None:
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    colours = islice(cycle(LIGHT), len(names))
    below = np.zeros(len(shares))
    for share, name, colour in zip(shares.T if len(shares) else (), names, colours, strict=False):
        ax.stairs(below + share, edges, baseline=below, fill=True, color=colour, alpha=0.8, label=name, linewidth=0)
        below = below + share
    ax.set_xlim(0, max(edges[-1], 1))
    ax.set_ylim(0, 1)
    ax.spines[["top", "right"]].set_visible(False)
    if len(shares) and len(names) <= LONGEST_LEGEND:
        ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize="small")


def _concept_name(found: Inspection, k: int) -> str:
    names = (found.relevant or {}).get(k, ())
    shown = ", ".join(names) if len(names) <= 3 else f"{len(names)} features"
    return f"{k}: {shown}" if shown else str(k)
