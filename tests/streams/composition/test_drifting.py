from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from driftsift.data import Schema
from driftsift.streams import SEA, ArrayStream, Drift, Drifting
from driftsift.streams.schedule import concept_probabilities, passing_probability
from tests.reference import philox
from tests.streams.composition.samples import (
    UNSEEN,
    Sample,
    assert_same_rows,
    counted,
    everything,
    of_unknown_length,
    thin,
    with_unseen,
)
from tests.streams.conftest import assert_refused

GOLDEN = {
    -1000: 0.017986,
    -500: 0.119203,
    -250: 0.268941,
    -1: 0.499000,
    0: 0.5,
    1: 0.501000,
    250: 0.731059,
    500: 0.880797,
    1000: 0.982014,
}


def test_probabilities_of_the_specification():
    t = 5000 + np.array(list(GOLDEN))
    assert passing_probability(t, 5000, 1000).round(6).tolist() == list(GOLDEN.values())


@pytest.mark.parametrize(
    ("t", "at", "chain"),
    [
        (1500, [1000, 2000], [0.119203, 0.775803, 0.104994]),
        (10300, [10000, 20000], [0.231475, 0.768525, 0.0]),
    ],
)
def test_chains_of_the_specification(t, at, chain):
    probabilities = concept_probabilities(np.array([t]), [Drift(place, 1000) for place in at])

    assert probabilities.round(6).tolist() == [chain]
    assert probabilities.sum() == pytest.approx(1)


def test_far_from_a_drift_nothing_is_left_to_chance():
    t = np.array([1, 10**15])
    assert passing_probability(t, 10**6, 1000).tolist() == [0, 1]
    assert passing_probability(np.array([4, 5, 6]), 5, 1).tolist() == [0, 0, 1]
    assert passing_probability(np.array([4, 5, 6]), 5, 0).tolist() == [0, 0, 1]


def labelled(k, n=3000, weight=False):
    """A concept whose feature counts the rows and whose class is its number."""
    X = np.column_stack([np.arange(n, dtype=float), np.full(n, k)])
    return ArrayStream(X, np.full(n, k), classes=(0, 1, 2), weight=np.full(n, k + 1.0) if weight else None)


def test_a_sudden_drift_comes_behind_its_place():
    stream = Drifting([labelled(0), labelled(1), labelled(2)], at=[1000, 2000], width=1)

    chunk = stream.take(3000)

    assert chunk.concept.tolist() == [0] * 1000 + [1] * 1000 + [2] * 1000
    assert chunk.X[:, 0].tolist() == list(range(3000))
    assert (chunk.y == chunk.concept).all()
    assert stream.nominal_concept(np.array([1, 1000, 1001, 2000, 2001])).tolist() == [0, 0, 1, 1, 2]


def test_every_instance_comes_from_the_same_place_of_its_concept():
    chunk = Drifting([labelled(0, weight=True), labelled(1, weight=True)], at=1500, width=500, seed=3).take(3000)

    assert chunk.X[:, 0].tolist() == list(range(3000))
    assert (chunk.X[:, 1] == chunk.concept).all()
    assert (chunk.weight == chunk.concept + 1).all()
    assert 0 < chunk.concept[:1500].mean() < 0.2


@given(st.integers(0, 2**64 - 1), st.integers(1, 400), st.integers(2, 300))
def test_the_concept_is_the_one_of_the_algorithm(seed, at, width):
    drifts = [Drift(at, width), Drift(at + 60, 1), Drift(at + 61, 40.5)]
    stream = Drifting(
        [labelled(k % 3, 500) for k in range(4)],
        at=[d.at for d in drifts],
        width=[d.width for d in drifts],
        seed=seed,
    )

    def by_definition(t):
        u = philox.uniforms(seed, 9, 2**31, t - 1)[0]
        acc = 1.0
        for k, drift in enumerate(drifts):
            acc *= passing_probability(np.array([t]), drift.at, drift.width)[0]
            if u >= acc:
                return k
        return len(drifts)

    assert stream.concept_of(0, 500).tolist() == [by_definition(t) for t in range(1, 501)]


