"""MOA's predictions row by row, test then train, as an oracle. Needs Java and `benchmarks/setup_peers.sh`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import driftsift as ds

ROOT = Path(__file__).resolve().parents[2]
ELECTRICITY = ROOT.parent / "shared" / "data" / "electricity.parquet"

pytestmark = pytest.mark.peers


def gaussian():
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 5000)
    return ds.Schema.numeric(10, (0, 1)), rng.normal(size=(5000, 10)) + 0.4 * y[:, None], y


def electricity():
    if not ELECTRICITY.exists():
        pytest.skip("the Electricity file is not here")
    stream = ds.open_stream(ELECTRICITY)
    chunk = stream.take(10_000)
    return ds.Schema(stream.schema.features, (0, 1)), chunk.X, chunk.y.astype(int)


@pytest.mark.parametrize("data", [gaussian, electricity])
@pytest.mark.parametrize(
    ("learner", "model", "agreement"),
    [
        ("MajorityClass", ds.MajorityClass(), 1.0),
        ("KNN", ds.KNN(k=10, window=1000), 1.0),
        ("NaiveBayes", ds.NaiveBayes(), 0.999),
    ],
)
def test_predictions_agree(moa, data, learner, model, agreement):
    schema, X, y = data()
    theirs = moa.predictions(learner, X, y, 2, schema.n_categories.tolist())
    ours = model.prepare(schema).predict_then_train(X, y)
    assert np.mean(ours == theirs) >= agreement


def test_naive_bayes_differs_only_at_the_start(moa):
    """Add-one smoothing of the class shares, which MOA does not do, matters less with every row."""
    schema, X, y = gaussian()
    theirs = moa.predictions("NaiveBayes", X, y, 2, schema.n_categories.tolist())
    ours = ds.NaiveBayes().prepare(schema).predict_then_train(X, y)
    assert np.flatnonzero(ours != theirs).max(initial=0) < 100
