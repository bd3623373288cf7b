"""What holds for NaiveBayes alone."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.naive_bayes import GaussianNB

import driftsift as ds
from tests.learners.support import assert_agrees, learn_and_vote, prepared
from tests.reference import naive_bayes as reference
from tests.strategies import Sample, long_stream, quick, samples

TIE = 1e-9


def trained(sample, **parameters):
    model = prepared(lambda: ds.NaiveBayes(**parameters), sample)
    model.partial_fit(sample.X, sample.labels, sample_weight=sample.weight)
    return model


def clear(probabilities):
    """Rows whose two best classes do not nearly tie."""
    ordered = np.sort(probabilities, axis=1)
    return ordered[:, -1] > ordered[:, -2] * (1 + TIE)


def test_agrees_with_scikit_learn_on_a_stationary_chunk():
    """GaussianNB divides by n where this divides by n - 1; its priors are ours through the Laplace count."""
    rng = np.random.default_rng(3)
    y = rng.integers(0, 4, 2000)
    X = rng.normal(size=(2000, 6)) * (1 + y[:, None]) + y[:, None]
    counts = np.bincount(y)
    peer = GaussianNB(priors=(counts + 1) / (2000 + 4), var_smoothing=1e-15).fit(X, y)
    peer.var_ *= (counts / (counts - 1))[:, None]
    model = ds.NaiveBayes().fit(X, y)
    fresh = rng.normal(size=(500, 6)) * 3 + 1
    expected = peer.predict_proba(fresh)
    np.testing.assert_allclose(model.predict_proba(fresh), expected, rtol=1e-8, atol=1e-200)
    np.testing.assert_array_equal(model.predict(fresh)[clear(expected)], peer.predict(fresh)[clear(expected)])


def test_predicts_as_scikit_learn_without_any_adjustment():
    rng = np.random.default_rng(4)
    y = rng.integers(0, 3, 5000)
    X = rng.normal(size=(5000, 5)) + 0.7 * y[:, None]
    peer = GaussianNB(var_smoothing=1e-12).fit(X, y)
    agreement = np.mean(ds.NaiveBayes().fit(X, y).predict(X) == peer.predict(X))
    assert agreement > 0.999


def test_many_features_do_not_underflow():
    """A product of 5000 densities is 0 in double precision; a sum of logarithms is not."""
    rng = np.random.default_rng(5)
    y = np.arange(60) % 2
    X = rng.normal(size=(60, 5000)) * 100 + y[:, None] * 20
    model = ds.NaiveBayes().fit(X, y)
    np.testing.assert_array_equal(model.predict(X), y)
    assert np.isfinite(model.predict_proba(X)).all()


@quick
@given(sample=samples(weights=False), seed=st.integers(0, 10**6), scale=st.sampled_from([1e-3, 0.3, 1.0, 1e4]))
def test_any_weights_agree_with_the_oracle(sample, seed, scale):
    """Also weights below 1, where the total may stay below 1 or just pass it."""
    weighted = replace(sample, weight=np.random.default_rng(seed).random(len(sample)) * scale)
    votes = learn_and_vote(prepared(ds.NaiveBayes, weighted), weighted)
    assert_agrees(votes, reference.NaiveBayes(sample.n_categories, sample.n_classes), weighted)


@quick
@given(sample=samples(min_rows=3, weights=False))
def test_weight_k_is_k_repetitions(sample):
    rng = np.random.default_rng(len(sample))
    repeats = rng.integers(1, 4, len(sample))
    weighted = Sample(sample.n_categories, sample.n_classes, sample.X, sample.y, repeats.astype(float))
    repeated = Sample(
        sample.n_categories,
        sample.n_classes,
        np.repeat(sample.X, repeats, axis=0),
        np.repeat(sample.y, repeats),
    )
    a, b = trained(weighted, variance_floor=1e-3), trained(repeated, variance_floor=1e-3)
    np.testing.assert_allclose(a.predict_proba(sample.X), b.predict_proba(sample.X), rtol=1e-5, atol=1e-12)


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_order_of_features_does_not_matter(missing):
    sample = long_stream(21, n=500, missing=missing)
    order = [5, 2, 0, 4, 1, 3]
    np.testing.assert_allclose(
        learn_and_vote(prepared(ds.NaiveBayes, sample.permuted(order)), sample.permuted(order)),
        learn_and_vote(prepared(ds.NaiveBayes, sample), sample),
        rtol=1e-10,
        atol=1e-200,
    )


@pytest.mark.parametrize("exponent", [-3, -40, 40])
def test_scale_of_numeric_features_does_not_matter(exponent):
    sample = long_stream(22, n=800, numeric=5, nominal=0)
    scaled = Sample(sample.n_categories, sample.n_classes, sample.X * 2.0**exponent, sample.y)
    a = learn_and_vote(prepared(ds.NaiveBayes, sample), sample)
    b = learn_and_vote(prepared(ds.NaiveBayes, scaled), scaled)
    np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-200)
    assert clear(a)[10:].all()
    np.testing.assert_array_equal(a.argmax(axis=1), b.argmax(axis=1))


def test_votes_are_probabilities():
    sample = long_stream(23, n=300, missing=0.1, unlabelled=0.1)
    votes = learn_and_vote(prepared(ds.NaiveBayes, sample), sample)
    started = np.cumsum(sample.y >= 0) - (sample.y >= 0) > 0
    np.testing.assert_allclose(votes[started].sum(axis=1), 1.0, rtol=1e-12)
    assert not votes[~started].any()


def test_variance_floor_is_relative_to_the_pooled_variance():
    X = np.array([[1.0], [1.0], [5.0], [6.0]])
    model = ds.NaiveBayes(variance_floor=0.25).fit(X, [0, 0, 1, 1])
    pooled = np.var(X, ddof=1)
    joint = [
        math.exp(-1 / (2 * 0.25 * pooled)) / math.sqrt(0.25 * pooled),
        math.exp(-(3.5**2) / (2 * 0.25 * pooled)) / math.sqrt(0.25 * pooled),
    ]
    np.testing.assert_allclose(model.predict_proba([[2.0]]), [np.array(joint) / sum(joint)], rtol=1e-12)


@pytest.mark.parametrize("floor", [-1e-9, math.nan, math.inf, "small", None])
def test_impossible_variance_floor_is_refused(floor):
    with pytest.raises((ValueError, TypeError), match="variance_floor"):
        ds.NaiveBayes(variance_floor=floor).fit([[0.0], [1.0]], [0, 1])


def test_without_a_floor_a_constant_class_gives_no_nan():
    """With floor 0 a class of variance 0 has no density; whatever is voted, it is finite."""
    X = np.array([[1.0], [1.0], [5.0], [6.0]])
    try:
        model = ds.NaiveBayes(variance_floor=0.0).fit(X, [0, 0, 1, 1])
    except ValueError as error:
        assert "variance_floor" in str(error)  # noqa: PT017 - refusing it is as good
    else:
        assert np.isfinite(model.predict_proba([[1.0], [2.0]])).all()
