"""How the weights of the hyperplane wander."""

from __future__ import annotations

import numpy as np
import pytest

from driftsift.streams import Hyperplane
from tests.streams.generators import rules
from tests.streams.generators.measures import assert_share

N = 50_000
DRIFT = {"n_drifting": 4, "speed": 0.01}


def test_without_drift_the_last_rows_have_the_weights_of_the_first():
    stream = Hyperplane(None, noise=0, seed=1)
    late = stream.take(N, start=10**9)

    assert np.array_equal(rules.labels(stream, late.X, {}), late.y)


@pytest.mark.parametrize("options", [{}, {"turning": 0.5}, {"turning": 0}, {"turning": 1}], ids=str)
def test_drifting_weights_decide_row_by_row(options):
    options = {**DRIFT, **options}
    stream = Hyperplane(N, noise=0, seed=2, **options)
    chunk = stream.take(N)

    assert np.array_equal(rules.labels(stream, chunk.X, options), chunk.y)


def test_weights_that_turn_seldom_go_far_and_those_that_always_turn_stay():
    def share_that_changed(turning):
        stream = Hyperplane(N, noise=0, turning=turning, seed=2, **DRIFT)
        chunk = stream.take(N)
        return np.mean(rules.labels(stream, chunk.X, {}) != chunk.y)

    assert share_that_changed(0.1) > 0.05
    assert share_that_changed(1) < 0.01


def test_only_so_many_weights_drift():
    weights = rules.hyperplane_weights(Hyperplane(None, **DRIFT, seed=3), 1000, **DRIFT)

    moved = np.abs(np.diff(weights, axis=0))

    assert moved[:, :4] == pytest.approx(0.01, abs=1e-12)
    assert not moved[:, 4:].any()


def test_the_first_row_has_the_weights_of_no_drift():
    calm, moving = (
        [Hyperplane(None, noise=0, seed=seed, model_seed=9, **options).take(1).y[0] for seed in range(200)]
        for options in ({}, {**DRIFT, "speed": 10.0})
    )

    assert calm == moving


def test_the_model_seed_keeps_the_plane_and_its_walk_while_rows_change():
    first, second = (Hyperplane(N, noise=0, model_seed=7, seed=seed, **DRIFT) for seed in (1, 2))

    assert not np.array_equal(first.take(100).X, second.take(100).X)
    for stream in (first, second):
        chunk = stream.take(N)
        assert np.array_equal(rules.labels(first, chunk.X, DRIFT), chunk.y)


def test_a_plane_through_few_features_halves_the_rows_however_it_drifts():
    y = Hyperplane(N, n_features=2, n_drifting=2, speed=0.1, noise=0, seed=5).take(N).y

    assert_share(y, 0.5)


def test_parts_of_a_drifting_stream_are_the_same_read_from_the_start_or_from_the_middle():
    stream = Hyperplane(None, **DRIFT, seed=6)
    whole = stream.take(20_000)

    for start in (1, 4095, 4096, 4097, 16_383, 16_384, 19_990):
        assert stream.take(10, start).y.tolist() == whole.y[start : start + 10].tolist()
