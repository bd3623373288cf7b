"""A tree of one split."""

from __future__ import annotations

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import positive_real
from driftsift.data.schema import Schema
from driftsift.learners.trees.description import TreeClassifier
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
    >>> from driftsift import SEA, DecisionStump, evaluate
    >>> round(evaluate(DecisionStump(), SEA(n=10_000, seed=1)).summary()["accuracy"], 2)
    0.76
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
