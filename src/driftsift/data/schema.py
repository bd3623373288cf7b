"""What the columns of a stream mean: names, kinds, categories and classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Feature", "Label", "Nominal", "Numeric", "Schema"]

Label = str | int | bool


@dataclass(frozen=True, slots=True)
class Numeric:
    """A feature whose values are numbers.

    Examples
    --------
    >>> Numeric("price")
    Numeric(name='price')
    """

    name: str


@dataclass(frozen=True, slots=True)
class Nominal:
    """A feature whose values are one of a fixed list of categories.

    Examples
    --------
    >>> Nominal("day", ("mon", "tue")).categories
    ('mon', 'tue')
    """

    name: str
    categories: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "categories", tuple(self.categories))
        if not self.categories:
            raise ValueError(f"nominal feature {self.name!r} has no categories")
        _refuse_repeats(self.categories, f"category of feature {self.name!r}")


Feature = Numeric | Nominal


@dataclass(frozen=True)
class Schema:
    """The ordered features of a stream and the labels of its classes; immutable.

    Parameters
    ----------
    features : sequence of Numeric or Nominal
    classes : sequence of labels
        Class code k stands for ``classes[k]``.
    target : str
        Name of the class column.

    Examples
    --------
    >>> schema = Schema([Numeric("price"), Nominal("day", ("mon", "tue"))], classes=("DOWN", "UP"))
    >>> schema.n_features, schema.n_classes, schema.names
    (2, 2, ('price', 'day'))
    """

    features: tuple[Feature, ...]
    classes: tuple[Label, ...]
    target: str = "class"

    def __init__(self, features: Iterable[Feature], classes: Iterable[Label], target: str = "class") -> None:
        object.__setattr__(self, "features", tuple(features))
        object.__setattr__(self, "classes", tuple(classes))
        object.__setattr__(self, "target", target)
        for feature in self.features:
            if not isinstance(feature, (Numeric, Nominal)):
                raise TypeError(f"a feature is Numeric or Nominal, not {type(feature).__name__}")
        _refuse_repeats(self.names, "feature name")
        _refuse_repeats(self.classes, "class")

    @classmethod
    def numeric(cls, n_features: int, classes: Iterable[Label], target: str = "class") -> Schema:
        """Build the schema of `n_features` numeric features called x0, x1, ..."""
        return cls((Numeric(f"x{i}") for i in range(n_features)), classes, target)

    @classmethod
    def from_dict(cls, description: dict[str, Any]) -> Schema:
        """Rebuild a schema from what `to_dict` gave."""
        features = (
            Numeric(name) if categories is None else Nominal(name, tuple(categories))
            for name, categories in description["features"]
        )
        return cls(features, description["classes"], description["target"])

    def to_dict(self) -> dict[str, Any]:
        """Describe the schema as plain data, ready for JSON or msgpack."""
        return {
            "features": [
                [feature.name, list(feature.categories) if isinstance(feature, Nominal) else None]
                for feature in self.features
            ],
            "classes": list(self.classes),
            "target": self.target,
        }

    @property
    def n_features(self) -> int:
        """Number of features."""
        return len(self.features)

    @property
    def n_classes(self) -> int:
        """Number of classes."""
        return len(self.classes)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the features, in order."""
        return tuple(feature.name for feature in self.features)

    @cached_property
    def n_categories(self) -> NDArray[np.int32]:
        """Number of categories of each feature, 0 for a numeric one."""
        return np.array([len(f.categories) if isinstance(f, Nominal) else 0 for f in self.features], dtype=np.int32)

    def index(self, name: str) -> int:
        """Return the position of the feature called `name`."""
        try:
            return self.names.index(name)
        except ValueError:
            raise ValueError(f"no feature called {name!r}; there are {list(self.names)}") from None

    def select(self, indices: Sequence[int]) -> Schema:
        """Return the schema of the features at `indices` only."""
        return replace_features(self, (self.features[i] for i in indices))

    def with_classes(self, classes: Iterable[Label]) -> Schema:
        """Return the same features with other classes."""
        return Schema(self.features, classes, self.target)


def replace_features(schema: Schema, features: Iterable[Feature]) -> Schema:
    """Return `schema` with other features."""
    return Schema(features, schema.classes, schema.target)


def _refuse_repeats(values: Sequence[Any], what: str) -> None:
    if len(set(values)) == len(values):
        return
    seen: set[Any] = set()
    for value in values:
        if value in seen:
            raise ValueError(f"{what} {value!r} appears more than once")
        seen.add(value)
