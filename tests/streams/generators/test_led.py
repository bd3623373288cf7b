"""The seven-segment display: how readable it is, and which columns its segments stand in."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from driftsift.streams import LED
from tests.streams.generators.measures import assert_share
from tests.streams.generators.rules import DIGITS

N = 200_000
LIT = np.array([[int(c) for c in digit] for digit in DIGITS])


def likelihoods(noise):
    """For each of the 2^7 patterns the probability of each digit to look like it."""
    patterns = np.array(list(product((0, 1), repeat=7)))
    wrong = (patterns[:, None, :] != LIT[None]).sum(axis=2)
    return noise**wrong * (1 - noise) ** (7 - wrong)


@pytest.mark.parametrize(("noise", "rate"), [(0.1, 0.74002248), (0.09, 0.764826)])
def test_the_best_reader_of_the_display_is_as_good_as_published(noise, rate):
    chunk = LED(N, noise=noise, seed=1).take(N)
    best = likelihoods(noise).argmax(axis=1)

    read = best[(chunk.X[:, :7] @ 2 ** np.arange(7)[::-1]).astype(int)]

    assert likelihoods(noise).max(axis=1).sum() / 10 == pytest.approx(rate, abs=5e-7)
    assert_share(read == chunk.y, rate)


@pytest.mark.parametrize("noise", [0.1, 0.5, 0.9])
def test_each_segment_is_inverted_as_often_as_it_should_apart_from_the_others(noise):
    chunk = LED(N, noise=noise, seed=2).take(N)
    inverted = chunk.X[:, :7] != LIT[chunk.y]

    for segment in inverted.T:
        assert_share(segment, noise)
    for k in range(6):
        assert_share(inverted[:, k] & inverted[:, k + 1], noise**2)


def test_all_segments_can_be_inverted():
    chunk = LED(1000, noise=1, seed=3).take(1000)

    assert np.array_equal(chunk.X[:, :7], 1 - LIT[chunk.y])


@pytest.mark.parametrize("exchanged", range(1, 8))
def test_exchanged_columns_hold_what_the_others_held(exchanged):
    plain = LED(500, irrelevant=20, noise=0.2, model_seed=5, seed=4).take(500).X
    stream = LED(500, irrelevant=20, noise=0.2, exchanged=exchanged, model_seed=5, seed=4)
    X = stream.take(500).X

    moved = [j for j in range(27) if not np.array_equal(X[:, j], plain[:, j])]
    (relevant,) = stream.relevant.values()

    assert len(moved) == 2 * exchanged
    assert sum(j < 7 for j in moved) == exchanged
    assert relevant == set(range(7)) - {j for j in moved if j < 7} | {j for j in moved if j >= 7}
    assert sorted(map(tuple, X[:, moved].T)) == sorted(map(tuple, plain[:, moved].T))


def test_more_exchanged_columns_extend_fewer():
    relevant = [LED(None, exchanged=m, model_seed=6).relevant[0] for m in range(8)]

    assert relevant[0] == set(range(7))
    for fewer, more in pairwise(relevant):
        assert len(more - fewer) == 1
        assert {j for j in fewer if j >= 7} < more
    assert min(relevant[7]) >= 7


def test_the_model_seed_decides_which_columns_change_places():
    of_models = {LED(None, exchanged=3, model_seed=m, seed=1).relevant[0] for m in range(20)}
    of_seeds = {LED(None, exchanged=3, model_seed=1, seed=s).relevant[0] for s in range(20)}

    assert len(of_models) > 10
    assert len(of_seeds) == 1
    assert LED(None, exchanged=3, seed=8).relevant == LED(None, exchanged=3, model_seed=8, seed=9).relevant
