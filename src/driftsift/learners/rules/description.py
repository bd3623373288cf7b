"""Rules as plain data and as text."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections import Counter
from typing import Any

from driftsift.data.schema import Nominal, Schema
from driftsift.learners.base import StreamClassifier, class_table_cells
from driftsift.results import short_number

__all__ = ["RuleClassifier", "literal_text"]


class RuleClassifier(StreamClassifier):
    """A learner whose model is a set of rules."""

    @abstractmethod
    def _rules(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the rules as plain data in their order: "if" lists literals, each with a feature and a "test"."""

    def _cells(self, schema: Schema) -> int:
        return class_table_cells(schema)

    def _explain(self, state: dict[str, Any]) -> dict[str, Any]:
        rules = self._rules(state)
        used = Counter(feature for rule in rules for feature in dict.fromkeys(part["feature"] for part in rule["if"]))
        return {"rules": rules, "features": dict(used.most_common())}

    def to_text(self) -> str:
        """Return one line per rule, in their order."""
        return "\n".join(_line(rule) for rule in self.explain()["rules"])

    def to_json(self, indent: int | None = 2) -> str:
        """Return `explain()` as JSON."""
        return json.dumps(self.explain(), indent=indent, default=str)


def literal_text(schema: Schema, feature: int, comparison: str, value: float) -> dict[str, str]:
    """Return a literal as plain data, with the names of a schema."""
    found = schema.features[feature]
    shown = found.categories[int(value)] if isinstance(found, Nominal) else f"{value:.6g}"
    return {"feature": found.name, "test": f"{comparison} {shown}"}


def _line(rule: dict[str, Any]) -> str:
    weights = ", ".join(
        f"{label} {short_number(weight)}" for label, weight in rule["class_weight"].items() if weight > 0
    )
    conditions = " and ".join(f"{literal['feature']} {literal['test']}" for literal in rule["if"])
    return f"{f'if {conditions}' if conditions else 'else'}: {rule['prediction']} ({weights or 'no rows'})"
