"""What all transformers share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from sklearn.base import BaseEstimator

from driftsift import _core
from driftsift.data.schema import Schema

__all__ = ["StreamTransformer"]


class StreamTransformer(BaseEstimator, ABC):
    """Changes the features a learner sees; ``transformer | learner`` is a `Pipeline`."""

    _names_features = False  # True: its parameters speak of the features it is given

    @abstractmethod
    def _build(self, schema: Schema) -> _core.Transformer:
        """Return an untrained native transformer; ValueError for parameters that make no sense."""

    def _replay(self) -> int:
        """Return how many of the last rows a learner behind is to learn again after a change."""
        return 200

    @abstractmethod
    def _projected(self, schema: Schema) -> Schema:
        """Return the schema behind an untrained transformer."""

    def __or__(self, other: Any) -> Any:
        from driftsift.transformers.pipeline import join

        return join([self], other)
