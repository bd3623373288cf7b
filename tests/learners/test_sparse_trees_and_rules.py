"""Trees and rules learn the same from sparse rows as from dense ones.

To the byte where values are counted one by one; where they are Gaussians up to rounding, because what a sparse row does
not store is counted as what the others leave. Leaves with feature weights are left out: to the scores 0 is a kind of
its own in sparse rows.
"""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds
from tests.learners.catalogue import BY_NAME
from tests.learners.support import learn_and_vote, prepared
from tests.strategies import long_stream

EXACT = ["hoeffding-tree-histogram", "cvfdt", "facil"]
GAUSSIAN = ["stump", "hoeffding-tree", "hoeffding-tree-limited", "adaptive-tree", "vfdr", "adaptive-rules"]
STREAMS = {
    "few values": {"numeric": 12, "nominal": 0, "density": 0.1},
    "mixed": {"numeric": 5, "nominal": 3, "density": 0.5},
    "missing": {"numeric": 8, "nominal": 2, "density": 0.4, "missing": 0.05},
}


def parts_of(model):
    """How many leaves a tree has, or how many rules there are."""
    explained = model.explain()
    return explained["leaves"] if "leaves" in explained else len(explained["rules"])


def both(make, sample):
    """Models after dense and after sparse rows, and their votes."""
    dense, sparse = (prepared(make, sample) for _ in range(2))
    return (dense, sparse), (learn_and_vote(dense, sample), learn_and_vote(sparse, sample, csr=True))


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("name", EXACT)
def test_sparse_and_dense_rows_give_the_same_bytes(name, stream):
    sample = long_stream(63, n=500, weighted=True, unlabelled=0.1, **STREAMS[stream])
    (dense, sparse), votes = both(BY_NAME[name].make, sample)
    assert votes[0].tobytes() == votes[1].tobytes()
    assert dense.to_json() == sparse.to_json()
    assert parts_of(dense) > 1


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("name", GAUSSIAN)
def test_sparse_and_dense_rows_give_the_same_up_to_rounding(name, stream):
    sample = long_stream(63, n=500, weighted=True, unlabelled=0.1, **STREAMS[stream])
    (dense, sparse), votes = both(BY_NAME[name].make, sample)
    np.testing.assert_allclose(votes[0], votes[1], rtol=1e-6, atol=1e-12)
    assert dense.to_text() == sparse.to_text()
    assert parts_of(dense) > 1


@pytest.mark.parametrize("name", EXACT + GAUSSIAN)
def test_sparse_rows_may_follow_dense_ones(name):
    sample = long_stream(64, n=300, numeric=6, nominal=2, density=0.4)
    mixed, dense = (prepared(BY_NAME[name].make, sample) for _ in range(2))
    learn_and_vote(dense, sample)
    learn_and_vote(mixed, sample.part(0, 140))
    learn_and_vote(mixed, sample.part(140, 300), csr=True)
    votes = mixed.predict_proba(sample.X), dense.predict_proba(sample.csr)
    np.testing.assert_allclose(*votes, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("make", [ds.DecisionStump, ds.HoeffdingTree, ds.HoeffdingAdaptiveTree, ds.CVFDT, ds.VFDR])
def test_a_wide_sparse_stream(make):
    sample = long_stream(65, n=800, numeric=1500, nominal=0, density=0.01)
    _, votes = both(make, sample)
    np.testing.assert_allclose(*votes, rtol=1e-6, atol=1e-12)
