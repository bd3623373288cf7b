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
    """Chunks of 1000, tested then learned; the first one is learned only."""
    evaluation = ds.evaluate(ds.NaiveBayes(variance_floor=floor), ds.open_stream(MNIST), protocol="chunks", chunk=1000)
    assert evaluation.labelled == 59_000
    assert evaluation.overall["accuracy"] == pytest.approx(accuracy, abs=0.0006)
