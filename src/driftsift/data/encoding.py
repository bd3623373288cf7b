"""Columns of a table turned into the numbers of a chunk."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from driftsift.data.arrow import Array, text_array
from driftsift.data.chunk import Matrix
from driftsift.data.columns import CategoryCodes, Kind, kind_of, refuse_infinite
from driftsift.data.columns import numbers as numbers_of
from driftsift.data.hints import did_you_mean, enumerated
from driftsift.data.schema import Feature, Nominal, Schema

__all__ = ["ColumnEncoder", "Encoded", "encode_columns", "require_columns"]


@dataclass(frozen=True)
class Encoded:
    """The features of some rows as numbers.

    Parameters
    ----------
    X : float64 array or CSR array of shape (n, d)
        Nominal values are category codes, a missing value is NaN.
    unseen : dict of str to int
        For each feature with values outside its categories: how many of them became NaN.
    """

    X: Matrix
    unseen: dict[str, int] = field(default_factory=dict)


class ColumnEncoder:
    """Turns the columns of one feature into numbers; keeps what can be prepared once."""

    def __init__(self, feature: Feature) -> None:
        self.name = feature.name
        self._categories: Array | None = None
        if isinstance(feature, Nominal):
            self._categories = text_array(feature.categories)
        self._codes: CategoryCodes | None = None

    @classmethod
    def of(cls, schema: Schema) -> list[ColumnEncoder]:
        """Return one encoder per feature."""
        return [cls(feature) for feature in schema.features]

    def __call__(self, column: Array, first_row: int = 0) -> tuple[NDArray[np.float64], int]:
        """Return the numbers and the count of unseen categories."""
        if self._categories is None:
            return numbers_of(self.name, column, first_row), 0
        kind = kind_of(self.name, column.type)
        encoded = column if kind is Kind.CATEGORY else column.dictionary_encode()
        codes = self._codes
        if codes is None or not encoded.dictionary.equals(codes.dictionary):
            codes = self._codes = CategoryCodes(self.name, encoded.dictionary, self._categories)
        return codes.of(encoded.indices)


def encode_columns(table: Mapping[str, Array], encoders: list[ColumnEncoder], *, first_row: int = 0) -> Encoded:
    """Run every encoder on the column of its name."""
    require_columns([encoder.name for encoder in encoders], table, "feature")
    rows = len(next(iter(table.values()))) if table else 0
    X = np.empty((rows, len(encoders)))
    unseen = {}
    for j, encoder in enumerate(encoders):
        X[:, j], count = encoder(table[encoder.name], first_row)
        if count:
            unseen[encoder.name] = count
    if np.isinf(X).any():
        j = int(np.isinf(X).any(axis=0).argmax())
        refuse_infinite(encoders[j].name, X[:, j], first_row)
    return Encoded(X, unseen)


def require_columns(names: Iterable[str], table: Collection[str], role: str) -> None:
    """Raise ValueError for the first name that is not a column."""
    for name in names:
        if name not in table:
            hint = did_you_mean(name, list(table))
            raise ValueError(f"no column {name!r} ({role}){hint or ''}; the columns are {enumerated(table)}")
