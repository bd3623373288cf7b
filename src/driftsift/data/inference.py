"""Learning from the values of a column what feature it is, a piece of the column at a time."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

import numpy as np
import pyarrow.compute as pc

from driftsift.data.arrow import Array
from driftsift.data.columns import Kind, as_array, kind_of, refuse_infinite, texts
from driftsift.data.schema import Feature, Nominal, Numeric
from driftsift.data.text import cleaned, moments_in_text, numbers_in_text, plain_numbers_in_text

__all__ = ["ColumnProfile", "Content"]

MOST_CATEGORIES = 100_000


class Content(Enum):
    """What the values of a column mean."""

    NOTHING = "nothing"
    NUMBERS = "numbers"
    DATES = "dates"
    TRUTH = "truth values"
    TEXTS = "texts"
    CATEGORIES = "categories"


class ColumnProfile:
    """What one column has been seen to hold so far.

    Parameters
    ----------
    name : str
        Name of the column.
    collect : bool
        Gather the distinct values as texts even while all of them are numbers (for the target, and for a
        feature that is to be nominal).
    keep_order : bool
        Keep the order in which a categorical type lists its categories; otherwise they are sorted.
    """

    def __init__(self, name: str, *, collect: bool = False, keep_order: bool = True) -> None:
        self.name = name
        self.content = Content.NOTHING
        self.collect = collect
        self.keep_order = keep_order
        self.complete = True
        self.padded = False
        self.numeric_categories = False
        self._seen: dict[str, None] = {}

    def update(self, column: Array, first_row: int = 0) -> None:
        """Take in a further piece of the column, which starts at row `first_row` of the table."""
        values = as_array(column)
        kind = kind_of(self.name, values.type)
        if kind is Kind.TEXT:
            self._update_texts(values, first_row)
        elif kind is Kind.CATEGORY:
            self.content = Content.CATEGORIES
            self.numeric_categories = kind_of(self.name, values.type.value_type) is Kind.NUMBER
            self._add(texts(self.name, values.dictionary))
        elif kind is not Kind.EMPTY:
            self.content = Content.TRUTH if kind is Kind.BOOL else Content.NUMBERS
            if self.collect:
                self._add(texts(self.name, pc.unique(values)))

    @property
    def categories(self) -> tuple[str, ...]:
        """The distinct values as texts: in their declared order if they have one, else sorted."""
        if self.content is Content.TRUTH:
            return ("False", "True")
        declared = self.content is Content.CATEGORIES and self.keep_order
        return tuple(self._seen) if declared else tuple(sorted(self._seen))

    def feature(self) -> Feature:
        """Return the feature a person would take the column for."""
        nominal = self.collect or self.content in (Content.TRUTH, Content.TEXTS, Content.CATEGORIES)
        if nominal and self.categories:
            return Nominal(self.name, self.categories)
        if self.collect:
            raise ValueError(f"column {self.name!r} is to be nominal, but all its values are missing")
        return Numeric(self.name)

    def _update_texts(self, values: Array, first_row: int) -> None:
        before = self.content
        if before is not Content.TEXTS:
            self.content = _merged(before, self._content_of(values, first_row))
        if self.collect or self.content is Content.TEXTS:
            self._add(pc.unique(cleaned(values)))
            if before in (Content.NUMBERS, Content.DATES) and not self.collect:
                self.complete = False

    def _content_of(self, values: Array, first_row: int) -> Content:
        found = plain_numbers_in_text(values)
        if found is None:
            self.padded = True
            found = numbers_in_text(values)
        if found is not None:
            if np.isnan(found).all():
                return Content.NOTHING
            if not self.collect:
                refuse_infinite(self.name, found, first_row)
            return Content.NUMBERS
        return Content.TEXTS if moments_in_text(values) is None else Content.DATES

    def _add(self, values: Array) -> None:
        self._seen.update(dict.fromkeys(_present(values.to_pylist())))
        if len(self._seen) > MOST_CATEGORIES:
            raise ValueError(
                f"column {self.name!r} has more than {MOST_CATEGORIES:,} distinct texts; "
                "leave it out with drop= or give a schema without it"
            )


def _merged(before: Content, now: Content) -> Content:
    if before is Content.NOTHING or before is now:
        return now
    return before if now is Content.NOTHING else Content.TEXTS


def _present(values: Iterable[str | None]) -> list[str]:
    return [value for value in values if value is not None]
