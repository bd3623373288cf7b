from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from driftsift.data import Nominal, Numeric, Schema
from driftsift.data.text import MISSING_TEXT
from driftsift.streams import CSVStream

NAN = float("nan")


@pytest.mark.parametrize("text", ["1,2,a\n3,4,b\n", "1,2,a\r\n3,4,b", "\n\n1,2,a\n\n3,4,b\n"])
def test_a_file_without_header(write, text):
    stream = CSVStream(write("t.csv", text), header=False)

    assert stream.schema == Schema([Numeric("x0"), Numeric("x1")], ("a", "b"))
    assert stream.take(9).X.tolist() == [[1, 2], [3, 4]]


def test_names_for_a_file_without_header(write):
    stream = CSVStream(write("t.csv", "u,2,9\nv,4,8\n"), names=["answer", "a", "b"], target="answer")

    assert stream.schema == Schema([Numeric("a"), Numeric("b")], ("u", "v"), "answer")
    assert stream.take(1).X.tolist() == [[2, 9]]


def test_names_instead_of_those_in_the_header(write):
    stream = CSVStream(write("t.csv", "p,q\n1,u\n"), names=["a", "class"], header=True)

    assert stream.schema.names == ("a",)
    assert len(stream.take(9)) == 1


@pytest.mark.parametrize("header", ["0,1,2,class", "0,1,2,3", "a,b,c,1"])
def test_headers_that_may_be_numbers(write, header):
    assert CSVStream(write("t.csv", header + "\n4,5,6,7\n")).schema.n_features == 3


def test_a_header_of_numbers_is_believed_on_request(write):
    assert CSVStream(write("t.csv", "2019,2020,1999\n4,5,6\n"), header=True).schema.names == ("2019", "2020")


def test_unnamed_columns_are_numbered(write):
    assert CSVStream(write("t.csv", ",a,class\n0,1,u\n")).schema.names == ("column1", "a")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_found(write, delimiter):
    text = delimiter.join(["a", '"b,;x"', "class"]) + "\n" + delimiter.join(["1", '"2"', "u"]) + "\n"

    stream = CSVStream(write("t.csv", text))

    assert stream.schema.names == ("a", "b,;x")
    assert stream.take(1).X.tolist() == [[1, 2]]


def test_a_given_delimiter(write):
    assert CSVStream(write("t.csv", "a|class\n1|u\n"), delimiter="|").take(1).X.tolist() == [[1]]


def test_marks_of_missing_values(write):
    cells = [*MISSING_TEXT[1:], '""', " ? "]
    path = write("t.csv", "n,c,class\n1,u,a\n" + "".join(f"{cell},{cell},a\n" for cell in cells))

    X = CSVStream(path).take(99).X

    assert X[0].tolist() == [1, 0]
    assert np.isnan(X[1:]).all()


def test_numbers_as_people_write_them(write):
    cells = ["1", " 2 ", "+3", "-4.", ".5", "6e2", '"7"', "1E-3"]
    path = write("t.csv", "n,class\n" + "".join(f"{cell},a\n" for cell in cells))

    stream = CSVStream(path)

    assert stream.schema.features == (Numeric("n"),)
    assert stream.take(99).X.ravel().tolist() == [1, 2, 3, -4, 0.5, 600, 7, 0.001]


def test_dates_are_seconds(write):
    path = write("t.csv", "day,at,class\n1970-01-02,1970-01-01 00:01:00,a\n?,1970-01-01T00:00:00,b\n")

    stream = CSVStream(path)

    assert stream.schema.features == (Numeric("day"), Numeric("at"))
    assert np.array_equal(stream.take(2).X, [[86400, 60], [NAN, 0]], equal_nan=True)


def test_number_labels(write):
    stream = CSVStream(write("t.csv", "x,class\n1,10\n2,9\n3,\n"))

    assert stream.schema.classes == (9, 10)
    assert stream.take(3).y.tolist() == [1, 0, -1]


def test_other_encodings(write):
    text = "größe,class\n1,weiß\n"
    for encoding in ("latin-1", "utf-16"):
        stream = CSVStream(write("t.csv", text.encode(encoding)), encoding=encoding)
        assert stream.schema == Schema([Numeric("größe")], ("weiß",))
        assert stream.take(1).y.tolist() == [0]


def test_cells_over_several_lines(write):
    path = write("t.csv", 'c,class\n"one\ntwo",a\n"with ""quotes""",b\n')

    assert CSVStream(path).schema.features == (Nominal("c", ("one\ntwo", 'with "quotes"')),)


def test_the_schema_is_exact_although_the_head_of_the_file_says_otherwise(write):
    path = write("t.csv", "n,class\n" + "1,a\n" * 200_000 + "x,b\n")

    stream = CSVStream(path)

    assert stream.schema == Schema([Nominal("n", ("1", "x"))], ("a", "b"))
    assert stream.take(200_001).X[-1].tolist() == [1]


def is_infinite(text):
    try:
        return np.isinf(float(text))
    except ValueError:
        return False


cells = st.one_of(
    st.none(),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.text(
        st.characters(codec="utf-8", exclude_characters="\r\x00", exclude_categories=["Cs"]),
        min_size=1,
        max_size=5,
    ).filter(lambda text: not is_infinite(text)),
)


@settings(deadline=None)
@given(st.integers(1, 4).flatmap(lambda d: st.lists(st.lists(cells, min_size=d, max_size=d), min_size=1, max_size=8)))
def test_what_was_written_is_read(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("csv") / "t.csv"
    names = [f"f{i}" for i in range(len(rows[0]))]
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerows([[*names, "class"], *([*row, "u"] for row in rows)])
    path.write_text(out.getvalue(), encoding="utf-8", newline="")

    stream = CSVStream(path)
    X = stream.take(len(rows)).X

    for j, feature in enumerate(stream.schema.features):
        for i, row in enumerate(rows):
            text = (row[j] or "").strip()
            if text in MISSING_TEXT:
                assert np.isnan(X[i, j])
            elif isinstance(feature, Nominal):
                assert feature.categories[int(X[i, j])] == text
            else:
                assert X[i, j] == float(text)
