"""What all generators share: rows made from their number, label noise, known truth."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Chunk, Schema
from driftsift.data.chunk import Matrix
from driftsift.data.randomness import Purpose, uniforms
from driftsift.streams.checks import checked_choice, checked_length, checked_rate, checked_seed
from driftsift.streams.generators.noise import NOISE_MODES, noisy
from driftsift.streams.stream import Stream
from driftsift.streams.truth import Truth
from driftsift.streams.units import CHOICE_UNIT, DECISION_UNIT

__all__ = ["Generator"]


class Generator(Stream):
    """A stream of one concept made by rule: row t is a pure function of (seed, t).

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    schema : Schema
    relevant : collection of int
        The features that matter.
    ranges : mapping of int to pair of float, optional
        Lowest and highest value of numeric features.
    noise : float
        Probability that a label is hit by noise.
    noise_mode : {"flip", "resample"}
        A hit label becomes one of the other classes, or one of all classes.
    seed : int
        Seed of all draws.
    """

    def __init__(
        self,
        n: int | None,
        schema: Schema,
        relevant: Collection[int],
        ranges: Mapping[int, tuple[float, float]] | None = None,
        noise: float = 0.0,
        noise_mode: str = "flip",
        seed: int = 0,
    ) -> None:
        n = checked_length(n)
        self.noise = checked_rate("noise", noise)
        self.noise_mode = checked_choice("noise_mode", noise_mode, NOISE_MODES)
        self.seed = checked_seed(seed)
        super().__init__(schema, type(self).__name__, n, Truth({0: frozenset(relevant)}, ranges=ranges or {}))

    @abstractmethod
    def _rows(self, start: int, n: int) -> tuple[Matrix, NDArray[np.int32]]:
        """Return the rows start, ..., start + n - 1 and their labels before noise."""

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        for begin, size in self._spans(start, rows):
            yield self._chunk(begin, *self._rows(begin, size))

    def _spans(self, start: int, rows: int) -> Iterator[tuple[int, int]]:
        """Yield the beginning and size of every block."""
        while self.n_instances is None or start < self.n_instances:
            size = rows if self.n_instances is None else min(rows, self.n_instances - start)
            yield start, size
            start += size

    def _chunk(self, start: int, X: Matrix, labels: NDArray[np.int32]) -> Chunk:
        n = len(labels)
        if self.noise:
            _, hit = self._uniforms(DECISION_UNIT, start, n)
            choice, _ = self._uniforms(CHOICE_UNIT, start, n)
            labels = noisy(labels, self.noise, self.noise_mode, hit, choice, self.schema.n_classes)
        return Chunk(X, labels, concept=np.zeros(n, dtype=np.int32))

    def _uniforms(self, unit: int, start: int, n: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return uniforms(self.seed, Purpose.STREAM, unit, start, n)
