"""The parameters trees share, checked and handed to the core."""

from __future__ import annotations

from typing import Any

from driftsift import _core
from driftsift.data.parameters import flag, not_negative_real, one_of, positive_int, positive_real, real
from driftsift.data.schema import Schema
from driftsift.learners.foreign import as_learner

__all__ = ["leaf_learners", "split_options", "tree_options"]

CRITERIA = {
    "information-gain": _core.Criterion.information_gain,
    "gini": _core.Criterion.gini,
    "hellinger": _core.Criterion.hellinger,
    "symmetrical-uncertainty": _core.Criterion.symmetrical_uncertainty,
}
OBSERVERS = {
    "gaussian": _core.NumericObserver.gaussian,
    "histogram": _core.NumericObserver.histogram,
    "exhaustive": _core.NumericObserver.exhaustive,
}
LEAVES = {
    "majority": _core.LeafMode.majority,
    "nb": _core.LeafMode.nb,
    "nba": _core.LeafMode.nba,
    "adaptive": _core.LeafMode.adaptive,
}
MOST_CUTS = 2**12
MOST_BINS = 2**16
MOST_LEAF_ROWS = 2**22
MOST_LEVELS = 1000


def split_options(tree: Any) -> _core.SplitOptions:
    """Return how a tree observes features and judges splits."""
    options = _core.SplitOptions()
    options.criterion = CRITERIA[one_of("criterion", tree.criterion, list(CRITERIA))]
    options.numeric = OBSERVERS[one_of("numeric", tree.numeric, list(OBSERVERS))]
    options.cuts = positive_int("cuts", tree.cuts, most=MOST_CUTS)
    options.bins = positive_int("bins", tree.bins, least=2, most=MOST_BINS)
    options.binary_nominal = one_of("nominal", tree.nominal, ("multiway", "binary")) == "binary"
    return options


def tree_options(tree: Any) -> _core.TreeOptions:
    """Return the parameters of a Hoeffding tree."""
    options = _core.TreeOptions()
    options.split = split_options(tree)
    options.grace = positive_real("grace", tree.grace)
    options.delta = real("delta", tree.delta, above=0.0, below=1.0)
    options.tau = not_negative_real("tau", tree.tau)
    options.leaf = _leaf_mode(tree.leaf)
    options.min_leaf = positive_int("min_leaf", tree.min_leaf, least=0)
    options.leaf_window = positive_int("leaf_window", tree.leaf_window, least=0, most=MOST_LEAF_ROWS)
    options.max_depth = MOST_LEVELS if tree.max_depth is None else positive_int("max_depth", tree.max_depth, least=0)
    options.subspace = _limit("subspace", tree.subspace)
    options.prepruning = flag("prepruning", tree.prepruning)
    options.remove_poor = flag("remove_poor", tree.remove_poor)
    options.regularisation = positive_real("regularisation", tree.regularisation, most=1.0)
    options.branch_gain = not_negative_real("branch_gain", tree.branch_gain)
    options.memory_limit = _limit("memory_limit", tree.memory_limit)
    options.seed = positive_int("seed", tree.seed, least=0)
    return options


def leaf_learners(tree: Any, schema: Schema) -> list[_core.Model]:
    """Return untrained models of the learners that speak at leaves."""
    if tree.leaf == "adaptive":
        from driftsift.learners.knn import KNN
        from driftsift.learners.naive_bayes import NaiveBayes
        from driftsift.relevance import SymmetricalUncertainty

        scorer = SymmetricalUncertainty(window=200)
        return [NaiveBayes(weights=scorer)._build(schema), KNN(k=10, window=200, weights=scorer)._build(schema)]
    return [] if isinstance(tree.leaf, str) else [as_learner(tree.leaf)._build(schema)]


def _leaf_mode(leaf: Any) -> _core.LeafMode:
    return LEAVES[one_of("leaf", leaf, list(LEAVES))] if isinstance(leaf, str) else _core.LeafMode.learner


def _limit(name: str, value: Any) -> int:
    """Return a limit; 0 for none."""
    return 0 if value is None else positive_int(name, value)
