"""Boxes of one class each, with the examples at their borders."""

from __future__ import annotations

from typing import Any

import numpy as np

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import not_negative_real, positive_int
from driftsift.data.schema import Nominal, Schema
from driftsift.learners.rules.description import RuleClassifier

__all__ = ["Facil"]


class Facil(RuleClassifier):
    """Axis-parallel boxes that grow around rows of their class and are rebuilt where others come in.

    A row of the class of a box that covers it confirms the box; otherwise the box that needs least growth takes it in,
    if no feature grows by more than `max_growth` of its range and no box of another class is met; otherwise the row is
    a new box. A row of another class contradicts the boxes that cover it; one whose purity falls below `min_purity` is
    rebuilt from the examples it has stored. Boxes without rows from the last `window` are forgotten. Pure boxes vote by
    the weight they were confirmed with; where none covers a row, its nearest stored example decides.

    Parameters
    ----------
    window : int, default 1000
        Rows that count.
    min_purity : float, default 0.9
        Least share of its own class among the weight a box covers.
    max_growth : float, default 0.1
        Most growth at a time in each feature, as a share of the range of its values.
    max_examples : int, default 50
        Examples a box stores; those furthest from the other classes go first.

    Notes
    -----
    The published description is an outline; docs/rules.md lists how it was read. Time per row is proportional to the
    number of boxes, stored examples and features: not made for thousands of features.

    Examples
    --------
    >>> from driftsift import SEA, Facil, evaluate
    >>> round(evaluate(Facil(), SEA(5_000, seed=1)).summary()["accuracy"], 2)
    0.8
    """

    def __init__(
        self, window: int = 1000, min_purity: float = 0.9, max_growth: float = 0.1, max_examples: int = 50
    ) -> None:
        self.window = window
        self.min_purity = min_purity
        self.max_growth = max_growth
        self.max_examples = max_examples

    def _build(self, schema: Schema) -> _core.Model:
        options = _core.FacilOptions()
        options.window = positive_int("window", self.window)
        options.min_purity = not_negative_real("min_purity", self.min_purity, most=1.0)
        options.max_growth = not_negative_real("max_growth", self.max_growth)
        options.max_examples = positive_int("max_examples", self.max_examples)
        return _core.facil(native_schema(schema), options)

    def _rules(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        low, high = (np.asarray(state[side]).reshape(-1, self.schema_.n_features) for side in ("low", "high"))
        return [self._rule(state, i, low[i], high[i]) for i in range(len(low))]

    def _rule(self, state: dict[str, Any], i: int, low: Any, high: Any) -> dict[str, Any]:
        label = self.schema_.classes[int(state["classes"][i])]
        sides = enumerate(zip(low.tolist(), high.tolist(), strict=True))
        return {
            "if": [self._side(f, least, most) for f, (least, most) in sides if least == least],
            "prediction": label,
            "class_weight": {label: float(state["positive"][i]), "others": float(state["negative"][i])},
        }

    def _side(self, feature: int, least: float, most: float) -> dict[str, str]:
        found = self.schema_.features[feature]
        if isinstance(found, Nominal):
            return {"feature": found.name, "test": f"= {found.categories[int(least)]}"}
        return {"feature": found.name, "test": f"in [{least:.6g}, {most:.6g}]"}
