"""Mixtures of two of three waves, with normal noise on every value."""

from __future__ import annotations

from tests.reference.generators.draws import A, B, choice, feature, noisy, normal, uniforms

WIDTH = 21
PEAKS = 6, 14, 10
WAVES_OF_CLASS = [(0, 1), (0, 2), (1, 2)]


def relevant_features(seed, **_):
    return list(range(1, 20))


def wave(h, j):
    return max(6 - abs(j - PEAKS[h]), 0)


def row(t, seed, irrelevant=0, noise=0.0, noise_mode="flip"):
    label = choice(uniforms(seed, 0, t)[A], 3)
    mix = uniforms(seed, 1, t)[B]
    first, second = WAVES_OF_CLASS[label]
    values = [normal(feature(seed, t, j)) for j in range(WIDTH + irrelevant)]
    for j in range(WIDTH):
        values[j] = mix * wave(first, j) + (1 - mix) * wave(second, j) + values[j]
    return values, label, noisy(label, t, seed, noise, noise_mode, 3)
