"""The one data policy, for every learner: missing, infinite, wrong types and shapes, the unseen.

A refused chunk leaves the model as it was, even where only its last row is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.exceptions import NotFittedError

import driftsift as ds

FEATURES = ("temperature", "colour", "size")
COLOURS = ("red", "green", "blue")
NAN = np.nan

PREDICTING = ["predict", "predict_proba"]
LEARNING = ["partial_fit", "test_then_train"]


def rows(n, seed=0):
    """Rows of codes: temperature and size are numeric, colour is nominal."""
    rng = np.random.default_rng(seed)
    return np.column_stack([rng.normal(20, 5, n), rng.integers(0, 3, n), rng.normal(0, 1, n)])


def labels_of(X):
    """Labels that depend on all features."""
    return np.where(X[:, 0] / 5 + X[:, 1] + X[:, 2] > 5, "yes", "no").astype(object)


def columns_of(X):
    """The same rows as columns, with names for the colours."""
    colours = [None if np.isnan(code) else COLOURS[int(code)] for code in X[:, 1]]
    return {"temperature": X[:, 0].tolist(), "colour": colours, "size": X[:, 2].tolist()}


FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "arrow": pa.table}


@pytest.fixture(params=FRAMES)
def frame(request):
    """A constructor of data frames from a dict of columns."""
    return FRAMES[request.param]


@pytest.fixture
def model(entry):
    """A learner that knows the schema and 40 rows."""
    schema = ds.Schema((ds.Numeric("temperature"), ds.Nominal("colour", COLOURS), ds.Numeric("size")), ("no", "yes"))
    learner = entry.make()
    learner.prepare(schema)
    X = rows(40)
    learner.partial_fit(X, labels_of(X))
    return learner


@pytest.fixture
def framed(entry, frame):
    """A learner that learned 40 rows of a data frame."""
    X = rows(40)
    return entry.make().partial_fit(frame(columns_of(X)), labels_of(X))


def state(model, probe=None):
    """What can be seen of a model."""
    votes = model.predict_proba(rows(20, seed=9) if probe is None else probe)
    return votes.tobytes(), model.nbytes, model.classes_.tolist(), dict(model.unseen_categories_)


def call(model, method, X, y=None, sample_weight=None):
    if method in PREDICTING:
        return getattr(model, method)(X)
    return getattr(model, method)(X, labels_of(rows(10)) if y is None else y, sample_weight=sample_weight)


# --- what is refused --------------------------------------------------------------------------------------


def changed(row, column, value, dtype=float):
    X = rows(10).astype(dtype)
    X[row, column] = value
    return X


def sparse_with(value):
    X = sparse.csr_array(changed(9, 2, 1.0))
    X.data[-1] = value
    return X


@dataclass(frozen=True)
class Wrong:
    """A wrong argument: how to make it, and what the message must name."""

    make: Callable[[], Any]
    named: tuple[str, ...] = ()


BAD_X = {
    "inf": Wrong(lambda: changed(9, 0, np.inf), ("temperature", r"\b9\b", "inf")),
    "-inf": Wrong(lambda: changed(5, 2, -np.inf), ("size", r"\b5\b", "inf")),
    "inf in a nominal feature": Wrong(lambda: changed(9, 1, np.inf), ("colour", r"\b9\b")),
    "fractional code": Wrong(lambda: changed(9, 1, 0.5), ("colour", r"\b9\b", r"0\.5")),
    "negative code": Wrong(lambda: changed(9, 1, -1.0), ("colour", r"\b9\b")),
    "stored inf": Wrong(lambda: sparse_with(np.inf), ("size", r"\b9\b", "inf")),
    "text": Wrong(lambda: rows(10).astype(str).astype(object) + "x"),
    "text array": Wrong(lambda: np.full((10, 3), "warm")),
    "one text among numbers": Wrong(lambda: changed(9, 0, "warm", dtype=object)),
    "complex": Wrong(lambda: rows(10) + 1j),
    "dates": Wrong(lambda: np.full((10, 3), np.datetime64("2020-01-01"))),
    "a list in a cell": Wrong(lambda: changed(9, 0, [1.0], dtype=object)),
    "too few features": Wrong(lambda: rows(10)[:, :2], (r"\b2\b", r"\b3\b")),
    "too many features": Wrong(lambda: np.hstack([rows(10), rows(10)]), (r"\b6\b", r"\b3\b")),
    "too many sparse features": Wrong(lambda: sparse.csr_array(np.eye(10)), (r"\b10\b", r"\b3\b")),
    "no features": Wrong(lambda: np.empty((10, 0)), (r"\b0\b",)),
    "1-d": Wrong(lambda: rows(10)[:, 0]),
    "3-d": Wrong(lambda: rows(10)[:, :, None]),
    "a number": Wrong(lambda: 3.0),
    "None": Wrong(lambda: None),
    "ragged": Wrong(lambda: [[1.0, 0.0, 2.0]] * 9 + [[1.0]]),
}


def assert_refused(model, wrong, *arguments):
    before = state(model)
    with pytest.raises((ValueError, TypeError)) as caught:
        call(model, *arguments)
    for pattern in wrong.named:
        assert re.search(pattern, str(caught.value)), f"{pattern!r} is not named in: {caught.value}"
    assert str(caught.value)
    assert state(model) == before


@pytest.mark.parametrize("method", PREDICTING + LEARNING)
@pytest.mark.parametrize("case", BAD_X)
def test_wrong_rows_are_refused(model, method, case):
    assert_refused(model, BAD_X[case], method, BAD_X[case].make())


BAD_LABELS = {
    "too long": Wrong(lambda: labels_of(rows(11)), (r"\b10\b", r"\b11\b")),
    "too short": Wrong(lambda: labels_of(rows(9)), (r"\b10\b", r"\b9\b")),
    "empty": Wrong(lambda: np.array([], dtype=object), (r"\b10\b", r"\b0\b")),
    "a scalar": Wrong(lambda: "yes"),
    "two columns": Wrong(lambda: np.array([["yes", "no"]] * 10)),
    "numbers after text": Wrong(lambda: np.arange(10)),
    "mixed kinds": Wrong(lambda: np.array(["yes"] * 9 + [3], dtype=object)),
    "unhashable": Wrong(lambda: [["yes"]] * 9 + [{}]),
    "regression": Wrong(lambda: np.linspace(0.1, 0.9, 10)),
}


@pytest.mark.parametrize("method", LEARNING)
@pytest.mark.parametrize("case", BAD_LABELS)
def test_wrong_labels_are_refused(model, method, case):
    assert_refused(model, BAD_LABELS[case], method, rows(10), BAD_LABELS[case].make())


BAD_WEIGHTS = {
    "negative": Wrong(lambda: np.r_[np.ones(9), -1.0], (r"\b9\b", "-1")),
    "NaN": Wrong(lambda: np.r_[np.ones(9), NAN], (r"\b9\b", "(?i)nan")),
    "inf": Wrong(lambda: np.r_[np.ones(9), np.inf], (r"\b9\b", "inf")),
    "too long": Wrong(lambda: np.ones(11), (r"\b10\b", r"\b11\b")),
    "too short": Wrong(lambda: np.ones(9), (r"\b10\b", r"\b9\b")),
    "two columns": Wrong(lambda: np.ones((10, 2))),
    "text": Wrong(lambda: np.array(["heavy"] * 10)),
}


@pytest.mark.parametrize("method", LEARNING)
@pytest.mark.parametrize("case", BAD_WEIGHTS)
def test_wrong_weights_are_refused(model, method, case):
    assert_refused(model, BAD_WEIGHTS[case], method, rows(10), None, BAD_WEIGHTS[case].make())


def replaced(name, values):
    return {**columns_of(rows(10)), name: values}


BAD_COLUMNS = {
    "inf": Wrong(lambda: replaced("size", [1.0] * 9 + [np.inf]), ("size", r"\b9\b", "inf")),
    "text in a numeric column": Wrong(lambda: replaced("temperature", ["warm"] * 10), ("temperature",)),
    "lists in a column": Wrong(lambda: replaced("size", [[1.0]] * 10), ("size",)),
}


@pytest.mark.parametrize("method", PREDICTING + LEARNING)
@pytest.mark.parametrize("case", BAD_COLUMNS)
def test_wrong_columns_of_a_frame_are_refused(framed, frame, method, case):
    wrong, probe = BAD_COLUMNS[case], frame(columns_of(rows(20, seed=9)))
    before = state(framed, probe)
    with pytest.raises((ValueError, TypeError)) as caught:
        call(framed, method, frame(wrong.make()))
    for pattern in wrong.named:
        assert re.search(pattern, str(caught.value)), f"{pattern!r} is not named in: {caught.value}"
    assert state(framed, probe) == before


# --- what is missing --------------------------------------------------------------------------------------


def test_none_in_an_object_array_is_missing(model):
    X = rows(10)
    X[2, 0] = X[4, 1] = X[6, 2] = NAN
    objects = X.astype(object)
    objects[2, 0] = objects[4, 1] = objects[6, 2] = None
    assert model.predict_proba(objects).tobytes() == model.predict_proba(X).tobytes()
    assert model.unseen_categories_ == {}


def test_all_missing_rows_are_learned_and_voted_on(model):
    X = np.full((5, 3), NAN)
    model.partial_fit(X, ["no"] * 5)
    assert np.isfinite(model.predict_proba(X)).all()


@pytest.mark.parametrize("gap", [None, NAN])
def test_none_and_nan_in_a_frame_are_missing(entry, frame, gap):
    X = rows(40)
    X[::7, 0] = X[1::7, 1] = NAN
    columns = columns_of(X)
    columns["temperature"] = [gap if value != value else value for value in columns["temperature"]]
    schema = ds.Schema((ds.Numeric("temperature"), ds.Nominal("colour", COLOURS), ds.Numeric("size")), ("no", "yes"))
    y = labels_of(rows(40))
    from_frame, from_array = entry.make(), entry.make()
    for learner in (from_frame, from_array):
        learner.prepare(schema)
    from_frame.partial_fit(frame(columns), y)
    from_array.partial_fit(X, y)
    assert from_frame.predict_proba(frame(columns)).tobytes() == from_array.predict_proba(X).tobytes()


@pytest.mark.parametrize("method", PREDICTING + LEARNING)
@pytest.mark.parametrize("name", FEATURES)
def test_an_absent_column_is_refused(framed, frame, method, name):
    columns, probe = columns_of(rows(10)), frame(columns_of(rows(20, seed=9)))
    del columns[name]
    before = state(framed, probe)
    with pytest.raises(ValueError, match=name):
        call(framed, method, frame(columns))
    assert state(framed, probe) == before


def other_columns():
    """The same rows with the columns in another order, and with columns that nobody asked for."""
    columns = columns_of(rows(10))
    return [
        {name: columns[name] for name in reversed(FEATURES)},
        {"first": ["a"] * 10, **columns, "last": [np.inf] * 10},
    ]


@pytest.mark.parametrize("case", [0, 1], ids=["reordered", "more"])
def test_columns_of_a_schema_are_found_by_name(model, frame, case):
    expected = model.predict_proba(rows(10))
    assert model.predict_proba(frame(columns_of(rows(10)))).tobytes() == expected.tobytes()
    assert model.predict_proba(frame(other_columns()[case])).tobytes() == expected.tobytes()


@pytest.mark.parametrize("case", [0, 1], ids=["reordered", "more"])
def test_other_columns_than_those_learned_are_refused(framed, frame, case):
    """scikit-learn's convention: a model that learned from a frame wants the same columns again."""
    with pytest.raises(ValueError, match="feature names"):
        framed.predict_proba(frame(other_columns()[case]))


