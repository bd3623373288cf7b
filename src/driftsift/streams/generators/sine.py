"""Sine: points above and below a curve."""

from __future__ import annotations

from typing import Any

import numpy as np

from driftsift.data.randomness import cosines
from driftsift.streams.checks import checked_count, checked_function
from driftsift.streams.generators.columns import Values, numbers
from driftsift.streams.generators.ruled import Ruled, Table

__all__ = ["Sine", "sines"]

TURN = 2 * np.pi


def sines(turns: Table) -> Table:
    """Return the sine of each number of turns, the same bits on every machine."""
    return cosines(turns - 0.25)


class Sine(Ruled):
    """Points of the unit square; the class tells on which side of a sine curve they lie.

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    function : int
        1 (SINE1): class 1 iff x1 < sin(x0), that is, below the curve; 2: the reverse; 3 (SINE2): class 1 iff
        x1 < 0.5 + 0.3 sin(3 pi x0); 4: the reverse.
    irrelevant : int
        Number of further features that do not matter.
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
    Row t draws as in `SEA`.

    References: J. Gama, P. Medas, G. Castillo, P. Rodrigues, *Learning with drift detection*, SBIA 2004.

    Examples
    --------
    >>> stream = Sine(1000, function=1, irrelevant=2, seed=1)
    >>> chunk = stream.take(1000)
    >>> bool(((chunk.X[:, 1] < np.sin(chunk.X[:, 0])) == chunk.y).all()), stream.relevant
    (True, {0: frozenset({0, 1})})
    """

    def __init__(
        self,
        n: int | None,
        function: int = 1,
        irrelevant: int = 0,
        noise: float = 0.0,
        noise_mode: str = "flip",
        balance: str = "coin",
        seed: int = 0,
    ) -> None:
        self.function = checked_function(function, 4)
        irrelevant = checked_count("irrelevant", irrelevant, 0)
        super().__init__(n, numbers(2 + irrelevant), (0, 1), (0, 1), noise, noise_mode, balance, seed)

    def _classes(self, x: Values) -> Any:
        curve = sines(x[0] / TURN) if self.function <= 2 else 0.5 + 0.3 * sines(1.5 * x[0])
        below = x[1] < curve
        return below if self.function % 2 else ~below
