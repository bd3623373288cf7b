"""SINE1, SINE2 and their reverses: above or below a curve."""

from __future__ import annotations

import math

from tests.reference.generators.draws import accepted, drawn, noisy, wanted_class

SINE1, REVERSED_1, SINE2, REVERSED_2 = 1, 2, 3, 4


def relevant_features(seed, **_):
    return [0, 1]


def label_of(function, x, y):
    curve = math.sin(x) if function in (SINE1, REVERSED_1) else 0.5 + 0.3 * math.sin(3 * math.pi * x)
    below = y < curve
    return int(below if function in (SINE1, SINE2) else not below)


def row(t, seed, function=1, irrelevant=0, noise=0.0, noise_mode="flip", balance="coin"):
    values, label = accepted(
        wanted_class(t, seed, balance),
        lambda attempt: drawn(t, seed, 2 + irrelevant, (0, 1), attempt),
        lambda values: label_of(function, *values[:2]),
    )
    return values, label, noisy(label, t, seed, noise, noise_mode)
