"""Every generator under test, with every function, noise, balance and way of sampling, once.

A new generator joins all common tests by its settings here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from driftsift import streams
from tests.reference.generators import (
    agrawal,
    asset_negotiation,
    binary,
    hyperplane,
    led,
    mixed,
    random_rbf,
    random_tree,
    sea,
    sine,
    stagger,
    tweets,
    waveform,
)

FAR = 10**12
NOISY = {"noise": 0.3}
RESAMPLED = {"noise": 0.3, "noise_mode": "resample"}
BALANCES = "coin", "alternate", "none"

ORACLES = {
    "SEA": (sea.row, sea.relevant_features),
    "Agrawal": (agrawal.row, agrawal.relevant_features),
    "AssetNegotiation": (asset_negotiation.row, asset_negotiation.relevant_features),
    "BG1": (partial(binary.row, name="BG1"), binary.relevant_features),
    "BG2": (partial(binary.row, name="BG2"), binary.relevant_features),
    "BG3": (partial(binary.row, name="BG3"), binary.relevant_features),
    "RandomTree": (random_tree.row, random_tree.relevant_features),
    "Sine": (sine.row, sine.relevant_features),
    "STAGGER": (stagger.row, stagger.relevant_features),
    "Mixed": (mixed.row, mixed.relevant_features),
    "Hyperplane": (hyperplane.row, hyperplane.relevant_features),
    "LED": (led.row, led.relevant_features),
    "Waveform": (waveform.row, waveform.relevant_features),
    "RandomRBF": (random_rbf.row, random_rbf.relevant_features),
    "Tweets": (tweets.row, tweets.relevant_features),
}
WITH_MODEL = {"RandomTree", "Hyperplane", "LED", "RandomRBF", "Tweets"}
WITHOUT_LABEL_NOISE = {"LED"}
WITHOUT_BALANCE = {"Hyperplane", "LED", "Waveform", "RandomRBF", "Tweets"}


@dataclass(frozen=True)
class Setting:
    """A generator with its parameters, and where the rows are that are compared with the reference."""

    generator: str
    options: dict[str, Any] = field(default_factory=dict)
    starts: tuple[int, ...] = (0, FAR)
    tolerance: Callable[[int], float] = lambda t: 0.0

    @property
    def name(self):
        return " ".join([self.generator, *(f"{name}={value}" for name, value in self.options.items())])

    @property
    def clean(self):
        """What to change for rows to which nothing is done once they have their label."""
        return {"noise": 0, "perturbation": 0} if self.generator == "Agrawal" else {"noise": 0}

    def make(self, n=None, **changed):
        """The stream itself."""
        return getattr(streams, self.generator)(n, **{**self.options, **changed})

    def row(self, t, seed, **changed):
        """Values, true label and label of row t by the reference."""
        return ORACLES[self.generator][0](t, seed, **{**self.options, **changed})

    def relevant(self, seed, **changed):
        return frozenset(ORACLES[self.generator][1](seed, **{**self.options, **changed}))


def settings_of(generator, *options, **more):
    return [Setting(generator, each, **more) for each in options]


def within(absolute, per_row=0.0):
    """How far values may be from the reference in row t."""
    return lambda t: absolute + per_row * t


TREE = {"n_numeric": 4, "n_nominal": 3}
MOVING = {"n_features": 6, "n_drifting": 4, "speed": 0.01}

CATALOGUE = [
    *settings_of(
        "SEA",
        {},
        *({"theta": 5, "n_features": 5, "relevant": (3, 1), "balance": b, **NOISY} for b in BALANCES),
        {"theta": 15.5, "n_features": 4, "relevant": 2, **RESAMPLED},
        {"theta": 9.5, "n_features": 2, "noise": 0},
        {"n_features": 7, "noise": 1},
    ),
    *settings_of(
        "Agrawal",
        {},
        *({"function": f} for f in range(2, 11)),
        *({"function": f, "perturbation": 0, "balance": "none"} for f in (4, 5, 10)),
        {"function": 6, "perturbation": 0.5, "balance": "alternate", **NOISY},
        {"function": 9, "perturbation": 1, "balance": "none", **RESAMPLED},
    ),
    *settings_of(
        "AssetNegotiation",
        {},
        *({"function": f, "scheme": s} for f in range(1, 6) for s in ("force", "exact") if (f, s) != (1, "force")),
        {"function": 1, "scheme": "exact", "class_ratio": 0.9, **RESAMPLED},
        {"function": 4, "balance": "alternate", **NOISY},
        {"function": 5, "balance": "none", "noise": 0},
    ),
    *settings_of(
        "BG1",
        {},
        *({"sampling": s, "relevant": 2, "n_features": 4, **NOISY} for s in ("uniform", "author")),
        {"sampling": "author", "relevant": (70, 0, 150, 63, 64), "n_features": 200, "balance": "alternate"},
        {"relevant": (1, 3), "n_features": 5, "balance": "none", **RESAMPLED},
        {"relevant": 1, "n_features": 1, "sampling": "author", "noise": 0},
    ),
    *settings_of(
        "BG2",
        {},
        {"sampling": "author"},
        {"relevant": (9, 130, 2), "n_features": 140, "balance": "alternate", **NOISY},
        {"balance": "none", **RESAMPLED},
    ),
    *settings_of(
        "BG3",
        {},
        {"sampling": "author"},
        {"relevant": (2, 0, 1), "n_features": 3, "balance": "alternate", **NOISY},
        {"balance": "none", **RESAMPLED},
    ),
    *settings_of(
        "RandomTree",
        {},
        {**TREE, "relevant": 4, "balance": "alternate", **NOISY},
        {**TREE, "relevant": (5, 1, 3), "balance": "none", **RESAMPLED},
        {"n_numeric": 6, "n_nominal": 0, "n_classes": 4, "max_depth": 8, "first_leaf_level": 4, **NOISY},
        {"n_numeric": 0, "n_nominal": 4, "categories": 3, "n_classes": 3, **RESAMPLED},
        {**TREE, "categories": 2, "relevant": 4, "leaf_fraction": 0.5, "model_seed": 77},
        {"n_numeric": 2, "n_nominal": 1, "leaf_fraction": 0, "max_depth": 6, "noise": 0},
    ),
    *settings_of(
        "Sine",
        *({"function": f} for f in (1, 2, 3, 4)),
        {"function": 3, "irrelevant": 3, "balance": "alternate", **NOISY},
        {"function": 2, "irrelevant": 2, "balance": "none", **RESAMPLED},
    ),
    *settings_of(
        "STAGGER",
        *({"function": f} for f in (1, 2, 3)),
        {"function": 1, "balance": "alternate", **NOISY},
        {"function": 2, "balance": "none", **RESAMPLED},
    ),
    *settings_of(
        "Mixed",
        *({"function": f} for f in (1, 2)),
        {"function": 2, "balance": "alternate", **NOISY},
        {"function": 1, "balance": "none", **RESAMPLED},
    ),
    *settings_of("Hyperplane", {}, {"n_features": 3, "model_seed": 5, **NOISY}, {"n_features": 1, **RESAMPLED}),
    *settings_of(
        "Hyperplane",
        {"n_drifting": 10, "speed": 0.001},
        {"n_features": 5, "n_drifting": 3, "speed": 0.1, "turning": 0.5, "model_seed": 12},
        {"n_drifting": 1, "speed": -0.01, "turning": 0, "noise": 0},
        {"n_drifting": 2, "speed": 0.01, "turning": 1, "noise": 0},
        starts=(0, 5000),
    ),
    *settings_of(
        "LED",
        {},
        {"exchanged": 5, "model_seed": 9},
        {"irrelevant": 0, "noise": 0},
        {"irrelevant": 150, "exchanged": 7, "noise": 0.3},
        {"irrelevant": 3, "exchanged": 3, "noise": 1},
    ),
    *settings_of("Waveform", {}, {"irrelevant": 19, **NOISY}, {"irrelevant": 1, **RESAMPLED}, tolerance=within(1e-12)),
    *settings_of(
        "RandomRBF",
        {},
        {"n_features": 3, "n_classes": 5, "n_centroids": 7, "model_seed": 4, **NOISY},
        {"n_features": 1, "n_classes": 3, "n_centroids": 5, **RESAMPLED},
        tolerance=within(1e-12),
    ),
    *settings_of(
        "RandomRBF",
        {**MOVING, "n_centroids": 8},
        {**MOVING, "n_centroids": 4, "speed": -0.3, "n_classes": 3, "model_seed": 6},
        tolerance=within(1e-12, per_row=1e-15),
    ),
    *settings_of(
        "Tweets",
        {},
        {"n_words": 40, "model_seed": 3, **NOISY},
        {"n_words": 2000, **RESAMPLED},
        {"n_words": 300, "compat": "moa"},
    ),
]

BY_NAME = {setting.name: setting for setting in CATALOGUE}
GENERATORS = list(ORACLES)
FIRST = {setting.generator: setting for setting in reversed(CATALOGUE)}


def rows_of(setting, start, n, seed):
    """Rows by the reference: a list of values, and the labels."""
    rows = [setting.row(start + i, seed) for i in range(n)]
    return [values for values, _, _ in rows], [label for _, _, label in rows]
