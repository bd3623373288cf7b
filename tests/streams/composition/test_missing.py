from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.sparse as sp
from scipy import stats

from driftsift.streams import ArrayStream, Missing
from tests.reference import philox
from tests.streams.composition.samples import Sample, assert_same_rows, counted, everything, same_truth, thin
from tests.streams.conftest import assert_refused, dense

UNIT = 2**31 + 3 * 2**28


def is_taken(seed, layer, t, column, rate):
    return philox.uniforms(seed, 9, UNIT + column // 2, t, layer - 1)[column % 2] < rate


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
@pytest.mark.parametrize("start", [0, 10**9])
@pytest.mark.parametrize("rate", [0.4, {"x1": 0.3, 2: 0.9, "x4": 1.0}])
def test_cells_are_those_of_the_definition(seed, start, rate):
    base = Sample(None, numeric=6)
    X, known = Missing(base, rate, seed=seed).take(20, start).X, base.take(20, start).X
    rates = [0, 0.3, 0.9, 0, 1.0, 0] if isinstance(rate, dict) else [rate] * 6

    for i in range(20):
        for j in range(6):
            taken = is_taken(seed, 1, start + i, j, rates[j])
            assert np.isnan(X[i, j]) if taken else X[i, j] == known[i, j]


@pytest.mark.parametrize("rate", [0.5, {0: 0.5, "x3": 0.8}])
def test_in_a_sparse_stream_only_stored_entries_go(rate):
    base = thin(n=80)
    X, known = everything(Missing(base, rate, seed=7)).X, everything(base).X
    rates = [0.5, 0, 0, 0.8] if isinstance(rate, dict) else [0.5] * 4

    assert sp.issparse(X)
    assert X.indices.tobytes() == known.indices.tobytes()
    assert X.indptr.tobytes() == known.indptr.tobytes()
    for t in range(80):
        for k in range(X.indptr[t], X.indptr[t + 1]):
            taken = is_taken(7, 1, t, int(X.indices[k]), rates[X.indices[k]])
            assert np.array_equal(X.data[k], np.nan if taken else known.data[k], equal_nan=True)
    assert everything(base).X.data.tobytes() == known.data.tobytes()


def test_sparse_and_dense_lose_the_same_cells():
    X = np.random.default_rng(0).integers(1, 9, (70, 9)).astype(float)
    dense_stream, sparse_stream = (Missing(ArrayStream(M, [0] * 70), 0.3) for M in (X, sp.csr_array(X)))

    assert everything(dense_stream).X.tobytes() == everything(sparse_stream).X.toarray().tobytes()


def test_shares_are_within_exact_bounds():
    n, rates = 20_000, [0.02, 0.5, 0.0, 1.0]
    X = Missing(Sample(n, numeric=4), rate=dict(enumerate(rates)), seed=2).take(n).X

    for count, rate in zip(np.isnan(X).sum(axis=0), rates, strict=True):
        assert stats.binom.ppf(1e-6, n, rate) <= count <= stats.binom.isf(1e-6, n, rate)


def test_cells_go_independently_of_each_other():
    n = 20_000
    gone = np.isnan(Missing(Sample(n, numeric=4), rate=0.3).take(n).X)

    assert np.abs(np.corrcoef(gone.T) - np.eye(4)).max() < 5 / np.sqrt(n)
    assert abs(np.corrcoef(gone[1:, 0], gone[:-1, 0])[0, 1]) < 5 / np.sqrt(n)


def test_the_next_layer_takes_other_cells():
    once = Missing(Sample(300), 0.5, seed=1)
    twice = np.isnan(Missing(once, 0.5, seed=1).take(300).X)

    expected = [[is_taken(1, 1, t, j, 0.5) or is_taken(1, 2, t, j, 0.5) for j in range(2)] for t in range(300)]
    assert twice.tolist() == expected
    assert twice.sum() > np.isnan(once.take(300).X).sum()


@pytest.mark.parametrize("rate", [0, 0.0, {}, {"x0": 0}])
def test_nothing_goes(rate):
    for base in (Sample(30), thin()):
        assert dense(everything(Missing(base, rate)).X).tobytes() == dense(everything(base).X).tobytes()


def test_everything_goes():
    chunk = Missing(Sample(30, nominal=(3,)), 1).take(30)

    assert np.isnan(chunk.X).all()
    assert chunk.y.tolist() == Sample(30, nominal=(3,)).take(30).y.tolist()
    assert Sample(30, nominal=(3,)).take(30).X.shape == chunk.X.shape


def test_what_is_known_stays():
    assert same_truth(Missing(Sample(9)), Sample(9))
    assert Missing(Sample(9)).schema == Sample(9).schema


@pytest.mark.parametrize("base", [Sample(50, numeric=5), thin(), counted(30, weight=np.arange(30)), Sample(0), thin(0)])
@pytest.mark.parametrize("rate", [0.3, {1: 0.5}])
def test_rows_do_not_depend_on_chunks(base, rate):
    assert_same_rows(Missing(base, rate, seed=3))


REFUSED = {
    "no stream": (lambda: Missing("a.csv"), TypeError, ["stream", "str"]),
    "negative": (lambda: Missing(Sample(), -0.1), ValueError, ["rate=-0.1", "between 0 and 1"]),
    "too much": (lambda: Missing(Sample(), 1.5), ValueError, ["rate=1.5", "between 0 and 1"]),
    "not a number": (lambda: Missing(Sample(), math.nan), ValueError, ["rate=nan"]),
    "a list": (lambda: Missing(Sample(), [0.1]), TypeError, ["rate=[0.1]", "between 0 and 1"]),
    "of one feature": (lambda: Missing(Sample(), {"x1": 3}), ValueError, ["rate['x1']=3", "between 0 and 1"]),
    "unknown name": (lambda: Missing(Sample(), {"x_1": 0.1}), ValueError, ["rate", "'x_1'", "did you mean 'x1'?"]),
    "far name": (lambda: Missing(Sample(), {"q": 0.1}), ValueError, ["rate", "'q'", "'x0', 'x1'"]),
    "unknown index": (lambda: Missing(Sample(), {2: 0.1}), ValueError, ["rate", "feature 2", "0 to 1"]),
    "no feature": (lambda: Missing(Sample(), {1.5: 0.1}), ValueError, ["rate", "1.5"]),
    "no features at all": (lambda: Missing(ArrayStream(np.ones((1, 0))), {0: 0.1}), ValueError, ["there are none"]),
    "twice": (lambda: Missing(Sample(), {"x0": 0.1, 0: 0.2}), ValueError, ["'x0'", "twice"]),
    "seed": (lambda: Missing(Sample(), seed=-1), ValueError, ["seed=-1"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_parameters_are_checked(case):
    attempt, error, pieces = REFUSED[case]
    assert_refused(attempt, pieces, error)
