"""Parquet and CSV files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyarrow as pa

from driftsift.data import Chunk, Nominal, Schema
from driftsift.data.arrow import Array
from driftsift.data.text import MISSING_TEXT
from driftsift.streams.paths import split_suffix
from driftsift.streams.writers.columns import features, labels, named
from driftsift.streams.writers.writer import Writer

__all__ = ["CSVWriter", "ParquetWriter"]


class ParquetWriter(Writer):
    """Nominal features and text labels are dictionary columns, with all their categories."""

    def open(self) -> None:
        """Write what stands before the first row."""
        import pyarrow.parquet as pq

        self._columns = _arrow_schema(self.schema)
        self._parquet = pq.ParquetWriter(self.sink, self._columns, compression="zstd")

    def write(self, chunk: Chunk) -> None:
        """Write the rows of a chunk."""
        self.refuse_weights(chunk)
        arrays = [*features(chunk.X, self.schema), labels(chunk.y, self.schema)]
        self._parquet.write_table(pa.Table.from_arrays(arrays, schema=self._columns))

    def close(self) -> None:
        """Write what stands behind the last row."""
        self._parquet.close()


class CSVWriter(Writer):
    """Cells separated by commas, or tabs in a .tsv file; a missing value is an empty cell."""

    def open(self) -> None:
        """Write what stands before the first row."""
        import pyarrow.csv as arrow_csv

        for feature in self.schema.features:
            if isinstance(feature, Nominal):
                self._refuse_misread(feature.categories, f"category of feature {feature.name!r}")
        self._refuse_misread(map(str, self.schema.classes), "class")
        names = [*self.schema.names, self.schema.target]
        types = [pa.large_string() if n else pa.float64() for n in self.schema.n_categories]
        self._columns = pa.schema(list(zip(names, [*types, pa.large_string()], strict=True)))
        separator = "\t" if split_suffix(self.path)[0] == ".tsv" else ","
        options = arrow_csv.WriteOptions(delimiter=separator, quoting_style="needed")
        self._csv = arrow_csv.CSVWriter(self.sink, self._columns, write_options=options)

    def write(self, chunk: Chunk) -> None:
        """Write the rows of a chunk."""
        self.refuse_weights(chunk)
        arrays = [_plain(column) for column in features(chunk.X, self.schema)]
        arrays.append(named(chunk.y, map(str, self.schema.classes)))
        self._csv.write_table(pa.Table.from_arrays(arrays, schema=self._columns))

    def close(self) -> None:
        """Write what stands behind the last row."""
        self._csv.close()

    def _refuse_misread(self, texts: Iterable[str], what: str) -> None:
        for text in texts:
            if text in MISSING_TEXT or text != text.strip():
                raise self.error(f"{what} {text!r} cannot be read back from a CSV file; write Parquet or ARFF")


def _arrow_schema(schema: Schema) -> Any:
    texts = pa.dictionary(pa.int32(), pa.large_string())
    columns = [(name, texts if n else pa.float64()) for name, n in zip(schema.names, schema.n_categories, strict=True)]
    return pa.schema([*columns, (schema.target, labels(np.empty(0, dtype=np.int32), schema).type)])


def _plain(column: Array) -> Array:
    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column
