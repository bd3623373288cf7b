"""Every format holds the same small table and gives the same schema and rows."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from driftsift.data import Nominal, Numeric, Schema
from driftsift.streams import (
    ARFFStream,
    CSVStream,
    FrameStream,
    LibSVMStream,
    ParquetStream,
    open_stream,
)
from tests.streams.conftest import (
    COLUMNS,
    SCHEMA,
    TEXT_FORMATS,
    arrow_table,
    csv_text,
    dense,
    expected_codes,
    expected_matrix,
    pack,
)


def assert_is_the_table(stream):
    assert stream.schema == SCHEMA
    chunk = stream.take(1000)
    assert dense(chunk.X).tobytes() == expected_matrix().tobytes()
    assert chunk.y.tolist() == expected_codes()
    assert chunk.weight is None
    assert stream.unseen == {}


def test_files_hold_the_table(table_file):
    stream = open_stream(table_file)

    assert_is_the_table(stream)
    assert stream.name == table_file.stem
    assert stream.n_instances in (None, 23)


def test_a_given_schema_spares_the_scan(table_file):
    assert_is_the_table(open_stream(table_file, schema=SCHEMA))


def test_frames_hold_the_table(constructor):
    assert_is_the_table(FrameStream(constructor(COLUMNS)))
    assert_is_the_table(FrameStream(constructor(COLUMNS), schema=SCHEMA))


@pytest.mark.parametrize("codec", [".gz", ".bz2", ".xz", ".zst"])
@pytest.mark.parametrize("name", TEXT_FORMATS)
def test_files_are_unpacked_while_reading(write, name, codec):
    path = write(name + codec, pack(TEXT_FORMATS[name]().encode(), codec))

    stream = open_stream(path)

    assert_is_the_table(stream)
    assert stream.name == name.split(".")[0]


def test_several_packed_parts_are_one_file(write):
    text = csv_text().encode()
    assert_is_the_table(open_stream(write("t.csv.gz", pack(text[:300], ".gz") + pack(text[300:], ".gz"))))


@pytest.mark.parametrize("suffix", [".parquet", ".pq", ".PARQUET"])
def test_suffixes_of_parquet(tmp_path, suffix):
    path = tmp_path / f"t{suffix}"
    pq.write_table(arrow_table(), path)

    assert isinstance(open_stream(path), ParquetStream)


@pytest.mark.parametrize("suffix", [".libsvm", ".svm", ".svmlight", ".txt"])
def test_suffixes_of_libsvm(write, suffix):
    assert isinstance(open_stream(write("t" + suffix, "1 1:2\n0 2:1\n")), LibSVMStream)


@pytest.mark.parametrize("suffix", [".txt", ".data"])
def test_text_files_are_looked_into(write, suffix):
    assert isinstance(open_stream(write("a" + suffix, TEXT_FORMATS["table.arff"]())), ARFFStream)
    assert isinstance(open_stream(write("c" + suffix, csv_text())), CSVStream)
    assert isinstance(open_stream(write("l" + suffix, "\n+1 3:1\n")), LibSVMStream)


@pytest.mark.parametrize("target", ["flag", 3, -2])
def test_the_target_is_found_by_name_and_position(table_file, target):
    stream = open_stream(table_file, target=target)

    assert stream.schema.target == "flag"
    assert stream.schema.classes == ("n", "y")
    assert stream.schema.names == ("price", "number of items", "colour", "class")


@pytest.mark.parametrize(
    ("names", "expected"),
    [("a,CLASS,b", "CLASS"), ("y,label,b", "label"), ("target,Label", "target"), ("a,b", "b"), ("Y,b", "Y")],
)
def test_the_usual_target(write, names, expected):
    width = names.count(",") + 1
    path = write("t.csv", names + "\n" + ",".join("1" * width) + "\n")

    assert CSVStream(path).schema.target == expected


def test_columns_can_be_dropped(table_file):
    stream = open_stream(table_file, drop=["price", "colour"])

    assert stream.schema.names == ("number of items", "flag")
    assert dense(stream.take(99).X).tobytes() == expected_matrix()[:, [1, 3]].tobytes()


def test_a_schema_picks_and_orders_columns_by_name(table_file):
    schema = Schema([SCHEMA.features[3], SCHEMA.features[0]], ("UP", "DOWN"))

    chunk = open_stream(table_file, schema=schema).take(99)

    assert dense(chunk.X).tobytes() == np.ascontiguousarray(expected_matrix()[:, [3, 0]]).tobytes()
    assert chunk.y.tolist() == [code if code < 0 else 1 - code for code in expected_codes()]


def test_categories_the_schema_lacks_are_missing_and_counted(table_file):
    colour = Nominal("colour", ("light,green", "dark blue"))
    stream = open_stream(table_file, schema=Schema([SCHEMA.features[0], colour], SCHEMA.classes))

    X = dense(stream.take(99).X)

    known = {"light,green": 0, "dark blue": 1}
    wanted = [known.get(value, np.nan) for value in COLUMNS["colour"]]
    assert np.array_equal(X[:, 1], wanted, equal_nan=True)
    assert stream.unseen == {"colour": COLUMNS["colour"].count('it\'s "red"')}
    list(stream)
    assert stream.unseen == {"colour": COLUMNS["colour"].count('it\'s "red"')}


def test_labels_the_schema_lacks_are_errors(table_file):
    stream = open_stream(table_file, schema=SCHEMA.with_classes(("UP", "SIDEWAYS")))
    with pytest.raises(ValueError, match=r"(line|row) \d+.*label 'DOWN' is not a known class"):
        list(stream)


def test_all_classes_can_be_given(table_file):
    stream = open_stream(table_file, classes=("UP", "DOWN", "SIDEWAYS"))

    assert stream.schema.classes == ("UP", "DOWN", "SIDEWAYS")
    assert stream.take(2).y.tolist() == [0, 1]


def test_kinds_can_be_forced(write):
    path = write("t.csv", "code,size,class\n1,2,a\n7,?,b\n")

    stream = CSVStream(path, nominal=["code"], numeric=["size"])

    assert stream.schema.features == (Nominal("code", ("1", "7")), Numeric("size"))
    assert stream.take(1).X.tolist() == [[0, 2]]


def test_numbers_stored_in_parquet_become_categories_on_request(tmp_path):
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"code": [10, 9], "on": [True, None], "none": pa.nulls(2), "class": [1, 0]}), path)

    stream = ParquetStream(path, nominal=["code"])

    assert stream.schema == Schema(
        [Nominal("code", ("10", "9")), Nominal("on", ("False", "True")), Numeric("none")], (0, 1)
    )
    assert np.array_equal(stream.take(2).X, [[0, 1, np.nan], [1, np.nan, np.nan]], equal_nan=True)


def test_texts_of_parquet_are_looked_through_to_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr("driftsift.streams.parquet.SCANNED_ROWS", 4)
    path = tmp_path / "t.parquet"
    late = [*map(str, range(5)), "x"]
    pq.write_table(pa.table({"late": late, "n": ["1", "", "2", "3", "4", "5"], "class": list("aaaaab")}), path)

    schema = ParquetStream(path).schema

    assert schema == Schema([Nominal("late", tuple(late)), Numeric("n")], ("a", "b"))
    limited = ParquetStream(path, infer_rows=2, classes=("a", "b"))
    assert limited.schema.features == (Numeric("late"), Numeric("n"))


def test_a_column_that_turns_to_text_late_keeps_its_early_texts(write, monkeypatch):
    monkeypatch.setattr("driftsift.streams.csv_reader.FIRST_LINES_PER_BLOCK", 1)
    monkeypatch.setattr("driftsift.streams.csv_reader.BLOCK_BYTES", 64)
    rows = [f"{i % 7},{i},a" for i in range(100)] + ["x,100,b"]
    path = write("t.csv", "code,n,class\n" + "\n".join(rows) + "\n")

    stream = CSVStream(path)

    assert stream.schema.features == (Nominal("code", ("0", "1", "2", "3", "4", "5", "6", "x")), Numeric("n"))
    assert stream.take(101).X[:, 0].tolist() == [i % 7 for i in range(100)] + [7]
    assert stream.n_instances == 101


def test_a_limited_scan_leaves_what_comes_later_unseen(write, monkeypatch):
    monkeypatch.setattr("driftsift.streams.csv_reader.FIRST_LINES_PER_BLOCK", 1)
    monkeypatch.setattr("driftsift.streams.csv_reader.BLOCK_BYTES", 32)
    path = write("t.csv", "c,class\n" + "u,a\n" * 20 + "v,a\n" * 20)

    stream = CSVStream(path, infer_rows=10)
    list(stream)

    assert stream.schema.features == (Nominal("c", ("u",)),)
    assert stream.n_instances is None
    assert stream.unseen == {"c": 20}


def test_neither_pandas_nor_polars_is_imported(table_file):
    code = (
        "import sys\n"
        "from driftsift.streams import open_stream, ArrayStream, SEA\n"
        "from driftsift.data import decode\n"
        "stream = open_stream(sys.argv[1])\n"
        "decode(stream.take(5), stream.schema)\n"
        "ArrayStream([[1.0], [2.0]], ['a', None]).take(2)\n"
        "SEA(100).take(100)\n"
        "assert not {'pandas', 'polars'} & set(sys.modules), 'imported'"
    )
    subprocess.run([sys.executable, "-c", code, str(table_file)], check=True)
