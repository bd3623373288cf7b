"""Mixed: two truth values and a curve, of which at least two hold."""

from __future__ import annotations

import math

from tests.reference.generators.draws import accepted, choice, drawn, noisy, wanted_class


def relevant_features(seed, **_):
    return [0, 1, 2, 3]


def label_of(function, values):
    v, w, x, y = values
    below = y < 0.5 + 0.3 * math.sin(3 * math.pi * x)
    positive = v + w + below >= 2
    return int(positive if function == 1 else not positive)


def row(t, seed, function=1, noise=0.0, noise_mode="flip", balance="coin"):
    def values_at(attempt):
        v, w, x, y = drawn(t, seed, 4, range(4), attempt)
        return [float(choice(v, 2)), float(choice(w, 2)), x, y]

    values, label = accepted(wanted_class(t, seed, balance), values_at, lambda values: label_of(function, values))
    return values, label, noisy(label, t, seed, noise, noise_mode)
