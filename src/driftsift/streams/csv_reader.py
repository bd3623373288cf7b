"""Batches of the columns of a CSV file, with errors that name line and column."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.csv as arrow_csv

from driftsift.data import CellError, UnknownLabelError
from driftsift.data.arrow import Array
from driftsift.data.hints import shorten
from driftsift.data.text import MISSING_TEXT
from driftsift.streams.compression import ByteSource, open_bytes
from driftsift.streams.csv_layout import Layout
from driftsift.streams.errors import malformed

__all__ = ["CSVReader"]

BLOCK_BYTES = 2**20
FIRST_LINES_PER_BLOCK = 64


class CSVReader:
    """Reads a CSV file in batches of about a megabyte.

    Arrow reads up to 32 blocks ahead, hence blocks no larger than need be.

    Parameters
    ----------
    layout : Layout
        How the file is laid out.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._block_bytes = max(BLOCK_BYTES, FIRST_LINES_PER_BLOCK * layout.first_line_bytes)

    def batches(self, columns: Collection[str], plain_numbers: Collection[str] = ()) -> Iterator[dict[str, Array]]:
        """Yield some columns by name, as texts; `plain_numbers` as float64."""
        bad_rows: list[Any] = []
        source = _QuoteCounter(open_bytes(self.layout.path))
        try:
            reader = self._open(source, columns, plain_numbers, bad_rows)
            for batch in reader:
                yield dict(zip(columns, batch.columns, strict=True))
        except (pa.ArrowInvalid, UnicodeDecodeError) as error:
            self._explain(error, bad_rows)
        finally:
            source.close()
        if source.quotes % 2:
            self.layout.refuse_open_quote()

    def located(self, error: CellError | UnknownLabelError) -> ValueError:
        """Return the error with the line of its row."""
        column = error.column if isinstance(error, CellError) else None
        return malformed(self.layout.path, error.message, line=self.layout.line_of(error.row), column=column)

    def _open(self, source: Any, columns: Collection[str], plain_numbers: Collection[str], bad_rows: list[Any]) -> Any:
        layout = self.layout
        first_cells = layout.cells if layout.header else [f"f{i}" for i in range(len(layout.names))]
        places = dict(zip(layout.names, first_cells, strict=True))
        types = {places[name]: pa.float64() if name in plain_numbers else pa.large_string() for name in columns}

        def refuse(row: Any) -> str:
            bad_rows.append(row)
            return "error"

        return arrow_csv.open_csv(
            pa.PythonFile(source, mode="r"),
            read_options=arrow_csv.ReadOptions(
                use_threads=False,
                block_size=self._block_bytes,
                encoding=layout.encoding,
                autogenerate_column_names=not layout.header,
            ),
            parse_options=arrow_csv.ParseOptions(
                delimiter=layout.delimiter, newlines_in_values=True, invalid_row_handler=refuse
            ),
            convert_options=arrow_csv.ConvertOptions(
                column_types=types, include_columns=list(types), null_values=MISSING_TEXT
            ),
        )

    def _explain(self, error: Exception, bad_rows: list[Any]) -> None:
        layout = self.layout
        if bad_rows:
            row = bad_rows[0]
            raise malformed(
                layout.path,
                f"{row.actual_columns} cells, expected {row.expected_columns}: {shorten(row.text)}",
                line=layout.line_of(row.number - 1 - layout.header),
                column=min(row.actual_columns, row.expected_columns) + 1,
            ) from None
        layout.refuse_bad_encoding()
        layout.refuse_open_quote()
        if "straddling" in str(error):
            raise malformed(layout.path, f"a row is longer than {self._block_bytes:,} bytes") from None
        raise malformed(layout.path, str(error)) from None


class _QuoteCounter:
    """A byte source that counts the quotes it delivers; an odd number can mean that one is not closed."""

    def __init__(self, source: ByteSource) -> None:
        self._source = source
        self.quotes = 0
        self.closed = False

    def readable(self) -> bool:
        return True

    def read(self, size: int) -> bytes:
        data = self._source.read(size)
        self.quotes += data.count(b'"')
        return data

    def close(self) -> None:
        self.closed = True
        self._source.close()
