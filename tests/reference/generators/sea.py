"""SEA with chosen features (thesis-foundations.md, section 3.7)."""

from __future__ import annotations

from tests.reference.generators.draws import accepted, chosen, drawn, noisy, wanted_class


def relevant_features(seed, n_features=3, relevant=None, **_):
    return chosen(2 if relevant is None else relevant, seed, n_features)


def row(t, seed, theta=8.0, n_features=3, relevant=None, noise=0.1, noise_mode="flip", balance="coin"):
    a, b = relevant_features(seed, n_features, relevant)

    def values_at(attempt):
        return [10 * u for u in drawn(t, seed, n_features, (a, b), attempt)]

    def label_of(values):
        return int(values[a] + values[b] <= theta)

    values, label = accepted(wanted_class(t, seed, balance), values_at, label_of)
    return values, label, noisy(label, t, seed, noise, noise_mode)
