"""``holdout``: what is tested is never learned, against a plain Python loop."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds
from tests.learners.catalogue import BY_NAME
from tests.reference import baselines, measures
from tests.reference.common import argmax
from tests.strategies import long_stream


def as_stream(sample, size=None):
    """The sample in one block, or in blocks of a size."""
    size = size or max(len(sample), 1)
    chunks = [ds.Chunk(sample.X[i : i + size], sample.y[i : i + size]) for i in range(0, len(sample), size)]
    return ds.ChunkStream(sample.schema, chunks, n_instances=len(sample))


def is_tested(i, every, test_size):
    return i % (every + test_size) >= every


def predictions(oracle, sample, every, test_size):
    """Predicted class of the tested rows by their number; the others are learned."""
    predicted = {}
    for i, row in enumerate(sample.rows):
        if is_tested(i, every, test_size):
            predicted[i] = argmax(oracle.votes(row))
        else:
            oracle.learn(row, sample.codes[i])
    return predicted


SIZES = [(100, 40, 560), (100, 40, 570), (100, 40, 620), (1, 1, 50), (7, 300, 320), (50, 1, 200)]


@pytest.mark.parametrize(("every", "test_size", "n"), SIZES)
@pytest.mark.parametrize("name", ["naive-bayes", "knn-small", "majority", "no-change"])
@pytest.mark.parametrize("block", [None, 13])
def test_holdout_equals_the_oracle(name, every, test_size, n, block):
    sample = long_stream(101, n=n, unlabelled=0.1, missing=0.05)
    entry = BY_NAME[name]
    predicted = predictions(entry.oracle(sample), sample, every, test_size)
    evaluation = ds.holdout(entry.make(), as_stream(sample, block), test_size=test_size, every=every)
    tested = sorted(predicted)
    labels = [sample.codes[i] for i in tested]
    matrix = baselines.confusion(labels, [predicted[i] for i in tested], sample.n_classes)
    np.testing.assert_array_equal(evaluation.matrix, matrix)
    assert evaluation.n == n
    assert evaluation.labelled == sum(label >= 0 for label in labels)
    assert_points_are_test_sets(evaluation.curve, sample, predicted, every, test_size)


def assert_points_are_test_sets(curve, sample, predicted, every, test_size):
    """One point per test set, over it alone; the last one may be cut short."""
    period = every + test_size
    starts = range(every, len(sample), period)
    ends = [min(start + test_size, len(sample)) for start in starts]
    assert curve["instance"] == ends
    for point, (start, end) in enumerate(zip(starts, ends, strict=True)):
        rows = [i for i in range(start, end) if sample.codes[i] >= 0]
        matrix = baselines.confusion([sample.codes[i] for i in rows], [predicted[i] for i in rows], sample.n_classes)
        for name, measure in (("accuracy", measures.accuracy), ("kappa", measures.kappa)):
            expected = measure(matrix) if rows else np.nan
            assert curve[name][point] == pytest.approx(expected, rel=1e-12, nan_ok=True)


def test_a_test_set_without_labels_has_no_accuracy():
    sample = long_stream(102, n=80)
    sample.y[60:] = -1
    curve = ds.holdout(ds.NaiveBayes(), as_stream(sample), test_size=20, every=20).curve
    assert curve["instance"] == [40, 80]
    assert curve["accuracy"][0] > 0
    assert np.isnan(curve["accuracy"][1])


class Remembering(ds.MajorityClass):
    """Keeps the values it learns and those it is tested on."""

    learned: list
    tested: list

    def _learn_codes(self, chunk):
        self.learned.extend(chunk.X[:, 0].tolist())
        super()._learn_codes(chunk)

    def _predict_codes(self, chunk):
        self.tested.extend(chunk.X[:, 0].tolist())
        return super()._predict_codes(chunk)


@pytest.mark.parametrize(("every", "test_size", "n"), SIZES)
def test_training_and_test_sets_make_up_the_stream(every, test_size, n):
    Remembering.learned, Remembering.tested = [], []
    numbers = np.arange(n, dtype=float)[:, None]
    stream = ds.ArrayStream(numbers, np.arange(n) % 2)
    ds.holdout(Remembering(), stream, test_size=test_size, every=every)
    assert not set(Remembering.learned) & set(Remembering.tested)
    assert sorted(Remembering.learned + Remembering.tested) == numbers[:, 0].tolist()
    assert Remembering.tested == [i for i in range(n) if is_tested(i, every, test_size)]


def test_the_trained_model_has_learned_the_training_sets():
    sample = long_stream(103, n=150, numeric=3, nominal=0)
    trained = ds.holdout(ds.KNN(k=3), as_stream(sample), test_size=20, every=30).trained
    learned = [i for i in range(150) if not is_tested(i, 30, 20)]
    by_hand = ds.KNN(k=3).prepare(sample.schema).partial_fit(sample.X[learned], sample.labels[learned])
    assert trained.predict_proba(sample.X).tobytes() == by_hand.predict_proba(sample.X).tobytes()


@pytest.mark.parametrize("n", [0, 1, 20])
def test_a_stream_that_ends_before_the_first_test(n, tmp_path):
    sample = long_stream(104, n=30).part(0, n)
    evaluation = ds.holdout(ds.NaiveBayes(), as_stream(sample), test_size=5, every=20)
    assert (evaluation.n, evaluation.labelled) == (n, 0)
    assert evaluation.curve["instance"] == []
    assert np.isnan(evaluation.summary()["accuracy"])
    assert len(evaluation.to_frame()) == 0
    evaluation.to_json(tmp_path / "result.json")
    evaluation.plot()
    assert "n/a" in str(evaluation)


def test_at_most_n_instances_are_read():
    evaluation = ds.holdout(ds.NaiveBayes(), ds.SEA(n=None, seed=1), test_size=10, every=20, n=95)
    assert evaluation.n == 95
    assert evaluation.curve["instance"] == [30, 60, 90]
    assert evaluation.labelled == 30


def test_the_protocol_is_named():
    evaluation = ds.holdout(ds.NaiveBayes(), ds.SEA(n=95, seed=1), test_size=10, every=20)
    assert (evaluation.protocol["protocol"], evaluation.protocol["test_size"]) == ("holdout", 10)
    assert evaluation.protocol["every"] == 20


@pytest.mark.parametrize("options", [{"test_size": 0}, {"every": 0}, {"n": 0}, {"test_size": -3}], ids=str)
def test_impossible_sizes_are_refused(options):
    with pytest.raises(ValueError, match=next(iter(options))):
        ds.holdout(ds.NaiveBayes(), ds.SEA(n=50, seed=1), **options)


@pytest.mark.parametrize("options", [{"test_size": 1.5}, {"every": "7"}, {"test_size": None}], ids=str)
def test_sizes_of_another_type_are_refused(options):
    with pytest.raises(TypeError, match=next(iter(options))):
        ds.holdout(ds.NaiveBayes(), ds.SEA(n=50, seed=1), **options)


def test_the_prototype_is_not_trained():
    model = ds.NaiveBayes()
    evaluation = ds.holdout(model, ds.SEA(n=95, seed=1), test_size=10, every=20)
    assert evaluation.trained is not model
    assert not hasattr(model, "classes_")
