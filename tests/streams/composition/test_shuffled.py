from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from driftsift.streams import ArrayStream, Shuffled, WithRedundant
from tests.reference import philox
from tests.streams.composition.samples import Sample, assert_same_rows, everything, thin
from tests.streams.conftest import assert_refused


def by_definition(d, seed, layer=1):
    return tuple(sorted(range(d), key=lambda i: (philox.words(seed, 10, 1, i, layer - 1)[0], i)))


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_the_order_is_that_of_the_definition(seed):
    stream = Shuffled(Sample(40, numeric=7, nominal=(3, 3)), seed=seed)

    assert stream.order == by_definition(9, seed)
    assert stream.take(40).X.tobytes() == stream.stream.take(40).X[:, stream.order].tobytes()
    assert stream.take(40).y.tobytes() == stream.stream.take(40).y.tobytes()
    assert stream.schema.features == tuple(stream.stream.schema.features[i] for i in stream.order)


def test_shuffling_twice_uses_another_order():
    once = Shuffled(Sample(9, numeric=12), seed=3)
    twice = Shuffled(once, seed=3)

    assert (once.order, twice.order) == (by_definition(12, 3), by_definition(12, 3, layer=2))
    assert once.order != twice.order


def test_the_truth_moves_along():
    base = WithRedundant(Sample(200, numeric=5, nominal=(3,), relevant=(0, 3)), linear=3, p=0)
    stream = Shuffled(base, seed=8)
    X = stream.take(200).X

    def name(i):
        return stream.schema.names[i]

    assert {name(i) for i in stream.relevant[0]} == {"x0", "x3"}
    assert {name(i): span for i, span in stream.ranges.items()} == {
        base.schema.names[i]: span for i, span in base.ranges.items()
    }
    assert {name(j): name(i) for j, i in stream.redundant.items()} == {
        base.schema.names[j]: base.schema.names[i] for j, i in base.redundant.items()
    }
    for copy, source in stream.redundant.items():
        assert X[:, copy].tobytes() == X[:, source].tobytes()
    y = (X[:, stream.schema.index("x0")] <= 5).astype(int)
    assert (stream.take(200).y == y).all()


def test_every_order_is_equally_likely():
    counts = {}
    for seed in range(600):
        order = Shuffled(Sample(1, numeric=3), seed=seed).order
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert min(counts.values()) > 60


def test_a_sparse_stream():
    base = thin(d=6)
    stream = Shuffled(base, seed=5)
    before = everything(base).X.copy()
    X = everything(stream).X

    assert sp.issparse(X)
    assert X.has_sorted_indices
    assert X.indices.dtype == before.indices.dtype
    assert X.nnz == before.nnz
    assert X.toarray().tobytes() == before.toarray()[:, stream.order].tobytes()
    assert everything(base).X.data.tobytes() == before.data.tobytes()


@pytest.mark.parametrize("base", [Sample(50, nominal=(2, 2)), thin(), ArrayStream(np.ones((5, 0)), [0] * 5), Sample(0)])
def test_rows_do_not_depend_on_chunks(base):
    assert_same_rows(Shuffled(base, seed=2))


REFUSED = {
    "no stream": (lambda: Shuffled(3), TypeError, ["stream", "int"]),
    "seed": (lambda: Shuffled(Sample(), seed=-1), ValueError, ["seed=-1", "0 or more"]),
    "text": (lambda: Shuffled(Sample(), seed="a"), TypeError, ["seed='a'", "whole number"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_parameters_are_checked(case):
    attempt, error, pieces = REFUSED[case]
    assert_refused(attempt, pieces, error)
