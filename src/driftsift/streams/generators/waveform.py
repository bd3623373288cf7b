"""Waveform: noisy mixtures of two of three triangular waves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Schema
from driftsift.data.randomness import Purpose, normals, uniform_table
from driftsift.streams.checks import checked_count
from driftsift.streams.generators.generator import Generator
from driftsift.streams.units import CHOICE_UNIT, DECISION_UNIT, FEATURE_UNIT

__all__ = ["Waveform"]

LENGTH = 21
PEAKS = (6, 14, 10)
HEIGHT = 6
WAVES = np.array([[max(HEIGHT - abs(i - peak), 0) for i in range(LENGTH)] for peak in PEAKS], dtype=np.float64)
MIXED = np.array([[0, 1], [0, 2], [1, 2]])  # the waves of each class


class Waveform(Generator):
    """Three classes, each a random mixture of two triangular waves, measured at 21 places with normal noise.

    The first and the last of the 21 features hold noise only: all three waves are 0 there.

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    irrelevant : int
        Number of further features that are standard normal; 19 in the customary version with 40 features.
    noise : float
        Probability that a label is hit by noise.
    noise_mode : {"flip", "resample"}
        A hit label becomes one of the other classes, or one of all classes.
    seed : int
        Seed of all draws.

    Notes
    -----
    The best accuracy is about 86 %. Row t draws, with `Purpose.STREAM`: the class from word A of unit 0, whether
    the label is hit from word B; what a hit label becomes from word A of unit 1, the share of the first wave
    from word B; the noise of feature j is the normal quantile of word j % 2 of unit 2 + j//2.

    References: L. Breiman, J. Friedman, R. Olshen, C. Stone, *Classification and regression trees*, 1984.

    Examples
    --------
    >>> stream = Waveform(1000, irrelevant=19, seed=1)
    >>> stream.schema.n_features, len(stream.relevant[0])
    (40, 19)
    """

    def __init__(
        self,
        n: int | None,
        irrelevant: int = 0,
        noise: float = 0.0,
        noise_mode: str = "flip",
        seed: int = 0,
    ) -> None:
        irrelevant = checked_count("irrelevant", irrelevant, 0)
        schema = Schema.numeric(LENGTH + irrelevant, range(3))
        super().__init__(n, schema, np.flatnonzero(WAVES.any(axis=0)).tolist(), None, noise, noise_mode, seed)

    def _rows(self, start: int, n: int) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
        drawn, _ = self._uniforms(DECISION_UNIT, start, n)
        labels = (3 * drawn).astype(np.int32)
        _, share = self._uniforms(CHOICE_UNIT, start, n)
        X = normals(uniform_table(self.seed, Purpose.STREAM, FEATURE_UNIT, start, n, self.schema.n_features))
        first, second = MIXED[labels].T
        X[:, :LENGTH] += share[:, None] * WAVES[first] + (1 - share)[:, None] * WAVES[second]
        return X, labels
