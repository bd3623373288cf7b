"""`driftsift list`: what there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from driftsift.cli.errors import guarded
from driftsift.cli.options import Debug, Json
from driftsift.cli.output import print_json, print_table

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["list_names"]


class Kind(StrEnum):
    """What can be listed."""

    streams = "streams"
    models = "models"
    parts = "parts"
    measures = "measures"


@guarded
def list_names(
    kind: Annotated[Kind | None, typer.Argument(help="One kind only.", show_default=False)] = None,
    as_json: Json = False,
    debug: Debug = False,  # noqa: ARG001
) -> None:
    """Show streams, presets, data sets, models, their parts, and measures, with parameters and defaults."""
    entries = {str(k): list(_entries(k)) for k in ([kind] if kind else Kind)}
    if as_json:
        print_json(entries)
        return
    for name, found in entries.items():
        print_table(_table(name, found))


def _entries(kind: Kind) -> Iterator[dict[str, Any]]:
    from driftsift.expressions import kebab

    for name, value in _members(kind).items():
        parameters = _parameters(value)
        written = ", ".join(p if default is None else f"{p}={default}" for p, default in parameters.items())
        summary = (value.__doc__ or "").strip().partition("\n")[0]
        shown = name if kind is Kind.measures else kebab(name)
        yield {"name": shown, "parameters": written, "what": summary}
    if kind is Kind.streams:
        yield from _presets()
        yield from _datasets()


def _presets() -> Iterator[dict[str, Any]]:
    from driftsift.streams.presets import preset_names, recipe

    for name in preset_names():
        made = recipe(name)
        yield {"name": name, "parameters": f"seed=0, n={made.n}", "what": f"{made.summary}."}


def _datasets() -> Iterator[dict[str, Any]]:
    from driftsift.streams import datasets

    for name in datasets.names():
        known = datasets.describe(name)
        what = f"{known.title}, {known.n_instances:,} instances, {known.n_features:,} features."
        yield {"name": name, "parameters": "", "what": what}


def _members(kind: Kind) -> dict[str, Callable[..., Any]]:
    if kind is Kind.measures:
        from driftsift.evaluation import measures

        return {name: getattr(measures, name) for name in measures.__all__}
    from driftsift.expressions import MODEL_ROOMS, PART_ROOMS, STREAM_ROOMS, public_classes

    rooms = {Kind.streams: STREAM_ROOMS, Kind.models: MODEL_ROOMS, Kind.parts: PART_ROOMS}
    return public_classes(rooms[kind])


def _parameters(value: Callable[..., Any]) -> dict[str, str | None]:
    """Return the parameters with their defaults as text, None where one must be given."""
    from inspect import Parameter, signature

    given = signature(value).parameters.values()
    return {p.name: None if p.default is Parameter.empty else repr(p.default) for p in given}


def _table(title: str, entries: list[dict[str, Any]]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column("name", no_wrap=True)
    table.add_column("what it is", ratio=3)
    table.add_column("parameters", ratio=2)
    for entry in entries:
        table.add_row(*(Text(entry[column]) for column in ("name", "what", "parameters")))
    return table
