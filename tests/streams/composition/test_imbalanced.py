from __future__ import annotations

import math
from itertools import accumulate

import numpy as np
import pytest
import scipy.sparse as sp
from scipy import stats

from driftsift.streams import ArrayStream, Concat, Drift, Drifting, Imbalanced, WithNoise
from driftsift.streams.composition import imbalanced
from driftsift.streams.schedule import passing_probability
from tests.reference import philox
from tests.streams.composition.samples import (
    UNSEEN,
    Sample,
    assert_same_rows,
    everything,
    labelled,
    of_unknown_length,
    thin,
    with_unseen,
)
from tests.streams.conftest import assert_refused

UNIT = 2**31 + 2


def by_definition(y, shares, drifts=(), seed=0, layer=1, n=math.inf):
    """For each row of the result the row of the stream it is, as long as there is one."""
    waiting = {k: [row for row, code in enumerate(y) if code == k] for k in range(len(shares[0]))}
    rows = []
    while len(rows) < n:
        t = len(rows) + 1
        a, b = philox.uniforms(seed, 9, UNIT, t - 1, layer - 1)
        passed = [float(passing_probability(np.array([t]), drift.at, drift.width)[0]) for drift in drifts]
        phase = sum(a < p for p in accumulate(passed, lambda first, second: first * second))
        code = next(k for k, total in enumerate(accumulate(shares[phase])) if total > b * sum(shares[phase]))
        if not waiting[code]:
            return rows
        rows.append(waiting[code].pop(0))
    return rows


def codes(n, seed=0, unknown=0.1):
    random = np.random.default_rng(seed)
    return np.where(random.random(n) < unknown, -1, random.choice(3, n, p=[0.5, 0.3, 0.2])).tolist()


def three_classes(y, **options):
    return labelled([None if code < 0 else code for code in y], **options)


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
@pytest.mark.parametrize("n", [None, 100])
def test_rows_are_those_of_the_definition(seed, n):
    y = codes(400)
    shares, drifts = [[0.2, 0.5, 0.3], [0.0, 0.25, 0.75], [1.0, 0.0, 0.0]], [Drift(60, 30), Drift(80, 1)]
    stream = Imbalanced(three_classes(y), shares, at=[60, 80], width=[30, 1], n=n, seed=seed)
    chunk = everything(stream)

    expected = by_definition(y, shares, drifts, seed, n=n or math.inf)
    assert chunk.X[:, 0].tolist() == expected
    assert chunk.y.tolist() == [y[row] for row in expected]
    assert n is None or len(chunk) == n
    assert_same_rows(stream)


def test_an_outer_layer_draws_differently():
    y = codes(200)
    inner = Imbalanced(three_classes(y), [0.4, 0.3, 0.3])
    outer = everything(Imbalanced(inner, [0.4, 0.3, 0.3]))
    known = everything(inner)

    rows = by_definition(known.y.tolist(), [[0.4, 0.3, 0.3]], layer=2)
    assert outer.X[:, 0].tolist() == known.X[rows, 0].tolist()
    assert rows != list(range(len(rows)))


def test_every_row_is_used_at_most_once_and_those_of_a_class_in_order():
    chunk = everything(Imbalanced(three_classes(codes(3000)), [[0.2, 0.3, 0.5], [0.6, 0.2, 0.2]], at=300, width=200))

    assert len(np.unique(chunk.X[:, 0])) == len(chunk) > 600
    for k in range(3):
        assert (np.diff(chunk.X[chunk.y == k, 0]) > 0).all()


def test_shares_follow_the_schedule():
    n, at, width = 24_000, [8000, 16_000], [1, 4000]
    shares = np.array([[0.7, 0.2, 0.1], [0.1, 0.1, 0.8], [0.3, 0.6, 0.1]])
    stream = Imbalanced(three_classes(codes(10 * n, unknown=0)), shares, at=at, width=width, n=n, seed=1)
    y = everything(stream).y

    t = np.arange(1, n + 1)
    second = passing_probability(t, at[0], width[0])
    third = second * passing_probability(t, at[1], width[1])
    expected = np.column_stack([1 - second, second - third, third]) @ shares
    assert len(y) == n
    for part in np.array_split(np.arange(n), 24):
        counts = np.bincount(y[part], minlength=3)
        assert stats.chisquare(counts, expected[part].sum(axis=0)).pvalue > 1e-5