@pytest.mark.parametrize("gap", [None, NAN])
def test_unlabelled_rows_are_predicted_but_not_learned(model, gap):
    before = state(model)
    votes = model.test_then_train(rows(10), np.array([gap] * 10, dtype=object))
    assert votes.shape == (10, 2)
    model.partial_fit(rows(10), [gap] * 10)
    assert state(model) == before


def test_minus_one_is_a_label_like_any_other(entry):
    X = rows(20)
    y = np.where(X[:, 0] > 20, 1, -1)
    learner = entry.make().fit(X, y)
    assert learner.classes_.tolist() == [-1, 1]
    assert set(learner.predict(X)) <= {-1, 1}


def test_rows_of_weight_zero_are_not_learned(model):
    before = state(model)
    model.partial_fit(rows(10), labels_of(rows(10)), sample_weight=np.zeros(10))
    assert state(model) == before


def test_an_empty_chunk_does_nothing(model):
    before = state(model)
    assert model.test_then_train(rows(10)[:0], []).shape == (0, 2)
    model.partial_fit(rows(10)[:0], [])
    model.partial_fit(rows(10)[:0], np.array([], dtype=object), sample_weight=np.array([]))
    model.partial_fit(sparse.csr_array((0, 3)), [])
    assert state(model) == before


