"""The synthetic streams of the CS-ARF paper: a million instances each."""

from __future__ import annotations

from functools import partial

from driftsift.streams.generators import RandomRBF, Tweets
from driftsift.streams.presets.recipe import Recipe
from driftsift.streams.stream import Stream

__all__ = ["RECIPES"]

N = 1_000_000
SIZES = {"Tweets1": 500, "Tweets2": 1000, "Tweets3": 1500}
SPEEDS = {"RBF": 0.0, "RBF(0.0001)": 0.0001}


def tweets(n_words: int, n: int, seed: int) -> Stream:
    """Return texts with the peculiarities of the generator the paper used."""
    return Tweets(n, n_words, compat="moa", seed=seed)


def clouds(speed: float, n: int, seed: int) -> Stream:
    """Return clouds of ten classes in 200 dimensions."""
    return RandomRBF(n, n_features=200, n_classes=10, n_drifting=50, speed=speed, seed=seed)


RECIPES = {
    **{name: Recipe(N, partial(tweets, d), f"Texts of {d} words, two classes") for name, d in SIZES.items()},
    **{
        name: Recipe(N, partial(clouds, speed), f"200 features, ten classes, centroids move by {speed:g}")
        for name, speed in SPEEDS.items()
    },
}
