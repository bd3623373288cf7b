"""Tables for people, JSON for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["print_json", "print_renderable", "print_table"]

WIDTH_WITHOUT_TERMINAL = 140


def print_table(table: Table) -> None:
    """Print a table as wide as the terminal; wide enough for all of it where there is none."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console.width = max(WIDTH_WITHOUT_TERMINAL, console.measure(table).maximum)
    console.print(table)


def print_renderable(content: Any) -> None:
    """Print tables one below the other, as wide as they are where there is no terminal."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console.width = WIDTH_WITHOUT_TERMINAL
    console.print(content)


def print_json(content: Any) -> None:
    """Print plain data as JSON."""
    typer.echo(json.dumps(content, indent=2, allow_nan=False))
