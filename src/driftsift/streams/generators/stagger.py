"""STAGGER: three nominal features, three rules."""

from __future__ import annotations

from typing import Any

from driftsift.streams.checks import checked_function
from driftsift.streams.generators.columns import Values, choice
from driftsift.streams.generators.ruled import Ruled

__all__ = ["STAGGER"]

SIZE, COLOR, SHAPE = range(3)
SMALL, RED, GREEN, CIRCLE = 0, 0, 2, 0

COLUMNS = (
    choice("size", ("small", "medium", "large")),
    choice("color", ("red", "blue", "green")),
    choice("shape", ("circle", "square", "triangle")),
)
RELEVANT = ((SIZE, COLOR), (COLOR, SHAPE), (SIZE,))


class STAGGER(Ruled):
    """Objects of a size, a color and a shape; one of three rules is true or false of them.

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    function : int
        1: small and red; 2: green or a circle; 3: medium or large.
    noise : float
        Probability that a label is hit by noise.
    noise_mode : {"flip", "resample"}
        A hit label becomes the other class, or is drawn anew from both.
    balance : {"coin", "alternate", "none"}
        The class of an instance before noise is a fair coin, or alternates true, false, ..., or follows from
        features drawn freely.
    seed : int
        Seed of all draws.

    Notes
    -----
    Row t draws as in `SEA`.

    References: J. C. Schlimmer, R. H. Granger, *Incremental learning from noisy data*, Machine Learning 1986.

    Examples
    --------
    >>> stream = STAGGER(1000, function=2, seed=1)
    >>> [stream.schema.names[i] for i in sorted(stream.relevant[0])]
    ['color', 'shape']
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
        self.function = checked_function(function, len(RELEVANT))
        relevant = RELEVANT[function - 1]
        super().__init__(n, COLUMNS, ("false", "true"), relevant, noise, noise_mode, balance, seed)

    def _classes(self, x: Values) -> Any:
        if self.function == 1:
            return (x[SIZE] == SMALL) & (x[COLOR] == RED)
        if self.function == 2:
            return (x[COLOR] == GREEN) | (x[SHAPE] == CIRCLE)
        return x[SIZE] != SMALL
