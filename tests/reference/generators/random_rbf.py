"""Clouds around random centres, some of which move (cs-arf.md, section 8.2)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from tests.reference.generators.draws import MODEL_UNIT, A, B, choice, feature, from_table, noisy, normal, uniforms

ABOUT_UNIT = MODEL_UNIT + 2**28
WEIGHT_UNIT = ABOUT_UNIT + 1
DIRECTION_UNIT = MODEL_UNIT + 2**27


@dataclass(frozen=True)
class Centroid:
    centre: list
    direction: list
    label: int
    deviation: float
    weight: float


def relevant_features(seed, n_features=10, **_):
    return list(range(n_features))


def unit_vector(vector):
    length = math.sqrt(sum(v * v for v in vector))
    return [v / length for v in vector]


@lru_cache(maxsize=64)
def centroids(model_seed, n_features, n_classes, n_centroids):
    made = []
    for c in range(n_centroids):
        label, deviation = uniforms(model_seed, ABOUT_UNIT, c)
        made.append(
            Centroid(
                [from_table(model_seed, MODEL_UNIT, c, j) for j in range(n_features)],
                unit_vector([from_table(model_seed, DIRECTION_UNIT, c, j) for j in range(n_features)]),
                choice(label, n_classes),
                deviation,
                uniforms(model_seed, WEIGHT_UNIT, c)[A],
            )
        )
    return made


def mirrored(value):
    """The value after reflections at 0 and 1."""
    m = value % 2.0
    return m if m <= 1 else 2 - m


def row(
    t,
    seed,
    n_features=10,
    n_classes=2,
    n_centroids=50,
    n_drifting=0,
    speed=0.0,
    noise=0.0,
    noise_mode="flip",
    model_seed=None,
):
    made = centroids(seed if model_seed is None else model_seed, n_features, n_classes, n_centroids)
    sums = list(accumulate(centroid.weight for centroid in made))
    mark = uniforms(seed, 0, t)[A] * sums[-1]
    c = next(i for i, reached in enumerate(sums) if reached > mark)
    chosen = made[c]
    centre = chosen.centre
    if c < n_drifting:
        centre = [mirrored(x + speed * t * v) for x, v in zip(centre, chosen.direction, strict=True)]
    away = unit_vector([2 * feature(seed, t, j) - 1 for j in range(n_features)])
    distance = normal(uniforms(seed, 1, t)[B]) * chosen.deviation
    values = [x + distance * r for x, r in zip(centre, away, strict=True)]
    return values, chosen.label, noisy(chosen.label, t, seed, noise, noise_mode, n_classes)
