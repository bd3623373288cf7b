from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.sparse as sp
from scipy import stats

from driftsift.data import Nominal, Numeric
from driftsift.streams import ArrayStream, Drifting, WithIrrelevant, WithRedundant
from tests.reference import philox
from tests.streams.composition.samples import Sample, assert_same_rows, counted, everything, labelled, thin
from tests.streams.conftest import assert_refused, dense

UNIT = 2**31 + 2**28


def by_definition(seed, layer, t, column, categories=None):
    """The value of an added feature, category number or not."""
    u = philox.uniforms(seed, 9, UNIT + column // 2, t, layer - 1)[column % 2]
    return u if categories is None else math.floor(categories * u)


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
@pytest.mark.parametrize("start", [0, 10**12])
@pytest.mark.parametrize("base", [1, 2])
def test_values_are_those_of_the_definition(seed, start, base):
    stream = WithIrrelevant(Sample(None, numeric=base), numeric=3, nominal=2, categories=7, seed=seed)

    X = stream.take(20, start).X

    assert X[:, :base].tobytes() == Sample(None, numeric=base).take(20, start).X.tobytes()
    for i in range(20):
        for j in range(base, base + 5):
            assert X[i, j] == by_definition(seed, 1, start + i, j, None if j < base + 3 else 7)


def test_an_outer_layer_draws_elsewhere():
    inner = WithIrrelevant(Sample(50), numeric=2, nominal=1, seed=5)
    X = WithIrrelevant(inner, numeric=1, nominal=1, seed=5).take(50).X

    assert X[:, :5].tobytes() == inner.take(50).X.tobytes()
    assert X[:, 5].tolist() == [by_definition(5, 2, t, 5) for t in range(50)]
    assert X[:, 6].tolist() == [by_definition(5, 2, t, 6, 10) for t in range(50)]


def test_they_stand_at_the_end_numeric_first():
    stream = WithIrrelevant(Sample(9, nominal=(3,)), numeric=1, nominal=2, categories=2)

    assert stream.schema.features[3:] == (
        Numeric("irrelevant3"),
        Nominal("irrelevant4", ("0", "1")),
        Nominal("irrelevant5", ("0", "1")),
    )
    assert stream.schema.features[:3] == stream.stream.schema.features
    assert stream.schema.classes == stream.stream.schema.classes
    assert WithIrrelevant(Sample(9), nominal=1).schema.features[2] == Nominal("irrelevant2", tuple("0123456789"))


def test_the_truth_stays():
    base = WithRedundant(Sample(9, relevant=(1,)), linear=1)
    stream = WithIrrelevant(base, numeric=1, nominal=1)

    assert stream.relevant == {0: frozenset({1})}
    assert stream.redundant == {2: 1}
    assert stream.ranges == {**base.ranges, 3: (0.0, 1.0)}
    assert (stream.name, stream.n_instances, stream.layer) == ("Sample", 9, 2)


def symmetrical_uncertainty(x, y):
    """From counts; numbers in ten bins of equal frequency."""
    codes = x if (x == np.floor(x)).all() else np.argsort(np.argsort(x)) * 10 // len(x)
    joint = stats.contingency.crosstab(codes, y).count
    h_x, h_y, h_xy = (stats.entropy(p, base=2) for p in (joint.sum(1), joint.sum(0), joint.ravel()))
    return 2 * (h_x + h_y - h_xy) / (h_x + h_y)


def test_they_say_nothing_about_the_class():
    n = 20_000
    concepts = [Sample(None, seed=1), Sample(None, seed=2)]
    stream = WithIrrelevant(Drifting(concepts, at=n // 2, width=n), numeric=4, nominal=4, categories=10)
    chunk = stream.take(n)

    for j in range(2, 10):
        assert symmetrical_uncertainty(chunk.X[:, j], chunk.y) < 4 / n * 9
        assert symmetrical_uncertainty(chunk.X[:, j], chunk.concept) < 4 / n * 9
    assert symmetrical_uncertainty(chunk.X[:, 0], chunk.y) > 0.3


def test_they_are_uniform_and_independent_of_each_other():
    n = 20_000
    X = WithIrrelevant(Sample(n), numeric=3, nominal=3, categories=4).take(n).X[:, 2:]

    for j in range(3):
        assert stats.kstest(X[:, j], "uniform").pvalue > 1e-4
        assert stats.chisquare(np.bincount(X[:, 3 + j].astype(int), minlength=4)).pvalue > 1e-4
    assert np.abs(np.corrcoef(X.T) - np.eye(6)).max() < 5 / np.sqrt(n)


def test_seeds_and_layers_draw_differently():
    columns = [WithIrrelevant(Sample(200), numeric=2, seed=seed).take(200).X[:, 2:] for seed in (0, 1)]
    nested = WithIrrelevant(WithIrrelevant(Sample(200), numeric=2), numeric=2).take(200).X[:, 2:]
    drawn = np.hstack([*columns, nested[:, 2:]])

    assert len(np.unique(drawn)) == drawn.size


def test_a_later_concept_does_not_repeat_an_earlier_one():
    concepts = [WithIrrelevant(Sample(400, seed=k), numeric=2) for k in range(2)]
    for stream in (Drifting(concepts, at=200, width=1), WithIrrelevant(Drifting([Sample(400)] * 2, at=200), numeric=2)):
        drawn = stream.take(400).X[:, 2:]
        assert len(np.unique(drawn)) == drawn.size


def test_to_a_sparse_stream_they_are_appended_as_stored_entries():
    base = thin()
    stream = WithIrrelevant(base, numeric=1, nominal=2, categories=2)
    X, known = everything(stream).X, everything(base).X

    assert sp.issparse(X)
    assert X.nnz == known.nnz + 3 * X.shape[0]
    assert X[:, :4].toarray().tobytes() == known.toarray().tobytes()
    added = X[:, [4, 5, 6]].toarray().tolist()
    assert added == [
        [by_definition(0, 1, t, 4), by_definition(0, 1, t, 5, 2), by_definition(0, 1, t, 6, 2)] for t in range(60)
    ]
    assert (X.data == 0).sum() > (known.data == 0).sum()
    assert X.indices.dtype == known.indices.dtype
    assert X.has_canonical_format


@pytest.mark.parametrize("base", [Sample(50, nominal=(2,)), thin(), counted(30, weight=np.arange(30))])
def test_rows_do_not_depend_on_chunks(base):
    assert_same_rows(WithIrrelevant(base, numeric=2, nominal=1, seed=3))


def test_none_at_all():
    stream = WithIrrelevant(Sample(20))

    assert stream.schema == Sample(20).schema
    assert dense(stream.take(20).X).tobytes() == Sample(20).take(20).X.tobytes()
    assert_same_rows(WithIrrelevant(thin()))


def test_no_rows():
    assert WithIrrelevant(Sample(0), numeric=2).take(5).X.shape == (0, 4)
    assert WithIrrelevant(thin(0), numeric=2).take(5).X.shape == (0, 6)
    assert list(WithIrrelevant(Sample(0), numeric=2)) == []


REFUSED = {
    "no stream": (lambda: WithIrrelevant(np.ones((2, 2))), TypeError, ["stream", "ndarray", "ArrayStream"]),
    "a class": (lambda: WithIrrelevant(ArrayStream), TypeError, ["the class ArrayStream", "object of the class"]),
    "negative": (lambda: WithIrrelevant(Sample(), numeric=-1), ValueError, ["numeric=-1", "0 or more"]),
    "negative nominal": (lambda: WithIrrelevant(Sample(), nominal=-2), ValueError, ["nominal=-2", "0 or more"]),
    "a fraction": (lambda: WithIrrelevant(Sample(), nominal=1.5), TypeError, ["nominal=1.5", "whole number"]),
    "a truth value": (lambda: WithIrrelevant(Sample(), numeric=True), TypeError, ["numeric=True", "whole number"]),
    "no categories": (lambda: WithIrrelevant(Sample(), categories=0), ValueError, ["categories=0", "1 or more"]),
    "negative seed": (lambda: WithIrrelevant(Sample(), seed=-1), ValueError, ["seed=-1", "0 or more"]),
    "long seed": (lambda: WithIrrelevant(Sample(), seed=2**64), ValueError, ["seed=18446744073709551616", "2**64"]),
    "text seed": (lambda: WithIrrelevant(Sample(), seed="1"), TypeError, ["seed='1'", "whole number"]),
    "taken name": (
        lambda: WithIrrelevant(labelled([0, 1], names=["irrelevant1"]), numeric=1),
        ValueError,
        ["'irrelevant1'", "already", "rename"],
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_parameters_are_checked(case):
    attempt, error, pieces = REFUSED[case]
    assert_refused(attempt, pieces, error)
