"""A tree of one split."""

from __future__ import annotations

from typing import Any

import numpy as np

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import positive_real
from driftsift.data.schema import Schema
from driftsift.learners.trees.description import NodeReader, TreeClassifier
from driftsift.learners.trees.hoeffding_nodes import AT_MOST, CATEGORY, LEAF
from driftsift.learners.trees.options import split_options

__all__ = ["DecisionStump"]


class DecisionStump(TreeClassifier):
    """A tree of one split: the best one now, chosen anew after every grace period.

    Parameters
    ----------
    grace : float, default 200
        Weight of the rows between two choices.
    criterion : {"information-gain", "gini", "hellinger", "symmetrical-uncertainty"}
    numeric : {"gaussian", "histogram", "exhaustive"}, default "gaussian"
    cuts : int, default 10
    bins : int, default 64
    nominal : {"multiway", "binary"}, default "multiway"
        As those of `HoeffdingTree`.

    Examples
    --------
    >>> from driftsift import STAGGER, DecisionStump, evaluate
    >>> round(evaluate(DecisionStump(), STAGGER(10_000, seed=1)).summary()["accuracy"], 2)
    0.87
    """

    def __init__(
        self,
        grace: float = 200,
        criterion: str = "information-gain",
        numeric: str = "gaussian",
        cuts: int = 10,
        bins: int = 64,
        nominal: str = "multiway",
    ) -> None:
        self.grace = grace
        self.criterion = criterion
        self.numeric = numeric
        self.cuts = cuts
        self.bins = bins
        self.nominal = nominal

    def _build(self, schema: Schema) -> _core.Model:
        return _core.decision_stump(native_schema(schema), split_options(self), positive_real("grace", self.grace))

    def _root(self, state: dict[str, Any]) -> dict[str, Any]:
        reader = NodeReader(self.schema_)
        weight = float(np.sum(state["class_weight"]))
        if state["kind"] == LEAF:
            return {**reader.leaf(state["class_weight"]), "weight": weight}
        branches = np.asarray(state["branches"]).reshape(-1, self.schema_.n_classes)
        children = [{**reader.leaf(row), "weight": float(row.sum())} for row in branches]
        feature = state["feature"]
        if state["kind"] == CATEGORY:
            split = reader.categories(feature, children)
        elif state["kind"] == AT_MOST:
            split = reader.at_most(feature, state["value"], children)
        else:
            split = reader.equals(feature, int(state["value"]), children)
        return {**split, "merit": state["merit"], "weight": weight}
