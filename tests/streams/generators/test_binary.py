"""The relevance of the bits of BG1, BG2 and BG3, and how frequent each pattern is."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from driftsift import streams
from tests.streams.generators.measures import assert_frequencies, assert_share, symmetrical_uncertainty

N = 200_000
SU_AT = {0: 2, 0.05: 3, 0.1: 4}
GOLDEN = {  # P(1 | y = 1), P(1 | y = 0), SU without noise, at 0.05 and at 0.10
    ("BG1", 2, "uniform"): (1, 0.333333, 0.478704, 0.353267, 0.267050),
    ("BG1", 3, "uniform"): (1, 0.428571, 0.397727, 0.292182, 0.220508),
    ("BG1", 4, "uniform"): (1, 0.466667, 0.368330, 0.270069, 0.203657),
    ("BG1", 5, "uniform"): (1, 0.483871, 0.355505, 0.260438, 0.196320),
    ("BG1", 3, "author"): (1, 0.241071, 0.571349, 0.423168, 0.320145),
    ("BG1", 4, "author"): (1, 0.247917, 0.563849, 0.417520, 0.315867),
    ("BG1", 5, "author"): (1, 0.249496, 0.562135, 0.416229, 0.314889),
    ("BG2", 3, "uniform"): (0.75, 0.25, 0.188722, 0.151452, 0.118709),
    ("BG2", 3, "author"): (0.75, 0.333333, 0.130525, 0.105052, 0.082543),
    ("BG3", 3, "uniform"): (0.5, 0.5, 0, 0, 0),
    ("BG3", 3, "author"): (0.333333, 0.5, 0.020932, 0.016937, 0.013370),
}

every_case = pytest.mark.parametrize(("name", "r", "sampling"), GOLDEN)


def made(name, r, sampling, noise=0.0, **more):
    stream = getattr(streams, name)(N, n_features=8, relevant=r, sampling=sampling, noise=noise, seed=1, **more)
    return sorted(stream.relevant[0]), stream.take(N)


@every_case
def test_relevant_bits_are_as_often_1_in_each_class_as_published(name, r, sampling):
    relevant, chunk = made(name, r, sampling)

    for label in (0, 1):
        for column in chunk.X[chunk.y == label][:, relevant].T:
            assert_share(column, GOLDEN[name, r, sampling][1 - label])


@pytest.mark.parametrize("noise", SU_AT)
@every_case
def test_the_relevance_of_the_bits_is_the_published_one(name, r, sampling, noise):
    relevant, chunk = made(name, r, sampling, noise)

    found = [symmetrical_uncertainty(column, chunk.y) for column in chunk.X.T]

    for j, su in enumerate(found):
        assert su == pytest.approx(GOLDEN[name, r, sampling][SU_AT[noise]], abs=0.01) if j in relevant else su < 1e-3


@every_case
def test_resampled_noise_is_half_as_harmful_as_flips(name, r, sampling):
    relevant, chunk = made(name, r, sampling, 0.1, noise_mode="resample")

    found = [symmetrical_uncertainty(chunk.X[:, j], chunk.y) for j in relevant]

    assert found == pytest.approx([GOLDEN[name, r, sampling][SU_AT[0.05]]] * r, abs=0.01)


def halved(r):
    """Probability of each pattern that is not all 1, if bits become 0 with probability 1/2 until one is 0."""
    patterns = list(product((0, 1), repeat=r))
    zeros = np.array([r - sum(p) for p in patterns])
    after_one_halving = 0.75**zeros * 0.25 ** (r - zeros)  # fair bits, each kept with probability 1/2
    from_all_ones = 0.5**r * np.ones(len(patterns))
    shares = after_one_halving[:-1] + after_one_halving[-1] * from_all_ones[:-1] / (1 - from_all_ones[-1])
    return np.append(shares, 0.0)


def pattern_shares(name, r, sampling, label):
    """Probability of each pattern in a class, by the number that it is in binary."""
    ones = np.array([sum(p) for p in product((0, 1), repeat=r)])
    if name == "BG1":
        none_or_some = halved(r) if sampling == "author" else ones < r
        return ones == r if label else none_or_some
    if name == "BG2":
        return ones >= 2 if label else (ones == 1) | ((ones == 0) & (sampling == "uniform"))
    weight_of_zeros = 2.0 if sampling == "author" else 1.0
    return np.select([ones == 0, ones == 3], [weight_of_zeros, 1.0]) if label else (ones > 0) & (ones < 3)


@pytest.mark.parametrize("balance", ["coin", "alternate"])
@every_case
def test_patterns_are_as_frequent_in_each_class_as_the_sampling_says(name, r, sampling, balance):
    relevant, chunk = made(name, r, sampling, balance=balance)
    patterns = chunk.X[:, relevant] @ 2.0 ** np.arange(r)[::-1]

    for label in (0, 1):
        shares = np.asarray(pattern_shares(name, r, sampling, label), dtype=float)
        found = patterns[chunk.y == label].astype(int)
        assert set(found) <= set(np.flatnonzero(shares))
        possible = np.flatnonzero(shares)
        assert_frequencies(np.searchsorted(possible, found), shares[possible])


@pytest.mark.parametrize("name", ["BG1", "BG2", "BG3"])
def test_without_balance_every_pattern_is_equally_frequent(name):
    relevant, chunk = made(name, 3, "author", balance="none")

    assert_frequencies(chunk.X[:, relevant] @ [4, 2, 1], [1.0] * 8)
