"""`driftsift relevance`: what every feature says about the class over time, and which ones rose or fell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from driftsift.cli.errors import UsageError, guarded, say
from driftsift.cli.options import Debug, Json, Target, file_option, number_option
from driftsift.cli.output import print_json, print_renderable
from driftsift.cli.sources import Seed, Source, open_source, require_end

if TYPE_CHECKING:
    from driftsift.relevance import RelevanceOverTime
    from driftsift.relevance.scorer import StreamScorer
    from driftsift.streams import Stream

__all__ = ["relevance"]

Expression = Annotated[
    str | None,
    typer.Option(
        "--scorer",
        "-s",
        metavar="EXPR",
        help='Such as "information-gain(window=500)"; by default symmetrical uncertainty, see driftsift list parts.',
    ),
]
Alpha = Annotated[
    float, typer.Option(metavar="F", help="Expected share of false alarms, and level of the significance of scores.")
]
LeastChange = Annotated[float, typer.Option(metavar="F", help="Smaller changes of a score raise no alarm.")]


@guarded
def relevance(
    source: Source,
    target: Target = None,
    seed: Seed = None,
    scorer: Expression = None,
    every: Annotated[
        int | None, number_option("Labelled rows between two checkpoints; by default there are about 200.")
    ] = None,
    top: Annotated[int, number_option("Draw so many features.")] = 10,
    alpha: Alpha = 0.01,
    least_change: LeastChange = 0.01,
    block: Annotated[
        int, number_option("N rows in succession may depend on each other; alarms count them as one.")
    ] = 1,
    n: Annotated[int | None, number_option("Read at most N rows.", "--n", "-n")] = None,
    html: Annotated[Path | None, file_option("Write a page with interactive pictures and tables.")] = None,
    png: Annotated[Path | None, file_option("Write a picture.")] = None,
    csv: Annotated[Path | None, file_option("Write the scores: row, feature, score, p_value, significant.")] = None,
    as_json: Json = False,
    debug: Debug = False,  # noqa: ARG001
) -> None:
    """Show how much every feature says about the class over time, and when that changed.

    For example: driftsift relevance sensors.csv --target state --html sensors.html
    """
    from driftsift import relevance as room

    stream = open_source(source, target, seed)
    require_end(stream, n)
    found = room.relevance_over_time(
        stream,
        _scorer(scorer, stream),
        every=every,
        alpha=alpha,
        top=top,
        least_change=least_change,
        block=block,
        n=n,
    )
    if as_json:
        print_json(json.loads(found.to_json()))
    else:
        print_renderable(found)
    _write(found, top, html, png, csv)


def _scorer(expression: str | None, stream: Stream) -> StreamScorer[Any] | None:
    """Return the scorer, which has been tried on the schema of the stream."""
    from sklearn.base import clone

    from driftsift.expressions import build_scorer

    if expression is None:
        return None
    scorer: StreamScorer[Any] = build_scorer(expression)
    try:
        clone(scorer).prepare(stream.schema)
    except (TypeError, ValueError) as error:
        raise UsageError(f"{expression}: {error}") from None
    return scorer


def _write(found: RelevanceOverTime, top: int, html: Path | None, png: Path | None, csv: Path | None) -> None:
    if html is not None or png is not None:
        from driftsift.reports import RelevanceReport

        report = RelevanceReport(found)
        if html is not None:
            say(f"wrote {report.html(html)}")
        if png is not None:
            say(f"wrote {report.png(png, top)}")
    if csv is not None:
        from pyarrow.csv import write_csv

        write_csv(found.to_frame("pyarrow"), csv)
        say(f"wrote {csv}")
