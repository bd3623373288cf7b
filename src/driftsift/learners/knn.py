"""k nearest neighbours in a sliding window."""

from __future__ import annotations

from typing import Any

from driftsift import _core
from driftsift.data.schema import Schema
from driftsift.learners.base import StreamClassifier
from driftsift.learners.parameters import one_of, positive_int
from driftsift.learners.rows import native_schema

__all__ = ["KNN"]


class KNN(StreamClassifier):
    """The k nearest of the last `window` instances vote, each with its weight.

    The squared distance is the sum over the features of the squared difference of numbers, in units of the range the
    feature has within the window, and of 1 for every nominal feature that differs. What is missing on either side is
    left out and the rest scaled up. Of equally distant instances the older one is nearer.

    Parameters
    ----------
    k : int, default 10
    window : int, default 1000
    scale : {"range", "none"}, default "range"
        Whether differences are divided by the range within the window.

    Notes
    -----
    A prediction looks at every instance of the window: O(window * d), or for sparse rows O(window * stored entries).

    Examples
    --------
    >>> from driftsift import KNN
    >>> KNN(k=1).fit([[0.0], [1.0]], ["low", "high"]).predict([[0.2], [0.9]])
    array(['low', 'high'], dtype='<U4')
    """

    def __init__(self, k: int = 10, window: int = 1000, scale: str = "range") -> None:
        self.k = k
        self.window = window
        self.scale = scale

    def _build(self, schema: Schema) -> _core.Model:
        scaled = one_of("scale", self.scale, ("range", "none")) == "range"
        k, window = positive_int("k", self.k), positive_int("window", self.window)
        return _core.knn(native_schema(schema), k, window, scaled)

    def _explain(self, state: dict[str, Any]) -> dict[str, Any]:
        classes = [self.schema_.classes[code] for code in state["labels"].tolist()]
        return {
            "stored": len(classes),
            "by_class": {label: classes.count(label) for label in self.schema_.classes},
        }
