from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.sparse as sp
from scipy import stats

from driftsift.data import Nominal, Numeric
from driftsift.streams import (
    SEA,
    ArrayStream,
    ChunkStream,
    Drifting,
    Missing,
    Shuffled,
    WithIrrelevant,
    WithRedundant,
)
from driftsift.streams.truth import Truth
from tests.reference import philox
from tests.streams.composition.samples import Sample, assert_same_rows, counted, everything, thin
from tests.streams.composition.test_irrelevant import symmetrical_uncertainty
from tests.streams.conftest import assert_refused

UNIT = 2**31 + 2 * 2**28


def uniform(seed, layer, t, column):
    return philox.uniforms(seed, 9, UNIT + column // 2, t, layer - 1)[column % 2]


def linear(x, u, p, low, high):
    return x + p * (high - low) * (2 * u - 1)


def linear_nominal(x, u, p, m):
    if math.isnan(x) or u >= p or m == 1:
        return x
    return [code for code in range(m) if code != x][math.floor(u / p * (m - 1))]


def rbf(x, low, high):
    distance = x - (low + high) / 2
    return distance * distance


def cosine(x, low, high):
    return math.cos(2 * math.pi * (x - low) / (high - low))


def in_order(features, seed, layer):
    """The default order of the sources."""
    return sorted(features, key=lambda i: (philox.words(seed, 10, 0, i, layer - 1)[0], i))


@pytest.mark.parametrize("p", [0.0, 0.1, 1.0])
@pytest.mark.parametrize(("seed", "start"), [(0, 0), (2**64 - 1, 10**6)])
def test_values_are_those_of_the_definition(p, seed, start):
    base = Sample(None, numeric=2, nominal=(5, 2))
    sources = [1, "n3", "x0", 2]
    stream = WithRedundant(
        base, linear=6, rbf=3, cosine=2, p=p, sources=sources, ranges={"x0": (-1, 4), 1: (2, 2.5)}, seed=seed
    )
    X, known = stream.take(30, start).X, base.take(30, start).X
    ranges, m = {0: (-1, 4), 1: (2, 2.5)}, {2: 5, 3: 2}

    assert X[:, :4].tobytes() == known.tobytes()
    for t, row in enumerate(X, start):
        for j, i in enumerate([1, 3, 0, 2, 1, 3], 4):
            u = uniform(seed, 1, t, j)
            expected = linear(row[i], u, p, *ranges[i]) if i < 2 else linear_nominal(row[i], u, p, m[i])
            assert row[j] == expected
        for j, i in enumerate([1, 0, 1], 10):
            assert row[j] == rbf(row[i], *ranges[i])
        for j, i in enumerate([1, 0], 13):
            assert row[j] == pytest.approx(cosine(row[i], *ranges[i]), abs=1e-12)


@pytest.mark.parametrize("seed", [0, 3, 17])
def test_by_default_the_relevant_features_are_copied_in_seeded_order(seed):
    concepts = [Sample(99, numeric=6, nominal=(3, 3), relevant=r) for r in [(0, 4), (1, 4), (7, 3)]]
    stream = WithRedundant(Drifting(concepts, at=[30, 60]), linear=12, rbf=5, cosine=4, seed=seed)
    order = in_order([0, 1, 3, 4, 7], seed, layer=2)
    numeric = [i for i in order if i < 6]

    cycles = [order * 3, numeric * 3, numeric * 3]
    expected = [cycle[k] for cycle, count in zip(cycles, (12, 5, 4), strict=True) for k in range(count)]
    assert [stream.redundant[j] for j in range(8, 29)] == expected


def test_the_order_depends_on_seed_and_layer():
    base = Sample(9, numeric=9, relevant=range(9))
    first, other, outer = (
        tuple(s.redundant[s.schema.n_features - 9 + i] for i in range(9))
        for s in (
            WithRedundant(base, linear=9),
            WithRedundant(base, linear=9, seed=1),
            WithRedundant(WithIrrelevant(base, numeric=1), linear=9),
        )
    )
    assert len({first, other, outer}) == 3
    assert sorted(first) == sorted(other) == sorted(outer) == list(range(9))


def test_names_kinds_and_truth():
    stream = WithRedundant(
        Sample(9, nominal=(3,)), linear=2, rbf=1, cosine=1, p=0.25, sources=["n2", "x1"], ranges={"x1": (1, 5)}
    )

    assert stream.schema.features[3:] == (
        Nominal("n2_linear3", ("0", "1", "2")),
        Numeric("x1_linear4"),
        Numeric("x1_rbf5"),
        Numeric("x1_cosine6"),
    )
    assert stream.redundant == {3: 2, 4: 1, 5: 1, 6: 1}
    assert stream.relevant == {0: frozenset({0})}
    assert stream.ranges == {0: (0, 10), 1: (0, 10), 4: (0, 6), 5: (0, 4), 6: (-1, 1)}
    assert (stream.name, stream.n_instances, stream.layer) == ("Sample", 9, 1)


def test_a_given_range_is_known_from_then_on():
    stream = WithRedundant(counted(9), linear=1, sources=[1], ranges={1: (0, 5), "x0": (0, 9)})

    assert stream.ranges == {0: (0, 9), 1: (0, 5), 2: (-0.5, 5.5)}
    assert WithRedundant(stream, rbf=1, sources=["x1"]).ranges[3] == (0, 6.25)


def correlation(x, y):
    return np.corrcoef(x, y)[0, 1]


N = 40_000
CLOSE = 5 / np.sqrt(N)


@pytest.mark.parametrize(("p", "rounded"), [(0.05, 0.9950), (0.1, 0.9806), (0.2, 0.9285), (0.5, 0.7071), (1, 0.4472)])
def test_correlation_of_linear_copies(p, rounded):
    X = WithRedundant(Sample(N), linear=1, p=p, seed=1).take(N).X
    assert 1 / math.sqrt(1 + 4 * p * p) == pytest.approx(rounded, abs=5e-5)
    assert correlation(X[:, 0], X[:, 2]) == pytest.approx(rounded, abs=CLOSE * (1 - rounded**2) + 1e-4)


@pytest.mark.parametrize("m", [2, 3, 10])
@pytest.mark.parametrize("p", [0.1, 0.4])
def test_correlation_of_nominal_copies(m, p):
    X = WithRedundant(Sample(N, nominal=(m,)), linear=1, p=p, sources=["n2"], seed=2).take(N).X
    source, copy = X[:, 2], X[:, 3]

    assert correlation(source, copy) == pytest.approx(1 - p * m / (m - 1), abs=CLOSE)
    assert stats.binomtest(int((source != copy).sum()), N, p).pvalue > 1e-4
    steps = ((copy - source) % m)[source != copy].astype(int)
    assert m == 2 or stats.chisquare(np.bincount(steps, minlength=m)[1:]).pvalue > 1e-4


def test_folded_copies_carry_the_same_information_as_each_other():
    X = WithRedundant(Sample(N), rbf=1, cosine=1).take(N).X
    order = np.argsort(X[:, 2])
    bins = [np.argsort(np.argsort(X[:, j])) * 10 // N for j in (2, 3)]

    assert abs(correlation(X[:, 0], X[:, 2])) < CLOSE
    assert abs(correlation(X[:, 0], X[:, 3])) < CLOSE
    assert (np.diff(X[order, 3]) > -1e-12).all()
    assert (np.bincount(bins[0] * 10 + bins[1]) > 0).sum() == 10


def test_a_folded_copy_says_hardly_anything_about_the_class():
    stream = WithRedundant(SEA(N, theta=8, relevant=(0, 1), noise=0), rbf=1, cosine=1, sources=[0], ranges={0: (0, 10)})
    chunk = stream.take(N)
    source, folded, waved = (symmetrical_uncertainty(chunk.X[:, j], chunk.y) for j in (0, 3, 4))

    assert source == pytest.approx(0.1492, abs=0.01)
    assert folded == pytest.approx(0.0019, abs=0.001)
    assert waved == pytest.approx(folded, abs=1e-12)


def test_without_deviation_a_linear_copy_is_its_source():
    stream = Shuffled(
        WithRedundant(Sample(500, numeric=3, nominal=(4,), relevant=(0, 2, 3)), linear=7, p=0, seed=1), seed=4
    )
    X = stream.take(500).X

    assert len(stream.redundant) == 7
    for copy, source in stream.redundant.items():
        assert stream.schema.names[copy].startswith(f"{stream.schema.names[source]}_linear")
        assert X[:, copy].tobytes() == X[:, source].tobytes()


def test_missing_sources_have_missing_copies():
    base = Missing(Sample(300, nominal=(3,)), rate=0.3)
    X = WithRedundant(base, linear=2, rbf=1, cosine=1, p=0.5, sources=["x0", "n2"]).take(300).X

    for copy, source in ((3, 0), (4, 2), (5, 0), (6, 0)):
        assert (np.isnan(X[:, copy]) == np.isnan(X[:, source])).all()


def test_a_range_of_one_point():
    X = np.array([[3.0], [4.0], [np.nan]])
    made = WithRedundant(
        ArrayStream(X, [0, 1, 0]), linear=1, rbf=1, cosine=1, p=1, sources=[0], ranges={0: (3, 3)}
    ).take(3)

    assert made.X[:, 1].tobytes() == X[:, 0].tobytes()
    assert made.X[:2, 2].tolist() == [0, 0]
    assert made.X[:2, 3].tolist() == [1, 1]
    assert np.isnan(made.X[2]).all()


def test_a_single_category_is_copied():
    X = WithRedundant(Sample(50, nominal=(1,)), linear=1, p=1, sources=["n2"]).take(50).X
    assert X[:, 3].tolist() == [0] * 50


def test_copies_of_copies():
    inner = WithRedundant(Sample(20), linear=1, seed=6)
    outer = WithRedundant(inner, linear=2, sources=["x0_linear2", "x0"], seed=6)
    X = outer.take(20).X

    assert outer.redundant == {2: 0, 3: 2, 4: 0}
    assert X[:, :3].tobytes() == inner.take(20).X.tobytes()
    low, high = inner.ranges[2]
    assert X[:, 3].tolist() == [linear(x, uniform(6, 2, t, 3), 0.1, low, high) for t, x in enumerate(X[:, 2])]
    assert X[:, 4].tolist() == [linear(x, uniform(6, 2, t, 4), 0.1, 0, 10) for t, x in enumerate(X[:, 0])]


def test_in_a_sparse_stream_what_is_not_stored_is_copied_as_zero():
    base = thin()
    stream = WithRedundant(base, linear=2, rbf=1, p=0.2, sources=[1, "x3"], ranges={"x1": (0, 2.5)})
    X, known = everything(stream).X, everything(base).X

    assert sp.issparse(X)
    assert X.nnz == known.nnz + 3 * 60
    table = X.toarray()
    assert table[:, :4].tobytes() == known.toarray().tobytes()
    for t, row in enumerate(table):
        expected = [
            linear(row[1], uniform(0, 1, t, 4), 0.2, 0, 2.5),
            linear_nominal(row[3], uniform(0, 1, t, 5), 0.2, 3),
            rbf(row[1], 0, 2.5),
        ]
        assert np.array_equal(row[4:], expected, equal_nan=True)


@pytest.mark.parametrize("base", [Sample(50, nominal=(4,)), thin(), counted(30, weight=np.arange(30))])
def test_rows_do_not_depend_on_chunks(base):
    sources = [0, base.schema.n_features - 1]
    ranges = {0: (0, 3)} if isinstance(base.schema.features[-1], Nominal) else {0: (0, 3), 1: (0, 2)}
    assert_same_rows(WithRedundant(base, linear=3, rbf=2, cosine=1, sources=sources, ranges=ranges))


def test_nothing_to_be_copied():
    stream = WithRedundant(counted(9))

    assert stream.schema == counted(9).schema
    assert stream.take(9).X.tobytes() == counted(9).take(9).X.tobytes()


def test_no_rows():
    assert WithRedundant(Sample(0), linear=1, cosine=1).take(5).X.shape == (0, 4)
    assert list(WithRedundant(Sample(0), linear=1)) == []


NOMINAL = Sample(9, nominal=(2,))
NONE_RELEVANT = ChunkStream(Sample().schema, [], truth=Truth({0: frozenset()}))


def refused_ranges(ranges, sources=("x0",)):
    return lambda: WithRedundant(NOMINAL, linear=1, sources=list(sources), ranges=ranges)


REFUSED = {
    "no stream": (lambda: WithRedundant([1]), TypeError, ["stream", "list", "expected a Stream"]),
    "negative": (lambda: WithRedundant(Sample(), linear=-1), ValueError, ["linear=-1", "0 or more"]),
    "no number": (lambda: WithRedundant(Sample(), rbf="2"), TypeError, ["rbf='2'", "whole number"]),
    "a fraction": (lambda: WithRedundant(Sample(), cosine=0.5), TypeError, ["cosine=0.5", "whole number"]),
    "p below 0": (lambda: WithRedundant(Sample(), p=-0.1), ValueError, ["p=-0.1", "between 0 and 1"]),
    "p above 1": (lambda: WithRedundant(Sample(), p=1.1), ValueError, ["p=1.1", "between 0 and 1"]),
    "p not a number": (lambda: WithRedundant(Sample(), p=math.nan), ValueError, ["p=nan", "between 0 and 1"]),
    "p a text": (lambda: WithRedundant(Sample(), p="a"), TypeError, ["p='a'", "between 0 and 1"]),
    "seed": (lambda: WithRedundant(Sample(), seed=-3), ValueError, ["seed=-3"]),
    "nothing known": (lambda: WithRedundant(counted(9), linear=1), ValueError, ["does not know", "sources="]),
    "nothing relevant": (lambda: WithRedundant(NONE_RELEVANT, linear=1), ValueError, ["no feature", "sources="]),
    "no sources": (lambda: WithRedundant(Sample(), linear=1, sources=[]), ValueError, ["sources is empty"]),
    "one source": (lambda: WithRedundant(Sample(), linear=1, sources="x0"), TypeError, ["sources='x0'", "list"]),
    "unknown source": (
        lambda: WithRedundant(Sample(), linear=1, sources=["X1"]),
        ValueError,
        ["sources", "'X1'", "did you mean 'x1'?"],
    ),
    "source out of bounds": (
        lambda: WithRedundant(Sample(), linear=1, sources=[2]),
        ValueError,
        ["sources", "feature 2", "0 to 1"],
    ),
    "negative source": (lambda: WithRedundant(Sample(), sources=[-1]), ValueError, ["feature -1", "0 to 1"]),
    "nothing numeric": (lambda: WithRedundant(NOMINAL, rbf=1, sources=["n2"]), ValueError, ["rbf", "numeric", "'n2'"]),
    "nothing numeric is relevant": (
        lambda: WithRedundant(Sample(9, nominal=(2,), relevant=(2,)), cosine=1),
        ValueError,
        ["cosine", "numeric", "'n2'"],
    ),
    "unknown range": (
        lambda: WithRedundant(counted(9), rbf=1, sources=["x1"]),
        ValueError,
        ["range of feature 'x1'", "ranges={'x1': (lowest, highest)}"],
    ),
    "no dict": (refused_ranges([(0, 1)]), TypeError, ["ranges=[(0, 1)]", "dict"]),
    "range of nothing": (refused_ranges({"xx0": (0, 1)}), ValueError, ["ranges", "'xx0'", "did you mean 'x0'?"]),
    "range of a nominal feature": (refused_ranges({"n2": (0, 1)}), ValueError, ["'n2'", "nominal"]),
    "two ranges": (refused_ranges({"x0": (0, 1), 0: (0, 2)}), ValueError, ["'x0'", "twice"]),
    "reversed": (refused_ranges({"x0": (1, 0)}), ValueError, ["ranges['x0']=(1, 0)", "lower one first"]),
    "infinite": (refused_ranges({"x0": (0, math.inf)}), ValueError, ["ranges['x0']", "finite"]),
    "not a number": (refused_ranges({"x0": (math.nan, 1)}), ValueError, ["ranges['x0']", "finite"]),
    "one number": (refused_ranges({"x0": 3}), TypeError, ["ranges['x0']=3", "two numbers"]),
    "three numbers": (refused_ranges({"x0": (1, 2, 3)}), TypeError, ["ranges['x0']", "two numbers"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_parameters_are_checked(case):
    attempt, error, pieces = REFUSED[case]
    assert_refused(attempt, pieces, error)
