"""CVFDT: a Hoeffding tree true to a sliding window."""

from __future__ import annotations

from typing import Any

import numpy as np

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import not_negative_real, positive_int, positive_real, real
from driftsift.data.schema import Schema
from driftsift.learners.trees.description import NodeReader, TreeClassifier

__all__ = ["CVFDT"]

MOST_WARM_UP_ROWS = 2**22


class CVFDT(TreeClassifier):
    """A Hoeffding tree whose nodes count the last `window` rows only.

    Every node keeps counts of the rows of the window that came to it. Every `check` rows each split is compared with
    the best one by these counts; where another feature is surely better an alternative subtree starts with it. Of every
    `cycle` rows that reach such a node the last `test` ones compare predictions: the best alternative replaces the
    subtree if it was right more often, and those that fall behind are dropped.

    Numeric features are cut into `bins` bins at quantiles of the first `warm_up` rows; until then the class frequencies
    are the votes.

    Parameters
    ----------
    window : int, default 50_000
        Rows that count.
    check : int, default 10_000
        Rows between two looks for better splits.
    cycle : int, default 10_000
    test : int, default 1_000
        Rows that reach a node with alternatives until the next decision, and how many of them are test rows.
    grace : float, default 200
    delta : float, default 1e-7
    tau : float, default 0.05
        As those of `HoeffdingTree`.
    bins : int, default 10
    warm_up : int, default 1000
    max_nodes : int, default 10_000
        Nodes, those of alternatives included, beyond which nothing is split.

    Notes
    -----
    A row is added to, and later taken off, every node on its path: learning takes time proportional to the depth and to
    the number of features whose value is not 0. Memory grows with the window and with nodes times bins times classes.

    Examples
    --------
    >>> import driftsift as ds
    >>> concepts = [ds.SEA(20_000, n_features=5, relevant=pair, seed=1) for pair in [(0, 1), (2, 3)]]
    >>> stream = ds.Drifting(concepts, at=10_000)
    >>> models = ds.CVFDT(), ds.CVFDT(window=5_000, check=1_000, cycle=1_000, test=100)
    >>> [round(ds.evaluate(model, stream).summary()["accuracy"], 2) for model in models]
    [0.63, 0.68]
    """

    def __init__(
        self,
        window: int = 50_000,
        check: int = 10_000,
        cycle: int = 10_000,
        test: int = 1_000,
        grace: float = 200,
        delta: float = 1e-7,
        tau: float = 0.05,
        bins: int = 10,
        warm_up: int = 1000,
        max_nodes: int = 10_000,
    ) -> None:
        self.window = window
        self.check = check
        self.cycle = cycle
        self.test = test
        self.grace = grace
        self.delta = delta
        self.tau = tau
        self.bins = bins
        self.warm_up = warm_up
        self.max_nodes = max_nodes

    def _build(self, schema: Schema) -> _core.Model:
        options = _core.CVFDTOptions()
        options.window = positive_int("window", self.window)
        options.check = positive_int("check", self.check)
        options.cycle = positive_int("cycle", self.cycle)
        options.test = positive_int("test", self.test, most=options.cycle)
        options.grace = positive_real("grace", self.grace)
        options.delta = real("delta", self.delta, above=0.0, below=1.0)
        options.tau = not_negative_real("tau", self.tau)
        options.bins = positive_int("bins", self.bins, least=2, most=2**16)
        options.warm_up = positive_int("warm_up", self.warm_up, most=MOST_WARM_UP_ROWS)
        options.max_nodes = positive_int("max_nodes", self.max_nodes)
        return _core.cvfdt(native_schema(schema), options)

    def _root(self, state: dict[str, Any]) -> dict[str, Any]:
        if not state["planted"]:
            kept = state["kept_weight"]
            return {**NodeReader(self.schema_).leaf(kept), "weight": float(np.sum(kept))}
        return _Cursor(state, self.schema_).node()


class _Cursor:
    """Reads nodes from a state, where they stand parents first, alternatives after the children they may replace."""

    def __init__(self, state: dict[str, Any], schema: Schema) -> None:
        self.state = state
        self.reader = NodeReader(schema)
        self.edges = np.split(state["coding"]["edges"], np.cumsum(state["coding"]["counts"])[:-1])
        self.at = 0

    def node(self) -> dict[str, Any]:
        i, self.at = self.at, self.at + 1
        state, counts = self.state, self.state[f"node {i}"]["weight"]
        weight = float(np.sum(counts))
        if state["children"][i] == 0:
            return {**self.reader.leaf(counts), "weight": weight}
        feature, cut = state["feature"][i], state["cut"][i]
        children = [self.node() for _ in range(state["children"][i])]
        if cut < 0:
            found = self.reader.categories(feature, children)
        else:
            found = self.reader.at_most(feature, float(self.edges[feature][cut]), children)
        alternatives = [self.node() for _ in range(state["alternatives"][i])]
        found |= {"merit": float(state["merit"][i]), "weight": weight}
        return {**found, "alternatives": alternatives} if alternatives else found
