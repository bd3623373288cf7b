"""Impossible parameters are refused with a message that says which one it is and what it was."""

from __future__ import annotations

import re

import pytest

from driftsift import streams
from tests.streams.generators.catalogue import GENERATORS, WITH_MODEL, WITHOUT_BALANCE, WITHOUT_LABEL_NOISE

NAN, INF = float("nan"), float("inf")
BITS = "BG1", "BG2", "BG3"


def with_noise():
    return [generator for generator in GENERATORS if generator not in WITHOUT_LABEL_NOISE]


def with_balance():
    return [generator for generator in GENERATORS if generator not in WITHOUT_BALANCE]


def each(generators, *options):
    return [(generator, each_options) for generator in generators for each_options in options]


REFUSED = [
    *each(GENERATORS, {"n": -1}, {"noise": -0.1}, {"noise": 1.5}, {"noise": NAN}),
    *each(GENERATORS, {"seed": -1}, {"seed": 2**64}),
    *each(sorted(WITH_MODEL), {"model_seed": -1}, {"model_seed": 2**64}),
    *each(with_noise(), {"noise_mode": "toggle"}, {"noise_mode": None}),
    *each(with_balance(), {"balance": "even"}, {"balance": None}),
    *each(
        ("SEA",),
        {"theta": 0},
        {"theta": 20},
        {"theta": -3},
        {"theta": NAN},
        {"theta": INF},
        {"n_features": 1},
        {"n_features": 0},
        {"relevant": (1, 1)},
        {"relevant": (0, 1, 2)},
        {"relevant": (0,)},
        {"relevant": (0, 3)},
        {"relevant": (-1, 0)},
        {"relevant": 1},
        {"relevant": 3},
    ),
    *each(
        ("Agrawal",),
        {"function": 0},
        {"function": 11},
        {"perturbation": -0.1},
        {"perturbation": 1.1},
        {"perturbation": NAN},
    ),
    *each(
        ("AssetNegotiation",),
        {"function": 0},
        {"function": 6},
        {"scheme": "both"},
        {"class_ratio": -0.1},
        {"class_ratio": 1.1},
        {"class_ratio": NAN},
    ),
    *each(
        BITS,
        {"n_features": 0},
        {"relevant": 0},
        {"relevant": 11},
        {"relevant": -1},
        {"relevant": ()},
        {"relevant": (0, 1, 10)},
        {"relevant": (-1, 1, 2)},
        {"relevant": (1, 2, 1)},
        {"sampling": "halved"},
    ),
    *each(("BG1",), {"relevant": 3, "n_features": 2}),
    *each(
        ("BG2", "BG3"),
        {"n_features": 2},
        {"relevant": 2},
        {"relevant": 4},
        {"relevant": (0, 1)},
        {"relevant": (0, 1, 2, 3)},
    ),
    *each(
        ("RandomTree",),
        {"n_numeric": -1},
        {"n_nominal": -1},
        {"n_nominal": 0, "n_numeric": 0},
        {"relevant": 0},
        {"relevant": 11},
        {"relevant": ()},
        {"relevant": (0, 10)},
        {"relevant": (-1,)},
        {"relevant": (3, 3)},
        {"categories": 0},
        {"n_classes": 1},
        {"max_depth": 0},
        {"first_leaf_level": -1},
        {"leaf_fraction": -0.1},
        {"leaf_fraction": 1.5},
        {"leaf_fraction": NAN},
    ),
    *each(("Sine",), {"function": 0}, {"function": 5}, {"irrelevant": -1}),
    *each(("STAGGER",), {"function": 0}, {"function": 4}),
    *each(("Mixed",), {"function": 0}, {"function": 3}),
    *each(
        ("Hyperplane",),
        {"n_features": 0},
        {"n_drifting": -1},
        {"n_drifting": 11},
        {"speed": NAN},
        {"speed": INF},
        {"turning": -0.1},
        {"turning": 1.1},
        {"turning": NAN},
    ),
    *each(("LED",), {"irrelevant": -1}, {"exchanged": -1}, {"exchanged": 8}, {"exchanged": 4, "irrelevant": 3}),
    *each(("Waveform",), {"irrelevant": -1}),
    *each(
        ("RandomRBF",),
        {"n_features": 0},
        {"n_classes": 1},
        {"n_centroids": 0},
        {"n_drifting": -1},
        {"n_drifting": 51},
        {"speed": NAN},
        {"speed": -INF},
    ),
    *each(("Tweets",), {"n_words": 0}, {"n_words": -5}, {"compat": "weka"}),
]


@pytest.mark.parametrize(("generator", "options"), REFUSED, ids=str)
def test_impossible_parameters_are_refused_by_name_and_value(generator, options):
    name, value = next(iter(options.items()))

    with pytest.raises(ValueError, match=rf"{name}\W.*{re.escape(repr(value))}"):
        getattr(streams, generator)(**{"n": 10, **options})


@pytest.mark.parametrize("generator", GENERATORS)
def test_the_other_parameters_have_defaults_that_are_not_refused(generator):
    assert getattr(streams, generator)(10).take(10).y.shape == (10,)


@pytest.mark.parametrize("theta", [1e-4, 20 - 1e-4])
def test_a_class_too_rare_to_be_found_is_an_error_and_no_endless_search(theta):
    with pytest.raises((RuntimeError, ValueError), match="theta"):
        streams.SEA(10, theta=theta, noise=0, balance="alternate").take(10)
