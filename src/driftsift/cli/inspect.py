"""`driftsift inspect`: what a stream is like."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from driftsift.cli.errors import guarded, say
from driftsift.cli.options import Debug, Json, Target, file_option, number_option
from driftsift.cli.output import print_json, print_renderable
from driftsift.cli.sources import Seed, Source, has_end, open_source

__all__ = ["inspect"]

ENOUGH = 10_000


@guarded
def inspect(
    source: Source,
    target: Target = None,
    n: Annotated[
        int | None, number_option(f"Read at most N instances; {ENOUGH:,} of a stream without an end.", "--n", "-n")
    ] = None,
    seed: Seed = None,
    png: Annotated[Path | None, file_option("Write a picture of concepts and classes over time.")] = None,
    as_json: Json = False,
    debug: Debug = False,  # noqa: ARG001
) -> None:
    """Show the features, classes and missing values of a stream, and its drifts where they are known."""
    from driftsift import reports

    stream = open_source(source, target, seed)
    found = reports.inspect(stream, n if n is not None or has_end(stream) else ENOUGH)
    if as_json:
        print_json(found.to_dict())
    else:
        print_renderable(found)
    if png is not None:
        say(f"wrote {found.png(png)}")
