"""Naive Bayes over numeric and nominal features."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import positive_int, positive_real
from driftsift.data.schema import Nominal, Schema
from driftsift.learners.base import StreamClassifier, class_table_cells
from driftsift.learners.weighting import FORMS, build_weighting
from driftsift.relevance.scorer import StreamScorer

__all__ = ["NaiveBayes"]


class NaiveBayes(StreamClassifier):
    """Naive Bayes in log space: Gaussian for numeric features, smoothed counts for nominal ones.

    The score of class c is ``ln(n_c + 1) + sum ln P(x_f | c)`` over the features present. For a nominal feature of V
    categories ``P = (n_cfv + 1) / (n_cf + V)``. For a numeric one P is a Gaussian density with the class's mean and
    variance (Welford, n - 1 in the denominator); the variance is at least `variance_floor` times the variance over
    all classes, which also stands in while the class has fewer than two values. A feature without any variance is
    left out, and so is a class without any instance. Votes are probabilities.

    Parameters
    ----------
    variance_floor : float, default 1e-9
        Smallest variance within a class, as a share of the variance over all classes.

    weights : scorer, optional
        Such as ``SymmetricalUncertainty(window=300)``: every feature counts as much as the scorer says it tells about
        the class in the last rows. Without one all features count the same.
    weighting : {"significant", "relative", "relative2", "raw", "balanced", "printed"}, default "significant"
        "significant": 1 for features that say more than chance would, 0 for the others. "relative": the score without
        its bias, as a share of the largest; "relative2": that squared. "raw": the score as it comes, as published.
        "balanced": the score without its bias of significant features, as a multiple of their mean. "printed": the
        formula printed in the literature, whose weights are factors common to all classes and change nothing.
    alpha : float, default 0.05
        Level of significance for all features together.
    min_n : int, default 50
        All weights are 1 while the scorer has seen fewer rows, or fewer than its window if that is smaller, and also
        where no feature is relevant.
    window : int, optional
        Only the last so many rows count; all of them by default.

    Notes
    -----
    A weight is the exponent of its likelihood: the score of class c is ``ln(n_c + 1) + sum w_f ln P(x_f | c)``. After a
    drift weights alone cannot make up for likelihoods of old rows: give both a window, about 1000 rows for the
    likelihoods and 300 for the scorer.

    Learning and voting take time proportional to the number of features and classes. On sparse rows of nominal
    features voting takes time proportional to the stored entries, learning one multiplication per feature.

    Examples
    --------
    >>> from driftsift import SEA, NaiveBayes, evaluate
    >>> round(evaluate(NaiveBayes(), SEA(n=10_000, seed=1)).summary()["accuracy"], 2)
    0.86
    """

    def __init__(
        self,
        variance_floor: float = 1e-9,
        weights: StreamScorer[Any] | None = None,
        weighting: str = "significant",
        alpha: float = 0.05,
        min_n: int = 50,
        window: int | None = None,
    ) -> None:
        self.variance_floor = variance_floor
        self.weights = weights
        self.weighting = weighting
        self.alpha = alpha
        self.min_n = min_n
        self.window = window

    def _build(self, schema: Schema) -> _core.Model:
        return _core.naive_bayes(
            native_schema(schema),
            positive_real("variance_floor", self.variance_floor, 1.0),
            0 if self.window is None else positive_int("window", self.window),
            build_weighting(self, schema, (*FORMS, "printed")),
        )

    def _cells(self, schema: Schema) -> int:
        return class_table_cells(schema)

    def _explain(self, state: dict[str, Any]) -> dict[str, Any]:
        classes = self.schema_.classes
        return {
            "weight": dict(zip(classes, state["weight"].tolist(), strict=True)),
            "mean": self._numeric_table(state["numeric"], "mean"),
            "variance": self._numeric_table(state["numeric"], "variance"),
        }

    def _numeric_table(self, numeric: dict[str, Any], what: str) -> dict[str, dict[Any, float]]:
        """Return per numeric feature and class the mean or variance, NaN where it is not known."""
        names = [f.name for f in self.schema_.features if not isinstance(f, Nominal)]
        table = _moments(numeric, len(self.schema_.classes))[what]
        return {
            name: dict(zip(self.schema_.classes, table[:, i].tolist(), strict=True)) for i, name in enumerate(names)
        }


def _moments(numeric: dict[str, Any], classes: int) -> dict[str, NDArray[np.float64]]:
    """Return means and variances by class and feature, rows without a stored value counted as 0."""

    def by_class(name: str) -> NDArray[np.float64]:
        return np.asarray(numeric[name]).reshape(classes + 1, -1)[1:]

    weight = np.asarray(numeric["weight"])[1:, None]
    mean, m2 = by_class("mean"), by_class("m2")
    count = np.broadcast_to(weight, mean.shape) if numeric["complete"] else by_class("count")
    with np.errstate(invalid="ignore", divide="ignore"):
        if numeric["sparse"]:
            zeros = np.asarray(numeric["implicit"])[1:, None] - by_class("touched")
            share = count / (count + zeros)
            mean, m2, count = mean * share, m2 + mean**2 * share * zeros, count + zeros
        return {
            "mean": np.where(count > 0, mean, np.nan),
            "variance": np.where(count > 1, m2 / (count - 1), np.nan),
        }
