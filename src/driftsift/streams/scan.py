"""Learning the schema of a table from all of its rows, a batch at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from driftsift.data import Feature, Label, Numeric, Schema
from driftsift.data.arrow import Array
from driftsift.data.columns import as_array, refuse_infinite
from driftsift.data.columns import numbers as numbers_of
from driftsift.data.inference import ColumnProfile, Content
from driftsift.data.labels import classes_of
from driftsift.streams.target import find_column

__all__ = ["TableScan"]


class TableScan:
    """What the batches of a table have shown so far about each of its columns.

    Parameters
    ----------
    names : sequence of str
        The columns, the target among them.
    target : str
        The label column.
    nominal, numeric : collection of str, optional
        Columns that are nominal or numeric whatever they look like.
    classes : sequence of labels, optional
        The classes; by default those that occur.
    """

    def __init__(
        self,
        names: Sequence[str],
        target: str,
        *,
        nominal: Collection[str] | None = None,
        numeric: Collection[str] | None = None,
        classes: Iterable[Label] | None = None,
    ) -> None:
        forced = _resolved(names, nominal, "nominal=")
        self._numeric = _resolved(names, numeric, "numeric=")
        both = sorted(forced & self._numeric)
        if both:
            raise ValueError(f"column {both[0]!r} is listed both in nominal= and in numeric=")
        self._target = target
        self._classes = None if classes is None else tuple(classes)
        self._profiles = {
            name: ColumnProfile(name, collect=name in forced or name == target, keep_order=False) for name in names
        }
        self.rows = 0

    def update(self, batch: Mapping[str, Array], rows: int) -> None:
        """Take in the next `rows` rows."""
        for name, column in batch.items():
            if name in self._numeric:
                refuse_infinite(name, numbers_of(name, as_array(column), self.rows), self.rows)
            else:
                self._profiles[name].update(column, self.rows)
        self.rows += rows

    @property
    def unfinished(self) -> list[str]:
        """Columns that turned out to be texts after some of their texts had been forgotten."""
        return [name for name, profile in self._profiles.items() if not profile.complete]

    def start_again(self) -> None:
        """Prepare for a second pass over the unfinished columns only, which gathers all their texts."""
        self.rows = 0
        for name in self.unfinished:
            self._profiles[name] = ColumnProfile(name, keep_order=False)
            self._profiles[name].content = Content.TEXTS

    @property
    def plain_numbers(self) -> list[str]:
        """Feature columns in which every value is a number or missing, without white space around it."""
        return [
            name
            for name, profile in self._profiles.items()
            if name != self._target
            and not profile.collect
            and profile.content is Content.NUMBERS
            and not profile.padded
        ]

    def schema(self) -> Schema:
        """Return what has been learned."""
        features = [self._feature(name) for name in self._profiles if name != self._target]
        classes = classes_of(self._profiles[self._target]) if self._classes is None else self._classes
        return Schema(features, classes, self._target)

    def _feature(self, name: str) -> Feature:
        return Numeric(name) if name in self._numeric else self._profiles[name].feature()


def _resolved(names: Sequence[str], columns: Collection[str] | None, role: str) -> set[str]:
    if isinstance(columns, str):
        raise TypeError(f"{role}{columns!r} is a text; give a list of column names")
    return {find_column(names, column, role) for column in columns or ()}
