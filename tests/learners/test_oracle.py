"""Every learner against its plain-Python oracle, instance by instance."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from tests.learners.catalogue import LEARNERS
from tests.learners.support import assert_agrees, native_votes
from tests.strategies import Sample, long_stream, quick, samples, sparse_samples

WITH_ORACLE = [entry for entry in LEARNERS if entry.oracle]
STREAMS = {
    "numeric": {"numeric": 5, "nominal": 0},
    "nominal": {"numeric": 0, "nominal": 4},
    "mixed": {"numeric": 3, "nominal": 3},
    "missing": {"missing": 0.3},
    "all but a few missing": {"missing": 0.95},
    "weights": {"weighted": True},
    "unlabelled": {"unlabelled": 0.5},
    "ties": {"decimals": 0},
    "far from zero": {"offset": 1e6, "decimals": 2},
    "one feature": {"numeric": 1, "nominal": 0},
    "one class": {"n_classes": 1},
    "many classes": {"n_classes": 12, "categories": 15},
    "everything": {"missing": 0.1, "weighted": True, "unlabelled": 0.2, "decimals": 1},
}


@pytest.fixture(params=WITH_ORACLE, ids=lambda entry: entry.name)
def entry(request):
    return request.param


def check(entry, sample, csr=False):
    assert_agrees(native_votes(entry.make, sample, csr=csr), entry.oracle(sample), sample)


@pytest.mark.parametrize("stream", STREAMS)
def test_long_streams(entry, stream):
    check(entry, long_stream(seed=len(stream), n=400, **STREAMS[stream]))


@pytest.mark.parametrize("missing", [0.0, 0.1])
def test_sparse_streams(entry, missing):
    sample = long_stream(7, n=250, numeric=40, nominal=2, density=0.1, missing=missing)
    check(entry, sample, csr=True)


def test_sparse_rows_with_stored_zeros(entry):
    """A stored zero is a zero like any other."""
    sample = long_stream(8, n=100, numeric=5, nominal=0, density=0.4, decimals=0)
    explicit = sample.csr
    explicit.data[::3] = 0.0
    as_sample = Sample(sample.n_categories, sample.n_classes, explicit.toarray(), sample.y)
    model = entry.make()
    model.prepare(sample.schema)
    assert_agrees(model.test_then_train(explicit, sample.labels), entry.oracle(sample), as_sample)


def test_constant_features(entry):
    sample = long_stream(9, n=100, numeric=3, nominal=1)
    sample.X[:, 0] = 1e6 + 0.1
    sample.X[:, 3] = 2
    check(entry, sample)


def test_only_constant_features(entry):
    sample = long_stream(10, n=60, numeric=2, nominal=0)
    sample.X[:] = 0.1
    check(entry, sample)


def test_a_first_row_with_a_weight(entry):
    """One row has no variance, whatever its weight: (6.73 * 3) / 3 is not 6.73 in floating point."""
    values = np.linspace(0.1, 7, 30)
    for value in values:
        X = np.array([[value], [value], [value + 1]])
        check(entry, Sample((0,), 2, X, np.array([1, 1, 0]), np.array([3.0, 1.75, 1.0])))


def test_a_feature_that_is_never_present(entry):
    sample = long_stream(11, n=80)
    sample.X[:, [1, 4]] = np.nan
    check(entry, sample)


def test_a_feature_missing_in_one_class(entry):
    sample = long_stream(12, n=120, numeric=2, nominal=1)
    sample.X[sample.y == 1, 0] = np.nan
    sample.X[sample.y == 2, 2] = np.nan
    check(entry, sample)


def test_a_class_seen_only_late(entry):
    sample = long_stream(13, n=120)
    sample.y[:90][sample.y[:90] == 2] = 0
    check(entry, sample)


def test_nothing_labelled(entry):
    sample = long_stream(14, n=20, unlabelled=1.0)
    assert not native_votes(entry.make, sample).any()


@quick
@given(sample=samples())
def test_random_small_streams(entry, sample):
    check(entry, sample)


@quick
@given(sample=sparse_samples())
def test_random_sparse_streams(entry, sample):
    check(entry, sample, csr=True)


@pytest.mark.slow
def test_a_long_mixed_stream(entry):
    check(entry, long_stream(15, n=6000, missing=0.05, weighted=True, decimals=1))


@pytest.mark.slow
def test_a_wide_sparse_stream(entry):
    check(entry, long_stream(16, n=150, numeric=2000, nominal=0, density=0.01), csr=True)
