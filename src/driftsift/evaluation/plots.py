"""Curves over the stream, drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from driftsift.evaluation.scores import CURVE_MEASURES

if TYPE_CHECKING:
    from driftsift.evaluation.result import Evaluation

__all__ = ["plot_curves"]


def plot_curves(evaluations: Sequence[Evaluation], measures: Sequence[str] = ("accuracy",), ax: Any = None) -> Any:
    """Draw measures of one or more evaluations over the instances; return the axes."""
    for measure in measures:
        if measure not in CURVE_MEASURES:
            raise ValueError(f"no curve of {measure!r}; there are {list(CURVE_MEASURES)}")
    if ax is None:
        from matplotlib.figure import Figure

        ax = Figure(figsize=(9, 4.5), layout="constrained").subplots()
    for evaluation in evaluations:
        for measure in measures:
            parts = ([evaluation.model] if len(evaluations) > 1 else []) + ([measure] if len(measures) > 1 else [])
            ax.plot(evaluation.curve["instance"], evaluation.curve[measure], label=", ".join(parts) or measure)
    ax.set_xlabel("instance")
    ax.set_ylabel(measures[0] if len(measures) == 1 else "measure")
    ax.set_title(", ".join(sorted({evaluation.stream for evaluation in evaluations})))
    ax.grid(alpha=0.3)
    if ax.get_legend_handles_labels()[0]:
        ax.legend(frameon=False)
    return ax
