from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from driftsift.data import Nominal, Numeric, Schema
from driftsift.streams import LibSVMStream

NAN = float("nan")


def test_rows_labels_comments_and_blank_lines(write):
    path = write("t.libsvm", "# head\n+1 1:0.5 3:-2e1 # tail\n\n-1\r\n  1\t2:+3   3:nan\n? 1:1")

    stream = LibSVMStream(path)

    chunk = stream.take(9)
    assert np.array_equal(chunk.X.toarray(), [[0.5, 0, -20], [0, 0, 0], [0, 3, NAN], [1, 0, 0]], equal_nan=True)
    assert stream.schema == Schema.numeric(3, (-1, 1))
    assert chunk.y.tolist() == [1, 0, 1, -1]
    assert stream.n_instances == 4


@pytest.mark.parametrize(
    ("labels", "classes", "codes"),
    [
        ("1 0 1", (0, 1), [1, 0, 1]),
        ("+1 -1 1", (-1, 1), [1, 0, 1]),
        ("1.0 2.0 1", (1, 2), [0, 1, 0]),
        ("10 9 9", (9, 10), [1, 0, 0]),
        ("ham spam ham", ("ham", "spam"), [0, 1, 0]),
        ("1 x 1", ("1", "x"), [0, 1, 0]),
    ],
)
def test_labels(write, labels, classes, codes):
    path = write("t.libsvm", "".join(f"{label} 1:1\n" for label in labels.split()))

    stream = LibSVMStream(path)

    assert stream.schema.classes == classes
    assert stream.take(3).y.tolist() == codes


def test_columns_of_ones_are_nominal(write):
    path = write("t.libsvm", "0 1:1 2:1 4:1 5:0\n1 1:1 2:2 4:nan\n")
    binary = ("0", "1")

    assert LibSVMStream(path).schema.features == (
        Nominal("x0", binary),
        Numeric("x1"),
        Nominal("x2", binary),
        Nominal("x3", binary),
        Nominal("x4", binary),
    )
    assert LibSVMStream(path, nominal=False).schema == Schema.numeric(5, (0, 1))


def test_indices_from_zero(write):
    path = write("t.libsvm", "0 1:1\n1 0:2\n")

    assert LibSVMStream(path).take(2).X.toarray().tolist() == [[0, 1], [2, 0]]
    assert LibSVMStream(path, zero_based=True).take(2).X.toarray().tolist() == [[0, 1], [2, 0]]
    assert LibSVMStream(write("u.libsvm", "0 1:1\n"), zero_based=True).schema.n_features == 2


def test_the_number_of_features_can_be_given(write):
    path = write("t.libsvm", "0 1:1\n1 2:2\n")

    stream = LibSVMStream(path, n_features=5)

    assert stream.schema.n_features == 5
    assert stream.take(2).X.shape == (2, 5)
    assert LibSVMStream(path, n_features=5, nominal=False).schema == Schema.numeric(5, (0, 1))


def test_indices_in_any_order(write):
    assert LibSVMStream(write("t.libsvm", "0 3:3 1:1 2:2\n")).take(1).X.toarray().tolist() == [[1, 2, 3]]


def test_zeros_are_not_stored(write):
    X = LibSVMStream(write("t.libsvm", "0 1:0 2:5 3:-0.0\n")).take(1).X

    assert X.nnz == 1
    assert X.shape == (1, 3)


def test_a_schema_spares_the_scan_and_maps_labels(write):
    path = write("t.libsvm", "b 1:1 2:7\na 1:3\n")
    schema = Schema([Nominal("word", ("0", "1")), Numeric("n")], ("a", "b"))

    stream = LibSVMStream(path, schema=schema)
    chunk = stream.take(2)

    assert chunk.y.tolist() == [1, 0]
    assert np.array_equal(chunk.X.toarray(), [[1, 7], [NAN, 0]], equal_nan=True)
    assert stream.unseen == {"word": 1}


def test_a_limited_scan(write, monkeypatch):
    monkeypatch.setattr("driftsift.streams.lines.BLOCK_BYTES", 16)
    path = write("t.libsvm", "0 1:1\n1 2:1\n" * 20)

    stream = LibSVMStream(path, infer_rows=4)

    assert stream.n_instances is None
    assert len(stream.take(99)) == 40


values = st.one_of(st.floats(allow_infinity=False, allow_nan=False), st.sampled_from([0.0, 1.0, NAN]))
matrices = st.integers(1, 6).flatmap(
    lambda d: st.lists(
        st.tuples(st.integers(-3, 3), st.dictionaries(st.integers(1, d), values)), min_size=1, max_size=9
    )
)


@settings(deadline=None)
@given(matrices)
def test_what_was_written_is_read(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("svm") / "t.libsvm"
    path.write_text("".join(f"{y} {' '.join(f'{i}:{v!r}' for i, v in x.items())}\n" for y, x in rows))
    expected = np.zeros((len(rows), 6))
    for i, (_, x) in enumerate(rows):
        for index, value in x.items():
            expected[i, index - 1] = value

    stream = LibSVMStream(path, n_features=6)
    chunk = stream.take(len(rows))

    assert np.array_equal(chunk.X.toarray(), expected, equal_nan=True)
    assert [stream.schema.classes[code] for code in chunk.y] == [y for y, _ in rows]
