"""Streams from Parquet files."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from driftsift.data import CellError, Chunk, Label, Schema, UnknownLabelError
from driftsift.data.arrow import Array
from driftsift.data.columns import Kind, kind_of
from driftsift.data.encoding import ColumnEncoder, encode_columns
from driftsift.data.labels import encode_labels
from driftsift.streams.errors import malformed
from driftsift.streams.files import FileStream
from driftsift.streams.paths import as_path, require_file, split_suffix
from driftsift.streams.scan import TableScan
from driftsift.streams.target import find_target, require_features, without

__all__ = ["ParquetStream"]

BLOCK_BYTES = 8 * 2**20
SCANNED_ROWS = 65536


class ParquetStream(FileStream):
    """A Parquet file as a stream, read in pieces of its row groups.

    Columns of numbers, dates and truth values are known from the file itself and dictionary columns are
    nominal; texts are looked through once, like those of a CSV file.

    Parameters
    ----------
    path : str or path
        The file.
    target : str or int, optional
        Name or position of the label column; by default the column called class, target, label or y, else the
        last one.
    schema : Schema, optional
        The features, found in the file by name, and the classes; spares looking through the texts.
    nominal, numeric : collection of str, optional
        Columns that are nominal or numeric whatever they look like.
    classes : sequence of labels, optional
        The classes, if not all of them occur in the file.
    drop : collection of str
        Columns to leave out.
    infer_rows : int, optional
        Learn categories and classes from about so many rows only.
    name : str, optional
        Name of the stream, by default that of the file.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "prices.parquet"
    >>> pq.write_table(pa.table({"price": [1.5, None], "class": ["UP", "DOWN"]}), path)
    >>> ParquetStream(path).take(2).X
    array([[1.5],
           [nan]])
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        target: str | int | None = None,
        schema: Schema | None = None,
        *,
        nominal: Collection[str] | None = None,
        numeric: Collection[str] | None = None,
        classes: Iterable[Label] | None = None,
        drop: Collection[str] = (),
        infer_rows: int | None = None,
        name: str | None = None,
    ) -> None:
        file = as_path(path)
        with _opened(file) as parquet:
            storage = parquet.schema_arrow
            rows = parquet.metadata.num_rows
        if len(set(storage.names)) < len(storage.names):
            raise malformed(file, "two columns have the same name")
        columns = without(storage.names, drop)
        if not columns:
            raise malformed(file, "the file has no columns")
        self._target = find_target(columns, schema.target if schema and target is None else target)
        if schema is None:
            if not rows:
                raise malformed(file, "the file has columns but no rows")
            scan = TableScan(columns, self._target, nominal=nominal, numeric=numeric, classes=classes)
            looked_through = {self._target, *(nominal or ()), *(numeric or ())}
            _scan(file, scan, [storage.field(column) for column in columns], looked_through, infer_rows)
            schema = scan.schema()
        require_features(schema, columns)
        self._encoders = ColumnEncoder.of(schema)
        super().__init__(file, schema, name, rows)

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        rows = max(rows, BLOCK_BYTES // (8 * max(self.schema.n_features, 1)))
        wanted = list(dict.fromkeys([*self.schema.names, self._target]))
        with _opened(self.path) as parquet:
            groups, first_row = _groups_from(parquet.metadata, start)
            for batch in parquet.iter_batches(rows, row_groups=groups, columns=wanted):
                skipped = min(max(start - first_row, 0), batch.num_rows)
                if skipped < batch.num_rows:
                    yield self._encode(batch.slice(skipped), first_row + skipped)
                first_row += batch.num_rows

    def _encode(self, batch: Any, first_row: int) -> Chunk:
        try:
            encoded = encode_columns(_by_name(batch), self._encoders, first_row=first_row)
            y = encode_labels(batch.column(self._target), self.schema.classes, first_row=first_row)
        except (CellError, UnknownLabelError) as error:
            column = error.column if isinstance(error, CellError) else self._target
            raise malformed(self.path, error.message, row=error.row, column=column) from None
        self._count_unseen(encoded.unseen)
        return Chunk(encoded.X, y)


def _scan(path: Path, scan: TableScan, fields: Sequence[Any], looked_through: set[str], most: int | None) -> None:
    open_kinds = (Kind.TEXT, Kind.CATEGORY)
    texts, known = [], {}
    for field in fields:
        if kind_of(field.name, field.type) in open_kinds or field.name in looked_through:
            texts.append(field.name)
        else:
            known[field.name] = pa.nulls(0, field.type)
    scan.update(known, 0)
    _scan_columns(path, scan, texts, most)
    if scan.unfinished:
        again = scan.unfinished
        scan.start_again()
        _scan_columns(path, scan, again, most)


def _scan_columns(path: Path, scan: TableScan, columns: Sequence[str], most: int | None) -> None:
    with _opened(path) as parquet:
        for batch in parquet.iter_batches(SCANNED_ROWS, columns=columns):
            try:
                scan.update(_by_name(batch), batch.num_rows)
            except CellError as error:
                raise malformed(path, error.message, row=error.row, column=error.column) from None
            if most is not None and scan.rows >= most:
                return


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    require_file(path)
    if split_suffix(path)[1]:
        raise malformed(path, "a Parquet file is compressed inside and cannot be read through a codec; unpack it")
    try:
        with pq.ParquetFile(path, pre_buffer=False) as parquet:  # or it would keep all it has read
            yield parquet
    except (pa.ArrowInvalid, OSError) as error:
        raise malformed(path, f"the file is no Parquet file, or it is damaged ({error})") from None


def _by_name(batch: Any) -> dict[str, Array]:
    return dict(zip(batch.schema.names, batch.columns, strict=True))


def _groups_from(metadata: Any, start: int) -> tuple[list[int], int]:
    """Return the row groups that reach beyond row `start`, and the number of the first row in them."""
    sizes = [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]
    ends = np.cumsum(sizes, dtype=np.int64)
    first = int(np.searchsorted(ends, start, side="right"))
    return list(range(first, len(sizes))), int(ends[first - 1]) if first else 0
