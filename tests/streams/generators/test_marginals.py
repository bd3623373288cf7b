"""Features that nothing forces have the distribution they are said to have."""

from __future__ import annotations

import numpy as np
import pytest

from driftsift.data import Nominal
from tests.streams.generators.catalogue import BY_NAME, WITHOUT_BALANCE, Setting
from tests.streams.generators.measures import ONCE_IN, assert_frequencies, assert_uniform

N = 50_000
UNIFORM = [s.name for s in BY_NAME.values() if s.generator not in ("Agrawal", "LED", "Waveform", "RandomRBF", "Tweets")]


def assert_all_uniform(stream, chunk, features):
    once_in = ONCE_IN / max(len(features), 1)
    for j in features:
        feature = stream.schema.features[j]
        if isinstance(feature, Nominal):
            assert_frequencies(chunk.X[:, j], [1.0] * len(feature.categories), once_in)
        else:
            assert_uniform(chunk.X[:, j], *stream.ranges[j], once_in)


@pytest.mark.parametrize("name", UNIFORM)
def test_without_balance_all_features_are_uniform(name):
    setting = BY_NAME[name]
    free = {} if setting.generator in WITHOUT_BALANCE else {"balance": "none"}
    stream = setting.make(N, seed=12, **free)

    assert_all_uniform(stream, stream.take(N), range(stream.schema.n_features))


@pytest.mark.parametrize("name", UNIFORM)
def test_irrelevant_features_are_uniform_within_each_class(name):
    setting = BY_NAME[name]
    stream = setting.make(N, seed=13)
    chunk = stream.take(N)
    (relevant,) = stream.relevant.values()
    irrelevant = sorted(set(range(stream.schema.n_features)) - relevant)

    for label in np.unique(chunk.y):
        rows = chunk.X[chunk.y == label]
        assert_all_uniform(stream, type(chunk)(rows, np.zeros(len(rows))), irrelevant)


@pytest.mark.parametrize("irrelevant", [17, 300])
def test_irrelevant_bits_of_the_display_are_fair(irrelevant):
    stream = Setting("LED", {"irrelevant": irrelevant}).make(N, seed=14)
    ones = stream.take(N).X[:, 7:].sum(axis=0)

    assert abs(ones / N - 0.5).max() < 5.5 * 0.5 / np.sqrt(N)
