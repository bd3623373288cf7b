"""One test, three kinds of frame."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from driftsift.data import Chunk, Nominal, Numeric, Schema, decode, encode, encode_labels, infer_schema
from driftsift.data.text import MISSING_TEXT

NAN = float("nan")
DAY = 86400.0


def rows(array):
    """A matrix as lists, with None for NaN."""
    return [[None if np.isnan(value) else value for value in row] for row in np.asarray(array).tolist()]


INFERRED = {
    "truth values": ([True, False, None], Nominal("f", ("False", "True")), [1, 0, None]),
    "only one truth value": ([True, True, None], Nominal("f", ("False", "True")), [1, 1, None]),
    "texts": (["red", None, "blue"], Nominal("f", ("blue", "red")), [1, None, 0]),
    "texts with white space": ([" red", "red ", "blue"], Nominal("f", ("blue", "red")), [1, 1, 0]),
    "whole numbers": ([3, 1, 2], Numeric("f"), [3, 1, 2]),
    "zeros and ones": ([0, 1, 1], Numeric("f"), [0, 1, 1]),
    "floats": ([0.5, NAN, -2e300], Numeric("f"), [0.5, None, -2e300]),
    "numbers as text": (["1.5", "?", " 2 "], Numeric("f"), [1.5, None, 2]),
    "empty for missing": (["1", "", "-3e2"], Numeric("f"), [1, None, -300]),
    "NA for missing": (["NA", "nan", "+7"], Numeric("f"), [None, None, 7]),
    "nothing": ([None, None, None], Numeric("f"), [None, None, None]),
    "nothing but marks": (["?", "", "NA"], Numeric("f"), [None, None, None]),
    "numbers and words": (["1", "2", "many"], Nominal("f", ("1", "2", "many")), [0, 1, 2]),
    "dates": ([dt.date(1970, 1, 2), None, dt.date(1969, 12, 31)], Numeric("f"), [DAY, None, -DAY]),
    "moments": (
        [dt.datetime(1970, 1, 1, 0, 0, 1, 500_000), None, dt.datetime(1970, 1, 2)],
        Numeric("f"),
        [1.5, None, DAY],
    ),
    "durations": ([dt.timedelta(minutes=1), None, dt.timedelta(days=1)], Numeric("f"), [60, None, DAY]),
    "dates as text": (["1970-01-02", "?", "1970-01-01 00:00:01"], Numeric("f"), [DAY, None, 1]),
    "dates with a zone as text": (
        ["1970-01-01T00:00:01Z", "1970-01-01T01:00:00+01:00", "?"],
        Numeric("f"),
        [1, 0, None],
    ),
    "dates and numbers": (["1970-01-02", "5", "?"], Nominal("f", ("1970-01-02", "5")), [0, 1, None]),
}


@pytest.mark.parametrize("case", INFERRED)
def test_columns_are_taken_for_what_a_person_would(constructor, case):
    values, feature, codes = INFERRED[case]
    frame = constructor({"f": values, "class": ["u", "v", "u"]})

    schema = infer_schema(frame, "class")

    assert schema.features == (feature,)
    assert rows(encode(frame, schema).X) == [[code] for code in codes]


def categorical(kind, values, categories):
    """A column of categories in a given order, as each kind of frame has it."""
    if kind is pd.DataFrame:
        return pd.Categorical(values, categories=categories)
    if kind is pl.DataFrame:
        return pl.Series(values, dtype=pl.Enum(categories))
    codes = [None if value is None else categories.index(value) for value in values]
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int8()), pa.array(categories))


def test_categories_keep_their_order_and_the_unused_ones(constructor):
    size = categorical(constructor, ["small", None, "large"], ["small", "medium", "large"])
    frame = constructor({"size": size, "class": [0, 1, 0]})

    schema = infer_schema(frame, "class")

    assert schema.features == (Nominal("size", ("small", "medium", "large")),)
    assert rows(encode(frame, schema).X) == [[0], [None], [2]]


def test_classes_of_a_categorical_target_keep_their_order(constructor):
    grade = categorical(constructor, ["low", "high", None], ["low", "mid", "high"])
    frame = constructor({"x": [1.0, 2.0, 3.0], "grade": grade})

    schema = infer_schema(frame, "grade")

    assert schema.classes == ("low", "mid", "high")
    assert encode_labels(frame["grade"], schema.classes).tolist() == [0, 2, -1]


def test_numbers_become_categories_on_request_whatever_their_type(constructor):
    schema = infer_schema(constructor({"f": [10, 9, 9], "y": [0, 1, 0]}), "y", nominal=["f"])

    assert schema.features == (Nominal("f", ("10", "9")),)
    assert rows(encode(constructor({"f": [9.0, NAN, 10.0]}), schema).X) == [[1], [None], [0]]
    assert rows(encode(constructor({"f": ["9", None, "10"]}), schema).X) == [[1], [None], [0]]
    assert infer_schema(constructor({"f": [0.5, 2.0], "y": [0, 1]}), "y", nominal=["f"]).features == (
        Nominal("f", ("0.5", "2")),
    )


def test_truth_values_are_zero_and_one_where_a_number_is_wanted(constructor):
    frame = constructor({"f": [True, False, None], "y": [0, 1, 0]})

    schema = infer_schema(frame, "y", numeric=["f"])

    assert schema.features == (Numeric("f"),)
    assert rows(encode(frame, schema).X) == [[1], [0], [None]]


def test_columns_are_found_by_name_in_any_order(constructor):
    schema = Schema([Numeric("a"), Nominal("b", ("u", "v"))], (0, 1))

    encoded = encode(constructor({"extra": [1, 2], "b": ["v", "u"], "a": [5, 6]}), schema)

    assert encoded.X.tolist() == [[5, 1], [6, 0]]
    assert encoded.X.flags.c_contiguous
    assert encoded.unseen == {}


def test_unseen_categories_are_missing_and_counted(constructor):
    schema = Schema([Nominal("a", ("u",)), Nominal("b", ("u", "v")), Numeric("c")], (0, 1))

    encoded = encode(constructor({"a": ["w", "u", "w"], "b": ["u", None, "V"], "c": [1, 2, 3]}), schema)

    assert rows(encoded.X) == [[None, 0, 1], [0, None, 2], [None, None, 3]]
    assert encoded.unseen == {"a": 2, "b": 1}


def test_a_category_of_the_schema_is_never_taken_for_a_missing_value(constructor):
    schema = Schema([Nominal("country", ("DE", "NA", ""))], (0, 1))

    encoded = encode(constructor({"country": ["NA", "", "?", "DE"]}), schema)

    assert rows(encoded.X) == [[1], [2], [None], [0]]
    assert encoded.unseen == {}


def test_classes_can_be_given(constructor):
    frame = constructor({"x": [1, 2], "y": ["b", "b"]})

    assert infer_schema(frame, "y").classes == ("b",)
    assert infer_schema(frame, "y", classes=("a", "b")).classes == ("a", "b")
    assert infer_schema(frame, None).names == ("x", "y")


def test_a_frame_without_rows_has_a_schema(constructor):
    frame = constructor({"x": [1.0], "y": ["b"]})[:0]

    schema = infer_schema(frame, "y", classes=("a", "b"))

    assert schema == Schema([Numeric("x")], ("a", "b"), "y")
    assert encode(frame, schema).X.shape == (0, 1)


def test_column_names_that_are_numbers_are_texts():
    frame = pd.DataFrame(np.eye(2))
    frame[2] = ["a", "b"]

    assert infer_schema(frame, "2").names == ("0", "1")


def test_record_batches_are_tables():
    batch = pa.RecordBatch.from_pydict({"x": [1, 2], "y": ["a", "b"]})

    assert infer_schema(batch, "y") == Schema([Numeric("x")], ("a", "b"), "y")


def test_types_only_arrow_has():
    table = pa.table(
        {
            "view": pa.array(["u", "v"], pa.string_view()),
            "decimal": pa.array([1, None], pa.decimal128(9, 2)),
            "date64": pa.array([86_400_000, None], pa.date64()),
            "time": pa.array([61, None], pa.time32("s")),
            "half": pa.array(np.array([0.5, 2], dtype=np.float16)),
            "codes": pa.array([7, 5]).dictionary_encode(),
            "words": pa.array(["7", "?"]).dictionary_encode(),
            "y": ["a", "b"],
        }
    )

    schema = infer_schema(table, "y", numeric=["codes", "words"])

    assert schema.features[0] == Nominal("view", ("u", "v"))
    assert schema.features[1:] == tuple(map(Numeric, ["decimal", "date64", "time", "half", "codes", "words"]))
    assert rows(encode(table, schema).X) == [[0, 1, 86400, 61, 0.5, 7, 7], [1, None, None, None, 2, 5, None]]
    assert infer_schema(table, "y", nominal=["codes"]).features[5] == Nominal("codes", ("7", "5"))


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_decode_undoes_encode(backend):
    schema = Schema([Numeric("x"), Nominal("c", ("u", "v"))], ("no", "yes"), "answer")
    chunk = Chunk(np.array([[1.5, 1], [NAN, 0], [-2, NAN]]), np.array([1, -1, 0]))

    frame = decode(chunk, schema, backend)

    assert rows(encode(frame, schema).X) == rows(chunk.X)
    assert encode_labels(frame["answer"], schema.classes).tolist() == chunk.y.tolist()
    assert type(frame).__module__.split(".")[0] == backend


texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=4).filter(
    lambda text: text == text.strip() and text not in MISSING_TEXT
)


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_what_is_inferred_and_encoded_decodes_to_itself(data):
    n = data.draw(st.integers(1, 8))
    column = st.one_of(
        st.lists(st.one_of(st.none(), st.floats(allow_nan=False, allow_infinity=False)), min_size=n, max_size=n),
        st.lists(st.one_of(st.none(), texts), min_size=n, max_size=n),
    )
    frame = pa.table({"f": data.draw(column), "class": [0] * n})
    schema = infer_schema(frame, "class")
    encoded = encode(frame, schema)

    decoded = decode(Chunk(encoded.X, np.zeros(n)), schema)["f"].to_pylist()

    if isinstance(schema.features[0], Nominal) or pa.types.is_floating(frame["f"].type):
        assert decoded == frame["f"].to_pylist()
    else:
        assert [value is None for value in decoded] == [
            text is None or text in MISSING_TEXT for text in frame["f"].to_pylist()
        ]
