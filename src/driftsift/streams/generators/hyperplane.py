"""Hyperplane: the side of a plane that may turn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Chunk, Schema
from driftsift.data.randomness import Purpose, uniform_table
from driftsift.streams.checks import checked_count, checked_finite, checked_model_seed, checked_rate
from driftsift.streams.generators.generator import Generator
from driftsift.streams.units import FEATURE_UNIT, MODEL_UNIT

__all__ = ["Hyperplane"]

TURN_UNIT = 2**29
STEPS_AT_ONCE = 65_536

Table = NDArray[np.float64]


class Hyperplane(Generator):
    """Instances of the unit cube; the class tells on which side of a moving hyperplane they lie.

    y = 1 iff the sum of w_i x_i is at least half the sum of the w_i. After every row each of the first
    `n_drifting` weights moves by `speed` in its direction, which then turns round with probability `turning`.

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    n_features : int
        Number of features; all matter.
    n_drifting : int
        Number of weights that move.
    speed : float
        By how much they move after every row.
    turning : float
        Probability that a weight turns round after a row.
    noise : float
        Probability that a label is hit by noise.
    noise_mode : {"flip", "resample"}
        A hit label becomes the other class, or is drawn anew from both.
    model_seed : int, optional
        Seed of the weights and their ways; by default `seed`.
    seed : int
        Seed of all other draws.

    Notes
    -----
    Weights are not kept within [0, 1]. Both classes are equally likely whatever the weights, so there is
    nothing to balance. Row t draws, with `Purpose.STREAM`, unit 0 word B (whether the label is hit), unit 1
    word A (what it becomes), and word j % 2 of unit 2 + j//2 for feature j. With `model_seed` weight i starts at
    word i % 2 of unit 2^30 + i//2, t = 0, and turns round after row t if word i % 2 of unit 2^29 + i//2 is below
    `turning`. Where the weights are at row t depends on all turns before: beginning late takes time.

    References: G. Hulten, L. Spencer, P. Domingos, *Mining time-changing data streams*, KDD 2001.

    Examples
    --------
    >>> stream = Hyperplane(1000, n_features=10, n_drifting=10, speed=0.001, seed=1)
    >>> stream.take(1000).X.shape
    (1000, 10)
    """

    def __init__(
        self,
        n: int | None,
        n_features: int = 10,
        n_drifting: int = 0,
        speed: float = 0.0,
        turning: float = 0.1,
        noise: float = 0.05,
        noise_mode: str = "flip",
        model_seed: int | None = None,
        seed: int = 0,
    ) -> None:
        n_features = checked_count("n_features", n_features, 1)
        self.n_drifting = checked_count("n_drifting", n_drifting, 0, n_features)
        self.speed = checked_finite("speed", speed)
        self.turning = checked_rate("turning", turning)
        self.model_seed = checked_model_seed(model_seed, seed)
        self._weights = uniform_table(self.model_seed, Purpose.STREAM, MODEL_UNIT, 0, 1, n_features)[0]
        features = range(n_features)
        ranges = dict.fromkeys(features, (0.0, 1.0))
        super().__init__(n, Schema.numeric(n_features, (0, 1)), features, ranges, noise, noise_mode, seed)

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        way = _Way(self.model_seed, self.n_drifting if self.speed else 0, self.turning)
        way.skip(start)
        for begin, size in self._spans(start, rows):
            X = uniform_table(self.seed, Purpose.STREAM, FEATURE_UNIT, begin, size, self.schema.n_features)
            yield self._chunk(begin, X, self._sides(X, way.steps(size)))

    def _rows(self, start: int, n: int) -> tuple[Table, NDArray[np.int32]]:
        chunk = next(self._blocks(start, n))
        return chunk.X, chunk.y

    def _sides(self, X: Table, steps: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the side of each row; the sums go from feature to feature, so that no chunk changes them."""
        total = np.zeros(len(X))
        weights = np.zeros(len(X))
        for i, first in enumerate(self._weights):
            weight = first + self.speed * steps[i] if i < len(steps) else first
            total += weight * X[:, i]
            weights += weight
        return (total >= 0.5 * weights).astype(np.int32)


class _Way:
    """How many steps the weights have gone up or down, row after row."""

    def __init__(self, seed: int, n_weights: int, turning: float) -> None:
        self._seed = seed
        self._turning = turning
        self._row = 0
        self._steps = np.zeros((n_weights, 1), dtype=np.int64)
        self._turned = np.zeros((n_weights, 1), dtype=np.int64)

    def skip(self, rows: int) -> None:
        """Go on by some rows."""
        while rows and len(self._steps):
            self.steps(min(rows, STEPS_AT_ONCE))
            rows -= min(rows, STEPS_AT_ONCE)

    def steps(self, n: int) -> NDArray[np.int64]:
        """Return where each weight is at each of the next `n` rows, counted in steps from its beginning."""
        k = len(self._steps)
        turns = (uniform_table(self._seed, Purpose.STREAM, TURN_UNIT, self._row, n, k) < self._turning).T
        turned = np.cumsum(np.hstack([self._turned, turns]), axis=1) & 1
        steps = np.cumsum(np.hstack([self._steps, 1 - 2 * turned[:, :-1]]), axis=1)
        self._row += n
        self._turned, self._steps = turned[:, -1:], steps[:, -1:]
        return steps[:, :-1]
