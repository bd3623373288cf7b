"""BG1, BG2, BG3: fair bits, a few of which decide, together or not at all."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Nominal, Schema
from driftsift.streams.checks import checked_choice, checked_count
from driftsift.streams.generators.bits import bit_table, bits_at
from driftsift.streams.generators.generator import Generator
from driftsift.streams.generators.noise import BALANCES, wanted_classes
from driftsift.streams.generators.relevant import relevant_features
from driftsift.streams.units import CHOICE_UNIT, DECISION_UNIT, FEATURE_UNIT

__all__ = ["BG1", "BG2", "BG3"]

SAMPLINGS = ("uniform", "author")

Bits = NDArray[np.uint8]
Labels = NDArray[np.int32]


class _Binary(Generator):
    """Boolean features of which a few, each worth a bit of a pattern, decide the class."""

    _n_relevant: ClassVar[int | None] = None

    def __init__(
        self,
        n: int | None,
        n_features: int = 10,
        relevant: Sequence[int] | int = 3,
        noise: float = 0.1,
        noise_mode: str = "flip",
        balance: str = "coin",
        sampling: str = "uniform",
        seed: int = 0,
    ) -> None:
        n_features = checked_count("n_features", n_features, 1)
        self.balance = checked_choice("balance", balance, BALANCES)
        self.sampling = checked_choice("sampling", sampling, SAMPLINGS)
        chosen = relevant_features(relevant, n_features, seed, self._n_relevant)
        self._chosen = np.array(chosen)
        schema = Schema((Nominal(f"x{i}", ("0", "1")) for i in range(n_features)), (0, 1))
        super().__init__(n, schema, chosen, None, noise, noise_mode, seed)

    @abstractmethod
    def _classes(self, bits: Bits) -> Any:
        """Return the class of patterns of the relevant features."""

    @abstractmethod
    def _patterns(self, wanted: Labels, start: int) -> Bits:
        """Return a pattern of the wanted class for each row."""

    def _rows(self, start: int, n: int) -> tuple[NDArray[np.float64], Labels]:
        bits = bit_table(self.seed, FEATURE_UNIT, start, n, self.schema.n_features)
        if self.balance == "none":
            labels = self._classes(bits[:, self._chosen]).astype(np.int32)
        else:
            coin, _ = self._uniforms(DECISION_UNIT, start, n)
            labels = wanted_classes(self.balance, coin, start)
            bits[:, self._chosen] = self._patterns(labels, start)
        return bits.astype(np.float64), labels

    def _listed(self, wanted: Labels, start: int, patterns: tuple[str, str]) -> Bits:
        """Choose for each row one of the patterns of its class, written as texts of zeros and ones."""
        _, drawn = self._uniforms(CHOICE_UNIT, start, len(wanted))
        lists = [[list(map(int, pattern)) for pattern in text.split()] for text in patterns]
        lengths = np.array([len(listed) for listed in lists])
        table = np.array(lists[0] + lists[1], dtype=np.uint8)
        number = (drawn * lengths[wanted]).astype(np.int64) + wanted * lengths[0]
        chosen: Bits = table[number]
        return chosen


class BG1(_Binary):
    """Boolean features; the class is 1 iff all relevant ones are 1.

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    n_features : int
        Number of features, each 0 or 1 with equal probability, apart from what `balance` does.
    relevant : sequence of int or int
        The features that decide, or how many the seed chooses.
    noise : float
        Probability that a label is hit by noise.
    noise_mode : {"flip", "resample"}
        A hit label becomes the other class, or is drawn anew from both.
    balance : {"coin", "alternate", "none"}
        The class of an instance before noise is a fair coin, or alternates 1, 0, 1, 0, ..., or follows from
        features drawn freely.
    sampling : {"uniform", "author"}
        All patterns of class 0 are equally likely; or, as in the code published with the thesis that describes
        this stream, bits are set to 0 with probability 1/2, once and again until one is 0.
    seed : int
        Seed of all draws.

    Notes
    -----
    Row t draws, with `Purpose.STREAM`: the wanted class from word A of unit 0, whether the label is hit from
    word B; what a hit label becomes from word A of unit 1; feature j is bit j % 64 of word (j // 64) % 2 of unit
    2 + j // 128, with sub = attempt for relevant features of class 0, else 0.

    Examples
    --------
    >>> stream = BG1(1000, n_features=20, relevant=(3, 7, 11), noise=0, seed=1)
    >>> chunk = stream.take(1000)
    >>> bool((chunk.X[:, [3, 7, 11]].all(axis=1) == chunk.y).all())
    True
    """

    def _classes(self, bits: Bits) -> Any:
        return np.logical_and.reduce(bits, axis=1)

    def _patterns(self, wanted: Labels, start: int) -> Bits:
        bits = np.ones((len(wanted), len(self._chosen)), dtype=np.uint8)
        waiting = np.flatnonzero(wanted == 0)
        bits[waiting] = self._fair(start + waiting, 0)
        attempt = 1
        if self.sampling == "author":
            bits[waiting] &= self._fair(start + waiting, attempt)
            attempt += 1
        waiting = waiting[bits[waiting].all(axis=1)]
        while len(waiting):
            bits[waiting] = self._fair(start + waiting, attempt)
            waiting = waiting[bits[waiting].all(axis=1)]
            attempt += 1
        return bits

    def _fair(self, t: NDArray[np.int64], sub: int) -> Bits:
        return bits_at(self.seed, FEATURE_UNIT, self._chosen, t, sub)


class BG2(_Binary):
    """Boolean features; the class is 1 iff at least two of three of them are 1.

    Parameters
    ----------
    n, n_features, noise, noise_mode, balance, seed
        As in `BG1`.
    relevant : sequence of int, optional
        The three features that decide; by default chosen by the seed.
    sampling : {"uniform", "author"}
        All patterns of a class are equally likely; or 000 does not occur, as in the code published with the
        thesis that describes this stream.

    Notes
    -----
    Row t draws as in `BG1`; word B of unit 1 chooses the pattern, in the order 110, 101, 011, 111 for class 1
    and 000, 100, 010, 001 for class 0.

    Examples
    --------
    >>> stream = BG2(1000, n_features=20, relevant=(3, 7, 11), noise=0, seed=1)
    >>> chunk = stream.take(1000)
    >>> bool(((chunk.X[:, [3, 7, 11]].sum(axis=1) >= 2) == chunk.y).all())
    True
    """

    _n_relevant = 3

    def _classes(self, bits: Bits) -> Any:
        return bits.sum(axis=1) >= 2

    def _patterns(self, wanted: Labels, start: int) -> Bits:
        fewer_than_two = "000 100 010 001" if self.sampling == "uniform" else "100 010 001"
        return self._listed(wanted, start, (fewer_than_two, "110 101 011 111"))


class BG3(_Binary):
    """Boolean features; the class is 1 iff three of them are equal, so that no single one tells anything.

    Parameters
    ----------
    n, n_features, noise, noise_mode, balance, seed
        As in `BG1`.
    relevant : sequence of int, optional
        The three features that decide; by default chosen by the seed.
    sampling : {"uniform", "author"}
        All patterns of a class are equally likely; or class 1 is 000 twice as often as 111, as in the code
        published with the thesis that describes this stream.

    Notes
    -----
    Row t draws as in `BG1`; word B of unit 1 chooses the pattern, in ascending order of the number it spells.

    Examples
    --------
    >>> stream = BG3(1000, n_features=20, relevant=(3, 7, 11), noise=0, seed=1)
    >>> chunk = stream.take(1000)
    >>> bool((np.ptp(chunk.X[:, [3, 7, 11]], axis=1) == 1 - chunk.y).all())
    True
    """

    _n_relevant = 3

    def _classes(self, bits: Bits) -> Any:
        return bits.min(axis=1) == bits.max(axis=1)

    def _patterns(self, wanted: Labels, start: int) -> Bits:
        equal = "000 111" if self.sampling == "uniform" else "000 000 111"
        return self._listed(wanted, start, ("001 010 011 100 101 110", equal))
