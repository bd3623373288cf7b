"""What all transformers share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from numbers import Integral
from typing import Any

from sklearn.base import BaseEstimator

from driftsift import _core
from driftsift.data.schema import Schema

__all__ = ["StreamTransformer", "feature_indices"]


class StreamTransformer(BaseEstimator, ABC):
    """Changes the features a learner sees; ``transformer | learner`` is a `Pipeline`."""

    _names_features = False  # True: its parameters speak of the features it is given
    _keeps_features = False  # True: what it passes on never changes

    @abstractmethod
    def _build(self, schema: Schema) -> _core.Transformer:
        """Return an untrained native transformer; ValueError for parameters that make no sense."""

    def _replay(self) -> int:
        """Return how many of the last rows a learner behind is to learn again after a change."""
        return 200

    def _cells(self, schema: Schema) -> int:  # noqa: ARG002
        """Return the size of the largest table of an untrained transformer where parameters alone make it large."""
        return 0

    @abstractmethod
    def _projected(self, schema: Schema) -> Schema:
        """Return the schema behind an untrained transformer."""

    def __or__(self, other: Any) -> Any:
        from driftsift.transformers.pipeline import join

        return join([self], other)


def feature_indices(features: Iterable[Any], schema: Schema) -> list[int]:
    """Return the positions of features that are named or numbered, in ascending order."""
    indices = set()
    for feature in features:
        if isinstance(feature, bool) or not isinstance(feature, (str, Integral)):
            raise TypeError(f"a feature is named or numbered, got {feature!r}")
        index = schema.index(feature) if isinstance(feature, str) else int(feature)
        if not 0 <= index < schema.n_features:
            raise ValueError(f"no feature at position {index}; the stream has {schema.n_features}")
        indices.add(index)
    return sorted(indices)
