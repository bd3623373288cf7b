"""Data frames in and out: pandas, Polars and Arrow tables alike, read by column name."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Literal

import narwhals.stable.v2 as nw
import numpy as np
import pyarrow as pa
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data.arrow import Array, number_array, text_array
from driftsift.data.chunk import Chunk
from driftsift.data.columns import as_array
from driftsift.data.columns import numbers as numbers_of
from driftsift.data.encoding import ColumnEncoder, Encoded, encode_columns, require_columns
from driftsift.data.inference import ColumnProfile
from driftsift.data.labels import classes_of, decode_labels, label_column
from driftsift.data.schema import Feature, Label, Numeric, Schema

__all__ = [
    "decode",
    "encode",
    "infer_columns",
    "infer_schema",
    "is_frame",
    "table_of",
]


def is_frame(candidate: object) -> bool:
    """Tell whether an object is a pandas, Polars or Arrow table.

    Examples
    --------
    >>> is_frame(pa.table({"x": [1]})), is_frame([[1]])
    (True, False)
    """
    if isinstance(candidate, (pa.RecordBatch, pa.Table)):
        return True
    return isinstance(nw.from_native(candidate, pass_through=True), (nw.DataFrame, nw.LazyFrame))


def table_of(frame: Any) -> dict[str, Array]:
    """Return the columns of a frame as Arrow arrays by name."""
    if isinstance(frame, pa.RecordBatch):
        frame = pa.Table.from_batches([frame])
    wrapped = nw.from_native(frame, pass_through=True)
    if isinstance(wrapped, nw.LazyFrame):
        raise TypeError("the frame is lazy; call .collect() on it first")
    if not isinstance(wrapped, nw.DataFrame):
        raise TypeError(f"expected a pandas, Polars or Arrow table, got {type(frame).__name__}")
    names = wrapped.columns
    table = {str(name): _arrow_column(wrapped, name) for name in names}
    if len(table) < len(names):
        raise ValueError("two columns of the frame have the same name when written as text")
    return table


def infer_schema(
    frame: Any,
    target: str | None,
    *,
    nominal: Collection[str] | None = None,
    numeric: Collection[str] | None = None,
    classes: Iterable[Label] | None = None,
) -> Schema:
    """Find out what the columns of a frame mean.

    Truth values, texts and categorical columns are nominal; numbers, dates, and texts that are all numbers or
    all dates are numeric, and so is a column without any value.

    Parameters
    ----------
    frame : pandas, Polars or Arrow table
    target : str or None
        Name of the column that holds the labels; None if the frame has none.
    nominal, numeric : collection of str, optional
        Names of columns that are nominal or numeric whatever they look like.
    classes : sequence of labels, optional
        The classes; by default those that occur in the target column.

    Examples
    --------
    >>> infer_schema(pa.table({"price": [1.5, 2], "day": ["mon", "tue"], "class": [0, 1]}), "class")
    Schema(features=(Numeric(name='price'), Nominal(name='day', categories=('mon', 'tue'))), classes=(0, 1), \
target='class')
    """
    return infer_columns(table_of(frame), target, nominal=nominal, numeric=numeric, classes=classes)


def encode(frame: Any, schema: Schema, *, first_row: int = 0) -> Encoded:
    """Turn the features of a frame into numbers.

    Columns are found by name, in any order; columns the schema does not mention are left aside.

    Parameters
    ----------
    frame : pandas, Polars or Arrow table
    schema : Schema
    first_row : int
        Row number of the first row in error messages.

    Examples
    --------
    >>> from driftsift.data import Nominal
    >>> schema = Schema([Numeric("price"), Nominal("day", ("mon", "tue"))], classes=(0, 1))
    >>> encode(pa.table({"day": ["tue", "sun"], "price": ["1.5", "?"]}), schema)
    Encoded(X=array([[1.5, 1. ],
           [nan, nan]]), unseen={'day': 1})
    """
    return encode_columns(table_of(frame), ColumnEncoder.of(schema), first_row=first_row)


def decode(chunk: Chunk, schema: Schema, backend: Literal["pyarrow", "pandas", "polars"] = "pyarrow") -> Any:
    """Turn a chunk back into a frame: category texts, labels, nulls.

    Parameters
    ----------
    chunk : Chunk
    schema : Schema
    backend : {"pyarrow", "pandas", "polars"}
        Kind of frame to make.

    Examples
    --------
    >>> from driftsift.data import Nominal
    >>> schema = Schema([Nominal("day", ("mon", "tue"))], classes=("DOWN", "UP"))
    >>> decode(Chunk(np.array([[1.0]]), np.array([0])), schema).to_pydict()
    {'day': ['tue'], 'class': ['DOWN']}
    """
    X = chunk.X.toarray() if sp.issparse(chunk.X) else chunk.X
    columns = {feature.name: _decoded(feature, X[:, j]) for j, feature in enumerate(schema.features)}
    columns[schema.target] = label_column(decode_labels(chunk.y, schema.classes))
    table = pa.Table.from_arrays(list(columns.values()), list(columns))
    return nw.from_arrow(table, backend=backend).to_native()


def infer_columns(
    table: dict[str, Array],
    target: str | None,
    *,
    nominal: Collection[str] | None = None,
    numeric: Collection[str] | None = None,
    classes: Iterable[Label] | None = None,
) -> Schema:
    """Do the work of `infer_schema` on columns by name."""
    if target is not None:
        require_columns([target], table, "target")
    as_nominal, as_numeric = _listed(nominal, table, "nominal="), _listed(numeric, table, "numeric=")
    features = [
        _feature(name, column, name in as_nominal, name in as_numeric)
        for name, column in table.items()
        if name != target
    ]
    if classes is None:
        classes = () if target is None else _classes(target, table[target])
    return Schema(features, classes, "class" if target is None else target)


def _arrow_column(frame: nw.DataFrame[Any], name: Any) -> Array:
    try:
        return as_array(frame.get_column(name).to_arrow())
    except pa.ArrowException as error:
        raise TypeError(f"column {str(name)!r} mixes types or has one that cannot be read: {error}") from None


def _listed(names: Collection[str] | None, table: Collection[str], role: str) -> set[str]:
    if isinstance(names, str):
        raise TypeError(f"{role}{names!r} is a text; give a list of column names")
    require_columns(names or (), table, role)
    return set(names or ())


def _feature(name: str, column: Array, nominal: bool, numeric: bool) -> Feature:
    if nominal and numeric:
        raise ValueError(f"column {name!r} is listed both in nominal= and in numeric=")
    if numeric:
        numbers_of(name, column)
        return Numeric(name)
    profile = ColumnProfile(name, collect=nominal)
    profile.update(column)
    return profile.feature()


def _classes(target: str, column: Array) -> tuple[Label, ...]:
    profile = ColumnProfile(target, collect=True)
    profile.update(column)
    return classes_of(profile)


def _decoded(feature: Feature, values: NDArray[np.float64]) -> Array:
    present = ~np.isnan(values)
    if isinstance(feature, Numeric):
        return number_array(values, present)
    codes = number_array(np.where(present, values, 0).astype(np.int32), present)
    return pa.DictionaryArray.from_arrays(codes, text_array(feature.categories))
