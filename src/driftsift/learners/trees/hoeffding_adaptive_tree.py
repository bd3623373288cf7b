"""The Hoeffding adaptive tree."""

from __future__ import annotations

from typing import Any

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import flag, real
from driftsift.data.schema import Schema
from driftsift.learners.trees.description import TreeClassifier
from driftsift.learners.trees.hoeffding_nodes import hoeffding_root
from driftsift.learners.trees.options import leaf_learners, tree_options

__all__ = ["HoeffdingAdaptiveTree"]


class HoeffdingAdaptiveTree(TreeClassifier):
    """A Hoeffding tree that repairs itself where it errs more than before.

    Every node watches the errors of its subtree with `ADWIN`. Where they rise, an alternate subtree starts to grow, and
    takes over once it surely errs less; it is given up if it surely errs more.

    Parameters
    ----------
    grace, delta, tau, criterion, leaf, numeric, cuts, bins, nominal, max_depth, subspace, prepruning, remove_poor, \
regularisation, branch_gain, memory_limit, min_leaf, leaf_window, seed
        As those of `HoeffdingTree`.
    drift_delta : float, default 0.002
        `delta` of the detectors.
    bootstrap : bool, default True
        Whether a leaf learns every row with a weight of max(1, Poisson(1)), as published.

    Examples
    --------
    >>> import driftsift as ds
    >>> concepts = [ds.SEA(20_000, n_features=5, relevant=pair, seed=1) for pair in [(0, 1), (2, 3)]]
    >>> stream = ds.Drifting(concepts, at=10_000)
    >>> models = ds.HoeffdingTree(), ds.HoeffdingAdaptiveTree()
    >>> [round(ds.evaluate(model, stream).summary()["accuracy"], 2) for model in models]
    [0.8, 0.84]
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
        drift_delta: float = 0.002,
        bootstrap: bool = True,
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
        self.drift_delta = drift_delta
        self.bootstrap = bootstrap
        self.seed = seed

    def _build(self, schema: Schema) -> _core.Model:
        options = tree_options(self)
        options.drift_delta = real("drift_delta", self.drift_delta, above=0.0, below=1.0)
        options.bootstrap = flag("bootstrap", self.bootstrap)
        return _core.hoeffding_adaptive_tree(native_schema(schema), options, leaf_learners(self, schema))

    def _root(self, state: dict[str, Any]) -> dict[str, Any]:
        return hoeffding_root(state, self.schema_)
