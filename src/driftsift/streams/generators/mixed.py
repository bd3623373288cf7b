"""Mixed: two truth values and a point, of which two out of three have to agree."""

from __future__ import annotations

from typing import Any

from driftsift.streams.checks import checked_function
from driftsift.streams.generators.columns import Values, choice, number
from driftsift.streams.generators.ruled import Ruled
from driftsift.streams.generators.sine import sines

__all__ = ["Mixed"]

V, W, X, Y = range(4)
COLUMNS = (choice("v", ("false", "true")), choice("w", ("false", "true")), number("x"), number("y"))


class Mixed(Ruled):
    """Two nominal and two numeric features; class 1 iff two of three conditions hold.

    The conditions are v, w, and y < 0.5 + 0.3 sin(3 pi x).

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    function : int
        1: as above; 2: the reverse.
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
    >>> Mixed(1000, seed=1).take(1).X.shape
    (1, 4)
    """

    def __init__(
        self,
        n: int | None,
        function: int = 1,
        noise: float = 0.0,
        noise_mode: str = "flip",
        balance: str = "coin",
        seed: int = 0,
    ) -> None:
        self.function = checked_function(function, 2)
        super().__init__(n, COLUMNS, (0, 1), (V, W, X, Y), noise, noise_mode, balance, seed)

    def _classes(self, x: Values) -> Any:
        below = x[Y] < 0.5 + 0.3 * sines(1.5 * x[X])
        two_hold = x[V] + x[W] + below >= 2
        return two_hold if self.function == 1 else ~two_hold
