"""A fixed set of features."""

from __future__ import annotations

from collections.abc import Sequence

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.schema import Schema
from driftsift.transformers.base import StreamTransformer, feature_indices

__all__ = ["Subset"]


class Subset(StreamTransformer):
    """Keeps the named features, in the order they have in the stream.

    It stands in front of transformers that choose features themselves, not behind them: what they pass on changes.

    Parameters
    ----------
    features : sequence of str or int
        Names or positions.

    Examples
    --------
    >>> from driftsift import NaiveBayes, Subset
    >>> model = Subset(["x1"]) | NaiveBayes()
    >>> model.fit([[5, 0], [5, 9]], ["a", "b"]).predict([[0, 9]])
    array(['b'], dtype='<U1')
    """

    _names_features = True
    _keeps_features = True

    def __init__(self, features: Sequence[str | int]) -> None:
        self.features = features

    def _build(self, schema: Schema) -> _core.Transformer:
        return _core.subset(native_schema(schema), self._indices(schema))

    def _projected(self, schema: Schema) -> Schema:
        return schema.select(self._indices(schema))

    def _indices(self, schema: Schema) -> list[int]:
        if isinstance(self.features, str) or not len(self.features):
            raise ValueError(f"features must be a non-empty list of names or positions, got {self.features!r}")
        return feature_indices(self.features, schema)
