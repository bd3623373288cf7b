"""What a classifier must beat: the most frequent class, and the label that came last."""

from __future__ import annotations

from typing import Any

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import positive_int
from driftsift.data.schema import Schema
from driftsift.learners.base import StreamClassifier

__all__ = ["MajorityClass", "NoChange"]


class Baseline(StreamClassifier):
    """A classifier that does not look at the features."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags


class MajorityClass(Baseline):
    """Predicts the class that came most often.

    Parameters
    ----------
    window : int, optional
        Number of last instances to look at; by default the whole stream.

    Examples
    --------
    >>> from driftsift import MajorityClass
    >>> MajorityClass().fit([[0], [0], [0]], ["a", "b", "b"]).predict([[1]])
    array(['b'], dtype='<U1')
    """

    def __init__(self, window: int | None = None) -> None:
        self.window = window

    def _build(self, schema: Schema) -> _core.Model:
        window = 0 if self.window is None else positive_int("window", self.window)
        return _core.majority_class(native_schema(schema), window)

    def _explain(self, state: dict[str, Any]) -> dict[str, Any]:
        return {"weight": dict(zip(self.schema_.classes, state["weight"].tolist(), strict=True))}


class NoChange(Baseline):
    """Predicts the label of the instance learned last.

    Examples
    --------
    >>> from driftsift import NoChange
    >>> NoChange().fit([[0], [0]], ["b", "a"]).predict([[1]])
    array(['a'], dtype='<U1')
    """

    def _build(self, schema: Schema) -> _core.Model:
        return _core.no_change(native_schema(schema))

    def _explain(self, state: dict[str, Any]) -> dict[str, Any]:
        last = state["last"]
        return {"last": None if last < 0 else self.schema_.classes[last]}
