"""One HTML file that shows evaluations and loads nothing from anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template

from driftsift.evaluation import Evaluation
from driftsift.reports.charts import as_json, chart_data
from driftsift.reports.environment import environment
from driftsift.reports.tables import (
    classes_table,
    confusion_table,
    cost_table,
    described,
    quality_table,
    value_table,
)

__all__ = ["asset", "page"]

MOST_CLASSES = 20


def page(evaluations: Sequence[Evaluation], title: str, marks: Mapping[int, str]) -> str:
    """Return the page."""
    from plotly.offline import get_plotlyjs

    streams = list(dict.fromkeys(e.stream for e in evaluations))
    return Template(asset("page.html")).substitute(
        title=escape(title),
        style=asset("page.css"),
        quality=quality_table(evaluations),
        cost=cost_table(evaluations),
        curves="".join(_curve(i, name) for i, name in enumerate(streams)),
        details="".join(_details(i, e) for i, e in enumerate(evaluations)),
        described="".join(f"<p>{escape(text)}</p>" for text in _described(evaluations)),
        protocol="".join(_protocols(evaluations)),
        environment=value_table(environment(), "Made with"),
        data=as_json(chart_data(evaluations, marks, MOST_CLASSES)),
        plotly=get_plotlyjs(),
        script=asset("common.js") + asset("page.js"),
    )


def asset(name: str) -> str:
    """Return a part of the pages that is a file."""
    return files("driftsift.reports").joinpath("assets", name).read_text(encoding="utf-8")


def _curve(number: int, stream: str) -> str:
    label = f"Curves of the chosen measure over the instances of {stream}"
    return (
        f"<figure><figcaption>{escape(stream)}</figcaption>"
        f'<div class="chart" id="curve-{number}" role="img" aria-label="{escape(label)}"></div></figure>'
    )


def _details(number: int, evaluation: Evaluation) -> str:
    if len(evaluation.classes) > MOST_CLASSES:
        label = f"Confusion matrix of {evaluation.model}"
        matrix = f'<div class="chart" id="matrix-{number}" role="img" aria-label="{escape(label)}"></div>'
    else:
        matrix = confusion_table(evaluation)
    return (
        f"<details{' open' if not number else ''}><summary>{escape(evaluation.model)}"
        f" <span>on {escape(evaluation.stream)}</span></summary>"
        f'<div class="pair">{matrix}{classes_table(evaluation)}</div></details>'
    )


def _described(evaluations: Sequence[Evaluation]) -> list[str]:
    return list(dict.fromkeys(described(e.protocol) for e in evaluations))


def _protocols(evaluations: Sequence[Evaluation]) -> Iterator[str]:
    """Return a table for each protocol, headed by the models it was used for."""
    by_text: dict[str, list[Evaluation]] = {}
    for evaluation in evaluations:
        by_text.setdefault(repr((evaluation.stream, evaluation.protocol)), []).append(evaluation)
    for alike in by_text.values():
        first = alike[0]
        names = ", ".join(dict.fromkeys(e.model for e in alike))
        options = {name: value for name, value in first.protocol.items() if value is not None}
        facts = {
            "stream": first.stream,
            "instances": f"{first.n:,}",
            "labelled": f"{first.labelled:,}",
            **options,
        }
        yield value_table(facts, names)
