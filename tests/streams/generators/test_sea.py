"""SEA with chosen features: the triangle, the pair, the published relevance."""

from __future__ import annotations

import numpy as np
import pytest

from driftsift.streams import SEA
from tests.reference.generators import sea
from tests.streams.conftest import assert_same
from tests.streams.generators.measures import symmetrical_uncertainty


@pytest.mark.parametrize("balance", ["coin", "alternate", "none"])
@pytest.mark.parametrize("mode", ["flip", "resample"])
@pytest.mark.parametrize("start", [0, 10**12])
def test_rows_are_what_the_definition_says(balance, mode, start):
    options = {"theta": 5, "n_features": 5, "relevant": (3, 1), "noise": 0.3, "noise_mode": mode, "balance": balance}

    chunk = SEA(None, **options, seed=42).take(40, start)

    for i in range(40):
        values, _, label = sea.row(start + i, 42, **options)
        assert chunk.X[i].tolist() == values
        assert chunk.y[i] == label


def error_of(share, n):
    return 4 * np.sqrt(share * (1 - share) / n)


N = 40_000


@pytest.mark.parametrize("theta", [5, 8, 9.5, 15])
def test_without_balance_the_classes_are_as_frequent_as_the_triangle_is_large(theta):
    y = SEA(N, theta=theta, noise=0, balance="none", seed=1).take(N).y

    share = theta**2 / 200 if theta <= 10 else 1 - (20 - theta) ** 2 / 200
    assert abs(y.mean() - share) < error_of(share, N)


@pytest.mark.parametrize("theta", [2, 8, 18])
def test_the_coin_is_fair_and_the_alternation_exact(theta):
    coin = SEA(N, theta=theta, noise=0, seed=2).take(N).y
    turns = SEA(N, theta=theta, noise=0, balance="alternate", seed=2).take(N).y

    assert abs(coin.mean() - 0.5) < error_of(0.5, N)
    assert abs(np.corrcoef(coin[:-1], coin[1:])[0, 1]) < 4 / np.sqrt(N)
    assert turns.tolist() == [1, 0] * (N // 2)


@pytest.mark.parametrize(("mode", "ceiling"), [("flip", 0.9), ("resample", 0.95)])
def test_the_true_rule_agrees_up_to_the_noise(mode, ceiling):
    stream = SEA(N, theta=9, n_features=4, relevant=(2, 0), noise=0.1, noise_mode=mode, seed=3)
    chunk = stream.take(N)

    agreement = ((chunk.X[:, 2] + chunk.X[:, 0] <= 9) == chunk.y).mean()

    assert abs(agreement - ceiling) < error_of(ceiling, N)
    assert abs(chunk.y.mean() - 0.5) < error_of(0.5, N)


def test_irrelevant_features_are_uniform_and_say_nothing():
    chunk = SEA(N, n_features=6, relevant=(0, 1), seed=4).take(N)
    rest = chunk.X[:, 2:]

    assert rest.min() >= 0
    assert rest.max() < 10
    assert np.all(np.abs(rest.mean(axis=0) - 5) < 4 * 10 / np.sqrt(12 * N))
    correlations = np.corrcoef(np.column_stack([rest, chunk.y]).T) - np.eye(5)
    assert np.abs(correlations).max() < 4.5 / np.sqrt(N)


def test_relevant_features_are_uniform_without_balance():
    X = SEA(N, relevant=(0, 1), balance="none", seed=5).take(N).X
    assert np.all(np.abs(np.quantile(X, [0.25, 0.5, 0.75], axis=0).T - [2.5, 5, 7.5]) < 0.15)


GOLDEN_SU = {  # without noise, with flips, resampled (0.10)
    5: (0.215597, 0.121390, 0.160238),
    7: (0.167439, 0.095487, 0.125576),
    8: (0.149221, 0.086143, 0.112926),
    9: (0.134699, 0.079200, 0.103363),
    9.5: (0.129080, 0.076979, 0.100221),
}


@pytest.mark.parametrize("theta", GOLDEN_SU)
@pytest.mark.parametrize(("column", "noise", "mode"), [(0, 0, "flip"), (1, 0.1, "flip"), (2, 0.1, "resample")])
def test_the_relevance_of_a_relevant_feature_is_the_published_one(theta, column, noise, mode):
    n = 200_000
    chunk = SEA(n, theta=theta, relevant=(0, 1), noise=noise, noise_mode=mode, seed=6).take(n)

    for j in (0, 1):
        found = symmetrical_uncertainty(chunk.X[:, j].astype(int), chunk.y)
        assert found == pytest.approx(GOLDEN_SU[theta][column], abs=0.003)


def test_the_seed_decides():
    assert_same(SEA(100, seed=1).take(100), SEA(None, seed=1).take(100))
    assert not np.array_equal(SEA(100, seed=1).take(100).X, SEA(100, seed=2).take(100).X)


def test_the_seed_chooses_the_relevant_pair():
    pairs = {next(iter(SEA(1, n_features=4, seed=seed).relevant.values())) for seed in range(60)}

    assert len(pairs) == 6
    assert all(len(pair) == 2 for pair in pairs)
    assert all(SEA(1, n_features=4, seed=seed).relevant[0] == set(sea.relevant_features(seed, 4)) for seed in range(9))
    assert SEA(1, n_features=4, relevant=2, seed=3).relevant == SEA(1, n_features=4, seed=3).relevant


def test_an_endless_stream_goes_on():
    stream = SEA(None)

    assert stream.n_instances is None
    assert [len(chunk) for chunk, _ in zip(stream.chunks(10), range(3), strict=False)] == [10, 10, 10]
    assert len(SEA(0).take(5)) == 0
    assert stream.take(3).concept.tolist() == [0, 0, 0]


@pytest.mark.parametrize("theta", [0.5, 19.5])
def test_rare_classes_are_balanced_too(theta):
    chunk = SEA(400, theta=theta, noise=0, balance="alternate", relevant=(0, 1), seed=8).take(400)
    assert ((chunk.X[:, :2].sum(axis=1) <= theta) == chunk.y).all()
