"""Generators that draw features and then read the class off them by a rule."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Label, Nominal, Schema
from driftsift.data.randomness import Purpose, uniform_table, uniforms_at
from driftsift.streams.checks import checked_choice
from driftsift.streams.generators.columns import Columns, Uniform, Values
from driftsift.streams.generators.generator import Generator
from driftsift.streams.generators.noise import BALANCES, wanted_classes
from driftsift.streams.units import DECISION_UNIT, FEATURE_UNIT

__all__ = ["Ruled"]

MOST_ATTEMPTS = 100_000
# Of a frequent class a second draw for every row would mostly be thrown away (SEA: 95 ns per row instead of 60); of a
# rare one calls with few draws cost more than the draws.
DRAWS_AT_ONCE = 2_048
DRAWS_OF_A_RARE_CLASS = 16_384
RARELY = 0.1

Labels = NDArray[np.int32]
Table = NDArray[np.float64]


class Ruled(Generator):
    """Features are drawn uniformly and independently; some of them decide the class.

    To give an instance the class it is to have, the features that decide are drawn again until they fit.

    Parameters
    ----------
    n : int or None
    columns : sequence of Uniform
        How each feature is drawn.
    classes : iterable of labels
    relevant : collection of int
        The features that matter.
    noise, noise_mode, seed
        As in `Generator`.
    balance : {"coin", "alternate", "none"}
        The class of an instance before noise is any with equal probability, or each in turn, or what follows
        from features drawn freely.
    deciding : collection of int, optional
        The features that are drawn again; by default those that matter.
    ranges : mapping of int to pair of float, optional
        Lowest and highest value of features that are made of what is drawn.

    Notes
    -----
    Row t draws, all with `Purpose.STREAM`:

    ========  ===================================================  ===================================
    unit      word A, word B                                       sub
    ========  ===================================================  ===================================
    0         wanted class; whether the label is hit               0
    1         what a hit label becomes; unused                     0
    2+j//2    word j % 2: feature j                                attempt if the feature decides, else 0
    ========  ===================================================  ===================================
    """

    def __init__(
        self,
        n: int | None,
        columns: Sequence[Uniform],
        classes: Iterable[Label],
        relevant: Collection[int],
        noise: float,
        noise_mode: str,
        balance: str,
        seed: int,
        deciding: Collection[int] | None = None,
        ranges: Mapping[int, tuple[float, float]] | None = None,
    ) -> None:
        self.balance = checked_choice("balance", balance, BALANCES)
        self._columns = Columns(columns)
        self._deciding = Columns(columns, sorted(relevant if deciding is None else deciding))
        self._deciding_units = _by_unit(self._deciding.features)
        schema = Schema((column.feature for column in columns), classes)
        super().__init__(n, schema, relevant, {**_ranges(columns), **(ranges or {})}, noise, noise_mode, seed)

    @abstractmethod
    def _classes(self, x: Values) -> Any:
        """Return the class of each row, told from the features that decide."""

    def _rows(self, start: int, n: int) -> tuple[Table, Labels]:
        x = self._values(self._table(FEATURE_UNIT, start, n), self._columns)
        labels = self._labels(x)
        if self.balance != "none":
            coin, _ = self._uniforms(DECISION_UNIT, start, n)
            wanted = self._wanted(coin, start)
            self._balance(x.table, labels, wanted, start)
            labels = wanted
        return x.table, labels

    def _values(self, table: Table, columns: Columns) -> Values:
        """Return what a table of numbers in [0, 1) means."""
        return columns.values(table)

    def _labels(self, x: Values) -> Labels:
        labels: Labels = self._classes(x).astype(np.int32)
        return labels

    def _wanted(self, coin: Table, start: int) -> Labels:
        return wanted_classes(self.balance, coin, start, self.schema.n_classes)

    def _balance(self, X: Table, labels: Labels, wanted: Labels, start: int) -> None:
        """Change the rows whose class is not the wanted one."""
        self._redraw(X, np.flatnonzero(labels != wanted), wanted, start)

    def _redraw(self, X: Table, rows: NDArray[np.int64], wanted: Labels, start: int) -> None:
        """Draw the features that decide again and again until each of the rows has its wanted class."""
        attempt, at_once = 1, DRAWS_AT_ONCE
        while len(rows):
            tries = min(max(at_once // len(rows), 1), MOST_ATTEMPTS - attempt)
            if not tries:
                raise RuntimeError(f"{self.name}: no instance of the wanted class in {MOST_ATTEMPTS:,} draws")
            x = self._values(self._deciding_table(start + rows, attempt, tries), self._deciding)
            done, chosen = _first_fit(self._classes(x).reshape(-1, tries) == wanted[rows, None])
            fitting = rows[done]
            for feature in self._deciding.features:
                X[fitting, feature] = x[feature][chosen]
            at_once = DRAWS_OF_A_RARE_CLASS if done.mean() < RARELY else DRAWS_AT_ONCE
            rows = rows[~done]
            attempt += tries

    def _deciding_table(self, t: NDArray[np.int64], attempt: int, tries: int) -> Table:
        """Return for each row of the stream the numbers in [0, 1) of some attempts, one below the other."""
        table = np.empty((len(t) * tries, len(self._deciding.features)), order="F")
        subs: NDArray[np.uint32] | int = attempt
        if tries > 1:
            subs = np.tile(np.arange(attempt, attempt + tries, dtype=np.uint32), len(t))
            t = np.repeat(t, tries)
        for unit, places in self._deciding_units:
            drawn = uniforms_at(self.seed, Purpose.STREAM, FEATURE_UNIT + unit, t, subs)
            for word, place in places:
                table[:, place] = drawn[word]
        return table

    def _table(self, unit: int, start: int, n: int) -> Table:
        """Return one number in [0, 1) per row and feature."""
        return uniform_table(self.seed, Purpose.STREAM, unit, start, n, self.schema.n_features)


def _first_fit(fits: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return which rows have an attempt that fits, and the number of the first one of each that has."""
    if fits.shape[1] == 1:
        return fits[:, 0], np.flatnonzero(fits)
    first = fits.argmax(axis=1) + np.arange(0, fits.size, fits.shape[1])
    done = fits.ravel()[first]
    return done, first[done]


def _by_unit(features: Sequence[int]) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return for each unit which of its words belongs to the feature at which place."""
    places: dict[int, list[tuple[int, int]]] = {}
    for place, feature in enumerate(features):
        places.setdefault(feature // 2, []).append((feature % 2, place))
    return list(places.items())


def _ranges(columns: Sequence[Uniform]) -> dict[int, tuple[float, float]]:
    return {
        i: (column.low, column.low + column.span - column.whole)
        for i, column in enumerate(columns)
        if not isinstance(column.feature, Nominal)
    }
