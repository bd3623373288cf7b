"""A tree as plain data, and what follows from it: text, JSON, Graphviz, a picture, importances of features."""

from __future__ import annotations

import json
from abc import abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift.data.schema import Nominal, Schema
from driftsift.learners.base import StreamClassifier, class_table_cells
from driftsift.results import short_number

__all__ = ["NodeReader", "TreeClassifier"]


class TreeClassifier(StreamClassifier):
    """A learner whose model is a tree.

    Attributes
    ----------
    feature_importances_ : array of shape (n_features,)
        By how much the splits on a feature lessened the impurity, weighted with the rows that came to them since
        they were made; the sum is 1. All 0 without a split.
    """

    @abstractmethod
    def _root(self, state: dict[str, Any]) -> dict[str, Any]:
        """Return the tree as nested plain data."""

    def _cells(self, schema: Schema) -> int:
        return class_table_cells(schema)

    def _explain(self, state: dict[str, Any]) -> dict[str, Any]:
        root = self._root(state)
        importances = zip(self.schema_.names, _importances(root, self.schema_).tolist(), strict=True)
        return {
            "leaves": sum("branches" not in node for node in _nodes(root)),
            "depth": _depth(root),
            "features": dict(sorted(((f, i) for f, i in importances if i > 0), key=lambda pair: -pair[1])),
            "tree": root,
        }

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Return the importance of every feature now, in the order of the features."""
        self._require_prepared()
        return _importances(self._root(self._model.state()), self.schema_)

    def to_text(self, max_depth: int | None = None) -> str:
        """Return the tree as indented lines, parents first.

        Examples
        --------
        >>> from driftsift import STAGGER, DecisionStump, evaluate
        >>> print(evaluate(DecisionStump(), STAGGER(1000, seed=1)).trained.to_text())
        color = red: true (false 121, true 498)
        color = blue: false (false 186)
        color = green: false (false 195)
        """
        return "\n".join(_lines(self.explain()["tree"], max_depth))

    def to_json(self, indent: int | None = 2) -> str:
        """Return `explain()` as JSON."""
        return json.dumps(self.explain(), indent=indent, default=str)

    def to_graphviz(self) -> str:
        """Return the tree in the DOT language: ``dot -Tsvg tree.dot``."""
        return _dot(self.explain()["tree"])

    def plot(self, max_depth: int = 4, ax: Any = None) -> Any:
        """Draw the upper levels of the tree with matplotlib; return the axes."""
        from driftsift.learners.trees.picture import draw_tree

        return draw_tree(self.explain()["tree"], max_depth, ax)


class NodeReader:
    """Makes nodes of plain data, with the names of a schema."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def leaf(self, weights: Any) -> dict[str, Any]:
        """Return a leaf by its class weights."""
        amounts = np.asarray(weights, dtype=float).tolist()
        classes = self.schema.classes
        return {
            "prediction": classes[int(np.argmax(amounts))],
            "class_weight": dict(zip(classes, amounts, strict=True)),
        }

    def at_most(self, feature: int, cut: float, children: list[dict[str, Any]]) -> dict[str, Any]:
        """Return a split of a numeric feature."""
        return self._split(feature, [f"<= {cut:.6g}", f"> {cut:.6g}"], children)

    def equals(self, feature: int, category: int, children: list[dict[str, Any]]) -> dict[str, Any]:
        """Return a split of one category from the others."""
        name = self._categories(feature)[category]
        return self._split(feature, [f"= {name}", f"!= {name}"], children)

    def categories(self, feature: int, children: list[dict[str, Any]]) -> dict[str, Any]:
        """Return a split into all categories."""
        return self._split(feature, [f"= {name}" for name in self._categories(feature)], children)

    def _categories(self, feature: int) -> tuple[str, ...]:
        found = self.schema.features[feature]
        return found.categories if isinstance(found, Nominal) else ()

    def _split(self, feature: int, conditions: list[str], children: list[dict[str, Any]]) -> dict[str, Any]:
        branches = [{"if": condition, **child} for condition, child in zip(conditions, children, strict=True)]
        return {"feature": self.schema.names[feature], "branches": branches}


def _nodes(node: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a node and all below it; alternates are not part of the tree yet."""
    return [node, *(below for branch in node.get("branches", ()) for below in _nodes(branch))]


def _depth(node: dict[str, Any]) -> int:
    return max((1 + _depth(branch) for branch in node.get("branches", ())), default=0)


def _importances(root: dict[str, Any], schema: Schema) -> NDArray[np.float64]:
    importances = np.zeros(schema.n_features)
    place = {name: i for i, name in enumerate(schema.names)}
    for node in _nodes(root):
        if "branches" in node:
            importances[place[node["feature"]]] += node["merit"] * node["weight"]
    total = importances.sum()
    return importances / total if total > 0 else importances


def _lines(node: dict[str, Any], levels: int | None, indent: str = "") -> list[str]:
    if "branches" not in node:
        return [indent + _summary(node)]
    lines = []
    for branch in node["branches"]:
        condition = f"{indent}{node['feature']} {branch['if']}"
        if "branches" not in branch:
            lines.append(f"{condition}: {_summary(branch)}")
        elif levels is not None and levels <= 1:
            lines.append(f"{condition}: ... {sum('branches' not in n for n in _nodes(branch))} leaves")
        else:
            lines += [condition, *_lines(branch, None if levels is None else levels - 1, indent + "|   ")]
    return lines


def _summary(leaf: dict[str, Any]) -> str:
    weights = ", ".join(
        f"{label} {short_number(weight)}" for label, weight in leaf["class_weight"].items() if weight > 0
    )
    return f"{leaf['prediction']} ({weights})" if weights else f"{leaf['prediction']} (no rows)"


def _dot(root: dict[str, Any]) -> str:
    lines = ["digraph tree {", '  node [shape=box, fontname="sans-serif"];', '  edge [fontname="sans-serif"];']
    numbers = {id(node): i for i, node in enumerate(_nodes(root))}
    for node in _nodes(root):
        label = node["feature"] if "branches" in node else _summary(node)
        lines.append(f"  n{numbers[id(node)]} [label={_quoted(label)}];")
        lines += [
            f"  n{numbers[id(node)]} -> n{numbers[id(branch)]} [label={_quoted(branch['if'])}];"
            for branch in node.get("branches", ())
        ]
    return "\n".join([*lines, "}"])


def _quoted(text: Any) -> str:
    escaped = str(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
