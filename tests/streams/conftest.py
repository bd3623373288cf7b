"""One small table, written in every format; and where the real data sets are."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import lzma
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from driftsift.data import Nominal, Numeric, Schema
from driftsift.streams import open_stream

REAL_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"

SCHEMA = Schema(
    [
        Numeric("price"),
        Numeric("number of items"),
        Nominal("colour", ("dark blue", 'it\'s "red"', "light,green")),
        Nominal("flag", ("n", "y")),
    ],
    ("DOWN", "UP"),
)

_COLOURS = [*SCHEMA.features[2].categories, None]
COLUMNS = {
    "price": [None if i % 5 == 4 else (i - 7) * 1.25e-3 for i in range(23)],
    "number of items": [i * i for i in range(23)],
    "colour": [_COLOURS[(i * 7) % 4] for i in range(23)],
    "flag": ["ny"[i % 3 == 0] for i in range(23)],
    "class": [None if i == 11 else ("UP", "DOWN")[i % 2] for i in range(23)],
}


def expected_matrix():
    """The rows of the table as numbers, NaN where missing."""
    encoded = []
    for feature in SCHEMA.features:
        values = COLUMNS[feature.name]
        if isinstance(feature, Nominal):
            values = [None if value is None else feature.categories.index(value) for value in values]
        encoded.append([np.nan if value is None else float(value) for value in values])
    return np.array(encoded).T.copy()


def expected_codes():
    """The labels of the table as codes."""
    return [-1 if label is None else SCHEMA.classes.index(label) for label in COLUMNS["class"]]


def csv_text(delimiter=",", missing="?", header=True, newline="\n"):
    """The table as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=newline)
    if header:
        writer.writerow(COLUMNS)
    for row in zip(*COLUMNS.values(), strict=True):
        writer.writerow([missing if value is None else value for value in row])
    return out.getvalue()


def arff_quoted(value):
    if value is None:
        return "?"
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return repr(value)


def arff_header():
    lines = ["% a comment", "", "@RELATION 'small table'", ""]
    for feature in SCHEMA.features:
        kind = "real"
        if isinstance(feature, Nominal):
            kind = "{" + ", ".join(map(arff_quoted, feature.categories)) + "}"
        lines.append(f"@Attribute {arff_quoted(feature.name)}\t{kind}")
    return [*lines, "@attribute class {DOWN,UP}", "@DATA"]


def arff_text():
    """The table as dense ARFF."""
    rows = [", ".join(map(arff_quoted, row)) for row in zip(*COLUMNS.values(), strict=True)]
    return "\n".join([*arff_header(), "% first row", *rows]) + "\n"


def sparse_arff_text():
    """The table as sparse ARFF: zeros and first categories are left out."""
    first = {2: SCHEMA.features[2].categories[0], 3: "n", 4: "DOWN"}
    rows = []
    for row in zip(*COLUMNS.values(), strict=True):
        stored = [(i, v) for i, v in enumerate(row) if v is None or (v != 0 and v != first.get(i))]
        rows.append("{" + ", ".join(f"{i} {arff_quoted(v)}" for i, v in stored) + "}")
    return "\n".join([*arff_header(), *rows]) + "\n"


def pack(data, suffix):
    """Compress bytes as the suffix says."""
    if suffix == ".zst":
        return pa.Codec("zstd").compress(data, asbytes=True)
    return {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}[suffix](data)


def parquet_bytes(table):
    """A table as the content of a Parquet file."""
    out = io.BytesIO()
    pq.write_table(table, out)
    return out.getvalue()


def cut(data, share):
    """The first part of some bytes."""
    return data[: int(len(data) * share)]


TEXT_FORMATS = {
    "table.csv": csv_text,
    "table.tsv": lambda: csv_text("\t"),
    "semicolon.csv": lambda: csv_text(";", missing=""),
    "windows.csv": lambda: "\ufeff" + csv_text(missing="NA", newline="\r\n"),
    "table.arff": arff_text,
    "sparse.arff": sparse_arff_text,
}


def arrow_table(dictionary=False):
    """The table in Arrow, its texts as dictionaries or not."""
    table = pa.table(COLUMNS)
    for i, field in enumerate(table.schema):
        if dictionary and field.type == pa.string():
            table = table.set_column(i, field.name, table.column(i).dictionary_encode())
    return table


@pytest.fixture
def write(tmp_path):
    """A function that writes bytes or text under a name and returns the path."""

    def write_file(name, content):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


@pytest.fixture(params=[*TEXT_FORMATS, "table.parquet", "dictionary.parquet"])
def table_file(request, tmp_path, write):
    """The small table in each format."""
    if request.param.endswith(".parquet"):
        path = tmp_path / request.param
        pq.write_table(arrow_table("dictionary" in request.param), path, row_group_size=10)
        return path
    return write(request.param, TEXT_FORMATS[request.param]())


FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "arrow": pa.table}


@pytest.fixture(params=FRAMES)
def constructor(request):
    """A function that makes a data frame from a dict of columns."""
    return FRAMES[request.param]


def dense(X):
    """A matrix as an array."""
    return X if isinstance(X, np.ndarray) else X.toarray()


def assert_same(first, second):
    """Two chunks hold the same bytes."""
    assert dense(first.X).tobytes() == dense(second.X).tobytes()
    assert first.y.tobytes() == second.y.tobytes()
    assert (first.weight is None) == (second.weight is None)
    assert first.weight is None or first.weight.tobytes() == second.weight.tobytes()
    assert (first.concept is None) == (second.concept is None)
    assert first.concept is None or first.concept.tobytes() == second.concept.tobytes()


def real(name):
    """Path of a real data set, or skip."""
    path = REAL_DATA / name
    if not path.exists():
        pytest.skip(f"{path} is not here")
    return path


def assert_refused(attempt, pieces, error=ValueError):
    """The attempt fails, and the message holds every piece."""
    with pytest.raises(error) as caught:
        attempt()
    for piece in pieces:
        assert piece in str(caught.value)


def assert_file_refused(write, name, content, options, pieces):
    """Opening and reading the file fails, without a warning, and the message holds every piece."""

    def read():
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            list(open_stream(write(name, content), **options))

    assert_refused(read, pieces)
