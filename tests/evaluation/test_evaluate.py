"""``evaluate`` against the prequential oracle."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds
from tests.learners.catalogue import LEARNERS
from tests.reference import baselines, measures, prequential
from tests.strategies import long_stream

STREAM = {"n": 600, "missing": 0.05, "unlabelled": 0.1, "weighted": True}


def as_stream(sample):
    return ds.ArrayStream(sample.X, sample.labels, schema=sample.schema)


def unweighted(seed=81, n=600, **options):
    return long_stream(seed, n=n, unlabelled=0.1, missing=0.05, **options)


def oracle_predictions(entry, sample, delay=0):
    return prequential.predictions(entry.oracle(sample), sample.rows, sample.codes, delay=delay)


@pytest.mark.parametrize("delay", [0, 1, 30])
@pytest.mark.parametrize("entry", [e for e in LEARNERS if e.oracle], ids=lambda e: e.name)
def test_summary_equals_the_oracle(entry, delay):
    sample = unweighted()
    predicted = oracle_predictions(entry, sample, delay)
    matrix = baselines.confusion(sample.codes, predicted, sample.n_classes)
    summary = ds.evaluate(entry.make(), as_stream(sample), delay=delay).summary()
    assert summary["n"] == len(sample)
    assert summary["accuracy"] == pytest.approx(measures.accuracy(matrix), rel=1e-12)
    assert summary["kappa"] == pytest.approx(measures.kappa(matrix), rel=1e-12)
    np.testing.assert_allclose(list(summary["recall"].values()), measures.recall(matrix))
    assert summary["f1"] == pytest.approx(measures.f1(matrix), rel=1e-12)


def test_baselines_are_those_of_the_oracle():
    sample = unweighted()
    entry = next(e for e in LEARNERS if e.name == "naive-bayes")
    matrix = baselines.confusion(sample.codes, oracle_predictions(entry, sample), sample.n_classes)
    summary = ds.evaluate(entry.make(), as_stream(sample)).summary()
    majority = baselines.majority_accuracy(sample.codes, sample.n_classes)
    persistent = baselines.persistent_accuracy(sample.codes, sample.n_classes)
    assert summary["kappa_m"] == pytest.approx(measures.kappa_m(matrix, majority), rel=1e-12)
    assert summary["kappa_per"] == pytest.approx(measures.kappa_per(matrix, persistent), rel=1e-12)


def checkpoints(curve, codes, every):
    """Values of a curve over labelled rows after every so many rows of the stream."""
    counted = np.cumsum(np.array(codes) >= 0)
    return [curve[counted[i] - 1] for i in range(every - 1, len(codes), every)]


@pytest.mark.parametrize(
    ("options", "curve"),
    [
        ({}, prequential.landmark),
        ({"window": 80}, lambda v, w: prequential.sliding(v, w, 80)),
        ({"fading": 0.99}, lambda v, w: prequential.fading(v, w, 0.99)),
    ],
    ids=["landmark", "sliding", "fading"],
)
def test_curves_equal_the_oracle(options, curve):
    sample = unweighted(82)
    entry = next(e for e in LEARNERS if e.name == "naive-bayes")
    values, weights = prequential.counted_hits(sample.codes, oracle_predictions(entry, sample))
    frame = ds.evaluate(entry.make(), as_stream(sample), every=50, **options).to_frame()
    assert list(frame["instance"]) == list(range(50, 601, 50))
    expected = checkpoints(curve(values, weights), sample.codes, 50)
    np.testing.assert_allclose(frame["accuracy"], expected, rtol=1e-9)


@pytest.mark.parametrize(
    ("baseline", "looks_back"),
    [(None, 80), ("prequential", None), (("sliding", 80), 80), (("sliding", 33), 33)],
)
def test_every_measure_of_a_windowed_curve_is_that_of_the_window(baseline, looks_back):
    """Recounted at every checkpoint from the last 80 labelled rows."""
    sample = unweighted(90)
    entry = next(e for e in LEARNERS if e.name == "knn-small")
    predicted = oracle_predictions(entry, sample)
    evaluation = ds.evaluate(entry.make(), as_stream(sample), every=50, window=80, baseline=baseline)
    frame = evaluation.to_frame()
    rows = [i for i, label in enumerate(sample.codes) if label >= 0]
    labels = [sample.codes[i] for i in rows]
    majority = baselines.majority_hits(labels, sample.n_classes, looks_back)
    persistent = baselines.majority_hits(labels, sample.n_classes, 1)
    for point, end in enumerate(range(50, 601, 50)):
        seen = sum(i < end for i in rows)
        window = slice(max(0, seen - 80), seen)
        matrix = baselines.confusion(labels[window], [predicted[i] for i in rows[window]], 3)
        expected = {
            "accuracy": measures.accuracy(matrix),
            "kappa": measures.kappa(matrix),
            "kappa_m": measures.kappa_m(matrix, np.mean(majority[window])),
            "kappa_per": measures.kappa_per(matrix, np.mean(persistent[window])),
        }
        assert {name: list(frame[name])[point] for name in expected} == pytest.approx(expected, rel=1e-9)


def test_average_accuracy_over_blocks_is_the_cumulative_accuracy():
    """With checkpoints every window the mean of the curve is the plain prequential accuracy."""
    sample = long_stream(83, n=600)
    evaluation = ds.evaluate(ds.NaiveBayes(), as_stream(sample), window=60, every=60)
    plain = ds.evaluate(ds.NaiveBayes(), as_stream(sample)).summary()["accuracy"]
    assert np.mean(evaluation.to_frame()["accuracy"]) == pytest.approx(plain, rel=1e-12)


@pytest.mark.parametrize("options", [{}, {"window": 90}, {"fading": 0.99}], ids=str)
def test_a_baseline_has_no_skill_over_itself(options):
    """Over the whole stream, and at every point of the curve."""
    stream = as_stream(long_stream(84, n=500, unlabelled=0.1))
    persistent = ds.evaluate(ds.NoChange(), stream, every=25, **options)
    majority = ds.evaluate(ds.MajorityClass(), stream, every=25, baseline="prequential", **options)
    assert persistent.summary()["kappa_per"] == majority.summary()["kappa_m"] == 0
    assert (np.asarray(persistent.to_frame()["kappa_per"]) == 0).all()
    assert (np.asarray(majority.to_frame()["kappa_m"]) == 0).all()


def test_a_sliding_majority_has_no_skill_over_itself():
    stream = as_stream(long_stream(91, n=500, unlabelled=0.1))
    for baseline in (None, ("sliding", 90)):
        evaluation = ds.evaluate(ds.MajorityClass(window=90), stream, every=25, window=90, baseline=baseline)
        assert (np.asarray(evaluation.to_frame()["kappa_m"]) == 0).all()


def test_chunks_of_the_stream_do_not_matter():
    sample = unweighted(85)
    whole = ds.evaluate(ds.NaiveBayes(), as_stream(sample), every=70)
    for size in (1, 7):
        chunks = [ds.Chunk(sample.X[i : i + size], sample.y[i : i + size]) for i in range(0, len(sample), size)]
        stream = ds.ChunkStream(sample.schema, lambda chunks=chunks: iter(chunks))
        split = ds.evaluate(ds.NaiveBayes(), stream, every=70)
        for measure in ("accuracy", "kappa", "kappa_m", "kappa_per"):
            assert split.summary()[measure] == whole.summary()[measure]
            assert list(split.to_frame()[measure]) == list(whole.to_frame()[measure])


def test_weights_count():
    sample = long_stream(86, **STREAM)
    entry = next(e for e in LEARNERS if e.name == "naive-bayes")
    predicted = prequential.predictions(entry.oracle(sample), sample.rows, sample.codes, sample.weights)
    matrix = baselines.confusion(sample.codes, predicted, sample.n_classes, sample.weights)
    chunk = ds.Chunk(sample.X, sample.y, weight=sample.weight)
    stream = ds.ChunkStream(sample.schema, lambda: iter([chunk]))
    summary = ds.evaluate(entry.make(), stream).summary()
    assert summary["accuracy"] == pytest.approx(measures.accuracy(matrix), rel=1e-12)
    assert summary["kappa"] == pytest.approx(measures.kappa(matrix), rel=1e-12)


def test_nothing_labelled_leaves_accuracy_undefined():
    summary = ds.evaluate(ds.NaiveBayes(), as_stream(long_stream(87, n=30, unlabelled=1.0))).summary()
    assert np.isnan(summary["accuracy"])


def test_a_perfect_memory_has_full_skill():
    """One nominal feature that tells the class: after the first rows of each class no mistake is made."""
    y = np.arange(400) % 2
    schema = ds.Schema((ds.Nominal("x", ("a", "b")),), (0, 1))
    stream = ds.ArrayStream(y[:, None].astype(float), y, schema=schema)
    evaluation = ds.evaluate(ds.NaiveBayes(), stream, window=100, every=100)
    last = {name: list(evaluation.to_frame()[name])[-1] for name in ("accuracy", "kappa", "kappa_m", "kappa_per")}
    assert last == {"accuracy": 1, "kappa": 1, "kappa_m": 1, "kappa_per": 1}


@pytest.mark.parametrize(
    "options",
    [{"window": 0}, {"window": -1}, {"fading": 0.0}, {"fading": 1.5}, {"every": 0}, {"delay": -1}],
    ids=str,
)
def test_impossible_options_are_refused(options):
    (name,) = options
    with pytest.raises((ValueError, TypeError), match=name):
        ds.evaluate(ds.NaiveBayes(), as_stream(long_stream(88, n=20)), **options)


@pytest.mark.parametrize("baseline", ["static", "sliding", ("sliding",), ("sliding", 0), ("past", 3), 7], ids=str)
def test_impossible_baselines_are_refused(baseline):
    """The static one is for single matrices: ``measures.kappa_m(matrix)``."""
    with pytest.raises((ValueError, TypeError), match="baseline"):
        ds.evaluate(ds.NaiveBayes(), as_stream(long_stream(88, n=20)), baseline=baseline)


def test_window_and_fading_exclude_each_other():
    with pytest.raises((ValueError, TypeError), match=r"window.*fading|fading.*window"):
        ds.evaluate(ds.NaiveBayes(), as_stream(long_stream(89, n=20)), window=10, fading=0.9)
