"""Rows given as dicts: what their values are, and which column each of them has."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Feature, Label, Nominal, Numeric, Schema

__all__ = ["Layout", "Row", "plain_label", "plain_row"]

Row = dict[str, float | str | bool]


def plain_row(x: Any) -> Row:
    """Return the values that are present by name: numbers as float, texts, truth values.

    Examples
    --------
    >>> plain_row({"price": 2, "day": "mon", "open": True, "volume": None})
    {'price': 2.0, 'day': 'mon', 'open': True}
    """
    if not isinstance(x, Mapping):
        raise TypeError(f"a row is a dict of values by feature name, got {type(x).__name__}")
    values = ((str(name), _plain_value(name, value)) for name, value in x.items())
    return {name: value for name, value in values if value is not None}


def _plain_value(name: Any, value: Any) -> float | str | bool | None:
    if value is None:
        return None
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(
            f"feature {name!r}: a value is a number, a text or a truth value, not {type(value).__name__}"
        ) from None
    if math.isinf(number):
        raise ValueError(f"feature {name!r}: {number} is infinite; only finite numbers are allowed")
    return None if math.isnan(number) else number


def plain_label(y: Any) -> Label | None:
    """Return a label as text, whole number or truth value; None where it is not known.

    Examples
    --------
    >>> plain_label(np.bool_(True)), plain_label(2.0), plain_label(float("nan"))
    (True, 2, None)
    """
    label = y.item() if isinstance(y, np.generic) else y
    if isinstance(label, float):
        if math.isnan(label):
            return None
        if not label.is_integer():
            raise ValueError(f"label {label}: a label is a text, a whole number or a truth value")
        return int(label)
    if label is None or isinstance(label, (str, int)):
        return label
    raise TypeError(f"a label is a text, a whole number or a truth value, not {type(label).__name__}")


class Layout:
    """The columns of rows given as dicts; it grows with the features and categories that come.

    A number makes a feature numeric, a text or truth value nominal.

    Parameters
    ----------
    most_categories : int, optional
        A nominal feature takes up no more categories than so many; further ones are missing values.

    Examples
    --------
    >>> layout = Layout()
    >>> layout.add({"price": 2.0, "day": "mon"})
    >>> layout.encode({"day": "mon"}), layout.lacks({"day": "tue"})
    (array([nan,  0.]), True)
    """

    def __init__(self, most_categories: int | None = None) -> None:
        self._most = math.inf if most_categories is None else most_categories
        self._columns: dict[str, int] = {}
        self._codes: list[dict[str, int] | None] = []

    @classmethod
    def of(cls, schema: Schema) -> Self:
        """Return the layout of a schema."""
        layout = cls()
        for feature in schema.features:
            layout._open(feature.name, _numbered(feature.categories) if isinstance(feature, Nominal) else None)
        return layout

    def copy(self) -> Layout:
        """Return a layout that grows on its own."""
        other = Layout()
        other._most = self._most
        other._columns = dict(self._columns)
        other._codes = [None if codes is None else dict(codes) for codes in self._codes]
        return other

    def lacks(self, row: Row) -> bool:
        """Tell whether the row has a feature or category without a place."""
        for name, value in row.items():
            column = self._columns.get(name)
            if column is None:
                return True
            codes = self._codes[column]
            if codes is not None and str(value) not in codes and len(codes) < self._most:
                return True
        return False

    def add(self, row: Row) -> None:
        """Make places for the features and categories of the row, in its order."""
        for name, value in row.items():
            if name not in self._columns:
                self._open(name, None if isinstance(value, float) else _first_codes(value))
            codes = self._codes[self._columns[name]]
            if codes is not None and len(codes) < self._most:
                codes.setdefault(str(value), len(codes))

    def encode(self, row: Row) -> NDArray[np.float64]:
        """Return the values by column: NaN where absent, and for a category without a place."""
        values = np.full(len(self._codes), np.nan)
        for name, value in row.items():
            column = self._columns.get(name)
            if column is not None:
                values[column] = self._number(name, column, value)
        return values

    def unplaced(self, row: Row) -> list[str]:
        """Return the nominal features of the row whose category has no place."""
        return [name for name, value in row.items() if self._is_unplaced(name, value)]

    def schema(self, classes: tuple[Label, ...], *, target: str = "class", room: bool = False) -> Schema:
        """Return the schema; with `room` every list of categories is filled up to a power of two."""
        named = zip(self._columns, self._codes, strict=True)
        return Schema((_feature(name, codes, room) for name, codes in named), classes, target)

    def sort_categories(self) -> None:
        """Number the categories of every nominal feature in alphabetical order."""
        self._codes = [None if codes is None else _numbered(sorted(codes)) for codes in self._codes]

    def _open(self, name: str, codes: dict[str, int] | None) -> None:
        self._columns[name] = len(self._codes)
        self._codes.append(codes)

    def _number(self, name: str, column: int, value: float | str | bool) -> float:
        codes = self._codes[column]
        if codes is None:
            if not isinstance(value, float):
                raise TypeError(f"feature {name!r} is numeric, {value!r} is not a number")
            return value
        if isinstance(value, float):
            raise TypeError(f"feature {name!r} is nominal, {value!r} is neither text nor truth value")
        return codes.get(str(value), math.nan)

    def _is_unplaced(self, name: str, value: float | str | bool) -> bool:
        column = self._columns.get(name)
        codes = None if column is None else self._codes[column]
        return codes is not None and str(value) not in codes


def _numbered(texts: Iterable[str]) -> dict[str, int]:
    return {text: code for code, text in enumerate(texts)}


def _first_codes(value: str | bool) -> dict[str, int]:
    return {"False": 0, "True": 1} if isinstance(value, bool) else {}


def _feature(name: str, codes: dict[str, int] | None, room: bool) -> Feature:
    if codes is None:
        return Numeric(name)
    return Nominal(name, (*codes, *_spare(codes)) if room else tuple(codes))


def _spare(codes: dict[str, int]) -> list[str]:
    """Return names for the free places up to the next power of two, at least 2."""
    places = max(2, 1 << (len(codes) - 1).bit_length())
    names = (f"(free {i})" for i in range(2 * places))
    return [name for name in names if name not in codes][: places - len(codes)]
