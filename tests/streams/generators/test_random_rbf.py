"""The clouds of RandomRBF, told apart by the reference's centroids."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from driftsift.data.randomness import Purpose, uniforms
from driftsift.streams import RandomRBF
from tests.reference.generators import random_rbf
from tests.streams.generators.measures import ONCE_IN, assert_frequencies

N = 50_000
SHAPE = {"n_features": 4, "n_classes": 3, "n_centroids": 12}
MOVING = {"n_drifting": 5, "speed": 1e-3}


@pytest.fixture(scope="module")
def made():
    return random_rbf.centroids(7, SHAPE["n_features"], SHAPE["n_classes"], SHAPE["n_centroids"])


def rows_and_centroids(made, seed=1, **more):
    """Rows of the stream, and the number of the centroid that each belongs to."""
    chunk = RandomRBF(N, model_seed=7, seed=seed, **SHAPE, **more).take(N)
    reached = np.cumsum([centroid.weight for centroid in made])
    draw = uniforms(seed, Purpose.STREAM, 0, 0, N)[0]
    return chunk, np.searchsorted(reached, draw * reached[-1], side="right")


def test_rows_have_the_class_of_their_centroid(made):
    chunk, member = rows_and_centroids(made)

    assert np.array_equal(np.array([centroid.label for centroid in made])[member], chunk.y)
    assert_frequencies(member, [centroid.weight for centroid in made])


def test_the_distance_to_the_centre_is_half_normal_and_has_its_deviation(made):
    chunk, member = rows_and_centroids(made)

    for c, centroid in enumerate(made):
        away = chunk.X[member == c] - centroid.centre
        assert stats.kstest(np.linalg.norm(away, axis=1) / centroid.deviation, stats.halfnorm.cdf).pvalue > ONCE_IN


def test_rows_lie_to_every_side_of_their_centre(made):
    chunk, member = rows_and_centroids(made)
    away = chunk.X - np.array([centroid.centre for centroid in made])[member]

    assert_frequencies((away > 0) @ 2 ** np.arange(4), [1.0] * 16)


def test_directions_are_those_of_a_point_in_a_cube(made):
    chunk, member = rows_and_centroids(made)
    away = chunk.X - np.array([centroid.centre for centroid in made])[member]
    largest = np.abs(away).max(axis=1)
    cube = np.random.default_rng(0).uniform(-1, 1, away.shape)

    found, expected = (np.linalg.norm(v, axis=1) / np.abs(v).max(axis=1) for v in (away, cube))

    assert largest.min() > 0
    assert stats.ks_2samp(found, expected).pvalue > ONCE_IN


def test_moving_centres_go_at_their_speed_and_are_mirrored(made):
    chunk, member = rows_and_centroids(made, **MOVING)
    calm, _ = rows_and_centroids(made)
    t = np.arange(N)[:, None]
    start, direction = (np.array([getattr(c, name) for c in made])[member] for name in ("centre", "direction"))

    way = (start + MOVING["speed"] * t * direction) % 2
    centre = np.where(way <= 1, way, 2 - way)

    moving = member < MOVING["n_drifting"]
    assert np.linalg.norm(direction, axis=1) == pytest.approx(1, abs=1e-12)
    assert direction.min() >= 0
    assert np.array_equal(chunk.X[~moving], calm.X[~moving])
    assert (chunk.X - calm.X)[moving] == pytest.approx((centre - start)[moving], abs=1e-9)
    assert np.array_equal(chunk.y, calm.y)


def test_centres_start_where_they_are_without_drift():
    options = {"model_seed": 7, "seed": 3, **SHAPE}

    calm, moving = (RandomRBF(1, **options, **more).take(1).X for more in ({}, {"n_drifting": 12, "speed": 0.5}))

    assert calm == pytest.approx(moving, abs=1e-15)


def test_the_model_seed_keeps_the_centroids_while_rows_change(made):
    first, first_member = rows_and_centroids(made, seed=1)
    second, second_member = rows_and_centroids(made, seed=2)
    classes = np.array([centroid.label for centroid in made])

    assert not np.array_equal(first.X, second.X)
    assert np.array_equal(classes[first_member], first.y)
    assert np.array_equal(classes[second_member], second.y)