def test_frequencies_over_many_seeds_are_those_of_the_chain():
    at, width, seeds = [300, 600], 400, 300
    places = np.array([100, 250, 300, 450, 600, 700, 900])
    expected = concept_probabilities(places, [Drift(a, width) for a in at])
    counts = np.zeros((len(places), 3))
    for seed in range(seeds):
        stream = Drifting([labelled(0), labelled(1), labelled(2)], at=at, width=width, seed=seed)
        counts[np.arange(len(places)), stream.concept_of(0, 900)[places - 1]] += 1

    for observed, probabilities in zip(counts, expected, strict=True):
        likely = probabilities * seeds > 5
        folded = [*observed[likely], observed[~likely].sum() + 1e-9]
        wanted = [*probabilities[likely] * seeds, probabilities[~likely].sum() * seeds + 1e-9]
        assert stats.chisquare(folded, wanted).pvalue > 1e-4


def test_the_number_of_strays_is_width_times_a_quarter_of_the_logarithm_of_two():
    strays = [
        Drifting([labelled(0), labelled(1)], at=1500, width=300, seed=seed).concept_of(0, 1500).sum()
        for seed in range(200)
    ]
    expected = 300 * np.log(2) / 4 - 0.25

    assert abs(np.mean(strays) - expected) < 4 * np.std(strays) / np.sqrt(200)


def test_the_mixture_follows_the_sigmoid():
    at, width, n = 10_000, 4000, 20_000
    drawn = Drifting([Sample(None)] * 2, at=at, width=width, seed=1).concept_of(0, n)
    p = passing_probability(np.arange(1, n + 1), at, width)

    bins = np.array_split(np.arange(n), 20)
    squares = [(drawn[rows].sum() - p[rows].sum()) ** 2 / (p[rows] * (1 - p[rows])).sum() for rows in bins]
    assert stats.chi2.sf(sum(squares), 20) > 1e-4
    assert drawn[:8000].mean() > 0
    assert drawn[12_000:].mean() < 1


def test_an_outer_drift_draws_elsewhere():
    inner = Drifting([labelled(0, 400), labelled(1, 400)], at=200, width=200, seed=7)
    outer = Drifting([inner, labelled(2, 400)], at=200, width=200, seed=7)

    expected = [philox.uniforms(7, 9, 2**31, t, 1)[0] < passing_probability(t + 1, 200, 200) for t in range(400)]
    assert outer.concept_of(0, 400).tolist() == expected
    assert (outer.layer, inner.layer) == (2, 1)
    assert set(everything(outer).X[:, 1]) == {0, 1, 2}