def test_the_features_of_a_class_stay_what_they_are():
    n = 6000
    before, after = Sample(20_000).take(20_000), Imbalanced(Sample(20_000), [0.9, 0.1], n=n).take(n)

    assert abs(after.y.mean() - 0.1) < 4 * np.sqrt(0.09 / n)
    for k in range(2):
        used = after.X[after.y == k]
        assert used.tobytes() == before.X[before.y == k][: len(used)].tobytes()
    assert (after.concept == 0).all()


def test_a_class_of_no_share_does_not_end_the_stream():
    chunk = everything(Imbalanced(labelled([0, 1] * 50), [0.5, 0.5, 0]))
    assert set(chunk.y.tolist()) == {0, 1}
    assert len(chunk) > 50


def test_the_stream_ends_where_a_class_runs_out():
    y = [0] * 1000 + [1] * 5
    stream = Imbalanced(labelled(y, classes=(0, 1)), [0.5, 0.5])
    rows = by_definition(y, [[0.5, 0.5]])

    assert everything(stream).X[:, 0].tolist() == rows
    assert sum(row >= 1000 for row in rows) == 5
    assert_same_rows(stream)
    assert len(everything(Imbalanced(labelled([0] * 9, classes=(0, 1)), [0, 1]))) == 0
    assert len(everything(Imbalanced(labelled([None] * 9), [0.2, 0.3, 0.5]))) == 0


def test_what_is_known_of_the_length():
    assert Imbalanced(Sample(None), [0.5, 0.5], n=30).n_instances == 30
    assert Imbalanced(Sample(None), [0.5, 0.5]).n_instances is None
    assert Imbalanced(Sample(90), [0.5, 0.5], n=30).n_instances is None
    assert len(everything(Imbalanced(Sample(90), [0.5, 0.5], n=30))) == 30
    assert len(everything(Imbalanced(Sample(90), [0.5, 0.5], n=0))) == 0
    assert len(everything(Imbalanced(Sample(0), [0.5, 0.5]))) == 0


def test_what_is_known_of_the_features():
    stream = Imbalanced(Sample(90, relevant=(1,)), [[0.5, 0.5], [0.1, 0.9]], at=40, width=7)

    assert stream.relevant == {0: frozenset({1})}
    assert stream.ranges == Sample(90).ranges
    assert stream.drifts == ()
    assert stream.prior_drifts == (Drift(40, 7),)
    assert (stream.name, stream.layer) == ("Sample", 1)
    assert Imbalanced(stream, [1, 0]).prior_drifts == ()


def test_concepts_made_imbalanced_can_be_joined():
    concepts = [
        Imbalanced(Sample(None, relevant=(k,)), [[0.5, 0.5], [0.1, 0.9]], at=at, width=1, n=200)
        for k, at in enumerate([50, 150])
    ]
    stream = Drifting(concepts, at=100, width=1)

    assert stream.relevant == {0: frozenset({0}), 1: frozenset({1})}
    assert stream.prior_drifts == (Drift(50, 1), Drift(150, 1))
    assert Drifting(concepts[::-1], at=100).prior_drifts == ()
    assert_same_rows(stream)


def test_weights_sparse_rows_and_their_values_are_kept():
    base, stream = thin(200, seed=3), Imbalanced(thin(200, seed=3), [0.3, 0.7], seed=2)
    known, chunk = everything(base), everything(stream)
    rows = by_definition(known.y.tolist(), [[0.3, 0.7]], seed=2)

    assert sp.issparse(chunk.X)
    assert chunk.X.nnz == known.X[rows].nnz
    assert chunk.X.toarray().tobytes() == known.X.toarray()[rows].tobytes()
    assert chunk.weight.tolist() == known.weight[rows].tolist()
    assert_same_rows(stream)


def test_a_stream_of_unknown_length():
    stream = Imbalanced(of_unknown_length(three_classes(codes(300))), [0.2, 0.5, 0.3])

    assert everything(stream).X[:, 0].tolist() == by_definition(codes(300), [[0.2, 0.5, 0.3]])
    assert_same_rows(stream)


def test_unseen_categories_are_counted_once():
    stream = Imbalanced(with_unseen(), [0.5, 0.5])
    list(stream)
    assert stream.unseen == UNSEEN


