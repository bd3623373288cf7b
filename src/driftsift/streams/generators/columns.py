"""Features that are drawn uniformly, and the tables of their values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Feature, Nominal, Numeric

__all__ = ["Columns", "Uniform", "Values", "choice", "number", "numbers", "whole"]

Table = NDArray[np.float64]


@dataclass(frozen=True)
class Uniform:
    """A feature drawn from [low, low + span), or from the whole numbers low, ..., low + span - 1."""

    feature: Feature
    low: float
    span: float
    whole: bool


def number(name: str, low: float = 0.0, high: float = 1.0) -> Uniform:
    """Return a numeric feature with values in [low, high)."""
    return Uniform(Numeric(name), low, high - low, whole=False)


def numbers(n: int, low: float = 0.0, high: float = 1.0, first: int = 0) -> list[Uniform]:
    """Return `n` numeric features called x{first}, x{first + 1}, ..."""
    return [number(f"x{i}", low, high) for i in range(first, first + n)]


def whole(name: str, lowest: int, highest: int) -> Uniform:
    """Return a numeric feature whose values are whole numbers."""
    return Uniform(Numeric(name), lowest, highest - lowest + 1, whole=True)


def choice(name: str, categories: Iterable[str]) -> Uniform:
    """Return a nominal feature."""
    feature = Nominal(name, tuple(categories))
    return Uniform(feature, 0, len(feature.categories), whole=True)


class Columns:
    """Turns tables of numbers in [0, 1) into values of uniformly drawn features.

    Parameters
    ----------
    drawn : sequence of Uniform
        One per feature of the stream.
    chosen : sequence of int, optional
        The features that the tables hold; by default all.

    Examples
    --------
    >>> columns = Columns([number("price", 10, 20), choice("day", ("mon", "tue"))])
    >>> columns.values(np.array([[0.25, 0.75]])).table
    array([[12.5,  1. ]])
    """

    def __init__(self, drawn: Sequence[Uniform], chosen: Sequence[int] | None = None) -> None:
        self.features = tuple(range(len(drawn)) if chosen is None else chosen)
        self._place = {feature: place for place, feature in enumerate(self.features)}
        mine = [drawn[i] for i in self.features]
        self._low = np.array([column.low for column in mine])
        self._span = np.array([column.span for column in mine])
        places = [slice(run[0], run[-1] + 1) for run in _runs(i for i, column in enumerate(mine) if column.whole)]
        self._whole = tuple(places)

    def values(self, table: Table) -> Values:
        """Turn a table of numbers in [0, 1) into values, in place."""
        if (self._span != 1).any():
            table *= self._span
        for places in self._whole:
            np.floor(table[:, places], out=table[:, places])
        if self._low.any():
            table += self._low
        return Values(table, self._place)


class Values:
    """The values of some features, to be asked for by the number of the feature."""

    def __init__(self, table: Table, place: dict[int, int]) -> None:
        self.table = table
        self._place = place

    def __getitem__(self, feature: int) -> Table:
        return self.table[:, self._place[feature]]

    def flat(self, features: Sequence[int]) -> tuple[Table, NDArray[np.int64], NDArray[np.int64]]:
        """Return all values in the order of memory, and the steps to each row and to each of some features."""
        table = self.table if self.table.flags.forc else np.ascontiguousarray(self.table)
        rows, columns = table.shape
        row_step, column_step = (columns, 1) if table.flags.c_contiguous else (1, rows)
        places = np.array([self._place[feature] for feature in features])
        return table.ravel("K"), np.arange(rows) * row_step, places * column_step


def _runs(places: Iterable[int]) -> Iterable[list[int]]:
    """Group ascending numbers into runs without a gap."""
    for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0]):
        yield [place for _, place in run]