def test_an_empty_frame_does_nothing(framed, frame):
    probe = frame(columns_of(rows(20, seed=9)))
    before = state(framed, probe)
    framed.partial_fit(frame(columns_of(rows(1)))[:0], [])
    assert state(framed, probe) == before


# --- the unseen -------------------------------------------------------------------------------------------


def test_an_unseen_category_is_missing_and_counted(framed, frame):
    columns = columns_of(rows(10))
    strange = {**columns, "colour": ["purple", "pink", *columns["colour"][2:]]}
    blank = {**columns, "colour": [None, None, *columns["colour"][2:]]}
    assert framed.predict_proba(frame(strange)).tobytes() == framed.predict_proba(frame(blank)).tobytes()
    before = framed.unseen_categories_.get("colour", 0)
    framed.partial_fit(frame(strange), labels_of(rows(10)))
    assert framed.unseen_categories_ == {"colour": before + 2}
    framed.partial_fit(frame(columns), labels_of(rows(10)))
    assert framed.unseen_categories_ == {"colour": before + 2}


def test_an_unseen_category_is_learned_as_missing(entry, frame):
    columns = columns_of(rows(40))
    strange, blank = columns_of(rows(10)), columns_of(rows(10))
    strange["colour"], blank["colour"] = ["purple"] * 10, [None] * 10
    y = labels_of(rows(10))
    votes = []
    for second in (strange, blank):
        learner = entry.make().partial_fit(frame(columns), labels_of(rows(40)))
        learner.partial_fit(frame(second), y)
        votes.append(learner.predict_proba(frame(columns)).tobytes())
    assert votes[0] == votes[1]