def test_noise_may_come_before_and_after():
    clean = Sample(None)
    share = Imbalanced(WithNoise(clean, 0.2), [0.9, 0.1], n=5000).take(5000).y.mean()
    assert abs(share - 0.1) < 4 * np.sqrt(0.09 / 5000)
    share = WithNoise(Imbalanced(clean, [0.9, 0.1]), 0.2).take(5000).y.mean()
    assert abs(share - 0.26) < 4 * np.sqrt(0.26 * 0.74 / 5000)


def test_a_class_that_never_comes_does_not_take_forever(monkeypatch):
    monkeypatch.setattr(imbalanced, "FRUITLESS_ROWS", 20_000)
    endless = Imbalanced(Sample(None, classes=("no", "yes", "maybe")), [0.5, 0.4, 0.1])

    assert_refused(lambda: endless.take(1000), ["'maybe'", "Sample", "share 0"], RuntimeError)


def test_arrays_are_shares_too():
    shares = np.array([[0.25, 0.75], [0.5, 0.5]])
    assert Imbalanced(Sample(9), shares, at=5).shares == ((0.25, 0.75), (0.5, 0.5))
    assert Imbalanced(Sample(9), shares[0]).shares == ((0.25, 0.75),)
    assert Imbalanced(ArrayStream(np.ones((6, 1)), range(6)), [1 / 6] * 6).take(9).y is not None


def shares_of(shares, **options):
    return lambda: Imbalanced(Sample(9), shares, **options)


REFUSED = {
    "no stream": (lambda: Imbalanced([1, 2], [0.5, 0.5]), TypeError, ["stream", "list"]),
    "drifting": (
        lambda: Imbalanced(Drifting([Sample(9)] * 3, at=[2, 3]), [0.5, 0.5]),
        ValueError,
        ["2 drifts", "each concept imbalanced", "Drifting"],
    ),
    "joined": (lambda: Imbalanced(Concat([Sample(9)] * 2), [0.5, 0.5]), ValueError, ["1 drifts", "Drifting"]),
    "nothing": (shares_of([]), ValueError, ["shares is empty"]),
    "an empty phase": (shares_of([[]]), ValueError, ["shares[0] lists 0 shares", "2 classes"]),
    "a number": (shares_of(0.5), TypeError, ["shares=0.5", "list"]),
    "a text": (shares_of("ab"), TypeError, ["shares='ab'", "list"]),
    "texts": (shares_of([["a", "b"]]), TypeError, ["shares[0]=['a', 'b']", "probability"]),
    "too many": (shares_of([0.5, 0.3, 0.2]), ValueError, ["3 shares", "2 classes", "'no', 'yes'"]),
    "too few in a phase": (shares_of([[0.5, 0.5], [1]], at=3), ValueError, ["shares[1] lists 1 shares", "2 classes"]),
    "mixed": (shares_of([[0.5, 0.5], 0.5], at=3), TypeError, ["shares=0.5"]),
    "negative": (shares_of([-0.5, 1.5]), ValueError, ["shares=[-0.5, 1.5]", "from 0 to 1"]),
    "wrong sum": (shares_of([0.5, 0.6]), ValueError, ["shares=[0.5, 0.6]", "sum 1", "1.1"]),
    "percent": (shares_of([[50, 50]]), ValueError, ["shares[0]=[50, 50]", "from 0 to 1"]),
    "not a number": (shares_of([math.nan, 1.0]), ValueError, ["shares=[nan, 1.0]", "sum 1"]),
    "too few phases": (shares_of([0.5, 0.5], at=5), ValueError, ["1 drifts", "1 phases of shares need 0"]),
    "too few places": (shares_of([[0.5, 0.5]] * 3, at=5), ValueError, ["1 drifts", "3 phases of shares need 2"]),
    "no order": (shares_of([[0.5, 0.5]] * 3, at=[9, 5]), ValueError, ["ascending"]),
    "a place that is none": (shares_of([[0.5, 0.5]] * 2, at="x"), TypeError, ["at='x'", "number"]),
    "width": (shares_of([[0.5, 0.5]] * 2, at=5, width=-1), ValueError, ["width=-1"]),
    "negative n": (shares_of([0.5, 0.5], n=-1), ValueError, ["n=-1", "0 or more"]),
    "half an n": (shares_of([0.5, 0.5], n=0.5), TypeError, ["n=0.5", "whole number"]),
    "seed": (shares_of([0.5, 0.5], seed=-1), ValueError, ["seed=-1"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_parameters_are_checked(case):
    attempt, error, pieces = REFUSED[case]
    assert_refused(attempt, pieces, error)
