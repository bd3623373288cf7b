"""How option values are read from text."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

__all__ = [
    "Debug",
    "Json",
    "Protocol",
    "Target",
    "count",
    "file_option",
    "number_option",
    "window_size",
    "writable",
]


class Protocol(StrEnum):
    """How models are tested."""

    prequential = "prequential"
    chunks = "chunks"
    holdout = "holdout"


def count(text: str) -> int:
    """Return a whole number of at least 0, written as 50000, 50_000 or 5e4.

    Examples
    --------
    >>> count("1e6"), count("50_000")
    (1000000, 50000)
    """
    try:
        number = float(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a whole number") from None
    if not 0 <= number <= 2**53 or not number.is_integer():
        raise typer.BadParameter(f"{text!r} is not a whole number of at least 0")
    return int(number)


def window_size(text: str) -> int | str:
    """Return the word auto, or a whole number."""
    return text if text == "auto" else count(text)


def writable(path: Path | None) -> Path | None:
    """Return the path of a file to write; complain at once if its folder does not exist."""
    if path is not None and not path.parent.is_dir():
        raise typer.BadParameter(f"the folder {str(path.parent)!r} does not exist")
    if path is not None and path.is_dir():
        raise typer.BadParameter(f"{str(path)!r} is a folder")
    return path


def number_option(help: str, *names: str) -> Any:  # noqa: A002
    """Return an option that takes a whole number."""
    return typer.Option(*names, parser=count, metavar="N", help=help)


def file_option(help: str, *names: str) -> Any:  # noqa: A002
    """Return an option that takes a file to write."""
    return typer.Option(*names, callback=writable, metavar="FILE", help=help)


Target = Annotated[
    str | None,
    typer.Option(metavar="COLUMN", help="Label column of a file; by default class, target, label, y or the last."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else, on the standard output.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]