def test_a_code_beyond_the_categories_is_an_unseen_category(model):
    strange, blank = changed(9, 1, 3.0), changed(9, 1, NAN)
    assert model.predict_proba(strange).tobytes() == model.predict_proba(blank).tobytes()
    before = model.unseen_categories_.get("colour", 0)
    model.partial_fit(strange, labels_of(rows(10)))
    assert model.unseen_categories_ == {"colour": before + 1}


def test_an_unseen_class_joins_at_the_end(model):
    y = labels_of(rows(10))
    y[3] = "maybe"
    model.partial_fit(rows(10), y)
    assert model.classes_.tolist() == ["no", "yes", "maybe"]
    assert model.predict_proba(rows(5)).shape == (5, 3)
    y[4] = "a new one"
    votes = model.test_then_train(rows(10), y)
    assert model.classes_.tolist() == ["no", "yes", "maybe", "a new one"]
    assert votes.shape == (10, 4)
    assert not votes[:5, 3].any()


def test_an_unseen_class_of_weight_zero_or_in_a_refused_chunk_does_not_join(model):
    y = labels_of(rows(10))
    y[3] = "maybe"
    with pytest.raises((ValueError, TypeError)):
        model.partial_fit(changed(9, 0, np.inf), y)
    assert model.classes_.tolist() == ["no", "yes"]


def test_boolean_and_integer_labels_come_back_as_they_went_in(entry):
    X = rows(20)
    flags = entry.make().fit(X, X[:, 0] > 20)
    assert flags.predict(X).dtype == bool
    numbers = entry.make().fit(X, (X[:, 0] > 20) * 7)
    assert np.issubdtype(numbers.predict(X).dtype, np.integer)
    assert numbers.classes_.tolist() == [0, 7]


