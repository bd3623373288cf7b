"""The selector that is told the truth, to compare others with."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.schema import Schema
from driftsift.transformers.base import feature_indices
from driftsift.transformers.selector import StreamSelector, on_empty

__all__ = ["Oracle"]


class Oracle(StreamSelector):
    """Keeps the features that matter, as the truth of a stream has it.

    With every drift the next concept begins: what matters in it passes from the first row behind the drift on, and the
    learner starts afresh if that is something else. With `Pipeline(..., replay=0)` it learns no rows of the concept
    before.

    Rows are counted as they are learned. Where labels are unknown or late, give a truth whose drifts are moved
    accordingly.

    Parameters
    ----------
    truth : Stream or Truth
        Anything that has `relevant`, the features of each concept, and `drifts`. Only a `Truth`, such as
        ``stream.truth``, can be saved to a model file.
    include : sequence of str or int, default ()
        Features that always pass.
    on_empty : {"all", "keep", "prior"}, default "all"
        What passes where nothing matters: all features, those that mattered last, or none.

    Examples
    --------
    >>> import driftsift as ds
    >>> stream = ds.WithIrrelevant(ds.SEA(n=5_000, seed=1), numeric=20)
    >>> model = (ds.Oracle(stream.truth) | ds.NaiveBayes()).prepare(stream.schema)
    >>> model.explain()["selected"]
    [['x1', 'x2']]
    """

    _names_features = True

    def __init__(self, truth: Any, include: Sequence[str | int] = (), on_empty: str = "all") -> None:
        self.truth = truth
        self.include = include
        self.on_empty = on_empty

    def _build(self, schema: Schema) -> _core.Transformer:
        passes = on_empty(self)
        drifts = self._drifts()
        concepts = [self._features(schema, concept) for concept in range(len(drifts) + 1)]
        return _core.oracle(native_schema(schema), concepts, drifts, passes)

    def _projected(self, schema: Schema) -> Schema:
        features = self._features(schema, 0)
        return schema.select(features) if features or self.on_empty == "prior" else schema

    def _reason(self, row: int, why: str) -> str:
        return f"{why} {sum(at < row for at in self._drifts())}"

    def _drifts(self) -> list[float]:
        """Return the row behind which each concept but the first begins."""
        if not hasattr(self.truth, "relevant") or not hasattr(self.truth, "drifts"):
            raise TypeError(f"truth must be a Stream or a Truth, got {self.truth!r}")
        drifts = sorted(float(at) for at, _ in self.truth.drifts)
        if not all(map(isfinite, drifts)):
            raise ValueError(f"drifts must lie at finite rows, got {drifts}")
        return drifts

    def _features(self, schema: Schema, concept: int) -> list[int]:
        if isinstance(self.include, str):
            raise TypeError(f"include must be a list of names or positions, got {self.include!r}")
        relevant = self.truth.relevant
        if relevant is None:
            raise ValueError("truth does not say which features matter: its relevant is None")
        if concept not in relevant:
            n = len(self.truth.drifts)
            raise ValueError(f"truth does not say what matters in concept {concept}; it has {n} drifts")
        return feature_indices([*relevant[concept], *self.include], schema)
