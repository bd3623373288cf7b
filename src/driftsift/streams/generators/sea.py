"""SEA: two of many numeric features decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Chunk, Schema
from driftsift.data.randomness import Purpose, uniforms, uniforms_at
from driftsift.streams.generators.noise import (
    BALANCES,
    NOISE_MODES,
    check_choice,
    check_rate,
    noisy,
    wanted_classes,
)
from driftsift.streams.stream import Stream
from driftsift.streams.truth import Truth

__all__ = ["SEA"]

DECISION_UNIT = 0
RELEVANT_UNIT = 1
LABEL_UNIT = 2
IRRELEVANT_UNIT = 3

HIGHEST = 10.0
RAREST = 1e-5
DRAWS_AT_ONCE = 4096


class SEA(Stream):
    """Instances whose class is 1 iff the sum of two of their features is at most a threshold.

    All features are uniform on [0, 10); a and b are relevant: y = 1 iff x_a + x_b <= theta. Then P(y = 1) is
    theta^2 / 200 for theta <= 10 and 1 - (20 - theta)^2 / 200 above; `balance` evens the classes out by
    rejection.

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    theta : float
        Threshold, between 0 and 20.
    n_features : int
        Number of features, at least 2.
    relevant : pair of int, optional
        The two features that decide; by default chosen by the seed.
    noise : float
        Probability that a label is hit by noise.
    noise_mode : {"flip", "resample"}
        A hit label becomes the other class, or is drawn anew from both.
    balance : {"coin", "alternate", "none"}
        The class of an instance before noise is a fair coin, or alternates 1, 0, 1, 0, ..., or follows from
        features drawn freely.
    seed : int
        Seed of all draws.

    Notes
    -----
    Row t is a pure function of (seed, t). Its draws, all with `Purpose.STREAM`:

    ====  ===============================================  ========================
    unit  word A, word B                                   sub
    ====  ===============================================  ========================
    0     wanted class; whether the label is hit           0
    1     feature a, feature b                             attempt of the rejection
    2     what a hit label becomes; unused                 0
    3+k   irrelevant features 2k and 2k + 1, in ascending  0
          order of their index
    ====  ===============================================  ========================

    The relevant features chosen by the seed come from `Purpose.FEATURE_SUBSET`, unit 0, t = 0.

    Examples
    --------
    >>> stream = SEA(1000, theta=9, n_features=5, relevant=(0, 3), noise=0, seed=7)
    >>> chunk = stream.take(1000)
    >>> bool(((chunk.X[:, 0] + chunk.X[:, 3] <= 9) == chunk.y).all())
    True
    >>> stream.relevant
    {0: frozenset({0, 3})}
    """

    def __init__(
        self,
        n: int | None,
        theta: float = 8.0,
        n_features: int = 3,
        relevant: Sequence[int] | None = None,
        noise: float = 0.1,
        noise_mode: str = "flip",
        balance: str = "coin",
        seed: int = 0,
    ) -> None:
        if n is not None and n < 0:
            raise ValueError(f"n={n}, expected 0 or more, or None for an endless stream")
        if not 0 < theta < 20:
            raise ValueError(f"theta={theta}, expected between 0 and 20: outside there is only one class")
        if n_features < 2:
            raise ValueError(f"n_features={n_features}, expected at least 2")
        check_rate("noise", noise)
        check_choice("noise_mode", noise_mode, NOISE_MODES)
        check_choice("balance", balance, BALANCES)
        if balance != "none" and _rarer_share(theta) < RAREST:
            raise ValueError(f"theta={theta} makes one class too rare to balance; use balance='none'")
        self.theta = float(theta)
        self.noise = float(noise)
        self.noise_mode = noise_mode
        self.balance = balance
        self.seed = seed
        self._pair = _checked_pair(_seeded_pair(n_features, seed) if relevant is None else relevant, n_features)
        self._others = [i for i in range(n_features) if i not in self._pair]
        schema = Schema.numeric(n_features, classes=(0, 1))
        super().__init__(schema, "SEA", n, Truth({0: frozenset(self._pair)}))

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        while self.n_instances is None or start < self.n_instances:
            size = rows if self.n_instances is None else min(rows, self.n_instances - start)
            yield self._rows(start, size)
            start += size

    def _rows(self, start: int, n: int) -> Chunk:
        X = np.empty((n, self.schema.n_features))
        coin, hit = uniforms(self.seed, Purpose.STREAM, DECISION_UNIT, start, n)
        choice, _ = uniforms(self.seed, Purpose.STREAM, LABEL_UNIT, start, n)
        X[:, self._pair], labels = self._decisive(start, coin)
        for k in range(0, len(self._others), 2):
            drawn = uniforms(self.seed, Purpose.STREAM, IRRELEVANT_UNIT + k // 2, start, n)
            for column, values in zip(self._others[k : k + 2], drawn, strict=False):
                X[:, column] = HIGHEST * values
        y = noisy(labels, self.noise, self.noise_mode, hit, choice)
        return Chunk(X, y, concept=np.zeros(n, dtype=np.int32))

    def _decisive(self, start: int, coin: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
        """Draw the relevant features, again and again until each row has its wanted class."""
        t = np.arange(start, start + len(coin))
        values = self._attempts(t, 0)
        if self.balance == "none":
            return values, self._true_labels(values)
        wanted = wanted_classes(self.balance, coin, start)
        waiting = np.flatnonzero(self._true_labels(values) != wanted)
        attempt = 1
        while len(waiting):
            tries = max(DRAWS_AT_ONCE // len(waiting), 1)
            subs = np.tile(np.arange(attempt, attempt + tries), len(waiting))
            drawn = self._attempts(np.repeat(t[waiting], tries), subs)
            fits = self._true_labels(drawn).reshape(-1, tries) == wanted[waiting, None]
            done = fits.any(axis=1)
            first = np.arange(len(waiting)) * tries + fits.argmax(axis=1)
            values[waiting[done]] = drawn[first[done]]
            waiting = waiting[~done]
            attempt += tries
        return values, wanted

    def _attempts(self, t: NDArray[np.int64], sub: NDArray[np.int64] | int) -> NDArray[np.float64]:
        return HIGHEST * np.column_stack(uniforms_at(self.seed, Purpose.STREAM, RELEVANT_UNIT, t, sub))

    def _true_labels(self, pair: NDArray[np.float64]) -> NDArray[np.int32]:
        return (pair[:, 0] + pair[:, 1] <= self.theta).astype(np.int32)


def _rarer_share(theta: float) -> float:
    return min(theta, 20 - theta) ** 2 / 200


def _seeded_pair(n_features: int, seed: int) -> list[int]:
    first, second = uniforms(seed, Purpose.FEATURE_SUBSET, 0, 0, 1)
    a = int(first[0] * n_features)
    b = int(second[0] * (n_features - 1))
    return [a, b + (b >= a)]


def _checked_pair(relevant: Sequence[int], n_features: int) -> list[int]:
    pair = [int(i) for i in relevant]
    if len(pair) != 2 or pair[0] == pair[1]:
        raise ValueError(f"relevant={tuple(relevant)}, expected two different features")
    for i in pair:
        if not 0 <= i < n_features:
            raise ValueError(f"relevant={tuple(relevant)}: the features are numbered 0 to {n_features - 1}")
    return pair