# --- kinds of rows that mean the same ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "convert",
    [
        np.asfortranarray,
        lambda X: X.tolist(),
        lambda X: X.astype(object),
        lambda X: np.ascontiguousarray(X[::-1])[::-1],
        lambda X: np.repeat(X, 2, axis=0)[::2],
        sparse.csr_array,
        sparse.csr_matrix,
        sparse.csc_array,
        sparse.coo_array,
    ],
    ids=["fortran", "list", "object", "reversed view", "strided", "csr", "csr_matrix", "csc", "coo"],
)
def test_layout_of_the_rows_does_not_matter(entry, convert):
    X, y = np.round(rows(60)), labels_of(rows(60))
    plain, other = entry.make().partial_fit(X, y), entry.make().partial_fit(convert(X), y)
    np.testing.assert_allclose(other.predict_proba(convert(X)), plain.predict_proba(X), rtol=1e-9)


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.int8, np.uint16, bool])
def test_narrower_numbers_are_read_as_they_are(entry, dtype):
    X, y = np.abs(np.round(rows(60))).astype(dtype), labels_of(rows(60))
    expected = entry.make().partial_fit(X.astype(float), y).predict_proba(X.astype(float))
    assert entry.make().partial_fit(X, y).predict_proba(X).tobytes() == expected.tobytes()


def test_a_pandas_frame_without_column_names_is_a_matrix(entry):
    """Its columns are called 0, 1, 2."""
    X, y = rows(60), labels_of(rows(60))
    unnamed, plain = entry.make().fit(pd.DataFrame(X), y), entry.make().fit(X, y)
    assert unnamed.predict_proba(pd.DataFrame(X)).tobytes() == plain.predict_proba(X).tobytes()


@pytest.mark.parametrize("container", [list, tuple, pd.Series, pl.Series, pa.array, np.array, iter])
def test_labels_and_weights_come_in_any_container(entry, container):
    X, y, weight = rows(20), labels_of(rows(20)).tolist(), np.arange(1.0, 21.0).tolist()
    if container is iter:
        with pytest.raises((ValueError, TypeError)):
            entry.make().partial_fit(X, iter(y))
        return
    expected = entry.make().partial_fit(X, np.array(y), sample_weight=np.array(weight)).predict_proba(X)
    model = entry.make().partial_fit(X, container(y), sample_weight=container(weight))
    assert model.predict_proba(X).tobytes() == expected.tobytes()


@pytest.mark.parametrize("dtype", ["category", "string", object])
def test_labels_of_any_pandas_kind(entry, dtype):
    X, y = rows(20), labels_of(rows(20))
    expected = entry.make().fit(X, y).predict_proba(X)
    model = entry.make().fit(X, pd.Series(y, index=range(100, 120), dtype=dtype))
    assert model.predict_proba(X).tobytes() == expected.tobytes()
    assert model.classes_.tolist() == ["no", "yes"]


def test_unsorted_and_duplicate_sparse_entries_are_summed(entry):
    """SciPy's meaning of a CSR array that is not in canonical form."""
    messy = sparse.csr_array(
        (np.array([2.0, 1.0, 3.0, 4.0]), np.array([2, 0, 2, 1]), np.array([0, 3, 4])), shape=(2, 3)
    )
    clean = np.array([[1.0, 0.0, 5.0], [0.0, 4.0, 0.0]])
    a, b = entry.make().partial_fit(messy, ["a", "b"]), entry.make().partial_fit(clean, ["a", "b"])
    np.testing.assert_allclose(a.predict_proba(clean), b.predict_proba(clean), rtol=1e-9)
    assert messy.indices.tolist() == [2, 0, 2, 1], "the caller's array is not touched"


def test_the_rows_given_are_not_changed(model):
    X = rows(10)
    X[3, 1] = NAN
    kept = X.copy()
    X.flags.writeable = False
    model.partial_fit(X, labels_of(kept))
    model.predict(X)
    np.testing.assert_array_equal(X, kept)


@pytest.mark.parametrize("value", [1e308, -1e308, 1e-308, 5e-324])
def test_extreme_finite_values_give_finite_votes(entry, value):
    X = rows(20)
    X[:, 1] = 0
    X[::3, 0] = value
    learner = entry.make().partial_fit(X, labels_of(rows(20)))
    probabilities = learner.predict_proba(X)
    assert np.isfinite(probabilities).all()
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)


@pytest.mark.parametrize("method", PREDICTING)
def test_predicting_with_an_untrained_learner_says_so(entry, method):
    with pytest.raises(NotFittedError):
        call(entry.make(), method, rows(3))
