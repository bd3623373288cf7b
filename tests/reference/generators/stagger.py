"""STAGGER: three rules about size, colour and shape."""

from __future__ import annotations

from tests.reference.generators.draws import accepted, choice, drawn, noisy, wanted_class

SMALL, MEDIUM, LARGE = range(3)
RED, BLUE, GREEN = range(3)
CIRCLE, SQUARE, TRIANGLE = range(3)
RELEVANT = {1: [0, 1], 2: [1, 2], 3: [0]}


def relevant_features(seed, function=1, **_):
    return RELEVANT[function]


def label_of(function, values):
    size, color, shape = values
    return int(
        {
            1: size == SMALL and color == RED,
            2: color == GREEN or shape == CIRCLE,
            3: size in (MEDIUM, LARGE),
        }[function]
    )


def row(t, seed, function=1, noise=0.0, noise_mode="flip", balance="coin"):
    values, label = accepted(
        wanted_class(t, seed, balance),
        lambda attempt: [float(choice(u, 3)) for u in drawn(t, seed, 3, RELEVANT[function], attempt)],
        lambda values: label_of(function, values),
    )
    return values, label, noisy(label, t, seed, noise, noise_mode)
