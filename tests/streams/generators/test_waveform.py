"""The mixtures of waves: means, variances, normal noise."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from driftsift.streams import Waveform
from tests.streams.generators.measures import ONCE_IN

N = 100_000
TRIANGLES = np.clip(6 - np.abs(np.arange(21) - np.array([[6], [14], [10]])), 0, None)
PARTS = {0: (0, 1), 1: (0, 2), 2: (1, 2)}


@pytest.fixture(scope="module")
def chunk():
    return Waveform(N, irrelevant=10, seed=1).take(N)


@pytest.mark.parametrize("label", PARTS)
def test_each_class_has_the_mean_and_variance_of_its_two_waves(chunk, label):
    first, second = TRIANGLES[list(PARTS[label])]
    X = chunk.X[chunk.y == label][:, :21]
    variance = 1 + (first - second) ** 2 / 12

    assert np.all(np.abs(X.mean(axis=0) - (first + second) / 2) < 5.5 * np.sqrt(variance / len(X)))
    assert X.var(axis=0) == pytest.approx(variance, rel=0.05)


@pytest.mark.parametrize("label", PARTS)
def test_the_mix_is_uniform(chunk, label):
    """Along the difference of the two waves, where the noise is normal."""
    first, second = TRIANGLES[list(PARTS[label])]
    direction = (first - second) / np.linalg.norm(first - second)
    along = (chunk.X[chunk.y == label][:, :21] - second) @ direction
    mix = np.linspace(0, 1, 2001)[:-1] + 0.5 / 2000
    ends = np.linalg.norm(first - second) * mix
    grid = np.linspace(along.min(), along.max(), 400)
    expected = stats.norm.cdf(grid[:, None] - ends).mean(axis=1)

    assert stats.kstest(along, lambda x: np.interp(x, grid, expected)).pvalue > ONCE_IN


def test_features_without_a_wave_are_standard_normal(chunk):
    for j in (0, 20, *range(21, 31)):
        assert stats.kstest(chunk.X[:, j], "norm").pvalue > ONCE_IN


def test_noise_of_different_features_is_uncorrelated(chunk):
    quiet = chunk.X[:, [0, 20, *range(21, 31)]]

    correlations = np.corrcoef(quiet.T) - np.eye(12)

    assert np.abs(correlations).max() < 5.5 / np.sqrt(N)


def test_more_irrelevant_features_leave_the_others_alone(chunk):
    assert np.array_equal(Waveform(N, seed=1).take(1000).X, chunk.X[:1000, :21])
