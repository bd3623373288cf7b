"""One column of a table, as Arrow holds it: its kind, its numbers, its texts, its category codes."""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from driftsift.data.arrow import Array, floats_in, numbers_in, positions_in, present_in, text_array
from driftsift.data.hints import CellError, shorten
from driftsift.data.text import cleaned, first_that_is_no_number, moments_in_text, numbers_in_text

__all__ = [
    "Array",
    "CategoryCodes",
    "Kind",
    "as_array",
    "kind_of",
    "lookup",
    "numbers",
    "refuse_infinite",
    "texts",
]

SECONDS_PER_DAY = 86400.0
TICKS_PER_SECOND = {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9}

TRUTH = text_array(["False", "True"])

UNSEEN = -1
MISSING = -2


class Kind(Enum):
    """What the values of a column are by their storage type."""

    EMPTY = "nothing but missing values"
    BOOL = "truth values"
    NUMBER = "numbers"
    MOMENT = "dates or times"
    TEXT = "texts"
    CATEGORY = "categories"


def as_array(column: Any) -> Array:
    """Join the parts of a chunked column."""
    if pa.types.is_string_view(column.type):
        column = column.cast(pa.large_string())
    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def kind_of(name: str, storage: Any) -> Kind:
    """Return the kind of an Arrow type; TypeError for types that hold neither numbers nor texts."""
    types = pa.types
    if types.is_null(storage):
        return Kind.EMPTY
    if types.is_boolean(storage):
        return Kind.BOOL
    if types.is_integer(storage) or types.is_floating(storage) or types.is_decimal(storage):
        return Kind.NUMBER
    if types.is_temporal(storage) and not types.is_interval(storage):
        return Kind.MOMENT
    if types.is_string(storage) or types.is_large_string(storage):
        return Kind.TEXT
    if types.is_dictionary(storage):
        kind_of(name, storage.value_type)
        return Kind.CATEGORY
    raise TypeError(f"column {name!r} has type {storage}; expected numbers, truth values, texts, categories or dates")


def numbers(name: str, column: Array, first_row: int = 0) -> NDArray[np.float64]:
    """Return the values as float64, NaN where missing; dates are seconds since 1970 UTC."""
    kind = kind_of(name, column.type)
    if kind is Kind.EMPTY:
        return np.full(len(column), np.nan)
    if kind is Kind.CATEGORY:
        return _numbers_of_categories(name, column, first_row)
    if kind is Kind.TEXT:
        return _numbers_of_texts(name, column, first_row)
    if kind is Kind.BOOL:
        return _plain(column.cast(pa.uint8()))
    return _seconds(column) if kind is Kind.MOMENT else _plain(column)


def refuse_infinite(name: str, values: NDArray[np.float64], first_row: int = 0) -> None:
    """Raise `CellError` for the first infinite value."""
    infinite = np.isinf(values)
    if infinite.any():
        row = int(infinite.argmax())
        raise CellError(name, first_row + row, f"{values[row]} is infinite; only finite numbers are allowed")


def texts(name: str, values: Array) -> Array:
    """Return the values as texts: True is "True", 2.0 is "2"; null stays null."""
    kind = kind_of(name, values.type)
    if kind is Kind.CATEGORY:
        return texts(name, values.dictionary_decode())
    if kind is Kind.BOOL:
        return TRUTH.take(values.cast(pa.int8()))
    if kind is Kind.NUMBER and not pa.types.is_integer(values.type):
        return text_array(_number_text(value) for value in _plain(values).tolist())
    return values.cast(pa.large_string())


class CategoryCodes:
    """The codes of a list of distinct values (a dictionary) among the categories of a feature.

    Parameters
    ----------
    name : str
        Name of the column.
    dictionary : pyarrow.Array
        The distinct values.
    categories : pyarrow.Array
        The categories, as texts.
    """

    def __init__(self, name: str, dictionary: Array, categories: Array) -> None:
        self.dictionary = dictionary
        codes = np.append(lookup(texts(name, dictionary), categories), MISSING)
        self._values = np.where(codes < 0, np.nan, codes)
        self._unseen = codes == UNSEEN
        self._all_seen = not self._unseen.any()

    def of(self, indices: Array) -> tuple[NDArray[np.float64], int]:
        """Return the code at each index, NaN where missing or unseen, and the number of unseen values."""
        positions = numbers_in(indices)
        if indices.null_count:
            positions = np.where(present_in(indices), positions.astype(np.int64), len(self._values) - 1)
        unseen = 0 if self._all_seen else int(np.count_nonzero(self._unseen[positions]))
        return self._values[positions], unseen


def lookup(values: Array, categories: Array) -> NDArray[np.int64]:
    """Return the position of each text among `categories`, `UNSEEN` or `MISSING`."""
    exact = positions_in(values, categories)
    if (exact >= 0).all():
        return exact
    tidy = cleaned(values)
    trimmed = positions_in(tidy, categories)
    absent = np.where(present_in(tidy), UNSEEN, MISSING)
    return np.where(exact >= 0, exact, np.where(trimmed >= 0, trimmed, absent))


def _plain(column: Array) -> NDArray[np.float64]:
    if pa.types.is_decimal(column.type):
        column = column.cast(pa.float64())
    return floats_in(column)


def _seconds(column: Array) -> NDArray[np.float64]:
    if pa.types.is_date32(column.type):
        return _plain(column.cast(pa.int32())) * SECONDS_PER_DAY
    if pa.types.is_date64(column.type):
        return _plain(column.cast(pa.int64())) / TICKS_PER_SECOND["ms"]
    ticks = column.cast(pa.int32()) if pa.types.is_time32(column.type) else column.cast(pa.int64())
    return _plain(ticks) / TICKS_PER_SECOND[column.type.unit]


def _numbers_of_categories(name: str, column: Array, first_row: int) -> NDArray[np.float64]:
    if kind_of(name, column.type.value_type) is Kind.TEXT:
        return _numbers_of_texts(name, column.dictionary_decode(), first_row)
    return numbers(name, column.dictionary_decode(), first_row)


def _numbers_of_texts(name: str, column: Array, first_row: int) -> NDArray[np.float64]:
    values = numbers_in_text(column)
    if values is None:
        values = moments_in_text(column)
    if values is None:
        bad = first_that_is_no_number(column)
        raise CellError(name, first_row + bad, f"{shorten(column[bad].as_py())} is not a number")
    return values


def _number_text(value: float) -> str | None:
    if np.isnan(value):
        return None
    return str(int(value)) if value.is_integer() else repr(value)
