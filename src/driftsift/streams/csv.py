"""Streams from CSV files and their relatives."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence

from driftsift.data import CellError, Chunk, Label, Schema, UnknownLabelError
from driftsift.data.arrow import Array
from driftsift.data.encoding import ColumnEncoder, encode_columns
from driftsift.data.labels import encode_labels
from driftsift.streams.csv_layout import find_layout
from driftsift.streams.csv_reader import CSVReader
from driftsift.streams.errors import malformed
from driftsift.streams.files import FileStream
from driftsift.streams.paths import as_path
from driftsift.streams.scan import TableScan
from driftsift.streams.target import find_target, require_features, without

__all__ = ["CSVStream"]


class CSVStream(FileStream):
    r"""A text file of cells separated by commas, semicolons or tabs.

    The file is read through once to learn what each column holds, exactly; give `schema` to spare that, or
    `infer_rows` to limit it. What a column is follows the rules of `driftsift.data.infer_schema`; ``?``,
    ``NA``, ``nan``, ``null`` and empty cells are missing.

    Parameters
    ----------
    path : str or path
        The file; .gz, .zst, .bz2 and .xz are unpacked while reading.
    target : str or int, optional
        Name or position of the label column; by default the column called class, target, label or y, else the
        last one.
    schema : Schema, optional
        The features, found in the file by name, and the classes.
    header : bool, optional
        Whether the first line holds the column names. By default it does, and a first line that looks like
        data is refused. Without a header the columns are called x0, x1, ..., class.
    names : sequence of str, optional
        Column names for a file without a header.
    delimiter : str, optional
        By default the comma, semicolon or tab that occurs most often in the first line.
    nominal, numeric : collection of str, optional
        Columns that are nominal or numeric whatever they look like.
    classes : sequence of labels, optional
        The classes, if not all of them occur in the file.
    drop : collection of str
        Columns to leave out.
    infer_rows : int, optional
        Learn the schema from about so many rows only; what comes later and does not fit is unseen.
    encoding : str
        How the text is encoded.
    name : str, optional
        Name of the stream, by default that of the file.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "prices.csv"
    >>> _ = path.write_text("price,day,class\n1.5,mon,UP\n?,tue,DOWN\n")
    >>> stream = CSVStream(path)
    >>> stream.schema.features[1], stream.take(2).X
    (Nominal(name='day', categories=('mon', 'tue')), array([[1.5, 0. ],
           [nan, 1. ]]))
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        target: str | int | None = None,
        schema: Schema | None = None,
        *,
        header: bool | None = None,
        names: Sequence[str] | None = None,
        delimiter: str | None = None,
        nominal: Collection[str] | None = None,
        numeric: Collection[str] | None = None,
        classes: Iterable[Label] | None = None,
        drop: Collection[str] = (),
        infer_rows: int | None = None,
        encoding: str = "utf-8",
        name: str | None = None,
    ) -> None:
        file = as_path(path)
        layout = find_layout(file, delimiter, header, names, encoding)
        self._reader = CSVReader(layout)
        self._plain_numbers: list[str] = []
        rows = None
        columns = without(layout.names, drop)
        self._target = find_target(columns, schema.target if schema and target is None else target)
        if schema is None:
            scan = TableScan(columns, self._target, nominal=nominal, numeric=numeric, classes=classes)
            rows = self._scan(scan, columns, infer_rows)
            schema = scan.schema()
        require_features(schema, columns)
        self._encoders = ColumnEncoder.of(schema)
        super().__init__(file, schema, name, rows)

    def _blocks(self, start: int, _rows: int) -> Iterator[Chunk]:
        first_row = 0
        wanted = list(dict.fromkeys([*self.schema.names, self._target]))
        for batch in self._reader.batches(wanted, self._plain_numbers):
            size = len(batch[self._target])
            skipped = min(max(start - first_row, 0), size)
            if skipped < size:
                part = {name: column.slice(skipped) for name, column in batch.items()}
                yield self._encode(part, first_row + skipped)
            first_row += size

    def _encode(self, batch: dict[str, Array], first_row: int) -> Chunk:
        try:
            encoded = encode_columns(batch, self._encoders, first_row=first_row)
            y = encode_labels(batch[self._target], self.schema.classes, first_row=first_row)
        except (CellError, UnknownLabelError) as error:
            raise self._reader.located(error) from None
        self._count_unseen(encoded.unseen)
        return Chunk(encoded.X, y)

    def _scan(self, scan: TableScan, columns: Sequence[str], infer_rows: int | None) -> int | None:
        """Feed the file to the scan; return the number of rows if it was read to its end."""
        finished = self._scan_once(scan, columns, infer_rows)
        rows = scan.rows
        if not rows:
            raise malformed(self._reader.layout.path, "the file has column names but no rows")
        if scan.unfinished:
            again = scan.unfinished
            scan.start_again()
            self._scan_once(scan, again, infer_rows)
        self._plain_numbers = scan.plain_numbers if finished else []
        return rows if finished else None

    def _scan_once(self, scan: TableScan, columns: Sequence[str], infer_rows: int | None) -> bool:
        try:
            for batch in self._reader.batches(columns):
                scan.update(batch, len(next(iter(batch.values()))))
                if infer_rows is not None and scan.rows >= infer_rows:
                    return False
        except CellError as error:
            raise self._reader.located(error) from None
        return True
