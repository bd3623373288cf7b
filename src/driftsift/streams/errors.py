"""Errors that say where in a file something is wrong."""

from __future__ import annotations

from pathlib import Path

__all__ = ["malformed"]


def malformed(
    path: Path,
    message: str,
    *,
    line: int | None = None,
    row: int | None = None,
    column: int | str | None = None,
) -> ValueError:
    """Return a ValueError that names the file, and the line or row and the column if they are known.

    Examples
    --------
    >>> print(malformed(Path("a.csv"), "'x' is not a number", line=7, column="price"))
    a.csv, line 7, column 'price': 'x' is not a number
    """
    place = [str(path)]
    if line is not None:
        place.append(f"line {line}")
    if row is not None:
        place.append(f"row {row}")
    if column is not None:
        place.append(f"column {column!r}")
    return ValueError(f"{', '.join(place)}: {message}")
