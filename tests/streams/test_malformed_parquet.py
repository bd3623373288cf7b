"""Parquet files that cannot be read, and names that say nothing: what is wrong and where."""

from __future__ import annotations

import gzip

import numpy as np
import pyarrow as pa
import pytest

from driftsift.data import Numeric, Schema
from driftsift.streams import ARFFStream, CSVStream, LibSVMStream, ParquetStream, open_stream
from tests.streams.conftest import (
    arrow_table,
    assert_file_refused,
    assert_refused,
    csv_text,
    cut,
    parquet_bytes,
)

NUMBERS = Schema([Numeric("a"), Numeric("b")], ("u", "v"))

# case -> (file name, content, options, pieces of the message)
MALFORMED = {
    "empty": ("t.parquet", b"", {}, ["t.parquet", "no Parquet file"]),
    "that is text": ("t.parquet", "a,b\n1,2\n", {}, ["t.parquet", "no Parquet file"]),
    "cut": (
        "t.parquet",
        cut(parquet_bytes(arrow_table()), 0.8),
        {},
        ["no Parquet file, or it is damaged"],
    ),
    "packed": (
        "t.parquet.gz",
        gzip.compress(parquet_bytes(arrow_table())),
        {},
        ["compressed inside"],
    ),
    "no rows": ("t.parquet", parquet_bytes(arrow_table()[:0]), {}, ["columns but no rows"]),
    "two columns of one name": (
        "t.parquet",
        parquet_bytes(pa.Table.from_arrays([pa.array([1]), pa.array([2])], ["x", "x"])),
        {},
        ["t.parquet", "same name"],
    ),
    "text where a number was asked for": (
        "t.parquet",
        parquet_bytes(pa.table({"x": ["1", "many"], "class": ["u", "v"]})),
        {"numeric": ["x"]},
        ["row 1", "column 'x'", "'many' is not a number"],
    ),
    "no columns": ("t.parquet", parquet_bytes(pa.table({})), {}, ["no columns"]),
    "no such target": (
        "t.parquet",
        parquet_bytes(arrow_table()),
        {"target": "klass"},
        ["'klass' (target)"],
    ),
    "inf": (
        "t.parquet",
        parquet_bytes(pa.table({"x": [1.0, np.inf], "class": [0, 1]})),
        {},
        ["row 1", "column 'x'", "inf"],
    ),
    "text in a numeric column of the schema": (
        "t.parquet",
        parquet_bytes(pa.table({"a": [1.0, 2.0], "b": ["1", "many"], "class": ["u", "v"]})),
        {"schema": NUMBERS},
        ["row 1", "column 'b'", "'many'"],
    ),
    "unknown label": (
        "t.parquet",
        parquet_bytes(pa.table({"a": [1.0, 2.0], "b": [1, 2], "class": ["u", "w"]})),
        {"schema": NUMBERS},
        ["row 1", "label 'w'"],
    ),
    "quantity as target": (
        "t.parquet",
        parquet_bytes(pa.table({"a": [1.0], "price": [0.5]})),
        {},
        ["'price'", "0.5"],
    ),
    "unknown suffix": ("t.xlsx", "x", {}, ["t.xlsx", "'.xlsx'", ".csv, .tsv, .arff", ".gz, .zst"]),
    "no suffix": ("table", "x", {}, ["''", "known are"]),
    "only a codec": ("t.gz", b"x", {}, ["''", "known are"]),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_the_message_says_where_and_what(write, case):
    assert_file_refused(write, *MALFORMED[case])


@pytest.mark.parametrize("open_it", [open_stream, CSVStream, ARFFStream, LibSVMStream, ParquetStream])
def test_paths_that_are_no_files(tmp_path, open_it):
    with pytest.raises(FileNotFoundError, match=r"nothing\.csv does not exist"):
        open_it(tmp_path / "nothing.csv")
    with pytest.raises(IsADirectoryError, match="is a directory"):
        open_it(tmp_path)
    with pytest.raises(TypeError, match="path of a file, got int"):
        open_it(7)


def test_columns_of_lists_and_unknown_options(write):
    lists = write("t.parquet", parquet_bytes(pa.table({"x": [[1], [2]], "class": [0, 1]})))
    text = write("t.csv", csv_text())

    assert_refused(lambda: open_stream(lists), ["'x'", "list"], TypeError)
    assert_refused(lambda: open_stream(text, separator=";"), ["separator"], TypeError)
