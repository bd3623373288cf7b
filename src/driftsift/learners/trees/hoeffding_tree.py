"""The Hoeffding tree."""

from __future__ import annotations

from typing import Any

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.schema import Schema
from driftsift.learners.trees.description import TreeClassifier
from driftsift.learners.trees.hoeffding_nodes import hoeffding_root
from driftsift.learners.trees.options import leaf_learners, tree_options

__all__ = ["HoeffdingTree"]


class HoeffdingTree(TreeClassifier):
    """A tree that grows with the stream: a leaf is split once its best feature is surely better than the second.

    Surely means that the difference of their merits is larger than ``R sqrt(ln(1 / delta) / (2 n))``, n being the
    weight of the leaf and R the range of the criterion, or that this bound is below `tau`. The tree never forgets; for
    streams that change see `HoeffdingAdaptiveTree`.

    Parameters
    ----------
    grace : float, default 200
        Weight of the rows a leaf learns between two attempts to split it.
    delta : float, default 1e-7
        Probability to be wrong about the better feature.
    tau : float, default 0.05
        Bound below which two features count as equally good, and the first one is taken.
    criterion : {"information-gain", "gini", "hellinger", "symmetrical-uncertainty"}
    leaf : {"nba", "nb", "majority", "adaptive"} or learner, default "nba"
        What a leaf predicts with: its majority class, naive Bayes over its rows, or ("nba") whichever of the two was
        right more often there. A learner, such as ``NaiveBayes(weights=SymmetricalUncertainty(window=200))``, learns
        the rows of each leaf afresh. "adaptive": the best of the majority and of naive Bayes and nearest neighbours
        with these weights. The shape of the tree does not depend on it.
    numeric : {"gaussian", "histogram", "exhaustive"}, default "gaussian"
        How values are observed: a Gaussian per class, at most `bins` bins, or all values (memory grows with them).
    cuts : int, default 10
        Number of equally spaced cuts tried for a Gaussian.
    bins : int, default 64
        Number of bins of a histogram.
    nominal : {"multiway", "binary"}, default "multiway"
        One child per category, or one for a category and one for all others.
    max_depth : int, optional
    subspace : int, optional
        Number of features a leaf looks at, drawn at random for every leaf; all by default.
    prepruning : bool, default True
        Whether not splitting is one of the options a feature has to be better than.
    remove_poor : bool, default False
        Whether a leaf no longer considers features that are surely worse than its best.
    regularisation : float, default 1.0
        What the merit of a feature is multiplied by that no split of the tree uses yet; 0.5 keeps trees to few
        features.
    branch_gain : float, default 0.0
        A leaf is split only if merit times weight is at least this share of that of the split above it.
    memory_limit : int, default 32 MiB
        Bytes, looked at as the tree grows; None for no limit. Leaves whose majority errs least stop observing features.
    min_leaf : int, default 30
        Rows a learner at a leaf must have seen to speak.
    leaf_window : int, default 200
        Last rows a leaf with a learner keeps to hand on to its children's learners.
    seed : int, default 1

    Notes
    -----
    Learning takes time proportional to the depth and to the number of features, an attempt to split
    ``features * cuts * classes``. A missing value follows the child that has received most weight. A leaf without any
    rows speaks as the leaf did that it was split from. The deepest leaf lies at depth 1000.

    Examples
    --------
    >>> import driftsift as ds
    >>> stream = ds.RandomTree(20_000, seed=1)
    >>> [round(ds.evaluate(model, stream).summary()["accuracy"], 2) for model in (ds.NaiveBayes(), ds.HoeffdingTree())]
    [0.62, 0.69]
    """

    def __init__(
        self,
        grace: float = 200,
        delta: float = 1e-7,
        tau: float = 0.05,
        criterion: str = "information-gain",
        leaf: Any = "nba",
        numeric: str = "gaussian",
        cuts: int = 10,
        bins: int = 64,
        nominal: str = "multiway",
        max_depth: int | None = None,
        subspace: int | None = None,
        prepruning: bool = True,
        remove_poor: bool = False,
        regularisation: float = 1.0,
        branch_gain: float = 0.0,
        memory_limit: int | None = 2**25,
        min_leaf: int = 30,
        leaf_window: int = 200,
        seed: int = 1,
    ) -> None:
        self.grace = grace
        self.delta = delta
        self.tau = tau
        self.criterion = criterion
        self.leaf = leaf
        self.numeric = numeric
        self.cuts = cuts
        self.bins = bins
        self.nominal = nominal
        self.max_depth = max_depth
        self.subspace = subspace
        self.prepruning = prepruning
        self.remove_poor = remove_poor
        self.regularisation = regularisation
        self.branch_gain = branch_gain
        self.memory_limit = memory_limit
        self.min_leaf = min_leaf
        self.leaf_window = leaf_window
        self.seed = seed

    def _build(self, schema: Schema) -> _core.Model:
        return _core.hoeffding_tree(native_schema(schema), tree_options(self), leaf_learners(self, schema))

    def _root(self, state: dict[str, Any]) -> dict[str, Any]:
        return hoeffding_root(state, self.schema_)
