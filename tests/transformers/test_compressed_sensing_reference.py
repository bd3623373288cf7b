"""Random projections against plain Python."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import driftsift as ds
from tests.reference import knn
from tests.reference.selectors.compressed_sensing import CompressedSensing
from tests.strategies import long_stream, quick, samples

PROJECTIONS = {
    "dimension": st.integers(1, 6),
    "kind": st.sampled_from(["gaussian", "bernoulli", "sparse"]),
    "normalize": st.booleans(),
    "seed": st.integers(0, 2**64 - 1),
    "nominal": st.sampled_from(["indicators", "code"]),
    "when_wide": st.sampled_from(["identity", "project"]),
}


@pytest.mark.filterwarnings("ignore::UserWarning")
@quick
@given(sample=samples(max_rows=30), options=st.fixed_dictionaries(PROJECTIONS), csr=st.booleans())
def test_projected_rows(sample, options, csr):
    """Seen through the nearest neighbour: its distances are those of the projected rows."""
    projection = CompressedSensing(sample.n_categories, sample.n_classes, **options)
    sizes = sample.n_categories if projection.identity else (0,) * projection.dimension
    oracle = knn.KNN(sizes, sample.n_classes, 1, 20, scale="none")
    pipeline = (ds.CompressedSensing(**options) | ds.KNN(k=1, window=20, scale="none")).prepare(sample.schema)
    X, weight = sample.csr if csr else sample.X, sample.weight
    for i, (row, label) in enumerate(zip(sample.rows, sample.codes, strict=True)):
        projected = projection.project(row)
        w = None if weight is None else weight[i : i + 1]
        votes = pipeline.test_then_train(X[i : i + 1], sample.labels[i : i + 1], sample_weight=w)[0].tolist()
        nearest = [distance for distance, *_ in oracle.ranked(projected)[:2]]
        if len(nearest) < 2 or nearest[1] - nearest[0] > 1e-9 * nearest[1]:
            assert votes == oracle.votes(projected), f"row {i}"
        oracle.learn(projected, label, 1.0 if weight is None else float(w[0]))


@pytest.mark.parametrize("kind", ["gaussian", "bernoulli", "sparse"])
def test_the_matrix_shows_in_the_means_of_naive_bayes(kind):
    """A row with a single one projects to a column of the matrix."""
    projection = CompressedSensing((0,) * 40, 1, 8, kind=kind, seed=42)
    schema = ds.Schema([ds.Numeric(f"x{j}") for j in range(40)], (0,))
    for j in (0, 1, 17, 39):
        row = [float(i == j) for i in range(40)]
        pipeline = (ds.CompressedSensing(8, kind=kind, seed=42) | ds.NaiveBayes()).prepare(schema)
        pipeline.partial_fit([row, row], [0, 0])
        means = pipeline._model.state()["learner"]["numeric"]["mean"][:8]
        np.testing.assert_allclose(means, projection.project(row), rtol=1e-6, atol=1e-12)


def test_nothing_to_compress_passes_with_a_warning():
    sample = long_stream(310, n=60, numeric=3, nominal=0)
    pipeline = ds.CompressedSensing(dimension=3) | ds.KNN(k=3)
    with pytest.warns(UserWarning, match="dimension"):
        pipeline.prepare(sample.schema)
    votes = pipeline.test_then_train(sample.X, sample.labels)
    alone = ds.KNN(k=3).prepare(sample.schema).test_then_train(sample.X, sample.labels)
    assert votes.tobytes() == alone.tobytes()
    with pytest.raises(ValueError, match="dimension"):
        (ds.CompressedSensing(3, when_wide="error") | ds.KNN()).prepare(sample.schema)


def test_a_factor_of_a_power_of_two_changes_no_prediction():
    """Without normalisation the outputs of 64 dimensions are 8 times as large."""
    sample = long_stream(311, n=300, numeric=80, nominal=0)
    for learner in (ds.KNN(k=3, window=100), ds.HoeffdingTree(grace=50)):
        predicted = [
            (ds.CompressedSensing(64, normalize=normalize) | learner)
            .prepare(sample.schema)
            .predict_then_train(sample.X, sample.labels)
            .tolist()
            for normalize in (True, False)
        ]
        assert predicted[0] == predicted[1]
