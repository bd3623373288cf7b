"""What holds for KNN alone."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds
from tests.learners.support import native_votes, prepared
from tests.strategies import Sample, long_stream


def brute_force(sample, k, window, scale="range"):
    """Votes by NumPy; distances are summed in ascending order of the features, as specified."""
    votes = np.zeros((len(sample), sample.n_classes))
    numeric = np.array(sample.n_categories) == 0
    d = len(numeric)
    for i, query in enumerate(sample.X):
        start = max(0, i - window)
        X, y = sample.X[start:i], sample.y[start:i]
        if not len(X):
            continue
        spread = np.ptp(X, axis=0)
        inverse = np.divide(1.0, spread, out=np.zeros(d), where=spread > 0) if scale == "range" else np.ones(d)
        delta = np.where(numeric, (query - X) * inverse, query != X)
        distance = np.zeros(len(X))
        for f in range(d):
            distance += delta[:, f] * delta[:, f]
        nearest = np.argsort(distance, kind="stable")[:k]
        votes[i] = np.bincount(y[nearest], minlength=sample.n_classes)
    return votes


@pytest.mark.parametrize("stream", [{}, {"decimals": 0}, {"numeric": 20, "nominal": 0}, {"numeric": 1, "nominal": 0}])
@pytest.mark.parametrize("scale", ["range", "none"])
def test_equals_brute_force(stream, scale):
    sample = long_stream(31, n=1500, **stream)
    votes = native_votes(lambda: ds.KNN(k=10, window=300, scale=scale), sample)
    np.testing.assert_array_equal(votes, brute_force(sample, 10, 300, scale))


@pytest.mark.slow
def test_equals_brute_force_with_the_default_window():
    sample = long_stream(32, n=6000, numeric=50, nominal=0)
    votes = native_votes(ds.KNN, sample)
    np.testing.assert_array_equal(votes, brute_force(sample, 10, 1000))


@pytest.mark.parametrize("missing", [0.0, 0.05])
@pytest.mark.parametrize("scale", ["range", "none"])
@pytest.mark.parametrize(
    "stream", [{"numeric": 300, "nominal": 0, "density": 0.02}, {"numeric": 9, "nominal": 3, "density": 0.5}]
)
def test_sparse_and_dense_rows_give_the_same_bytes(stream, scale, missing):
    sample = long_stream(33, n=300, missing=missing, **stream)
    dense = native_votes(lambda: ds.KNN(k=5, window=100, scale=scale), sample)
    sparse = native_votes(lambda: ds.KNN(k=5, window=100, scale=scale), sample, csr=True)
    assert dense.tobytes() == sparse.tobytes()


def test_sparse_rows_may_follow_dense_ones():
    sample = long_stream(34, n=200, numeric=30, nominal=0, density=0.2)
    labels, csr = sample.labels, sample.csr
    model = prepared(lambda: ds.KNN(k=5, window=50), sample)
    mixed = [
        model.test_then_train(sample.X[:70], labels[:70]),
        model.test_then_train(csr[70:150], labels[70:150]),
        model.test_then_train(sample.X[150:], labels[150:]),
    ]
    np.testing.assert_array_equal(np.concatenate(mixed), brute_force(sample, 5, 50))


@pytest.mark.parametrize("scale", ["range", "none"])
def test_scale_of_all_features_does_not_matter(scale):
    sample = long_stream(35, n=600, numeric=5, nominal=0)
    scaled = Sample(sample.n_categories, sample.n_classes, sample.X * 2.0**-3, sample.y)
    make = lambda: ds.KNN(k=7, window=200, scale=scale)  # noqa: E731
    assert native_votes(make, sample).tobytes() == native_votes(make, scaled).tobytes()


def test_golden_query():
    X, y = [[1.0, 0.0], [0.0, 0.6]], ["a", "b"]
    model = ds.KNN(k=1, scale="none").fit(X, y)
    assert model.predict([[0.0, 0.0]]).tolist() == ["b"]


@pytest.mark.parametrize(("d", "present", "nearest"), [(15, 11, 1), (21, 19, 0)])
def test_distances_over_some_features_are_scaled_by_the_quotient(d, present, nearest):
    """``D2 * (d / present)``: 11 * (15 / 11) is just below 15, and 19 * (21 / 19) just above 21."""
    complete, partial = np.ones(d), np.r_[np.ones(present), np.full(d - present, np.nan)]
    order = [0, 1] if nearest else [1, 0]  # the older row would win a tie, and must not
    X, y = np.array([complete, partial])[order], np.array([0, 1])[order]
    sample = Sample((2,) * d, 2, X, y)
    model = prepared(lambda: ds.KNN(k=1), sample)
    model.partial_fit(sample.X, sample.labels)
    assert model.predict(np.zeros((1, d))).tolist() == [f"class {nearest}"]


def test_an_evenly_split_vote_goes_to_the_lowest_class():
    model = ds.KNN(k=2).fit([[0.0], [1.0], [9.0]], [1, 0, 1])
    assert model.predict([[0.5]]).tolist() == [0]


def test_the_window_forgets_completely():
    """After ``window`` rows, what came before has no influence: neither as neighbour nor on the ranges."""
    sample = long_stream(36, n=300)
    wild = Sample(sample.n_categories, sample.n_classes, sample.X[:150].copy(), sample.y[:150])
    wild.X[:, :4] *= 1e7
    with_past = prepared(lambda: ds.KNN(k=5, window=60), sample)
    with_past.partial_fit(wild.X, wild.labels)
    later = sample.part(150, 300)
    with_past.partial_fit(later.X[:60], later.labels[:60])
    without = prepared(lambda: ds.KNN(k=5, window=60), sample)
    without.partial_fit(later.X[:60], later.labels[:60])
    assert with_past.predict_proba(later.X[60:]).tobytes() == without.predict_proba(later.X[60:]).tobytes()


@pytest.mark.parametrize(
    "parameters",
    [{"k": 0}, {"k": -1}, {"k": 1.5}, {"window": 0}, {"window": -3}, {"window": None}, {"scale": "unit"}],
)
def test_impossible_parameters_are_refused(parameters):
    (name,) = parameters
    with pytest.raises((ValueError, TypeError), match=name):
        ds.KNN(**parameters).fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("spread", [5e-324, 1e-310, 1e300, 1.7e308])
def test_extreme_ranges_give_finite_votes(spread):
    X = np.array([[0.0], [spread], [spread / 2], [-spread / 4]])
    model = ds.KNN(k=2).fit(X, [0, 1, 0, 1])
    probabilities = model.predict_proba(X)
    assert np.isfinite(probabilities).all()
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
