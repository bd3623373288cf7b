"""Compositions of compositions of compositions."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from driftsift.data import Nominal
from driftsift.streams import (
    SEA,
    Concat,
    Delayed,
    Drifting,
    Imbalanced,
    Missing,
    Shuffled,
    WithIrrelevant,
    WithNoise,
    WithRedundant,
)
from tests.strategies import quick
from tests.streams.composition.samples import (
    UNSEEN,
    Sample,
    assert_identical,
    assert_same_rows,
    everything,
    thin,
    with_unseen,
)


def with_redundant(stream, seed):
    """Copies of the first two features and, where it is numeric, folded ones."""
    ranges = {i: (0, 3) for i in range(2) if not isinstance(stream.schema.features[i], Nominal)}
    return WithRedundant(stream, 3, int(bool(ranges)), int(bool(ranges)), 0.3, [0, 1], ranges, seed)


def concat(stream, seed):
    return stream if stream.n_instances is None else Concat([stream, WithNoise(Delayed(stream, 0), 0.5, seed=seed)])


def imbalanced(stream, seed):
    return stream if stream.drifts else Imbalanced(stream, [[0.3, 0.7], [0.6, 0.4]], at=20, width=9, seed=seed)


LAYERS = {
    "irrelevant": lambda s, seed: WithIrrelevant(s, numeric=1, nominal=2, categories=3, seed=seed),
    "redundant": with_redundant,
    "noise": lambda s, seed: WithNoise(s, 0.3, ("flip", "resample")[seed % 2], seed),
    "shuffled": lambda s, seed: Shuffled(s, seed),
    "missing": lambda s, seed: Missing(s, {0: 0.5, s.schema.n_features - 1: 0.2} if seed % 2 else 0.1, seed),
    "drifting": lambda s, seed: Drifting([s, WithNoise(s, 0.9, seed=1), s], at=[15, 30], width=[1, 8], seed=seed),
    "concat": concat,
    "imbalanced": imbalanced,
}
BASES = {"SEA": lambda: SEA(50, n_features=3, noise=0.2), "sparse": thin, "endless": lambda: Sample(None, nominal=(3,))}

stacks = st.lists(st.tuples(st.sampled_from(sorted(LAYERS)), st.integers(0, 3)), max_size=5)


def built(base, layers):
    stream = BASES[base]()
    for name, seed in layers:
        stream = LAYERS[name](stream, seed)
    return stream


@quick
@given(st.sampled_from(["SEA", "sparse"]), stacks)
def test_rows_depend_neither_on_chunks_nor_on_the_start(base, layers):
    stream = built(base, layers)

    assert_same_rows(stream, sizes=(1, 7))
    assert all(sp.issparse(chunk.X) == (base == "sparse") for chunk in stream)
    assert_identical(everything(built(base, layers)), everything(stream))


@quick
@given(stacks, st.integers(0, 70), st.integers(1, 40))
def test_endless_stacks_can_begin_anywhere(layers, start, size):
    stream = built("endless", layers)
    whole = stream.take(110)

    assert len(whole) == 110
    assert_identical(next(stream.chunks(size, start)), whole[start : start + size])
    assert_identical(stream.take(110 - start, start), whole[start:])


@quick
@given(st.sampled_from(["SEA", "sparse"]), stacks)
def test_rows_fit_the_schema_and_the_truth(base, layers):
    stream = built(base, layers)
    chunk = everything(stream)
    d = stream.schema.n_features
    X = chunk.X.toarray() if sp.issparse(chunk.X) else chunk.X

    assert X.shape[1] == d == len(set(stream.schema.names))
    for column, m in zip(X.T, stream.schema.n_categories, strict=True):
        codes = column[~np.isnan(column)]
        assert not m or np.isin(codes, np.arange(m)).all()
    assert np.isin(chunk.y, [-1, 0, 1]).all()
    assert (chunk.weight is None) == (base == "SEA")
    assert all(0 <= i < d for pair in stream.redundant.items() for i in pair)
    assert all(0 <= i < d for i in stream.ranges)
    assert list(stream.drifts) == sorted(stream.drifts)
    assert all(0 <= i < d for features in (stream.relevant or {}).values() for i in features)
    assert stream.relevant is None or set(chunk.concept) <= set(stream.relevant)


@quick
@given(st.lists(st.tuples(st.sampled_from(["irrelevant", "redundant", "shuffled"]), st.integers(0, 3)), max_size=5))
def test_ground_truth_follows_its_features(layers):
    stream = SEA(200, n_features=4, relevant=(1, 3), noise=0)
    for name, seed in layers:
        stream = (
            WithRedundant(stream, linear=2, p=0, ranges=dict.fromkeys(stream.relevant[0], (0, 10)), seed=seed)
            if name == "redundant"
            else LAYERS[name](stream, seed)
        )
    X, y = stream.take(200).X, stream.take(200).y

    assert {stream.schema.names[i] for i in stream.relevant[0]} == {"x1", "x3"}
    assert ((X[:, sorted(stream.relevant[0])].sum(axis=1) <= 8) == y).all()
    for copy, source in stream.redundant.items():
        assert X[:, copy].tobytes() == X[:, source].tobytes()


@quick
@given(
    st.lists(
        st.tuples(st.sampled_from(["irrelevant", "missing", "noise", "redundant", "shuffled"]), st.integers(0, 3)),
        max_size=4,
    )
)
def test_unseen_categories_are_counted_through_all_layers(layers):
    stream = with_unseen()
    for name, seed in layers:
        stream = LAYERS[name](stream, seed)
    twice = Concat([stream, stream])
    for _ in range(2):
        assert len(everything(twice, 5)) == 48
        assert twice.unseen == {name: 2 * count for name, count in UNSEEN.items()}
        assert stream.unseen == UNSEEN


@pytest.mark.parametrize("name", sorted(LAYERS))
def test_a_layer_counts_one_more_than_the_highest_of_its_parts(name):
    base = Sample(50, nominal=(3,))
    layer = LAYERS[name](base, 0).layer
    assert layer == {"concat": 3, "drifting": 2}.get(name, 1)
    assert LAYERS["noise"](LAYERS[name](base, 0), 0).layer == layer + 1
    assert Drifting([Shuffled(Shuffled(Sample(9, numeric=1))), Sample(9, numeric=1)], at=5).layer == 3


def test_two_passes_at_once_do_not_disturb_each_other():
    stream = Imbalanced(WithNoise(with_unseen(), 0.1), [0.5, 0.5])
    alone = everything(stream)
    first, second = stream.chunks(3), stream.chunks(5)
    taken = [next(first), next(second), next(first), next(second)]

    assert_identical(taken[2], alone[3:6])
    assert_identical(taken[3], alone[5:10])


def test_a_start_far_away_is_cheap():
    concepts = [Sample(None, numeric=3, relevant=(k,), seed=k) for k in range(3)]
    stream = Shuffled(Missing(WithIrrelevant(Drifting(concepts, at=[1000, 2000]), numeric=2), 0.1), seed=1)

    assert stream.take(3, 10**15).concept.tolist() == [2, 2, 2]
    assert stream.relevant.keys() == {0, 1, 2}
