"""Frames that cannot be read: every message names the column, and the row if there is one."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from driftsift.data import Nominal, Numeric, Schema, encode, infer_schema
from tests.data.conftest import assert_refused

INF = float("inf")
SCHEMA = Schema([Numeric("price"), Nominal("day", ("mon", "tue"))], (0, 1))
GOOD = {"price": [1.0, 2.0, 3.0], "day": ["mon", "tue", "mon"]}

UNREADABLE = {
    "absent column": ({"price": [1.0]}, ValueError, ["no column 'day'", "'price'"]),
    "column of another case": (
        {"Price": [1.0], "day": ["mon"]},
        ValueError,
        ["no column 'price'", "did you mean 'Price'"],
    ),
    "inf": ({**GOOD, "price": [1.0, INF, 3.0]}, ValueError, ["'price'", "row 1", "inf"]),
    "-inf": ({**GOOD, "price": [1.0, 2.0, -INF]}, ValueError, ["'price'", "row 2", "-inf"]),
    "inf as text": ({**GOOD, "price": ["1", "2", "inf"]}, ValueError, ["'price'", "row 2", "inf"]),
    "a number too large": ({**GOOD, "price": ["1", "1e999", "2"]}, ValueError, ["'price'", "row 1", "inf"]),
    "text": (
        {**GOOD, "price": ["1", "2", "cheap"]},
        ValueError,
        ["'price'", "row 2", "'cheap'", "not a number"],
    ),
    "text at the front": (
        {**GOOD, "price": ["cheap", "2", "3"]},
        ValueError,
        ["'price'", "row 0", "'cheap'"],
    ),
    "a date among numbers": (
        {**GOOD, "price": ["1", "2020-01-01", "3"]},
        ValueError,
        ["'price'", "row 1", "'2020-01-01'"],
    ),
    "a very long text": (
        {**GOOD, "price": ["1", "x" * 500, "3"]},
        ValueError,
        ["'price'", "row 1", "xxx...'"],
    ),
    "lists": ({**GOOD, "price": [[1.0], [2.0], [3.0]]}, TypeError, ["'price'", "list"]),
    "lists for categories": ({**GOOD, "day": [["mon"], ["tue"], ["mon"]]}, TypeError, ["'day'", "list"]),
    "records": ({**GOOD, "price": [{"a": 1}, {"a": 2}, {"a": 3}]}, TypeError, ["'price'", "struct"]),
    "bytes": ({**GOOD, "price": [b"1", b"2", b"3"]}, TypeError, ["'price'", "binary"]),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_columns_that_do_not_fit_the_schema(constructor, case):
    columns, error, pieces = UNREADABLE[case]
    assert_refused(lambda: encode(constructor(columns), SCHEMA), pieces, error)


def frame(**columns):
    return pd.DataFrame({"x": [1.0, 2.0], "y": ["a", "b"], **columns})


NOT_INFERRED = {
    "mixed types": (
        lambda: infer_schema(frame(m=pd.Series([1, "a"], dtype=object)), "y"),
        TypeError,
        ["'m'", "mixes types"],
    ),
    "mixed text and bytes": (lambda: infer_schema(frame(m=["a", b"b"]), "y"), TypeError, ["'m'"]),
    "python objects": (lambda: infer_schema(frame(m=[object(), object()]), "y"), TypeError, ["'m'"]),
    "complex numbers": (lambda: infer_schema(frame(m=[1j, 2j]), "y"), TypeError, ["'m'"]),
    "no such target": (
        lambda: infer_schema(frame(), "Y"),
        ValueError,
        ["no column 'Y' (target)", "did you mean 'y'"],
    ),
    "no such nominal": (
        lambda: infer_schema(frame(), "y", nominal=["z"]),
        ValueError,
        ["no column 'z' (nominal=)"],
    ),
    "no such numeric": (
        lambda: infer_schema(frame(), "y", numeric=["z"]),
        ValueError,
        ["no column 'z' (numeric=)"],
    ),
    "nominal is a text": (
        lambda: infer_schema(frame(), "y", nominal="x"),
        TypeError,
        ["nominal=", "list of column names"],
    ),
    "both kinds": (
        lambda: infer_schema(frame(), "y", nominal=["x"], numeric=["x"]),
        ValueError,
        ["'x'", "both"],
    ),
    "numeric that is not": (
        lambda: infer_schema(frame(c=["1", "z"]), "y", numeric=["c"]),
        ValueError,
        ["'c'", "row 1", "'z'"],
    ),
    "nominal without values": (
        lambda: infer_schema(frame(c=[None, None]), "y", nominal=["c"]),
        ValueError,
        ["'c'", "missing"],
    ),
    "quantity as target": (
        lambda: infer_schema(frame(c=[0.5, 1.5]), "c"),
        ValueError,
        ["'c'", "0.5", "classifies"],
    ),
    "quantity in text as target": (
        lambda: infer_schema(frame(c=["0.5", "1.5"]), "c"),
        ValueError,
        ["'c'", "0.5"],
    ),
    "dates as target": (
        lambda: infer_schema(frame(c=pd.to_datetime(["2020-01-01"] * 2)), "c"),
        TypeError,
        ["'c'", "dates"],
    ),
    "two columns of one name": (
        lambda: infer_schema(pd.DataFrame([[1, 2]], columns=["x", "x"]), "x"),
        ValueError,
        ["'x'"],
    ),
    "names that are the same as text": (
        lambda: infer_schema(pd.DataFrame([[1, 2]], columns=[1, "1"]), "1"),
        ValueError,
        ["same name"],
    ),
    "lazy frame": (lambda: infer_schema(pl.LazyFrame({"x": [1]}), "x"), TypeError, ["lazy", "collect"]),
    "an array": (
        lambda: infer_schema(np.zeros((2, 2)), "x"),
        TypeError,
        ["ndarray", "pandas, Polars or Arrow"],
    ),
    "a list": (lambda: infer_schema([[1]], "x"), TypeError, ["list"]),
    "infinite text": (lambda: infer_schema(frame(c=["1", "inf"]), "y"), ValueError, ["'c'", "row 1", "inf"]),
    "nested arrow": (
        lambda: infer_schema(pa.table({"x": [{"a": 1}], "y": ["a"]}), "y"),
        TypeError,
        ["'x'", "struct"],
    ),
}


@pytest.mark.parametrize("case", NOT_INFERRED)
def test_frames_that_have_no_schema(case):
    attempt, error, pieces = NOT_INFERRED[case]
    assert_refused(attempt, pieces, error)


def test_too_many_categories_are_refused(monkeypatch):
    monkeypatch.setattr("driftsift.data.inference.MOST_CATEGORIES", 10)
    with pytest.raises(ValueError, match=r"'id' has more than 10 distinct texts.*drop="):
        infer_schema(pa.table({"id": [f"user {i}" for i in range(11)], "y": [0] * 11}), "y")


def test_rows_are_counted_from_the_given_one():
    with pytest.raises(ValueError, match="row 102"):
        encode(pa.table({**GOOD, "price": ["1", "2", "x"]}), SCHEMA, first_row=100)
