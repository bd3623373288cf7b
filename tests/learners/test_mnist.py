"""Naive Bayes on MNIST against the accuracies the specification measured for four variance floors."""

from __future__ import annotations

from pathlib import Path

import pytest

import driftsift as ds

MNIST = Path(__file__).resolve().parents[3] / "shared" / "data" / "mnist_train.parquet"


@pytest.mark.slow
@pytest.mark.skipif(not MNIST.exists(), reason="the MNIST file is not here")
@pytest.mark.parametrize(("floor", "accuracy"), [(1e-9, 0.536), (1e-4, 0.604), (1e-2, 0.666), (1e-1, 0.719)])
def test_variance_floors(floor, accuracy):
    """Chunks of 1000, tested then learned; the first one, which meets an untrained model, left out."""
    stream = ds.open_stream(MNIST)
    evaluation = ds.evaluate(ds.NaiveBayes(variance_floor=floor), stream, protocol="chunks", chunk=1000, every=1000)
    hits = evaluation.overall["accuracy"] * evaluation.n - evaluation.curve["accuracy"][0] * 1000
    assert hits / (evaluation.n - 1000) == pytest.approx(accuracy, abs=0.0006)
