"""Arrow arrays from Python texts and NumPy numbers, and back.

pyarrow's own `array`, `scalar` and `to_numpy` import pandas, which takes half a second, wherever it is
installed; these do not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

__all__ = [
    "NULL_TEXT",
    "Array",
    "floats_in",
    "number_array",
    "numbers_in",
    "positions_in",
    "present_in",
    "text_array",
]

Array = Any  # pyarrow ships no types: a pyarrow.Array

NULL_TEXT = pa.nulls(1, pa.large_string())[0]

NOT_FOUND = -1


def text_array(texts: Iterable[str | None]) -> Array:
    """Return texts as an Arrow array; None is null.

    Examples
    --------
    >>> text_array(["a", None]).to_pylist()
    ['a', None]
    """
    values = list(texts)
    encoded = [b"" if value is None else value.encode() for value in values]
    offsets = np.zeros(len(values) + 1, dtype=np.int64)
    np.cumsum([len(value) for value in encoded], out=offsets[1:])
    present = np.array([value is not None for value in values], dtype=bool)
    return pa.LargeStringArray.from_buffers(
        len(values), pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded)), _validity(present)
    )


def number_array(numbers: NDArray[Any], present: NDArray[np.bool_] | None = None) -> Array:
    """Return numbers as an Arrow array; null where they are not present.

    Examples
    --------
    >>> number_array(np.array([1, 2]), np.array([True, False])).to_pylist()
    [1, None]
    """
    values = np.ascontiguousarray(numbers)
    validity = None if present is None else _validity(present)
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [validity, pa.py_buffer(values)])


def positions_in(values: Array, value_set: Array) -> NDArray[np.int64]:
    """Return where in a set each value stands, -1 if it is not there or null.

    Examples
    --------
    >>> positions_in(text_array(["b", "z", None]), text_array(["a", "b"]))
    array([ 1, -1, -1])
    """
    found = pc.index_in(values, value_set=value_set, skip_nulls=True)
    return np.where(present_in(found), numbers_in(found), NOT_FOUND).astype(np.int64)


def numbers_in(array: Array) -> NDArray[Any]:
    """Return the numbers of an array without copying them, and any number where it has a null.

    Examples
    --------
    >>> numbers_in(number_array(np.array([1.5, 2.5])))
    array([1.5, 2.5])
    """
    if not len(array):
        return np.empty(0, dtype=array.type.to_pandas_dtype())
    values = np.frombuffer(array.buffers()[1], dtype=array.type.to_pandas_dtype())
    return values[array.offset : array.offset + len(array)]


def present_in(array: Array) -> NDArray[np.bool_]:
    """Return for each value whether it is there, that is, not null.

    Examples
    --------
    >>> present_in(text_array(["a", None]))
    array([ True, False])
    """
    validity = array.buffers()[0] if array.null_count else None
    if validity is None:
        return np.full(len(array), array.null_count == 0)
    bits = np.unpackbits(np.frombuffer(validity, dtype=np.uint8), bitorder="little")
    return bits[array.offset : array.offset + len(array)].astype(bool)


def floats_in(array: Array) -> NDArray[np.float64]:
    """Return the numbers of an array as float64, NaN for null; not copied if that is what it holds.

    Examples
    --------
    >>> floats_in(number_array(np.array([1, 2]), np.array([True, False])))
    array([ 1., nan])
    """
    values = numbers_in(array).astype(np.float64, copy=False)
    return np.where(present_in(array), values, np.nan) if array.null_count else values


def _validity(present: NDArray[np.bool_]) -> Any:
    return None if present.all() else pa.py_buffer(np.packbits(present, bitorder="little"))
