"""Relevance over time as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from driftsift.relevance.over_time.alarms import Alarm

if TYPE_CHECKING:
    from driftsift.relevance.over_time.result import RelevanceOverTime

__all__ = ["ALARM_HEADS", "FEATURE_HEADS", "alarm_cells", "feature_cells", "tables"]

MOST_FEATURES = 20
MOST_ALARMS = 40

FEATURE_HEADS = ("feature", "highest score", "after row", "last score", "significant at", "alarms")
ALARM_HEADS = ("feature", "direction", "behind row", "between rows", "p", "q", "before", "after")


def tables(found: RelevanceOverTime) -> Group:
    """Return the features that said most, and the clearest alarms."""
    return Group(*_tables(found))


def feature_cells(found: RelevanceOverTime, most: int) -> list[list[str]]:
    """Return one line of text per feature, those that said most first."""
    return [_feature(found, int(f)) for f in found.order()[:most]] if len(found.rows) else []


def alarm_cells(alarm: Alarm) -> list[str]:
    """Return an alarm as texts."""
    between = f"{alarm.since:,} to {alarm.until:,}"
    sure = [f"{alarm.p_value:.1e}", f"{alarm.q_value:.1e}"]
    return [alarm.feature, alarm.direction, f"{alarm.row:,}", between, *sure, *_scores(alarm.before, alarm.after)]


def _tables(found: RelevanceOverTime) -> Iterator[Table]:
    title = f"{found.stream}: {found.n:,} rows, {found.n_features:,} features, {len(found.rows):,} checkpoints"
    yield _table(title, FEATURE_HEADS, feature_cells(found, MOST_FEATURES))
    clearest = sorted(sorted(found.events, key=lambda alarm: alarm.p_value)[:MOST_ALARMS], key=lambda alarm: alarm.row)
    more = len(found.events) - len(clearest)
    shown = f"{len(found.events):,} alarms" + (f", the {len(clearest)} clearest of them" if more else "")
    yield _table(shown, ALARM_HEADS, [alarm_cells(alarm) for alarm in clearest])


def _feature(found: RelevanceOverTime, feature: int) -> list[str]:
    scores = np.nan_to_num(found.scores[:, feature])
    best, known = int(scores.argmax()), np.count_nonzero(~np.isnan(found.scores[:, feature]))
    name = found.features[feature]
    alarms = sum(alarm.feature == name for alarm in found.events)
    often = f"{found.significant[:, feature].sum() / max(known, 1):.0%}"
    highest, last = _scores(scores[best], scores[-1])
    return [name, highest, f"{found.rows[best]:,}", last, often, str(alarms)]


def _scores(*values: float) -> list[str]:
    return [f"{value:.3f}" for value in values]


def _table(title: str, heads: Sequence[str], lines: list[list[str]]) -> Table:
    table = Table(title=Text(title), title_justify="left", box=box.SIMPLE_HEAD)
    for head in heads:
        table.add_column(head, justify="left" if head in {"feature", "direction"} else "right")
    for line in lines:
        table.add_row(*map(Text, line))
    return table
