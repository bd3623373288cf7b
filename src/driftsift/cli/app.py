"""The commands and what they have in common."""

from __future__ import annotations

from typing import Annotated

import typer

from driftsift import __version__
from driftsift.cli.demo import demo
from driftsift.cli.evaluate import evaluate
from driftsift.cli.generate import generate
from driftsift.cli.inspect import inspect
from driftsift.cli.listing import list_names
from driftsift.cli.relevance import relevance

__all__ = ["app"]

app = typer.Typer(
    name="driftsift",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"driftsift {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Classifiers on data streams whose relevant features change.

    A model or stream is written as an expression, such as
    "topk(k=5) | naive-bayes" or "sea(n=1e5, seed=1)"; see driftsift list. Presets
    and data sets go by their names, such as thesis/SEA and electricity.

    Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
    """


app.command()(demo)
app.command()(evaluate)
app.command()(generate)
app.command()(inspect)
app.command("list")(list_names)
app.command()(relevance)
