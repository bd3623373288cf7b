from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from driftsift.data import Nominal, Numeric, Schema
from driftsift.streams import ARFFStream

NAN = float("nan")


def arff(attributes, *rows):
    return "\n".join(["@relation r", *(f"@attribute {line}" for line in attributes), "@data", *rows]) + "\n"


HEADERS = {
    "plain": ("a numeric", Numeric("a")),
    "real": ("a REAL", Numeric("a")),
    "integer": ("a Integer", Numeric("a")),
    "range": ("a real [0, 1]", Numeric("a")),
    "quoted name": ("'an attribute' numeric", Numeric("an attribute")),
    "double quotes": ('"an attribute" numeric', Numeric("an attribute")),
    "escaped quote": (r"'it\'s' numeric", Numeric("it's")),
    "percent in a name": ("'100%' numeric", Numeric("100%")),
    "tabs": ("a\t\tnumeric", Numeric("a")),
    "values": ("a {x,y}", Nominal("a", ("x", "y"))),
    "no blank before the values": ("'a'{x,y}", Nominal("a", ("x", "y"))),
    "blanks in the values": ("a { x , y }", Nominal("a", ("x", "y"))),
    "quoted values": ("a {'x y', \"z,}\", w}", Nominal("a", ("x y", "z,}", "w"))),
    "comment behind the values": ("a {x,y} % why", Nominal("a", ("x", "y"))),
    "numbers as values": ("a {0,1}", Nominal("a", ("0", "1"))),
    "date": ("a date", Numeric("a")),
}


@pytest.mark.parametrize("case", HEADERS)
def test_attributes(write, case):
    line, feature = HEADERS[case]

    stream = ARFFStream(write("t.arff", arff([line, "class {u,v}"], "?, u")))

    assert stream.schema == Schema([feature], ("u", "v"))
    assert np.isnan(stream.take(1).X).all()


def test_rows_of_every_shape(write):
    rows = [
        "1,'a b',u",
        "  2 , c , v  ",
        "3\tc\tu",
        "?,?,?",
        "% comment",
        "",
        "+4e0, \"a b\", 'v'",
        "-5, c, u  ",
    ]

    chunk = ARFFStream(write("t.arff", arff(["x real", "c {'a b', c}", "class {u,v}"], *rows))).take(9)

    assert np.array_equal(chunk.X, [[1, 0], [2, 1], [3, 1], [NAN, NAN], [4, 0], [-5, 1]], equal_nan=True)
    assert chunk.y.tolist() == [0, 1, 0, -1, 1, 0]


def test_weights(write):
    path = write("t.arff", arff(["x real", "class {u,v}"], "1,u,{2.5}", "2,v", "{0 3},{0}", "4,u {1}"))

    chunk = ARFFStream(path).take(9)

    assert chunk.weight.tolist() == [2.5, 1, 0, 1]
    assert chunk.X.ravel().tolist() == [1, 2, 3, 4]
    assert ARFFStream(write("s.arff", arff(["x real", "class {u,v}"], "1,u"))).take(1).weight is None


def test_sparse_rows(write):
    rows = ["{0 1.5, 3 v}", "{}", "{1 b,0 ?}", "{ 2 0 , 3 v }", "2,a,7,u"]

    stream = ARFFStream(write("t.arff", arff(["x real", "c {a,b}", "z real", "class {u,v}"], *rows)))
    chunk = stream.take(9)

    assert sp.issparse(chunk.X)
    assert np.array_equal(
        chunk.X.toarray(), [[1.5, 0, 0], [0, 0, 0], [NAN, 1, 0], [0, 0, 0], [2, 0, 7]], equal_nan=True
    )
    assert chunk.X.nnz == 5
    assert chunk.y.tolist() == [1, 0, 0, 1, 0]


def test_sparse_rows_after_dense_ones(write):
    chunk = ARFFStream(write("t.arff", arff(["x real", "c {a,b}", "class {u,v}"], "1,b,v", "{1 b}"))).take(2)

    assert chunk.X.tolist() == [[1, 1], [0, 1]]
    assert chunk.y.tolist() == [1, 0]


def test_what_a_sparse_row_leaves_out_is_the_first_declared_value(write):
    path = write("t.arff", arff(["c {a,b}", "x real", "class {u,v}"], "{1 5}", "{0 b,2 v}"))
    schema = Schema([Numeric("x"), Nominal("c", ("b", "a"))], ("v", "u"))

    chunk = ARFFStream(path, schema=schema).take(2)

    assert chunk.X.toarray().tolist() == [[5, 1], [0, 0]]
    assert chunk.y.tolist() == [1, 0]


def test_texts_become_categories(write):
    path = write("t.arff", arff(["s string", "class {u,v}"], "b,u", "'a a',v", "?,u", "b,v"))

    stream = ARFFStream(path)

    assert stream.schema.features == (Nominal("s", ("a a", "b")),)
    assert np.array_equal(stream.take(4).X, [[1], [0], [NAN], [1]], equal_nan=True)
    assert stream.n_instances == 4


