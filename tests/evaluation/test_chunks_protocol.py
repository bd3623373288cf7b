"""``protocol="chunks"``: a whole chunk is tested, then learned, against a plain Python loop."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import driftsift as ds
from tests.learners.catalogue import LEARNERS
from tests.reference import baselines, measures
from tests.reference.common import argmax
from tests.strategies import long_stream, quick, samples

WITH_ORACLE = [entry for entry in LEARNERS if entry.oracle]


def as_stream(sample, block):
    chunks = [
        ds.Chunk(sample.X[i : i + block], sample.y[i : i + block], part(sample.weight, i, block))
        for i in range(0, len(sample), block)
    ]
    return ds.ChunkStream(sample.schema, chunks, n_instances=len(sample))


def part(values, start, size):
    return None if values is None else values[start : start + size]


def oracle_matrices(oracle, sample, size):
    """The confusion matrix after each chunk: the first is learned only, a last shorter one tested only."""
    weights = sample.weights or [1.0] * len(sample)
    predicted, tested, matrices = [], [], {}
    for start in range(0, len(sample), size):
        rows = range(start, min(start + size, len(sample)))
        if start:
            predicted += [argmax(oracle.votes(sample.rows[i])) for i in rows]
            tested += rows
        if not start or len(rows) == size:
            for i in rows:
                oracle.learn(sample.rows[i], sample.codes[i], weights[i])
        labels, counted = [sample.codes[i] for i in tested], [weights[i] for i in tested]
        matrices[rows.stop] = baselines.confusion(labels, predicted, sample.n_classes, counted)
    return matrices


@pytest.mark.parametrize("size", [1, 7, 100, 1_000])
@pytest.mark.parametrize("entry", WITH_ORACLE, ids=lambda entry: entry.name)
def test_chunks_equal_the_oracle(entry, size):
    sample = long_stream(111, n=330, unlabelled=0.1, missing=0.05)
    matrices = oracle_matrices(entry.oracle(sample), sample, size)
    evaluation = ds.evaluate(entry.make(), as_stream(sample, 43), protocol="chunks", chunk=size)
    np.testing.assert_array_equal(evaluation.matrix, matrices[330])
    assert evaluation.n == 330
    assert evaluation.labelled == np.sum(matrices[330])


@quick
@given(sample=samples(nominal=False), size=st.integers(1, 12), block=st.integers(1, 12))
def test_random_streams_in_any_chunks_equal_the_oracle(sample, size, block):
    entry = next(entry for entry in WITH_ORACLE if entry.name == "knn-small")
    matrices = oracle_matrices(entry.oracle(sample), sample, size)
    evaluation = ds.evaluate(entry.make(), as_stream(sample, block), protocol="chunks", chunk=size)
    np.testing.assert_array_equal(evaluation.matrix, matrices[len(sample)])


@pytest.mark.parametrize(("size", "every"), [(50, 50), (50, 100), (60, 100), (100, 30), (330, 10)])
def test_points_come_with_the_chunk_that_passes_them(size, every):
    """A chunk is counted as a whole, so a point that falls within it stands at its end."""
    sample = long_stream(112, n=330)
    entry = next(entry for entry in WITH_ORACLE if entry.name == "naive-bayes")
    matrices = oracle_matrices(entry.oracle(sample), sample, size)
    curve = ds.evaluate(entry.make(), as_stream(sample, 43), protocol="chunks", chunk=size, every=every).curve
    begins = range(0, 330, size)
    ends = [begin + size for begin in begins[:-1]] + [330]
    passing = [end for begin, end in zip(begins, ends, strict=True) if end // every > begin // every]
    assert curve["instance"] == passing + ([] if passing[-1] == 330 else [330])
    for point, end in enumerate(curve["instance"]):
        expected = measures.accuracy(matrices[end]) if np.sum(matrices[end]) else np.nan
        assert curve["accuracy"][point] == pytest.approx(expected, rel=1e-12, nan_ok=True)


def test_chunks_of_one_are_test_then_train():
    """All but for the first instance, which nobody was asked about."""
    sample = long_stream(113, n=300, unlabelled=0.1)
    sample.y[0] = 1
    chunked = ds.evaluate(ds.NaiveBayes(), as_stream(sample, 43), protocol="chunks", chunk=1)
    stepped = ds.evaluate(ds.NaiveBayes(), as_stream(sample, 43)).matrix
    stepped[sample.codes[0], 0] -= 1
    np.testing.assert_array_equal(chunked.matrix, stepped)


@pytest.mark.parametrize("n", [1, 5, 50])
def test_a_stream_of_one_chunk_is_learned_only(n):
    sample = long_stream(114, n=n)
    evaluation = ds.evaluate(ds.MajorityClass(), as_stream(sample, 7), protocol="chunks", chunk=50)
    assert (evaluation.n, evaluation.labelled) == (n, 0)
    assert np.isnan(evaluation.summary()["accuracy"])
    assert sum(evaluation.trained.explain()["weight"].values()) == n


def test_delay_and_chunks_exclude_each_other():
    with pytest.raises(ValueError, match="delay"):
        ds.evaluate(ds.NaiveBayes(), ds.SEA(n=50, seed=1), protocol="chunks", delay=3)


@pytest.mark.parametrize("protocol", ["chunk", "holdout", None, 3])
def test_unknown_protocols_are_refused(protocol):
    with pytest.raises(ValueError, match=r"protocol must be one of \['prequential', 'chunks'\]"):
        ds.evaluate(ds.NaiveBayes(), ds.SEA(n=50, seed=1), protocol=protocol)


@pytest.mark.parametrize(("chunk", "error"), [(0, ValueError), (-1, ValueError), (1.5, TypeError), ("7", TypeError)])
def test_impossible_chunks_are_refused(chunk, error):
    with pytest.raises(error, match="chunk"):
        ds.evaluate(ds.NaiveBayes(), ds.SEA(n=50, seed=1), protocol="chunks", chunk=chunk)
