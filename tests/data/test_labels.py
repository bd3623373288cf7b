from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from driftsift.data import decode_labels, encode_labels, infer_classes
from tests.data.conftest import assert_refused

NAN = float("nan")

CODED = {
    "texts": (["ham", "spam", "ham"], ("ham", "spam"), [0, 1, 0]),
    "texts in another order": (["ham", "spam"], ("spam", "ham"), [1, 0]),
    "missing": (["ham", None, "?", "", "NA", "nan", NAN], ("ham",), [0, -1, -1, -1, -1, -1, -1]),
    "a class called NA": (["NA", "?"], ("EU", "NA"), [1, -1]),
    "surrounding blanks": ([" ham", "spam "], ("ham", "spam"), [0, 1]),
    "ints": ([3, 1, 3], (1, 3), [1, 0, 1]),
    "ints of classes without order": ([3, 1, 2], (2, 3, 1), [1, 2, 0]),
    "negative ints": (np.array([-1, 1]), (1, -1), [1, 0]),
    "unsigned ints": (np.array([1, 0], dtype=np.uint8), (0, 1), [1, 0]),
    "whole floats": ([1.0, NAN, 0.0], (0, 1), [1, -1, 0]),
    "large ints": ([2**60 + 1, 2**60], (2**60, 2**60 + 1), [1, 0]),
    "truth values": ([True, False, None], (False, True), [1, 0, -1]),
    "truth values for 0 and 1": (np.array([True, False]), (0, 1), [1, 0]),
    "0 and 1 for truth values": (np.array([1, 0]), (False, True), [1, 0]),
    "texts for numbers": (["1", "-1", "+1", "1.0", "?"], (-1, 1), [1, 0, 1, 1, -1]),
    "object array": (np.array(["a", None], dtype=object), ("a",), [0, -1]),
    "text array": (np.array(["a", "b"]), ("a", "b"), [0, 1]),
    "column of one": (np.array([[1], [0]]), (0, 1), [1, 0]),
    "pandas": (pd.Series(["a", None, "b"]), ("a", "b"), [0, -1, 1]),
    "pandas categories": (pd.Series(["a", None, "b"], dtype="category"), ("b", "a"), [1, -1, 0]),
    "pandas number categories": (pd.Series([3, 1, None], dtype="category"), (1, 3), [1, 0, -1]),
    "pandas nullable ints": (pd.Series([3, None, 1], dtype="Int64"), (1, 3), [1, -1, 0]),
    "polars": (pl.Series(["a", None, "b"]), ("a", "b"), [0, -1, 1]),
    "arrow": (pa.chunked_array([["a"], [None, "b"]]), ("a", "b"), [0, -1, 1]),
    "empty": ([], (0, 1), []),
    "empty without classes": ([], (), []),
    "all missing": ([None, None], (0, 1), [-1, -1]),
    "all missing without classes": ([None, NAN], (), [-1, -1]),
    "classes as an array": (["b"], np.array(["a", "b"]), [1]),
}


@pytest.mark.parametrize("case", CODED)
def test_labels_become_codes(case):
    labels, classes, codes = CODED[case]

    encoded = encode_labels(labels, classes)

    assert encoded.dtype == np.int32
    assert encoded.tolist() == codes


INFERRED = {
    "texts are sorted": (["b", "a", None], ("a", "b")),
    "numbers are sorted as numbers": ([10, 9, 10], (9, 10)),
    "numbers in text": (["10", "9", "?"], (9, 10)),
    "one label that is no number": (["10", "9", "x"], ("10", "9", "x")),
    "whole floats": ([1.0, 0.0, NAN], (0, 1)),
    "the same number written in two ways": (["+1", "1", "1.0"], (1,)),
    "truth values": ([True, True], (False, True)),
    "large": ([2**60 + 1, 2**60], (2**60, 2**60 + 1)),
    "categories": (pd.Categorical(["b"], categories=["b", "a"]), ("b", "a")),
    "nothing": ([None], ()),
    "no labels": ([], ()),
}


@pytest.mark.parametrize("case", INFERRED)
def test_classes_are_inferred(case):
    labels, classes = INFERRED[case]
    inferred = infer_classes(pd.Series(labels) if isinstance(labels, pd.Categorical) else labels)

    assert inferred == classes
    assert [type(label) for label in inferred] == [type(label) for label in classes]


REFUSED = {
    "unknown text": (
        ["ham", "spa"],
        ("ham", "spam"),
        ValueError,
        ["'spa'", "row 1", "'ham', 'spam'", "did you mean 'spam'"],
    ),
    "unknown text, nothing like it": (["x"], ("ham",), ValueError, ["'x'", "row 0", "None or NaN"]),
    "unknown int": (np.array([0, 2]), (0, 1), ValueError, ["label 2", "row 1", "0, 1"]),
    "unknown int in a list": ([0, 2], (0, 1), ValueError, ["label 2", "row 1", "0, 1"]),
    "unknown float": ([0.0, 0.5], (0, 1), ValueError, ["label 0.5", "row 1"]),
    "text among numbers": (["1", "x"], (0, 1), ValueError, ["'x'", "row 1", "all classes are numbers"]),
    "number among texts": ([None, 2], ("a", "b"), ValueError, ["label 2", "row 1", "int", "texts"]),
    "truth value among texts": ([True], ("a", "b"), ValueError, ["True", "bool", "texts"]),
    "no classes": (["a"], (), ValueError, ["'a'", "row 0", "no class is known"]),
    "mixed kinds": ([1, "a"], (1, 2), TypeError, ["all of one kind"]),
    "dates": (pd.Series(pd.to_datetime(["2020-01-01"])), (0, 1), TypeError, ["timestamp"]),
    "two columns": (np.zeros((2, 2)), (0, 1), ValueError, ["(2, 2)"]),
    "bytes": ([b"a"], ("a",), TypeError, ["binary"]),
    "lists": ([[1], [2]], (1, 2), TypeError, ["list"]),
    "many classes": (["z"], tuple(f"c{i}" for i in range(30)), ValueError, ["'z'", "30 in all"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_labels_that_are_not_known_are_named(case):
    labels, classes, error, pieces = REFUSED[case]
    assert_refused(lambda: encode_labels(labels, classes), pieces, error)


def test_rows_are_counted_from_the_given_one():
    with pytest.raises(ValueError, match="row 101"):
        encode_labels(["a", "b"], ("a",), first_row=100)


@pytest.mark.parametrize(
    ("labels", "pieces"),
    [
        ([0.5, 1.0], ["0.5", "classifies"]),
        (["0.5", "1.5"], ["0.5", "classifies"]),
        ([float("inf")], ["inf"]),
    ],
)
def test_quantities_are_no_classes(labels, pieces):
    assert_refused(lambda: infer_classes(labels), pieces)


kinds = st.one_of(
    st.lists(st.text(min_size=1, max_size=3), max_size=12),
    st.lists(st.integers(-(2**62), 2**62), max_size=12),
    st.lists(st.booleans(), max_size=12),
)


@given(kinds)
def test_decoding_gives_the_labels_back(labels):
    usable = [label for label in labels if not isinstance(label, str) or label.isalpha()]
    classes = tuple(dict.fromkeys(usable))

    codes = encode_labels(usable, classes)

    assert [classes[code] for code in codes] == usable
    assert decode_labels(codes, classes).tolist() == usable


def test_unknown_codes_decode_to_none():
    assert decode_labels(np.array([1, -1, 0]), ("a", "b")).tolist() == ["b", None, "a"]
    assert decode_labels(np.array([], dtype=int), ()).tolist() == []
