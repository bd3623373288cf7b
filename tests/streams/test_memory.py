from __future__ import annotations

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import scipy.sparse as sp

from driftsift.data import Chunk, Nominal, Numeric, Schema
from driftsift.streams import ArrayStream, ChunkStream, FrameStream
from driftsift.streams.truth import Truth
from tests.streams.conftest import assert_refused

X = np.array([[1.0, 0.0], [2.0, 1.0], [3.0, np.nan]])


@pytest.mark.parametrize("convert", [np.asarray, sp.csr_array, sp.csc_array, list])
def test_matrices_of_any_kind(convert):
    stream = ArrayStream(convert(X) if convert is not list else X.tolist(), ["b", "a", None])

    chunk = stream.take(3)

    assert stream.schema == Schema.numeric(2, ("a", "b"))
    assert chunk.y.tolist() == [1, 0, -1]
    assert np.array_equal(chunk.X.toarray() if sp.issparse(chunk.X) else chunk.X, X, equal_nan=True)
    assert stream.n_instances == 3


def test_chunks_of_an_array_are_views():
    array = np.zeros((10, 2))
    assert np.shares_memory(next(ArrayStream(array, [0] * 10).chunks(4)).X, array)


def test_names_categories_and_classes_can_be_given():
    stream = ArrayStream(
        X,
        [0, 0, 0],
        names=["size", "colour"],
        nominal={"colour": ("red", "green")},
        classes=(0, 1),
        name="mine",
    )

    assert stream.schema == Schema([Numeric("size"), Nominal("colour", ("red", "green"))], (0, 1))
    assert stream.name == "mine"


def test_without_labels_every_row_is_unlabelled():
    assert ArrayStream(X).take(3).y.tolist() == [-1, -1, -1]


def test_unseen_codes_are_counted_in_every_pass():
    stream = ArrayStream([[0], [4], [1]], [0, 1, 0], nominal={"x0": ("u", "v")})

    assert np.array_equal(stream.take(3).X, [[0], [np.nan], [1]], equal_nan=True)
    assert stream.unseen == {"x0": 1}


def test_weights_are_handed_out():
    assert ArrayStream(X, [0, 1, 0], weight=[0, 1, 2]).take(2).weight.tolist() == [0, 1]


SCHEMA = Schema([Numeric("a"), Nominal("b", ("u", "v"))], (0, 1))
REFUSED = {
    "frame": (lambda: ArrayStream(pa.table({"a": [1]})), TypeError, ["FrameStream"]),
    "one dimension": (lambda: ArrayStream([1.0, 2.0], [0, 1]), ValueError, ["1 dimension"]),
    "too few labels": (lambda: ArrayStream(X, [0, 1]), ValueError, ["2 labels", "3 rows"]),
    "unknown label": (lambda: ArrayStream(X, [0, 1, 7], SCHEMA), ValueError, ["row 2", "label 7"]),
    "wrong width": (
        lambda: ArrayStream(np.zeros((2, 3)), [0, 1], SCHEMA),
        ValueError,
        ["3 columns", "2 features"],
    ),
    "inf": (lambda: ArrayStream([[np.inf, 0]], [0], SCHEMA), ValueError, ["'a'", "row 0", "inf"]),
    "text": (lambda: ArrayStream([["x", "y"]], [0]), TypeError, ["data frame"]),
    "schema and names": (lambda: ArrayStream(X, [0, 1, 0], SCHEMA, names=["a", "b"]), TypeError, ["schema="]),
    "too few names": (
        lambda: ArrayStream(X, [0, 1, 0], names=["a"]),
        ValueError,
        ["1 features", "2 columns"],
    ),
    "unknown nominal": (lambda: ArrayStream(X, nominal={"z": ("u",)}), ValueError, ["'z'", "not a feature"]),
    "weights of another length": (lambda: ArrayStream(X, weight=[1, 2]), ValueError, ["(2,)", "3 rows"]),
    "negative weight": (lambda: ArrayStream(X, weight=[1, -2, 0]), ValueError, ["row 1", "-2"]),
    "NaN weight": (lambda: ArrayStream(X, weight=[1, 2, np.nan]), ValueError, ["row 2", "nan"]),
    "frame without columns": (
        lambda: FrameStream(pd.DataFrame()),
        ValueError,
        ["no columns"],
    ),
    "frame without the target": (
        lambda: FrameStream(pd.DataFrame({"a": [1]}), "b"),
        ValueError,
        ["no column 'b' (target)"],
    ),
    "dropping what is not there": (
        lambda: FrameStream(pd.DataFrame({"abc": [1]}), drop=["abd"]),
        ValueError,
        ["'abd'", "drop=", "did you mean 'abc'"],
    ),
    "dropping a text": (
        lambda: FrameStream(pd.DataFrame({"abc": [1]}), drop="abc"),
        TypeError,
        ["'abc'", "list of column names"],
    ),
    "an iterator": (lambda: ChunkStream(SCHEMA, iter([])), TypeError, ["only once", "function"]),
    "no chunks": (lambda: list(ChunkStream(SCHEMA, [X])), TypeError, ["expected a Chunk", "ndarray"]),
    "chunks of another width": (
        lambda: list(ChunkStream(SCHEMA, [Chunk(np.zeros((1, 5)), [0])])),
        ValueError,
        ["5 columns", "2 features"],
    ),
    "chunks with an unknown code": (
        lambda: list(ChunkStream(SCHEMA, [Chunk(np.zeros((2, 2)), [0, 1]), Chunk(np.zeros((1, 2)), [2])])),
        ValueError,
        ["row 2", "class code", "0 to 1"],
    ),
    "chunks with inf": (
        lambda: list(ChunkStream(SCHEMA, [Chunk(np.zeros((2, 2)), [0, 1]), Chunk([[-np.inf, 0]], [0])])),
        ValueError,
        ["'a'", "row 2", "inf"],
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_a_stream_is_refused(case):
    attempt, error, pieces = REFUSED[case]
    assert_refused(attempt, pieces, error)


def test_a_list_of_chunks_is_a_stream():
    chunks = [Chunk(np.ones((2, 2)), [0, 1]), Chunk(np.zeros((3, 2)), [0, 1, -1])]

    stream = ChunkStream(SCHEMA, chunks, n_instances=5, truth=Truth({0: frozenset({1})}))

    assert stream.take(9).y.tolist() == [0, 1, 0, 1, -1]
    assert stream.n_instances == 5
    assert stream.relevant == {0: frozenset({1})}


def test_errors_in_frames_count_rows_from_the_start_of_the_frame():
    schema = Schema([Numeric("x")], (0, 1), "y")
    frame = pd.DataFrame({"x": [1.0] * 9 + [np.inf], "y": [0] * 10})

    with pytest.raises(ValueError, match=r"column 'x', row 9: inf"):
        list(FrameStream(frame, schema=schema).chunks(2))
    frame["x"] = "1"
    frame.loc[7, "y"] = 5
    with pytest.raises(ValueError, match="row 7: label 5"):
        list(FrameStream(frame, schema=schema).chunks(2))