def test_numbers_written_as_texts(write):
    path = write("t.arff", arff(["s string", "e string", "class {u,v}"], "'1.5',?,u", "-2,?,v"))

    assert ARFFStream(path).schema.features == (Nominal("s", ("-2", "1.5")), Numeric("e"))
    chunk = ARFFStream(path, schema=Schema([Numeric("s"), Numeric("e")], ("u", "v"))).take(2)
    assert np.array_equal(chunk.X, [[1.5, NAN], [-2, NAN]], equal_nan=True)


def test_a_text_that_a_sparse_row_leaves_out_is_missing(write):
    X = ARFFStream(write("t.arff", arff(["s string", "class {u,v}"], "{0 b}", "{1 v}"))).take(2).X

    assert np.array_equal(X.toarray(), [[0], [NAN]], equal_nan=True)


@pytest.mark.parametrize(
    ("pattern", "text", "seconds"),
    [
        ("", "1970-01-02T00:00:01", 86401),
        ("yyyy-MM-dd", "1969-12-31", -86400),
        ("'yyyy-MM-dd HH:mm:ss'", "'2001-09-09 01:46:40'", 1e9),
        ('"dd.MM.yy HH:mm"', '"01.01.70 00:01"', 60),
        ('"yyyyMMdd"', "19700103", 2 * 86400),
        ("\"yyyy-MM-dd'T'HH:mm:ss.SSS\"", "1970-01-01T00:00:00.250", 0.25),
        ("'d/M/yyyy'", "2/1/1970", 86400),
    ],
)
def test_dates_are_seconds(write, pattern, text, seconds):
    path = write("t.arff", arff([f"d date {pattern}", "class {u,v}"], f"{text},u", "?,v"))

    assert np.array_equal(ARFFStream(path).take(2).X, [[seconds], [NAN]], equal_nan=True)


@pytest.mark.parametrize(
    ("kind", "rows", "classes", "codes"),
    [
        ("numeric", ["1", "0", "?"], (0, 1), [1, 0, -1]),
        ("numeric", ["1.0", "2", "1"], (1, 2), [0, 1, 0]),
        ("string", ["b", "a", "?"], ("a", "b"), [1, 0, -1]),
    ],
)
def test_labels_that_are_not_declared_are_gathered(write, kind, rows, classes, codes):
    path = write("t.arff", arff(["x real", f"class {kind}"], *(f"1,{row}" for row in rows)))

    stream = ARFFStream(path)

    assert stream.schema.classes == classes
    assert stream.take(3).y.tolist() == codes


def test_a_numeric_label_that_a_sparse_row_leaves_out_is_zero(write):
    stream = ARFFStream(write("t.arff", arff(["x real", "class numeric"], "{0 1, 1 1}", "{0 2}")))

    assert stream.schema.classes == (0, 1)
    assert stream.take(2).y.tolist() == [1, 0]


def test_texts_beyond_a_limited_scan_are_unseen(write, monkeypatch):
    monkeypatch.setattr("driftsift.streams.lines.BLOCK_BYTES", 64)
    path = write("t.arff", arff(["s string", "class {u,v}"], *["a,u"] * 20, *["b,v"] * 20))

    stream = ARFFStream(path, infer_rows=1)

    assert np.isnan(stream.take(40).X).sum() == 20
    assert stream.unseen == {"s": 20}
    assert stream.schema.features == (Nominal("s", ("a",)),)


def test_other_encodings(write):
    text = arff(["größe real", "class {grün,weiß}"], "1,weiß")
    expected = Schema([Numeric("größe")], ("grün", "weiß"))

    assert ARFFStream(write("u.arff", text)).schema == expected
    latin = ARFFStream(write("l.arff", text.encode("latin-1")), encoding="latin-1")
    assert latin.schema == expected
    assert latin.take(1).y.tolist() == [1]


def test_many_attributes_are_read_in_reasonable_time(write):
    d = 20_000
    lines = [f"w{i} {{0,1}}" for i in range(d)]
    path = write("t.arff", arff([*lines, "class {u,v}"], "{5 1, 19999 1}", f"{{{d} v}}"))

    stream = ARFFStream(path)

    assert stream.schema.n_features == d
    assert stream.take(2).X.indices.tolist() == [5, 19999]


def test_a_long_text_of_many_bytes_is_quoted_in_the_message(write):
    path = write("t.arff", arff(["x real", "class {u,v}"], f"{'ü' * 300},u"))
    with pytest.raises(ValueError, match=r"line 5, column 1: attribute 'x': 'ü{20}\.\.\.' is not a number"):
        list(ARFFStream(path))
    path = write("t.arff", arff(["x real", "class {u,v}"], f"a{'ü' * 300},u"))
    with pytest.raises(ValueError, match=r"'aü{19}.\.\.\.' is not a number"):
        list(ARFFStream(path))
