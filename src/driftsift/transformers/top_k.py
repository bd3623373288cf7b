"""Selection of the features with the highest scores."""

from __future__ import annotations

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import positive_int
from driftsift.data.schema import Schema
from driftsift.transformers.base import StreamTransformer

__all__ = ["TopK"]


class TopK(StreamTransformer):
    """Keeps the k features that vary most in the last instances.

    Variance asks nothing of the class: it finds features that carry a signal only where irrelevant ones are constant
    or nearly so. A nominal feature counts with its category codes.

    Parameters
    ----------
    k : int, default 10
    window : int, default 1000
        Number of last instances the variance is taken over.
    every : int, default 500
        The selection is looked at anew after so many instances; until then all features pass.

    Examples
    --------
    >>> from driftsift import NaiveBayes, TopK
    >>> model = TopK(k=1, every=2) | NaiveBayes()
    >>> model.fit([[0, 5], [9, 5], [1, 5], [8, 5]], ["a", "b", "a", "b"]).explain()["features"]
    ['x0']
    """

    def __init__(self, k: int = 10, window: int = 1000, every: int = 500) -> None:
        self.k = k
        self.window = window
        self.every = every

    def _build(self, schema: Schema) -> _core.Transformer:
        return _core.top_k(
            native_schema(schema),
            positive_int("k", self.k),
            positive_int("window", self.window, least=2),
            positive_int("every", self.every),
        )

    def _projected(self, schema: Schema) -> Schema:
        return schema
