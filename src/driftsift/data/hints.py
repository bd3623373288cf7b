"""Wording shared by error messages: short lists and "did you mean"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

__all__ = ["CellError", "did_you_mean", "enumerated", "shorten"]

LONGEST_LIST = 8
LONGEST_TEXT = 60


class CellError(ValueError):
    """One value of a table cannot be used; says in which column and row (counted from 0) it stands."""

    def __init__(self, column: str, row: int, message: str) -> None:
        super().__init__(f"column {column!r}, row {row}: {message}")
        self.column = column
        self.row = row
        self.message = message


def enumerated(values: Iterable[Any]) -> str:
    """Write values as a comma-separated list, the middle left out if there are many.

    Examples
    --------
    >>> enumerated(["a", "b"]), enumerated(range(20))
    ("'a', 'b'", '0, 1, 2, 3, 4, 5, 6, ... 19 (20 in all)')
    """
    items = list(values)
    if len(items) <= LONGEST_LIST:
        return ", ".join(map(repr, items))
    return f"{', '.join(map(repr, items[: LONGEST_LIST - 1]))}, ... {items[-1]!r} ({len(items)} in all)"


def did_you_mean(word: object, known: Sequence[Any]) -> str:
    """Return "; did you mean 'x'?" if `word` resembles something known, else nothing.

    Examples
    --------
    >>> did_you_mean("Price", ["price", "day"])
    "; did you mean 'price'?"
    """
    by_text = {str(candidate).casefold(): candidate for candidate in known}
    close = get_close_matches(str(word).casefold(), list(by_text), n=1)
    return f"; did you mean {by_text[close[0]]!r}?" if close else ""


def shorten(text: object) -> str:
    """Quote a text for a message, cut if it is long."""
    written = str(text)
    return repr(written if len(written) <= LONGEST_TEXT else written[:LONGEST_TEXT] + "...")
