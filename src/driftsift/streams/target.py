"""Which column holds the labels."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from driftsift.data import Schema
from driftsift.data.hints import did_you_mean, enumerated

__all__ = ["find_column", "find_target", "require_features", "without"]

USUAL_NAMES = ("class", "target", "label", "y")


def find_target(names: Sequence[str], target: str | int | None = None) -> str:
    """Return the name of the label column.

    Parameters
    ----------
    names : sequence of str
        The columns.
    target : str or int, optional
        Its name or position. By default the column called class, target, label or y in any case, the first of
        these that exists, else the last column.

    Examples
    --------
    >>> find_target(["Class", "price"]), find_target(["price", "up"])
    ('Class', 'up')
    """
    if target is not None:
        return find_column(names, target, "target")
    by_name = {name.casefold(): name for name in reversed(names)}
    return next((by_name[usual] for usual in USUAL_NAMES if usual in by_name), names[-1])


def find_column(names: Sequence[str], column: str | int, role: str) -> str:
    """Return the name of a column given by name or position; ValueError if there is none."""
    if isinstance(column, int) and -len(names) <= column < len(names):
        return names[column]
    if column not in names:
        hint = did_you_mean(column, names)
        raise ValueError(f"no column {column!r} ({role}){hint}; the columns are {enumerated(names)}")
    return str(column)


def require_features(schema: Schema, names: Sequence[str]) -> None:
    """Raise ValueError for the first feature of the schema that is not a column."""
    known = set(names)
    for name in schema.names:
        if name not in known:
            find_column(names, name, "feature")


def without(names: Sequence[str], drop: Collection[str]) -> list[str]:
    """Return the columns that are not dropped; every dropped one must exist."""
    if isinstance(drop, str):
        raise TypeError(f"drop={drop!r} is a text; give a list of column names")
    unwanted = {find_column(names, column, "drop=") for column in drop}
    return [name for name in names if name not in unwanted]
