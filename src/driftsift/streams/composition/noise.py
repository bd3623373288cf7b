"""Label noise on any stream."""

from __future__ import annotations

import numpy as np

from driftsift.data import UNLABELLED, Chunk
from driftsift.data.randomness import Purpose, uniforms
from driftsift.streams.checks import checked_choice, checked_rate, checked_seed
from driftsift.streams.composition.composition import Mapped
from driftsift.streams.generators.noise import NOISE_MODES, noisy
from driftsift.streams.stream import Stream
from driftsift.streams.units import NOISE_UNIT

__all__ = ["WithNoise"]


class WithNoise(Mapped):
    """A stream some of whose labels are wrong.

    Unknown labels stay unknown.

    Parameters
    ----------
    stream : Stream
        What the noise is added to.
    rate : float
        Probability that a label is hit.
    mode : {"flip", "resample"}
        A hit label becomes one of the other classes, or is drawn anew from all classes.
    seed : int
        Seed of the noise.

    Notes
    -----
    The draw of row t is `Purpose.STREAM`, unit 2^31 + 1, t, sub = layer - 1. Word A says whether the label is hit
    (u < rate); u of word B says what a hit label becomes: class (label + 1 + floor(u * (c - 1))) % c of c classes
    with "flip", class floor(u * c) with "resample".

    Examples
    --------
    >>> from driftsift.streams.generators import SEA
    >>> clean = SEA(10_000, noise=0)
    >>> wrong = WithNoise(clean, rate=0.2, seed=1).take(10_000).y != clean.take(10_000).y
    >>> bool(0.18 < wrong.mean() < 0.22)
    True
    """

    def __init__(self, stream: Stream, rate: float = 0.1, mode: str = "flip", seed: int = 0) -> None:
        self.rate = checked_rate("rate", rate)
        self.mode = checked_choice("mode", mode, NOISE_MODES)
        self.seed = checked_seed(seed)
        super().__init__(stream)

    def _changed(self, chunk: Chunk, start: int) -> Chunk:
        if not self.rate or not self.schema.n_classes:
            return chunk
        hit, choice = uniforms(self.seed, Purpose.STREAM, NOISE_UNIT, start, len(chunk), self._sub)
        y = noisy(chunk.y, self.rate, self.mode, hit, choice, self.schema.n_classes)
        return Chunk(chunk.X, np.where(chunk.y == UNLABELLED, UNLABELLED, y), chunk.weight, chunk.concept)
