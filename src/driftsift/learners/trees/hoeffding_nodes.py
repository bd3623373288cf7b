"""The nodes of a Hoeffding tree, read from its state."""

from __future__ import annotations

from typing import Any

from driftsift.data.schema import Schema
from driftsift.learners.trees.description import NodeReader

__all__ = ["AT_MOST", "CATEGORY", "LEAF", "hoeffding_root"]

LEAF, AT_MOST, CATEGORY = 0, 1, 2


def hoeffding_root(state: dict[str, Any], schema: Schema) -> dict[str, Any]:
    """Return the tree as nested plain data; nodes stand in the state parents first."""
    return _Cursor(state, schema).node()


class _Cursor:
    def __init__(self, state: dict[str, Any], schema: Schema) -> None:
        self.state = state
        self.schema = schema
        self.reader = NodeReader(schema)
        self.at = 0

    def node(self) -> dict[str, Any]:
        i, self.at = self.at, self.at + 1
        found = self._leaf(i) if self.state["kind"][i] == LEAF else self._split(i)
        found["weight"] = float(self.state["own"][i])
        if self.state["alternate"][i]:
            found["alternate"] = self.node()
        return found

    def _leaf(self, i: int) -> dict[str, Any]:
        return self.reader.leaf(self.state[f"node {i}"]["leaf"]["class_weight"])

    def _split(self, i: int) -> dict[str, Any]:
        kind, feature, value = (self.state[name][i] for name in ("kind", "feature", "value"))
        if kind == CATEGORY:
            found = self.reader.categories(feature, self._children(self.schema.n_categories[feature]))
        elif kind == AT_MOST:
            found = self.reader.at_most(feature, float(value), self._children(2))
        else:
            found = self.reader.equals(feature, int(value), self._children(2))
        return {**found, "merit": float(self.state["merit"][i])}

    def _children(self, number: int) -> list[dict[str, Any]]:
        return [self.node() for _ in range(number)]
