"""Streams over data that is already in memory: arrays, sparse matrices, data frames."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data import Chunk, Feature, Label, Nominal, Numeric, Schema
from driftsift.data.arrays import as_matrix, encode_array
from driftsift.data.encoding import ColumnEncoder, encode_columns
from driftsift.data.frames import infer_columns, is_frame, table_of
from driftsift.data.labels import encode_labels, infer_classes
from driftsift.streams.stream import Stream
from driftsift.streams.target import find_target, without

__all__ = ["ArrayStream", "FrameStream"]

ENCODED_BYTES = 8 * 2**20


class ArrayStream(Stream):
    """A matrix and its labels as a stream.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n, d)
        Numbers; for a nominal feature category codes. NaN is missing. Nothing is copied if X is a C-order
        float64 array or a CSR matrix.
    y : array-like of shape (n,), optional
        Labels of any kind, None or NaN where unknown. Without `y` every row is unlabelled.
    schema : Schema, optional
        By default the classes are the labels that occur and every feature is numeric.
    classes : sequence of labels, optional
        The classes, if not all of them occur in `y`.
    names : sequence of str, optional
        Names of the features, by default x0, x1, ...
    nominal : dict of str to sequence of str, optional
        The categories of each nominal feature, by name; X holds their codes.
    weight : array-like of shape (n,), optional
        Weight of each instance, 0 or more.
    name : str
        Name of the stream.

    Examples
    --------
    >>> stream = ArrayStream([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], ["ham", "spam", None])
    >>> stream.schema.classes, stream.take(3).y
    (('ham', 'spam'), array([ 0,  1, -1], dtype=int32))
    """

    def __init__(
        self,
        X: Any,
        y: Any = None,
        schema: Schema | None = None,
        *,
        classes: Iterable[Label] | None = None,
        names: Sequence[str] | None = None,
        nominal: Mapping[str, Sequence[str]] | None = None,
        weight: Any = None,
        name: str = "array",
    ) -> None:
        if is_frame(X):
            raise TypeError("X is a data frame; use FrameStream(frame, target)")
        matrix = as_matrix(X)
        rows, n_features = matrix.shape
        if schema is None:
            known = _classes(y) if classes is None else classes
            schema = Schema(_features(n_features, names, nominal or {}), known)
        elif any(option is not None for option in (classes, names, nominal)):
            raise TypeError("classes=, names= and nominal= are already settled by schema=")
        encoded = encode_array(matrix, schema)
        self._X = encoded.X
        self._sparse = sp.issparse(encoded.X)
        self._unseen = {name: _lost(matrix, encoded.X, schema.index(name)) for name in encoded.unseen}
        self._y = _codes(y, schema, rows)
        self._weight = None if weight is None else _weights(weight, rows)
        super().__init__(schema, name, rows)
        self.unseen = dict(encoded.unseen)

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        for begin in range(start, self._X.shape[0], rows):
            places = ((name, np.searchsorted(lost, [begin, begin + rows])) for name, lost in self._unseen.items())
            self._count_unseen({name: int(end - first) for name, (first, end) in places if end > first})
            part = slice(begin, begin + rows)
            yield Chunk(self._X[part], self._y[part], None if self._weight is None else self._weight[part])


class FrameStream(Stream):
    """A pandas, Polars or Arrow table as a stream.

    Parameters
    ----------
    frame : pandas, Polars or Arrow table
        One row per instance; columns are found by name.
    target : str, optional
        Name of the label column; by default the column called class, target, label or y, else the last one.
    schema : Schema, optional
        By default inferred from the frame, see `driftsift.data.infer_schema`. Columns the schema does not
        mention are left aside.
    nominal, numeric : collection of str, optional
        Columns that are nominal or numeric whatever they look like.
    classes : sequence of labels, optional
        The classes, if not all of them occur.
    drop : collection of str
        Columns to leave out.
    name : str
        Name of the stream.

    Examples
    --------
    >>> import pyarrow as pa
    >>> stream = FrameStream(pa.table({"price": [1.5, 2.0], "class": ["UP", "DOWN"]}))
    >>> stream.schema.target, stream.take(2).y
    ('class', array([1, 0], dtype=int32))
    """

    def __init__(
        self,
        frame: Any,
        target: str | None = None,
        schema: Schema | None = None,
        *,
        nominal: Collection[str] | None = None,
        numeric: Collection[str] | None = None,
        classes: Iterable[Label] | None = None,
        drop: Collection[str] = (),
        name: str = "frame",
    ) -> None:
        table = table_of(frame)
        kept = without(list(table), drop)
        if not kept:
            raise ValueError("the frame has no columns")
        self._table = {column: table[column] for column in kept}
        self._target = find_target(kept, schema.target if schema and target is None else target)
        if schema is None:
            schema = infer_columns(self._table, self._target, nominal=nominal, numeric=numeric, classes=classes)
        self._encoders = ColumnEncoder.of(schema)
        super().__init__(schema, name, len(self._table[self._target]))

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        rows = max(rows, ENCODED_BYTES // (8 * max(self.schema.n_features, 1)))
        for begin in range(start, self.n_instances or 0, rows):
            part = {name: column.slice(begin, rows) for name, column in self._table.items()}
            encoded = encode_columns(part, self._encoders, first_row=begin)
            self._count_unseen(encoded.unseen)
            yield Chunk(encoded.X, encode_labels(part[self._target], self.schema.classes, first_row=begin))


def _features(n: int, names: Sequence[str] | None, nominal: Mapping[str, Sequence[str]]) -> Iterator[Feature]:
    if names is None:
        names = [f"x{i}" for i in range(n)]
    if len(names) != n:
        raise ValueError(f"names= lists {len(names)} features, X has {n} columns")
    for name in nominal:
        if name not in names:
            raise ValueError(f"nominal= mentions {name!r}, which is not a feature")
    for name in names:
        yield Nominal(name, tuple(nominal[name])) if name in nominal else Numeric(name)


def _classes(y: Any) -> tuple[Label, ...]:
    return () if y is None else infer_classes(y)


def _codes(y: Any, schema: Schema, rows: int) -> NDArray[np.int32]:
    codes = np.full(rows, -1, dtype=np.int32) if y is None else encode_labels(y, schema.classes)
    if len(codes) != rows:
        raise ValueError(f"y has {len(codes)} labels, X has {rows} rows")
    return codes


def _lost(given: Any, encoded: Any, column: int) -> NDArray[np.int64]:
    """Return the rows whose value in a column was there, but is missing now."""
    if not sp.issparse(given):
        return np.flatnonzero(np.isnan(encoded[:, column]) & ~np.isnan(given[:, column]))
    entries = np.flatnonzero((encoded.indices == column) & np.isnan(encoded.data) & ~np.isnan(given.data))
    return np.searchsorted(encoded.indptr, entries, side="right") - 1


def _weights(weight: Any, rows: int) -> NDArray[np.float64]:
    weights = np.ascontiguousarray(weight, dtype=np.float64)
    if weights.shape != (rows,):
        raise ValueError(f"weight has shape {weights.shape}, X has {rows} rows")
    bad = ~(np.isfinite(weights) & (weights >= 0))
    if bad.any():
        row = int(bad.argmax())
        raise ValueError(f"weight, row {row}: {weights[row]} is not a finite number >= 0")
    return weights
