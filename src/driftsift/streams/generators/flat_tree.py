"""A decision tree as arrays, so that many rows go down it together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift.streams.generators.columns import Values

__all__ = ["FlatTree"]


class FlatTree:
    """The classes a decision tree gives to rows.

    A row at node v goes on to node ``first[v] + step``, where the step is the category of a nominal feature and
    0 or 1 for values below or from the threshold on of a numeric one. A leaf leads back to itself.

    Parameters
    ----------
    tree : dict
        As in `RandomTree.tree`.
    features : sequence of int
        The features it may ask for.

    Examples
    --------
    >>> tree = {"feature": 2, "threshold": 0.5, "children": [{"leaf": 1}, {"leaf": 0}]}
    >>> FlatTree(tree, [2]).classes(Values(np.array([[0.3], [0.7]]), {2: 0}))
    array([1, 0], dtype=int32)
    """

    def __init__(self, tree: Mapping[str, Any], features: Sequence[int]) -> None:
        self._features = list(features)
        nodes = _breadth_first(tree)
        first = np.cumsum([1, *(len(node.get("children", ())) for node in nodes)])[:-1]
        leaf = np.array(["leaf" in node for node in nodes])
        self._depth = _depth(tree)
        self._first = np.where(leaf, np.arange(len(nodes)), first)
        self._column = np.array([self._features.index(node["feature"]) if "feature" in node else 0 for node in nodes])
        # Codes are compared with nothing: their step is the value itself.
        self._threshold = np.array([node.get("threshold", np.inf) for node in nodes])
        self._nominal = np.array(["feature" in node and "threshold" not in node for node in nodes])
        self._kind = np.array([node.get("leaf", -1) for node in nodes], dtype=np.int32)

    def classes(self, x: Values) -> NDArray[np.int32]:
        """Return the class of each row."""
        values, row, steps = x.flat(self._features)
        column = steps[self._column]
        node = np.zeros(len(row), dtype=np.int64)
        for _ in range(self._depth):
            value = values[row + column[node]]
            step = np.where(self._nominal[node], value, value >= self._threshold[node])
            node = self._first[node] + step.astype(np.int64)
        return self._kind[node]


def _breadth_first(tree: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    nodes = [tree]
    for node in nodes:
        nodes.extend(node.get("children", ()))
    return nodes


def _depth(tree: Mapping[str, Any]) -> int:
    return 1 + max(map(_depth, tree["children"])) if "children" in tree else 0
