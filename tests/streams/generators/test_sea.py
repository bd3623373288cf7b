from __future__ import annotations

import numpy as np
import pytest

from driftsift.streams import SEA
from tests.reference import philox
from tests.streams.conftest import assert_refused, assert_same

STREAM, SUBSET = 9, 4


def by_definition(t, seed, theta, others, noise, mode, balance):
    """Row t as the docstring of SEA says, one number at a time; the relevant features stand first."""
    coin, hit = philox.uniforms(seed, STREAM, 0, t)
    wanted = {"coin": int(coin >= 0.5), "alternate": (t + 1) % 2, "none": None}[balance]
    attempt = 0
    while True:
        a, b = (10 * u for u in philox.uniforms(seed, STREAM, 1, t, attempt))
        label = int(a + b <= theta)
        if wanted is None or label == wanted:
            break
        attempt += 1
    if hit < noise:
        choice, _ = philox.uniforms(seed, STREAM, 2, t)
        label = 1 - label if mode == "flip" else int(choice >= 0.5)
    rest = [10 * philox.uniforms(seed, STREAM, 3 + k // 2, t)[k % 2] for k in range(others)]
    return [a, b, *rest], label


@pytest.mark.parametrize("balance", ["coin", "alternate", "none"])
@pytest.mark.parametrize("mode", ["flip", "resample"])
@pytest.mark.parametrize("start", [0, 10**12])
def test_rows_are_what_the_definition_says(balance, mode, start):
    stream = SEA(None, theta=5, n_features=5, relevant=(3, 1), noise=0.3, noise_mode=mode, balance=balance, seed=42)

    chunk = stream.take(40, start)

    for i in range(40):
        values, label = by_definition(start + i, 42, 5, 3, 0.3, mode, balance)
        assert chunk.X[i, [3, 1, 0, 2, 4]].tolist() == values
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


GOLDEN_SU = {
    5: (0.215597, 0.121390),
    7: (0.167439, 0.095487),
    8: (0.149221, 0.086143),
    9.5: (0.129080, 0.076979),
}


@pytest.mark.parametrize("theta", GOLDEN_SU)
@pytest.mark.parametrize("noise", [0, 0.1])
def test_the_relevance_of_a_relevant_feature_is_the_published_one(theta, noise):
    n = 200_000
    chunk = SEA(n, theta=theta, relevant=(0, 1), noise=noise, seed=6).take(n)
    table = np.zeros((10, 2))
    np.add.at(table, (chunk.X[:, 0].astype(int), chunk.y), 1 / n)

    def entropy(p):
        p = p[p > 0]
        return -(p * np.log2(p)).sum()

    joint, x, y = entropy(table.ravel()), entropy(table.sum(axis=1)), entropy(table.sum(axis=0))
    assert 2 * (x + y - joint) / (x + y) == pytest.approx(GOLDEN_SU[theta][noise > 0], abs=0.003)


def test_the_seed_decides():
    assert_same(SEA(100, seed=1).take(100), SEA(None, seed=1).take(100))
    assert not np.array_equal(SEA(100, seed=1).take(100).X, SEA(100, seed=2).take(100).X)


def test_the_seed_chooses_the_relevant_pair():
    pairs = {next(iter(SEA(1, n_features=4, seed=seed).relevant.values())) for seed in range(60)}

    assert len(pairs) == 6
    assert all(len(pair) == 2 for pair in pairs)
    first, second = philox.uniforms(11, SUBSET, 0, 0)
    a, b = int(first * 4), int(second * 3)
    assert SEA(1, n_features=4, seed=11).relevant == {0: frozenset({a, b + (b >= a)})}


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


@pytest.mark.parametrize(
    ("options", "pieces"),
    [
        ({"theta": 0}, ["theta=0", "one class"]),
        ({"theta": 20}, ["theta=20", "one class"]),
        ({"theta": float("nan")}, ["theta=nan"]),
        ({"theta": 0.001}, ["theta=0.001", "balance='none'"]),
        ({"n_features": 1}, ["n_features=1", "at least 2"]),
        ({"relevant": (1, 1)}, ["relevant=(1, 1)", "different"]),
        ({"relevant": (0, 1, 2)}, ["relevant=(0, 1, 2)", "two"]),
        ({"relevant": (0, 3)}, ["relevant=(0, 3)", "0 to 2"]),
        ({"relevant": (-1, 0)}, ["relevant=(-1, 0)", "0 to 2"]),
        ({"noise": 1.5}, ["noise=1.5", "probability"]),
        ({"noise": float("nan")}, ["noise=nan"]),
        ({"noise_mode": "toggle"}, ["noise_mode='toggle'", "'flip', 'resample'"]),
        ({"balance": "even"}, ["balance='even'", "'coin', 'alternate', 'none'"]),
        ({"n": -1}, ["n=-1"]),
    ],
)
def test_impossible_parameters_are_refused(options, pieces):
    assert_refused(lambda: SEA(**{"n": 10, **options}), pieces)
