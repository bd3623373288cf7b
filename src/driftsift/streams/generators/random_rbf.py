"""RandomRBF: clouds around centroids that may move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Schema
from driftsift.data.randomness import Purpose, normals, uniform_table, uniforms
from driftsift.streams.checks import checked_count, checked_finite, checked_model_seed
from driftsift.streams.generators.generator import Generator
from driftsift.streams.generators.roulette import Roulette
from driftsift.streams.units import CHOICE_UNIT, DECISION_UNIT, FEATURE_UNIT, MODEL_UNIT

__all__ = ["RandomRBF"]

KIND_UNIT = MODEL_UNIT + 2**28
DIRECTION_UNIT = MODEL_UNIT + 2**27

Table = NDArray[np.float64]


class RandomRBF(Generator):
    """Clouds of instances around random centroids, each with a class, a width and a weight of its own.

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    n_features : int
        Number of features; all matter.
    n_classes : int
        Number of classes.
    n_centroids : int
        Number of centroids.
    n_drifting : int
        Number of centroids that move.
    speed : float
        How far they move from one row to the next; at the faces of the unit cube they turn back.
    noise : float
        Probability that a label is hit by noise.
    noise_mode : {"flip", "resample"}
        A hit label becomes one of the other classes, or one of all classes.
    model_seed : int, optional
        Seed of the centroids; by default `seed`.
    seed : int
        Seed of all other draws.

    Notes
    -----
    An instance is a centroid, chosen by weight, plus a vector of random direction whose length is normal with
    the width of the centroid. Row t draws, with `Purpose.STREAM`: the centroid from word A of unit 0, whether
    the label is hit from word B; what a hit label becomes from word A of unit 1, the length from word B;
    component j of the direction, 2u - 1 before it is scaled, from word j % 2 of unit 2 + j//2. With
    `model_seed` and t = centroid: coordinate j of the centre is word j % 2 of unit 2^30 + j//2; class and width
    are words A and B of unit 2^30 + 2^28, the weight is word A of the unit behind it; component j of its way
    is word j % 2 of unit 2^30 + 2^27 + j//2. A centre is where it began plus t times speed times its way,
    mirrored at 0 and 1, so no row has to be made for the next.

    References: A. Bifet, G. Holmes, B. Pfahringer, R. Kirkby, R. Gavalda, *New ensemble methods for evolving
    data streams*, KDD 2009.

    Examples
    --------
    >>> stream = RandomRBF(None, n_features=4, n_classes=3, n_drifting=50, speed=0.001, seed=1)
    >>> stream.take(2, start=10**9).X.shape
    (2, 4)
    """

    def __init__(
        self,
        n: int | None,
        n_features: int = 10,
        n_classes: int = 2,
        n_centroids: int = 50,
        n_drifting: int = 0,
        speed: float = 0.0,
        noise: float = 0.0,
        noise_mode: str = "flip",
        model_seed: int | None = None,
        seed: int = 0,
    ) -> None:
        n_features = checked_count("n_features", n_features, 1)
        n_classes = checked_count("n_classes", n_classes, 2)
        n_centroids = checked_count("n_centroids", n_centroids, 1)
        self.n_drifting = checked_count("n_drifting", n_drifting, 0, n_centroids)
        self.speed = checked_finite("speed", speed)
        self.model_seed = checked_model_seed(model_seed, seed)
        self._centres = self._table(self.model_seed, MODEL_UNIT, 0, n_centroids, n_features)
        kind, self._widths = uniforms(self.model_seed, Purpose.STREAM, KIND_UNIT, 0, n_centroids)
        self._kinds = (n_classes * kind).astype(np.int32)
        weights, _ = uniforms(self.model_seed, Purpose.STREAM, KIND_UNIT + 1, 0, n_centroids)
        self._weighted = Roulette(weights)
        self._ways = _unit_vectors(self._table(self.model_seed, DIRECTION_UNIT, 0, n_centroids, n_features))
        self._ways[n_drifting:] = 0.0
        schema = Schema.numeric(n_features, range(n_classes))
        super().__init__(n, schema, range(n_features), None, noise, noise_mode, seed)

    def _rows(self, start: int, n: int) -> tuple[Table, NDArray[np.int32]]:
        drawn, _ = self._uniforms(DECISION_UNIT, start, n)
        centroid = self._weighted.chosen(drawn)
        _, length = self._uniforms(CHOICE_UNIT, start, n)
        X = self._table(self.seed, FEATURE_UNIT, start, n, self.schema.n_features)
        X = _unit_vectors(2 * X - 1)
        X *= (normals(length) * self._widths[centroid])[:, None]
        X += self._centres_of(centroid, start)
        return X, self._kinds[centroid]

    def _centres_of(self, centroid: NDArray[np.int64], start: int) -> Table:
        """Return the centre of each row, where it is by then."""
        centres: Table = self._centres[centroid]
        if self.speed and self.n_drifting:
            t = np.arange(start, start + len(centroid))
            centres += (self.speed * t)[:, None] * self._ways[centroid]
            _mirror(centres)
        return centres

    @staticmethod
    def _table(seed: int, unit: int, start: int, n: int, width: int) -> Table:
        return uniform_table(seed, Purpose.STREAM, unit, start, n, width)


def _unit_vectors(rows: Table) -> Table:
    """Return rows of length 1; the squares are added from feature to feature, so that no chunk changes them."""
    squared = np.zeros(len(rows))
    for j in range(rows.shape[1]):
        squared += rows[:, j] * rows[:, j]
    rows /= np.sqrt(squared)[:, None]
    return rows


def _mirror(values: Table) -> None:
    """Fold numbers into [0, 1], as if there were mirrors at 0 and 1."""
    values -= 2 * np.floor(values / 2)
    np.minimum(values, 2 - values, out=values)