def test_the_choice_between_concepts_is_independent_of_what_they_draw():
    n = 40_000
    stream = Drifting([SEA(None, seed=0, noise=0.0)] * 2, at=n // 2, width=2 * n, seed=0)
    chunk = stream.take(n)

    assert abs(np.corrcoef(chunk.concept, chunk.y)[0, 1]) < 4 / np.sqrt(n)


def test_truth_is_known_per_concept():
    stream = Drifting([SEA(None, relevant=(0, 1)), SEA(None, relevant=(1, 2))], at=1000)

    assert stream.relevant == {0: frozenset({0, 1}), 1: frozenset({1, 2})}
    assert stream.drifts == (Drift(1000, 1000),)
    assert stream.n_instances is None
    assert Drifting([labelled(0), labelled(1)], at=5).relevant is None


def test_one_concept_has_no_drift():
    stream = Drifting([labelled(0)])

    assert stream.drifts == ()
    assert stream.take(9).concept.tolist() == [0] * 9


def test_the_stream_ends_where_a_concept_runs_out():
    assert len(Drifting([labelled(0, 500), labelled(1, 3000)], at=100, width=1).take(9999)) == 3000
    assert len(Drifting([labelled(0, 500), labelled(1, 3000)], at=1000, width=1).take(9999)) == 500
    assert Drifting([labelled(0, 500), labelled(1, 3000)], at=1000, width=1).n_instances is None
    assert Drifting([labelled(0, 500), labelled(1, 500)], at=1000, width=1).n_instances == 500


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_the_end_does_not_depend_on_the_chunk_size(size):
    stream = Drifting([labelled(0, 500), labelled(1, 700)], at=480, width=100, seed=5)

    chunks = list(stream.chunks(size))

    assert sum(map(len, chunks)) == len(stream.take(9999))


ENDING = {
    "both at once": lambda: [labelled(0, 200), labelled(1, 200)],
    "the old one first": lambda: [labelled(0, 90), labelled(1, 300)],
    "the old one within the change": lambda: [labelled(0, 105), labelled(1, 300)],
    "the new one first": lambda: [labelled(0, 300), labelled(1, 130)],
    "the new one before it comes": lambda: [labelled(0, 300), labelled(1, 20)],
    "nothing": lambda: [labelled(0, 0), labelled(1, 0)],
    "nothing new": lambda: [labelled(0, 300), labelled(1, 0)],
}


@pytest.mark.parametrize("case", ENDING)
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("width", [1, 20])
def test_rows_depend_neither_on_chunks_nor_on_the_start(case, known, width):
    concepts = ENDING[case]() if known else [of_unknown_length(concept) for concept in ENDING[case]()]
    stream = Drifting(concepts, at=100, width=width, seed=2)

    assert_same_rows(stream)
    for start in range(60, 320, 20):
        assert len(everything(stream, 50, start)) == max(0, len(everything(stream)) - start)


def test_far_behind_a_drift_nothing_is_searched(monkeypatch):
    asked = []
    concept_of = Drifting.concept_of
    monkeypatch.setattr(Drifting, "concept_of", lambda self, start, n: asked.append(n) or concept_of(self, start, n))
    stream = Drifting([Sample(10**6)] + [Sample(None)] * 3, at=[1000, 10**7, 10**10], width=[50, 1000, 1])

    stream.take(1, 10**12)

    assert sum(asked) < 200_000


def test_weights_and_sparse_rows_are_kept():
    parts = [thin(100, seed=1), thin(100, seed=2)]
    chunk = everything(Drifting(parts, at=50, width=30, seed=1))
    rows = np.arange(100)

    known = [everything(part) for part in parts]
    assert chunk.weight.tolist() == [known[k].weight[t] for t, k in zip(rows, chunk.concept, strict=True)]
    assert chunk.y.tolist() == [known[k].y[t] for t, k in zip(rows, chunk.concept, strict=True)]
    expected = [known[k].X[[t]].toarray() for t, k in zip(rows, chunk.concept, strict=True)]
    assert chunk.X.toarray().tobytes() == np.vstack(expected).tobytes()
    assert chunk.X.nnz == sum(known[k].X[[t]].nnz for t, k in zip(rows, chunk.concept, strict=True))
    assert_same_rows(Drifting(parts, at=50, width=30, seed=1))


def test_unseen_categories_are_counted_over_the_concepts_that_are_read():
    early = Drifting([with_unseen(240), with_unseen(240)], at=120, width=1)
    early.take(24)
    assert early.unseen == UNSEEN
    whole = Drifting([with_unseen(), with_unseen()], at=12, width=24)
    list(whole)
    assert whole.unseen == {name: 2 * count for name, count in UNSEEN.items()}


def test_concepts_that_are_one_and_the_same_stream_are_counted_apart():
    same = with_unseen()
    stream = Drifting([same, same], at=12, width=24)
    list(stream)
    assert stream.unseen == {name: 2 * count for name, count in UNSEEN.items()}


def test_no_rows():
    stream = Drifting([counted(0), counted(0)], at=5)
    assert stream.take(5).X.shape == (0, 2)
    assert list(stream) == []


def test_drifts_can_be_nested():
    inner = Drifting([SEA(None, relevant=(0, 1)), SEA(None, relevant=(0, 2))], at=50, width=1)
    stream = Drifting([inner, SEA(None, relevant=(1, 2))], at=100, width=1)

    assert stream.relevant is None
    assert stream.take(200).concept.tolist() == [0] * 100 + [1] * 100


def test_a_sparse_concept_makes_every_chunk_sparse():
    dense = ArrayStream(np.ones((50, 3)), [0, 1] * 25)
    sparse = ArrayStream(sp.csr_array(np.eye(50, 3)), [0, 1] * 25)

    chunks = list(Drifting([dense, sparse], at=20, width=1).chunks(7))

    assert all(sp.issparse(chunk.X) for chunk in chunks)
    assert sum(chunk.X.nnz for chunk in chunks) == 60


OTHER = SEA(9, n_features=4)
REFUSED = {
    "no concepts": (lambda: Drifting([]), ["concepts is empty"]),
    "negative seed": (lambda: Drifting([SEA(9)], seed=-1), ["seed=-1", "0 or more"]),
    "too few drifts": (
        lambda: Drifting([labelled(0), labelled(1)], at=[]),
        ["0 drifts", "2 concepts need 1"],
    ),
    "too many drifts": (lambda: Drifting([labelled(0)], at=5), ["1 drifts", "1 concepts need 0"]),
    "no order": (lambda: Drifting([labelled(0)] * 3, at=[20, 10]), ["[20.0, 10.0]", "ascending"]),
    "same place": (lambda: Drifting([labelled(0)] * 3, at=[20, 20]), ["ascending"]),
    "nowhere": (lambda: Drifting([labelled(0)] * 2, at=[np.nan]), ["finite"]),
    "other number of widths": (
        lambda: Drifting([labelled(0)] * 3, at=[1, 2], width=[1]),
        ["1 widths for 2 drifts"],
    ),
    "negative width": (lambda: Drifting([labelled(0)] * 2, at=1, width=-1), ["width=-1.0", "0 or more"]),
    "infinite width": (lambda: Drifting([labelled(0)] * 2, at=1, width=np.inf), ["width=inf"]),
    "other number of features": (lambda: Drifting([SEA(9), OTHER], at=1), ["concept 1", "4 features", "3"]),
    "other classes": (
        lambda: Drifting([SEA(9), ArrayStream(np.ones((1, 3)), [7])], at=1),
        ["concept 1", "(7,)", "(0, 1)"],
    ),
    "other features": (
        lambda: Drifting([SEA(9), ArrayStream(np.ones((2, 3)), [0, 1], nominal={"x1": ("u", "v")})], at=1),
        ["concept 1", "Nominal(name='x1'", "Numeric(name='x1')"],
    ),
    "other target": (
        lambda: Drifting([SEA(9), ArrayStream(np.ones((2, 3)), [0, 1], Schema.numeric(3, (0, 1), "z"))], at=1),
        ["concept 1", "target 'z'", "'class'"],
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_joined_is_refused(case):
    attempt, pieces = REFUSED[case]
    assert_refused(attempt, pieces)


WRONG = {
    "one stream": (lambda: Drifting(SEA(9)), ["concepts", "SEA", "list of streams"]),
    "no stream": (lambda: Drifting([SEA(9), 7], at=5), ["concepts[1]", "int", "expected a Stream"]),
    "place": (lambda: Drifting([SEA(9)] * 2, at="soon"), ["at='soon'", "number"]),
    "table of places": (lambda: Drifting([SEA(9)] * 2, at=[[5]]), ["at=[[5]]", "number"]),
    "width": (lambda: Drifting([SEA(9)] * 2, at=5, width="wide"), ["width='wide'", "number"]),
    "seed": (lambda: Drifting([SEA(9)], seed=0.5), ["seed=0.5", "whole number"]),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_of_another_type_is_refused(case):
    attempt, pieces = WRONG[case]
    assert_refused(attempt, pieces, TypeError)
