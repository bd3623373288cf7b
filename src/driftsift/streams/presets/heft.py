"""The synthetic streams of the HEFT-Stream paper: 100,000 instances each, none with a change of concept but HYP."""

from __future__ import annotations

from driftsift.streams.generators import LED, SEA, Hyperplane
from driftsift.streams.presets.recipe import Recipe
from driftsift.streams.stream import Stream

__all__ = ["RECIPES"]

N = 100_000


def sea(n: int, seed: int) -> Stream:
    """Return SEA with threshold 8 throughout."""
    return SEA(n, theta=8, relevant=(0, 1), balance="none", seed=seed)


def hyperplane(n: int, seed: int) -> Stream:
    """Return a hyperplane all of whose weights move by 0.001 per row."""
    return Hyperplane(n, n_drifting=10, speed=0.001, seed=seed)


def led(n: int, seed: int) -> Stream:
    """Return LED with 17 irrelevant bits."""
    return LED(n, seed=seed)


RECIPES = {
    "SEA": Recipe(N, sea, "SEA, threshold 8, 3 features, no drift"),
    "HYP": Recipe(N, hyperplane, "Hyperplane that turns slowly, 10 features"),
    "LED": Recipe(N, led, "LED with 17 irrelevant bits, no drift"),
}
