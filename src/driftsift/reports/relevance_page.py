"""One HTML file that shows relevance over time and loads nothing from anywhere."""

from __future__ import annotations

from html import escape
from string import Template
from typing import Any

import numpy as np

from driftsift.palette import DARK, DASHES, LIGHT
from driftsift.relevance.over_time import Alarm, RelevanceOverTime
from driftsift.relevance.over_time.pictures import staircase
from driftsift.relevance.over_time.tables import ALARM_HEADS, FEATURE_HEADS, alarm_cells, feature_cells
from driftsift.reports.charts import as_json
from driftsift.reports.environment import environment
from driftsift.reports.page import asset
from driftsift.reports.tables import table, value_table

__all__ = ["relevance_page"]

FEWEST_FEATURES = 10
MOST_FEATURES = 40
MOST_LISTED = 100
MOST_ALARMS = 500
DIGITS = 4


def relevance_page(found: RelevanceOverTime, title: str) -> str:
    """Return the page."""
    from plotly.offline import get_plotlyjs

    drawn = _number_drawn(found)
    return Template(asset("relevance.html")).substitute(
        title=escape(title),
        style=asset("page.css"),
        shown=_shown(found, drawn),
        known=" Dotted lines are the drifts that the stream is known to have." if found.drifts else "",
        height=f"{8 + 1.4 * drawn:.1f}rem",
        alarms=_alarms(found),
        features=table(FEATURE_HEADS, feature_cells(found, MOST_LISTED), "Those that said most over the stream first."),
        settings=value_table(found.summary(), "Settings"),
        environment=value_table(environment(), "Made with"),
        data=as_json(relevance_data(found, drawn)),
        plotly=get_plotlyjs(),
        script=asset("common.js") + asset("relevance.js"),
    )


def relevance_data(found: RelevanceOverTime, drawn: int) -> dict[str, Any]:
    """Return what the page's script draws; names are escaped because Plotly reads markup in them."""
    order = found.order()[:drawn]
    names = {found.features[f]: int(f) for f in order}
    place = {int(f): i for i, f in enumerate(order)}
    first = max(int(found.rows[0]) - found.every, 0) if len(found.rows) else 0
    return {
        "n": found.n,
        "rows": found.rows.tolist(),
        "edges": [first, *found.rows.tolist()],
        "features": [_curve(found, int(f)) for f in order],
        "staircase": [place[int(f)] for f in staircase(found, drawn)],
        "alarms": [_mark(found, alarm, names[alarm.feature]) for alarm in found.events if alarm.feature in names],
        "drifts": [drift.at for drift in found.drifts],
        "light": LIGHT,
        "dark": DARK,
        "dashes": DASHES,
    }


def _number_drawn(found: RelevanceOverTime) -> int:
    """Return how many features the pictures show: those that were ever significant, some in any case."""
    significant = int(found.significant.any(axis=0).sum())
    return min(max(significant, FEWEST_FEATURES), MOST_FEATURES, len(found.features))


def _shown(found: RelevanceOverTime, drawn: int) -> str:
    which = "All features" if drawn == found.n_features else f"The {drawn:,} of {found.n_features:,} features"
    said = "" if drawn == found.n_features else " that said most over the stream"
    return f"{which}{said}, at {len(found.rows):,} checkpoints."


def _alarms(found: RelevanceOverTime) -> str:
    clearest = sorted(sorted(found.events, key=lambda alarm: alarm.p_value)[:MOST_ALARMS], key=lambda alarm: alarm.row)
    which = "All" if len(clearest) == len(found.events) else f"The {len(clearest):,} clearest of all"
    caption = (
        f"{which} {len(found.events):,} alarms, out of {found.tests:,} tests; "
        f"false ones are expected to be at most {found.alpha:.2%}."
    )
    return table(ALARM_HEADS, map(alarm_cells, clearest), caption)


def _curve(found: RelevanceOverTime, feature: int) -> dict[str, Any]:
    scores, p_values = found.scores[:, feature], found.p_values[:, feature]
    return {
        "name": escape(found.features[feature]),
        "scores": [round(score, DIGITS) for score in scores.tolist()],
        "p": [f"{p:.1e}" for p in p_values.tolist()],
    }


def _mark(found: RelevanceOverTime, alarm: Alarm, feature: int) -> dict[str, Any]:
    name, direction, _, between, p, q, before, after = alarm_cells(alarm)
    scores = np.nan_to_num(found.scores[:, feature])
    return {
        "feature": escape(name),
        "direction": direction,
        "row": alarm.row,
        "height": round(float(np.interp(alarm.row, found.rows, scores)), DIGITS),
        "text": f"{escape(name)} {direction}<br>{before} to {after}<br>rows {between}<br>p {p}, q {q}",
    }
