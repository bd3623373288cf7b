"""An inspection as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from driftsift.data.hints import enumerated
from driftsift.reports.inspection import FeatureSummary, Inspection
from driftsift.streams import Drift

__all__ = ["tables"]

MOST_FEATURES = 60
MOST_CATEGORIES = 6


def tables(found: Inspection) -> Group:
    """Return everything that is known, one table below the other."""
    return Group(*_tables(found))


def _tables(found: Inspection) -> Iterator[Table]:
    yield _overview(found)
    yield _classes(found)
    yield _features(found)
    if found.relevant or found.drifts:
        yield _concepts(found)
    if found.redundant:
        yield _redundant(found)


def _overview(found: Inspection) -> Table:
    table = _table(found.stream, ["", ""])
    numeric = sum(feature.categories is None for feature in found.features)
    nominal = len(found.features) - numeric
    cells = found.n * len(found.features)
    lines = {
        "instances": f"{found.n:,}" + ("" if found.complete else ", there are more"),
        "features": f"{len(found.features):,} ({numeric:,} numeric, {nominal:,} nominal)",
        "missing values": f"{found.missing:,}{_share(found.missing, cells)}",
        "target": found.schema.target,
    }
    if found.stored is not None:
        lines["stored entries"] = f"{found.stored:,}{_share(found.stored, cells)}"
    if found.label_delay:
        lines["labels arrive"] = f"{found.label_delay:,} instances later"
    if found.prior_drifts:
        lines["class shares change"] = ", ".join(map(_place, found.prior_drifts))
    for name, value in lines.items():
        table.add_row(name, Text(value))
    table.show_header = False
    return table


def _classes(found: Inspection) -> Table:
    table = _table("classes", ["class", "instances", "share"])
    for label, count in found.class_counts.items():
        table.add_row(Text(str(label)), f"{count:,}", _percent(count, found.n))
    if found.unlabelled:
        table.add_row("unknown", f"{found.unlabelled:,}", _percent(found.unlabelled, found.n))
    return table


def _features(found: Inspection) -> Table:
    table = _table("features", ["feature", "kind", "missing", "values"])
    for feature in found.features[:MOST_FEATURES]:
        kind = "numeric" if feature.categories is None else f"nominal, {len(feature.categories)}"
        missing = _percent(feature.missing, found.n) if feature.missing else ""
        table.add_row(Text(feature.name), kind, missing, Text(_values(feature)))
    left_out = len(found.features) - MOST_FEATURES
    if left_out > 0:
        table.add_row(f"and {left_out:,} more", "", "", "")
    return table


def _values(feature: FeatureSummary) -> str:
    if feature.categories is not None:
        shown = feature.categories[:MOST_CATEGORIES]
        return ", ".join(shown) + (", ..." if len(feature.categories) > MOST_CATEGORIES else "")
    if feature.lowest != feature.lowest:
        return "none"
    return f"{feature.lowest:.6g} to {feature.highest:.6g}, mean {feature.mean:.6g}"


def _concepts(found: Inspection) -> Table:
    table = _table("concepts", ["concept", "begins", "instances", "relevant features"])
    begins = ["at the start", *map(_place, found.drifts)]
    counts = found.concepts.sum(axis=0).tolist()
    relevant = found.relevant or {}
    for k in range(max(len(begins), len(relevant))):
        names = enumerated(relevant[k]).replace("'", "") if k in relevant else "unknown"
        count = f"{counts[k]:,}" if k < len(counts) else ("0" if counts else "")
        table.add_row(str(k), begins[k] if k < len(begins) else "", count, Text(names))
    return table


def _redundant(found: Inspection) -> Table:
    table = _table("redundant features", ["feature", "repeats"])
    for copy, source in list(found.redundant.items())[:MOST_FEATURES]:
        table.add_row(Text(copy), Text(source))
    return table


def _table(title: str, heads: Sequence[str]) -> Table:
    table = Table(title=Text(title), title_justify="left", box=box.SIMPLE_HEAD)
    for head in heads:
        table.add_column(head, justify="right" if head in {"instances", "share", "missing"} else "left")
    return table


def _place(drift: Drift) -> str:
    how = "suddenly" if drift.width <= 1 else f"width {drift.width:,.0f}"
    return f"behind {drift.at:,.0f}, {how}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %" if whole else "n/a"


def _share(part: int, whole: int) -> str:
    return f" ({_percent(part, whole)})" if part else ""
