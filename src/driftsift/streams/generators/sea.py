"""SEA: two of many numeric features decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from driftsift.streams.checks import checked_count
from driftsift.streams.generators.columns import Values, numbers
from driftsift.streams.generators.relevant import relevant_features
from driftsift.streams.generators.ruled import Ruled

__all__ = ["SEA"]

HIGHEST = 10.0
RAREST = 1e-5


class SEA(Ruled):
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

    ======  ===================================  ================================
    unit    word A, word B                       sub
    ======  ===================================  ================================
    0       wanted class; whether a label is     0
            hit
    1       what a hit label becomes; unused     0
    2+j//2  word j % 2: feature j                attempt for a and b, otherwise 0
    ======  ===================================  ================================

    References: W. N. Street, Y. Kim, *A streaming ensemble algorithm (SEA) for large-scale classification*,
    KDD 2001.

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
        if not 0 < theta < 2 * HIGHEST:
            raise ValueError(f"theta={theta}, expected between 0 and 20: outside there is only one class")
        n_features = checked_count("n_features", n_features, 2)
        if balance != "none" and _rarer_share(theta) < RAREST:
            raise ValueError(f"theta={theta} makes one class too rare to balance; use balance='none'")
        self.theta = float(theta)
        self._pair = relevant_features(relevant, n_features, seed, 2)
        columns = numbers(n_features, 0.0, HIGHEST)
        super().__init__(n, columns, (0, 1), self._pair, noise, noise_mode, balance, seed)

    def _classes(self, x: Values) -> Any:
        a, b = self._pair
        return x[a] + x[b] <= self.theta


def _rarer_share(theta: float) -> float:
    return min(theta, 2 * HIGHEST - theta) ** 2 / (2 * HIGHEST**2)
