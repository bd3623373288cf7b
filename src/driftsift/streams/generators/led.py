"""LED: digits on a display of seven segments, some of which fail."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Nominal, Schema
from driftsift.data.randomness import Purpose, uniform_table, words
from driftsift.streams.checks import checked_count, checked_model_seed, checked_rate
from driftsift.streams.generators.bits import bit_table
from driftsift.streams.generators.generator import Generator
from driftsift.streams.units import DECISION_UNIT, FEATURE_UNIT, MODEL_UNIT

__all__ = ["LED"]

# Segments from top to bottom, left before right.
DIGITS = np.array(
    [
        [1, 1, 1, 0, 1, 1, 1],
        [0, 0, 1, 0, 0, 1, 0],
        [1, 0, 1, 1, 1, 0, 1],
        [1, 0, 1, 1, 0, 1, 1],
        [0, 1, 1, 1, 0, 1, 0],
        [1, 1, 0, 1, 0, 1, 1],
        [1, 1, 0, 1, 1, 1, 1],
        [1, 0, 1, 0, 0, 1, 0],
        [1, 1, 1, 1, 1, 1, 1],
        [1, 1, 1, 1, 0, 1, 1],
    ],
    dtype=np.float64,
)
SEGMENTS = DIGITS.shape[1]
BIT_UNIT = FEATURE_UNIT + (SEGMENTS + 1) // 2


class LED(Generator):
    """Digits shown by seven segments, each inverted now and then, among bits that mean nothing.

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    irrelevant : int
        Number of fair bits beside the segments.
    exchanged : int
        How many segments have changed places with irrelevant bits; a larger number keeps the exchanges of a
        smaller one. Concepts with different numbers make a feature drift.
    noise : float
        Probability that a segment is inverted.
    model_seed : int, optional
        Seed of the choice which places are exchanged; by default `seed`.
    seed : int
        Seed of all other draws.

    Notes
    -----
    The best accuracy is 74.0 % with a noise of 0.1. Row t draws, with `Purpose.STREAM`: the digit from word A of
    unit 0; whether segment k is inverted from word k % 2 of unit 2 + k//2; irrelevant bit i is bit i % 64 of
    word (i // 64) % 2 of unit 6 + i // 128. With `model_seed`, unit 2^30, segments change places in ascending
    order of word A of t = segment with irrelevant bits in ascending order of word B of t = bit.

    References: L. Breiman, J. Friedman, R. Olshen, C. Stone, *Classification and regression trees*, 1984.

    Examples
    --------
    >>> stream = LED(1000, exchanged=2, seed=1)
    >>> len(stream.relevant[0]), len(stream.relevant[0] & set(range(7)))
    (7, 5)
    >>> set(stream.take(1000).y.tolist()) == set(range(10))
    True
    """

    def __init__(
        self,
        n: int | None,
        irrelevant: int = 17,
        exchanged: int = 0,
        noise: float = 0.1,
        model_seed: int | None = None,
        seed: int = 0,
    ) -> None:
        irrelevant = checked_count("irrelevant", irrelevant, 0)
        self.exchanged = checked_count("exchanged", exchanged, 0, min(SEGMENTS, irrelevant))
        self.inversion = checked_rate("noise", noise)
        self.model_seed = checked_model_seed(model_seed, seed)
        self._order = _order(irrelevant, exchanged, self.model_seed)
        features = [Nominal(f"x{i}", ("0", "1")) for i in range(SEGMENTS + irrelevant)]
        relevant = np.flatnonzero(self._order < SEGMENTS).tolist()
        super().__init__(n, Schema(features, range(10)), relevant, seed=seed)

    def _rows(self, start: int, n: int) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
        digit, _ = self._uniforms(DECISION_UNIT, start, n)
        labels = (10 * digit).astype(np.int32)
        X = np.empty((n, self.schema.n_features))
        failing = uniform_table(self.seed, Purpose.STREAM, FEATURE_UNIT, start, n, SEGMENTS) < self.inversion
        X[:, :SEGMENTS] = np.abs(DIGITS[labels] - failing)
        X[:, SEGMENTS:] = bit_table(self.seed, BIT_UNIT, start, n, X.shape[1] - SEGMENTS)
        return X[:, self._order] if self.exchanged else X, labels


def _order(irrelevant: int, exchanged: int, seed: int) -> NDArray[np.int64]:
    """Return which segment or bit stands in each column."""
    order = np.arange(SEGMENTS + irrelevant)
    keys, _ = words(seed, Purpose.STREAM, MODEL_UNIT, 0, SEGMENTS)
    segments = np.argsort(keys, kind="stable")[:exchanged]
    _, keys = words(seed, Purpose.STREAM, MODEL_UNIT, 0, irrelevant)
    bits = SEGMENTS + np.argsort(keys, kind="stable")[:exchanged]
    order[segments], order[bits] = bits, segments
    return order
