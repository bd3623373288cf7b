"""Results as terminal tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from driftsift.evaluation.result import Evaluation

__all__ = ["bytes_text", "comparison_table", "percent", "seconds_text"]


def comparison_table(evaluations: Sequence[Evaluation]) -> Table:
    """Return one row per evaluation."""
    streams = {evaluation.stream for evaluation in evaluations}
    table = Table(
        title=f"{escape(', '.join(sorted(streams)))}: {evaluations[0].n:,} instances" if evaluations else None
    )
    table.add_column("model")
    for heading in ("accuracy", "kappa", "kappa_m", "kappa_per", "F1", "CPU s", "memory", "RAM-Hours"):
        table.add_column(heading, justify="right")
    for evaluation in evaluations:
        s = evaluation.summary()
        scores = [percent(s[name]) for name in ("accuracy", "kappa", "kappa_m", "kappa_per", "f1")]
        cost = [seconds_text(s["cpu_seconds"]), bytes_text(s["model_bytes"]), f"{s['ram_hours']:.2e}"]
        table.add_row(escape(evaluation.model), *scores, *cost)
    return table


def percent(share: float) -> str:
    """Return a share in percent with two digits, n/a where it is not defined."""
    return "n/a" if share != share else f"{100 * share:.2f}"


def seconds_text(seconds: float) -> str:
    """Return seconds with three significant digits."""
    return f"{seconds:.3g}"


def bytes_text(count: float) -> str:
    """Return a number of bytes in the unit that suits it."""
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} GiB"
