"""Streams out of dicts and back, and foreign classifiers as learners."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

pytest.importorskip("river")

from river import datasets, naive_bayes, tree
from sklearn.linear_model import SGDClassifier
from sklearn.naive_bayes import GaussianNB

import driftsift as ds
from driftsift.interop import from_river, from_sklearn, river_stream, to_river_stream

PAIRS = [
    ({"price": 1.5, "day": "tue", "open": True}, "UP"),
    ({"day": "mon", "price": None}, "DOWN"),
    ({"volume": 3}, None),
]


def test_what_the_pairs_mean():
    stream = river_stream(PAIRS)
    assert stream.schema == ds.Schema(
        [
            ds.Numeric("price"),
            ds.Nominal("day", ("mon", "tue")),
            ds.Nominal("open", ("False", "True")),
            ds.Numeric("volume"),
        ],
        ("DOWN", "UP"),
    )
    chunk = stream.take(3)
    nan = np.nan
    np.testing.assert_array_equal(chunk.X, [[1.5, 1, 1, nan], [nan, 0, nan, nan], [nan, nan, nan, 3]])
    np.testing.assert_array_equal(chunk.y, [1, 0, -1])
    assert stream.n_instances == 3


def test_a_stream_comes_back_as_it_was():
    pairs = list(to_river_stream(river_stream(PAIRS)))
    assert pairs == [
        ({"price": 1.5, "day": "tue", "open": "True"}, "UP"),
        ({"day": "mon"}, "DOWN"),
        ({"volume": 3.0}, None),
    ]
    assert river_stream(pairs).schema.names == river_stream(PAIRS).schema.names


@pytest.mark.parametrize("size", [1, 7, 1024, 5000])
def test_any_chunk_size_and_start(size):
    whole = ds.SEA(3000, seed=1).take(3000)
    stream = river_stream(lambda: to_river_stream(ds.SEA(3000, seed=1)))
    chunks = list(stream.chunks(size, start=11))
    np.testing.assert_array_equal(np.concatenate([c.X for c in chunks]), whole.X[11:])
    np.testing.assert_array_equal(np.concatenate([c.y for c in chunks]), whole.y[11:])


def test_a_river_dataset():
    stream = river_stream(datasets.ImageSegments())
    assert (stream.name, stream.n_instances, stream.schema.n_classes) == ("ImageSegments", 2310, 7)
    assert ds.evaluate(ds.NaiveBayes(), stream).summary()["accuracy"] > 0.7


def test_a_dataset_without_end():
    stream = river_stream(datasets.synth.SEA(seed=1), n=500)
    assert len(stream.take(1000)) == 500
    np.testing.assert_array_equal(stream.take(500).X, stream.take(500).X)


def test_a_given_schema_spares_the_first_reading():
    calls = []

    def source():
        calls.append(1)
        return iter(PAIRS)

    schema = ds.Schema([ds.Nominal("day", ("mon",)), ds.Numeric("price")], ("DOWN", "UP"))
    stream = river_stream(source, schema=schema)
    assert not calls
    np.testing.assert_array_equal(stream.take(2).X, [[np.nan, 1.5], [0, np.nan]])
    assert stream.unseen == {"day": 1}


def test_sparse_rows_give_what_they_store():
    X = sp.csr_array(np.array([[0.0, 2.0, 0.0], [1.0, 0.0, np.nan]]))
    assert list(to_river_stream(ds.ArrayStream(X, ["a", "b"]))) == [({"x1": 2.0}, "a"), ({"x0": 1.0}, "b")]


WRONG = [
    (lambda: river_stream(iter(PAIRS)), TypeError, "an iterator can be read only once"),
    (lambda: river_stream(3), TypeError, "expected a River dataset or pairs"),
    (lambda: river_stream([{"x": 1}]), TypeError, "row 0: expected a pair"),
    (lambda: river_stream([({"x": 1}, 0), ({"x": "a"}, 1)]), TypeError, "row 1: feature 'x' is numeric"),
    (lambda: river_stream([({"x": 1}, 0.5)]), ValueError, "row 0: label 0.5"),
    (lambda: river_stream([({"x": 1}, 0), ({"x": 1}, "a")]), TypeError, "labels must all be texts"),
    (lambda: river_stream(datasets.synth.SEA(seed=1)), ValueError, "SEA has no end; pass n="),
    (lambda: river_stream(datasets.synth.SEA(), n=5), ValueError, "SEA has no seed"),
    (
        lambda: from_river(GaussianNB()),
        TypeError,
        "GaussianNB is not a River classifier: it has no learn_one",
    ),
    (lambda: from_river(naive_bayes.GaussianNB), TypeError, r"give an instance, GaussianNB\(\)"),
    (lambda: from_sklearn(tree.HoeffdingTreeClassifier()), TypeError, "it has no partial_fit"),
]


@pytest.mark.parametrize(("make", "error", "message"), WRONG)
def test_wrong_input(make, error, message):
    with pytest.raises(error, match=message):
        make()


def test_a_river_model_predicts_what_it_predicts_in_river():
    stream = ds.SEA(400, seed=3)
    evaluation = ds.evaluate(from_river(naive_bayes.GaussianNB()), stream)
    model, right = naive_bayes.GaussianNB(), 0
    for x, y in to_river_stream(stream):
        right += (model.predict_one(x) or 0) == y
        model.learn_one(x, y)
    assert evaluation.summary()["accuracy"] == right / 400


def test_a_scikit_learn_model_stands_in_a_pipeline():
    pipeline = ds.Subset(["x0", "x1"]) | from_sklearn(SGDClassifier(random_state=1))
    stream = ds.SEA(400, seed=3, relevant=(0, 1))
    assert ds.evaluate(pipeline, stream).n == 400
