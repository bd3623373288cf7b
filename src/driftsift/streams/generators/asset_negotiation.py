"""Asset negotiation: whether the other side wants what is offered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift.streams.checks import checked_choice, checked_function, checked_rate
from driftsift.streams.generators.columns import Values, choice
from driftsift.streams.generators.ruled import Labels, Ruled, Table
from driftsift.streams.units import CHOICE_UNIT

__all__ = ["AssetNegotiation"]

SCHEMES = ("force", "exact")

CATEGORIES = {
    "color": ("black", "blue", "cyan", "brown", "red", "green", "yellow", "magenta"),
    "price": ("veryLow", "low", "normal", "high", "veryHigh", "quiteHigh", "enormous", "non_salable"),
    "payment": ("0", "30", "60", "90", "120", "150", "180", "210", "240"),
    "amount": ("veryLow", "low", "normal", "high", "veryHigh", "quiteHigh", "enormous", "non_ensured"),
    "delivery_delay": ("veryLow", "low", "normal", "high", "veryHigh"),
}
COLUMNS = tuple(choice(name, categories) for name, categories in CATEGORIES.items())
NAMES = tuple(CATEGORIES)

# For each rule its conjunctions; no instance fulfils two of a rule.
RULES: tuple[tuple[dict[str, str], ...], ...] = (
    (
        {"price": "normal", "amount": "high"},
        {"color": "brown", "price": "veryLow", "delivery_delay": "high"},
    ),
    ({"price": "high", "amount": "veryHigh", "delivery_delay": "high"},),
    (
        {"price": "veryLow", "payment": "0", "amount": "high"},
        {"color": "red", "price": "low", "payment": "30"},
    ),
    (
        {"color": "black", "payment": "90", "delivery_delay": "veryLow"},
        {"color": "magenta", "price": "high", "delivery_delay": "veryLow"},
    ),
    (
        {"color": "blue", "payment": "60", "amount": "low", "delivery_delay": "normal"},
        {"color": "cyan", "amount": "low", "delivery_delay": "normal"},
    ),
)


class AssetNegotiation(Ruled):
    """Offers with five nominal features; one of five rules says whether the other side is interested.

    An offer is of interest iff it fulfils one of the conjunctions of the rule. Few offers drawn at random do, so
    those that are to be of interest are made so: a conjunction is chosen, and exactly what it names is set.

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    function : int
        Number of the rule, from 1 to 5.
    scheme : {"force", "exact"}
        Offers that fulfil none are given one of the conjunctions with equal probability; or all are given one in
        proportion to how many offers fulfil it, so that they are distributed as if drawn until they fit.
    class_ratio : float
        Probability that an instance is of interest, before noise, with ``balance="coin"``.
    noise : float
        Probability that a label is hit by noise.
    noise_mode : {"flip", "resample"}
        A hit label becomes the other class, or is drawn anew from both.
    balance : {"coin", "alternate", "none"}
        The class of an instance before noise is drawn with `class_ratio`, or alternates, or follows from
        features drawn freely.
    seed : int
        Seed of all draws.

    Notes
    -----
    ====  ==========================================  ===============================================
    rule  interested if                               or if
    ====  ==========================================  ===============================================
    1     price normal, amount high                   color brown, price veryLow, delay high
    2     price high, amount veryHigh, delay high
    3     price veryLow, payment 0, amount high       color red, price low, payment 30
    4     color black, payment 90, delay veryLow      color magenta, price high, delay veryLow
    5     color blue, payment 60, amount low,         color cyan, amount low, delay normal
          delay normal
    ====  ==========================================  ===============================================

    Row t draws as in `SEA`; word B of unit 1 chooses the conjunction.

    References: F. Enembreck, B. C. Avila, E. E. Scalabrin, J.-P. Barthes, *Learning drifting negotiations*,
    Applied Artificial Intelligence 2007.

    Examples
    --------
    >>> stream = AssetNegotiation(1000, function=2, noise=0, seed=1)
    >>> [stream.schema.names[i] for i in sorted(stream.relevant[0])]
    ['price', 'amount', 'delivery_delay']
    >>> bool(0.4 < stream.take(1000).y.mean() < 0.6)
    True
    """

    def __init__(
        self,
        n: int | None,
        function: int = 1,
        scheme: str = "force",
        class_ratio: float = 0.5,
        noise: float = 0.1,
        noise_mode: str = "flip",
        balance: str = "coin",
        seed: int = 0,
    ) -> None:
        self.function = checked_function(function, len(RULES))
        self.scheme = checked_choice("scheme", scheme, SCHEMES)
        self.class_ratio = checked_rate("class_ratio", class_ratio)
        self._conjunctions = [_codes(conjunction) for conjunction in RULES[function - 1]]
        relevant = set().union(*self._conjunctions)
        super().__init__(n, COLUMNS, ("uninterested", "interested"), relevant, noise, noise_mode, balance, seed)

    def _classes(self, x: Values) -> Any:
        interested = np.zeros(len(x.table), dtype=bool)
        for conjunction in self._conjunctions:
            interested |= np.logical_and.reduce([x[feature] == code for feature, code in conjunction.items()])
        return interested

    def _wanted(self, coin: Table, start: int) -> Labels:
        if self.balance == "coin":
            return (coin >= 1 - self.class_ratio).astype(np.int32)
        return super()._wanted(coin, start)

    def _balance(self, X: Table, labels: Labels, wanted: Labels, start: int) -> None:
        self._redraw(X, np.flatnonzero(labels > wanted), wanted, start)
        unmade = wanted == 1 if self.scheme == "exact" else labels < wanted
        self._force(X, np.flatnonzero(unmade), start)

    def _force(self, X: Table, rows: NDArray[np.int64], start: int) -> None:
        """Set what a conjunction names."""
        _, drawn = self._uniforms(CHOICE_UNIT, start, len(X))
        chosen = np.searchsorted(self._shares(), drawn[rows], side="right")
        for k, conjunction in enumerate(self._conjunctions):
            for feature, code in conjunction.items():
                X[rows[chosen == k], feature] = code

    def _shares(self) -> Table:
        """Return the cumulated probabilities of all conjunctions but the last."""
        if self.scheme == "force":
            coverage = [1.0] * len(self._conjunctions)
        else:
            coverage = [_coverage(conjunction) for conjunction in self._conjunctions]
        return np.cumsum(coverage)[:-1] / sum(coverage)


def _codes(conjunction: Mapping[str, str]) -> dict[int, int]:
    return {NAMES.index(name): CATEGORIES[name].index(category) for name, category in conjunction.items()}


def _coverage(conjunction: Mapping[int, int]) -> float:
    """Return the share of all offers that fulfil a conjunction."""
    return float(1 / np.prod([COLUMNS[feature].span for feature in conjunction]))
