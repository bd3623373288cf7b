"""k nearest neighbours in a sliding window."""

from __future__ import annotations

from typing import Any

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import one_of, positive_int
from driftsift.data.schema import Schema
from driftsift.learners.base import StreamClassifier
from driftsift.learners.weighting import build_weighting
from driftsift.relevance.scorer import StreamScorer

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

    weights : scorer, optional
        Such as ``SymmetricalUncertainty(window=300)``: every feature counts as much as the scorer says it tells about
        the class in the last rows. Without one all features count the same.
    weighting : {"significant", "relative", "relative2", "raw"}, default "significant"
        "significant": 1 for features that say more than chance would, 0 for the others. "relative": the score without
        its bias, as a share of the largest; "relative2": that squared. "raw": the score as it comes, as published.
    alpha : float, default 0.05
        Level of significance for all features together.
    min_n : int, default 50
        All weights are 1 while the scorer has seen fewer rows, or fewer than its window if that is smaller, and also
        where no feature is relevant.

    Notes
    -----
    A weight is a factor of the squared difference in its feature. Features of weight 0 cost nothing.

    A prediction looks at every instance of the window: O(window * d), or for sparse rows O(window * stored entries).

    Examples
    --------
    >>> from driftsift import KNN
    >>> KNN(k=1).fit([[0.0], [1.0]], ["low", "high"]).predict([[0.2], [0.9]])
    array(['low', 'high'], dtype='<U4')
    """

    def __init__(
        self,
        k: int = 10,
        window: int = 1000,
        scale: str = "range",
        weights: StreamScorer[Any] | None = None,
        weighting: str = "significant",
        alpha: float = 0.05,
        min_n: int = 50,
    ) -> None:
        self.k = k
        self.window = window
        self.scale = scale
        self.weights = weights
        self.weighting = weighting
        self.alpha = alpha
        self.min_n = min_n

    def _build(self, schema: Schema) -> _core.Model:
        scaled = one_of("scale", self.scale, ("range", "none")) == "range"
        k, window = positive_int("k", self.k), positive_int("window", self.window)
        weighting = build_weighting(self, schema, ("significant", "relative", "relative2", "raw"))
        return _core.knn(native_schema(schema), k, window, scaled, weighting)

    def _explain(self, state: dict[str, Any]) -> dict[str, Any]:
        classes = [self.schema_.classes[code] for code in state["labels"].tolist()]
        return {
            "stored": len(classes),
            "by_class": {label: classes.count(label) for label in self.schema_.classes},
        }
