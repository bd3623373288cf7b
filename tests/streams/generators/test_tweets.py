"""Texts against a simulation of their own, and the polarity of words."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from driftsift.streams import Tweets
from tests.reference.generators import tweets
from tests.streams.generators.measures import assert_share

N = 50_000
WORDS, MODEL = 500, 18
FREQUENT = 40


def simulated(n, polarity, rng):
    """Presence of words and labels of ``n`` texts, made of other random numbers."""
    weights = np.arange(1, len(polarity) + 1) ** -1.5
    lengths = np.maximum(1, np.trunc(15 * (1 + rng.standard_normal(4 * n)))).astype(int)
    text = np.repeat(np.arange(len(lengths)), lengths)
    words = rng.choice(len(polarity), size=len(text), p=weights / weights.sum())
    surplus = np.bincount(text, weights=polarity[words], minlength=len(lengths))
    present = sp.csr_array((np.ones(len(text)), (text, words)), shape=(len(lengths), len(polarity)))
    kept = np.flatnonzero(surplus)[:n]
    return (present[kept] > 0).astype(float), (surplus[kept] < 0).astype(int)


@pytest.fixture(scope="module")
def chunk():
    return Tweets(N, n_words=WORDS, model_seed=MODEL, seed=1).take(N)


@pytest.fixture(scope="module")
def simulation():
    polarity = np.array(tweets.polarity(MODEL, WORDS))
    return simulated(N, polarity, np.random.default_rng(5))


def assert_equal_means(first, second):
    """Means of two samples differ by no more than chance allows, once in a million."""
    error = np.sqrt(first.var() / len(first) + second.var() / len(second))
    assert abs(first.mean() - second.mean()) < 4.9 * error


def test_texts_have_as_many_words_as_simulated_ones(chunk, simulation):
    drawn, expected = (np.asarray(X.sum(axis=1)).ravel() for X in (chunk.X, simulation[0]))

    assert len(expected) == N
    assert_equal_means(drawn, expected)
    assert_equal_means(drawn**2, expected**2)


def test_words_and_classes_are_as_frequent_as_in_simulated_texts(chunk, simulation):
    present, y = simulation
    drawn, expected = (X.tocsc()[:, :FREQUENT].toarray() for X in (chunk.X, present))

    assert_equal_means(chunk.y, y)
    for j in range(FREQUENT):
        assert_equal_means(drawn[:, j], expected[:, j])
        assert_equal_means(drawn[:, j] * chunk.y, expected[:, j] * y)


def test_texts_have_one_word_at_least_and_some_have_many():
    nonzeros = np.diff(Tweets(N, n_words=100, model_seed=MODEL, seed=2).take(N).X.indptr)

    assert nonzeros.min() == 1
    assert nonzeros.max() > 25


def test_rows_are_sparse_and_hold_ones_in_ascending_columns(chunk):
    assert isinstance(chunk.X, sp.csr_array)
    assert chunk.X.has_sorted_indices
    assert chunk.X.shape == (N, WORDS)
    assert set(chunk.X.data.tolist()) == {1.0}
    ends = chunk.X.indptr[1:-1] - 1
    assert (np.delete(np.diff(chunk.X.indices), ends) > 0).all()


def test_a_text_has_a_word_of_its_class(chunk):
    polarity = np.array(tweets.polarity(MODEL, WORDS))
    leaning = np.where(chunk.y == 0, 1, -1)
    own = sum((chunk.X @ (polarity == sign)) * (leaning == sign) for sign in (1, -1))

    assert own.min() >= 1


def test_a_fifth_of_the_words_has_polarity():
    n_words = 20_000
    (relevant,) = Tweets(None, n_words=n_words, seed=3).relevant.values()
    polarity = np.array(tweets.polarity(3, n_words))

    assert_share(len(relevant), 0.2, n_words)
    assert_share(polarity == 1, 0.1)
    assert_share(polarity == -1, 0.1)
    assert relevant == set(np.flatnonzero(polarity))


def test_the_model_seed_keeps_the_polarity_while_texts_change():
    first, second = (Tweets(100, model_seed=4, seed=seed) for seed in (1, 2))

    assert first.relevant == second.relevant
    assert first.relevant != Tweets(100, model_seed=5, seed=1).relevant
    assert not np.array_equal(first.take(100).X.toarray(), second.take(100).X.toarray())


@pytest.mark.parametrize("compat", [None, "moa"])
@pytest.mark.parametrize("seed", range(5))
def test_neither_feeling_is_rare(seed, compat):
    share = Tweets(None, n_words=300, compat=compat, seed=seed).take(4000).y.mean()
    assert 0.1 < share < 0.9


@pytest.mark.parametrize(("n_words", "never"), [(500, 244), (1000, 488), (1500, 511)])
def test_as_many_words_never_occur_as_in_moa(n_words, never):
    occurring = {tweets.found(w, n_words, "moa") for w in range(n_words)}
    assert n_words - len(occurring) == never


def test_the_peculiarities_of_moa():
    stream = Tweets(N, n_words=500, compat="moa", seed=1)
    X = stream.take(N).X
    columns = set(X.indices.tolist())

    assert 0 not in columns
    assert not columns & {3, 5, 7, 9}
    assert {1, 2, 4, 6, 8} <= columns
    assert not stream.relevant[0] & {0, 3, 5, 7, 9}
    clean = Tweets(N, n_words=500, seed=1).take(N).X
    assert X.nnz > 1.05 * clean.nnz


def test_words_have_names_counted_from_1():
    schema = Tweets(None, n_words=3).schema

    assert schema.names == ("word1", "word2", "word3")
    assert schema.classes == ("positive", "negative")
