"""A progress bar with rate and remaining time, shown on terminals only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["progress_bar"]


@contextmanager
def progress_bar(show: bool | None, label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Yield a function to call with the number of instances done so far.

    `show` None: only if the error stream is a terminal.
    """
    if show is None:
        show = sys.stderr.isatty()
    if not show:
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    rate = TextColumn("{task.fields[rate]}")
    with Progress(*columns, rate, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=total, rate="")

        def advance(done: int) -> None:
            speed = progress.tasks[0].speed
            progress.update(task, completed=done, rate=f"{speed:,.0f}/s" if speed else "")

        yield advance
