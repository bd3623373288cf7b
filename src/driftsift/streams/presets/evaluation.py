"""The synthetic streams of the paper on online evaluation: a million instances each.

Numbers in brackets are widths of changes, or how many weights or centroids move and how fast. What the paper
leaves open is customary: four concepts with changes at a quarter, half and three quarters.
"""

from __future__ import annotations

from functools import partial

from driftsift.data.randomness import child_seed
from driftsift.streams.generators import LED, SEA, Hyperplane, RandomRBF
from driftsift.streams.presets.recipe import Recipe, drifting
from driftsift.streams.stream import Stream

__all__ = ["RECIPES"]

N = 1_000_000
THETAS = (8.0, 9.0, 7.0, 9.5)
EXCHANGED = (1, 3, 5, 7)
HYPERPLANES = ((10, 0.001), (10, 0.0001))
CLOUDS = ((0, 0), (50, 0.001), (10, 0.001), (50, 0.0001), (10, 0.0001))


def led(width: float, n: int, seed: int) -> Stream:
    """Return LED with one, three, five and seven segments that have changed places with irrelevant bits."""
    concepts = [
        LED(n, exchanged=exchanged, model_seed=seed, seed=child_seed(seed, k)) for k, exchanged in enumerate(EXCHANGED)
    ]
    return drifting(concepts, n, width * n / N, seed)


def sea(width: float, n: int, seed: int) -> Stream:
    """Return SEA with its four original thresholds."""
    concepts = [
        SEA(n, theta, relevant=(0, 1), balance="none", seed=child_seed(seed, k)) for k, theta in enumerate(THETAS)
    ]
    return drifting(concepts, n, width * n / N, seed)


def hyperplane(n_drifting: int, speed: float, n: int, seed: int) -> Stream:
    """Return a hyperplane that turns slowly."""
    return Hyperplane(n, n_drifting=n_drifting, speed=speed, seed=seed)


def clouds(n_drifting: int, speed: float, n: int, seed: int) -> Stream:
    """Return clouds of five classes around fifty centroids."""
    return RandomRBF(n, n_classes=5, n_drifting=n_drifting, speed=speed, seed=seed)


RECIPES = {
    "LED(50000)": Recipe(N, partial(led, 50_000), "LED whose segments change places, four concepts"),
    "SEA(50)": Recipe(N, partial(sea, 50), "SEA, four thresholds, changes of width 50"),
    "SEA(50000)": Recipe(N, partial(sea, 50_000), "SEA, four thresholds, changes of width 50,000"),
    **{
        f"HYP({k},{v:g})": Recipe(N, partial(hyperplane, k, v), f"Hyperplane, {k} weights move by {v:g} per row")
        for k, v in HYPERPLANES
    },
    **{
        f"RBF({k},{v:g})": Recipe(N, partial(clouds, k, v), f"50 centroids, 5 classes, {k} centroids move by {v:g}")
        for k, v in CLOUDS
    },
}
