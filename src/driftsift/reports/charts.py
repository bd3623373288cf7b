"""What the page's script draws: curves and large confusion matrices, as plain data."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from driftsift.evaluation import Evaluation
from driftsift.palette import DARK, DASHES, LIGHT

__all__ = ["as_json", "chart_data"]

SHARES = {
    "accuracy": "accuracy",
    "kappa": "kappa",
    "kappa_m": "kappa M: beyond the majority class",
    "kappa_per": "kappa per: beyond the previous label",
    "f1": "F1, mean over the classes",
    "geometric_mean": "geometric mean of the recalls",
}
COSTS = {
    "cpu_seconds": "CPU seconds",
    "model_bytes": "bytes of the model",
    "ram_hours": "RAM-Hours",
}
MEASURES = {**SHARES, **COSTS}


def chart_data(evaluations: Sequence[Evaluation], marks: Mapping[int, str], most_classes: int) -> dict[str, Any]:
    """Return all that is drawn; confusion matrices only beyond `most_classes` classes."""
    streams = list(dict.fromkeys(e.stream for e in evaluations))
    return {
        "measures": {name: MEASURES[name] for name in MEASURES if name in evaluations[0].curve},
        "shares": list(SHARES),
        "light": LIGHT,
        "dark": DARK,
        "marks": [{"at": int(at), "text": escape(text)} for at, text in sorted(marks.items())],
        "streams": [[_lines(e, i) for i, e in enumerate(evaluations) if e.stream == name] for name in streams],
        "matrices": {str(i): _heat(e) for i, e in enumerate(evaluations) if len(e.classes) > most_classes},
    }


def as_json(data: Any) -> str:
    """Return JSON that can stand inside a script element."""
    text = json.dumps(_finite(data), allow_nan=False, ensure_ascii=True, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _lines(evaluation: Evaluation, number: int) -> dict[str, Any]:
    """Return the curves of an evaluation; names are escaped because Plotly reads markup in them."""
    return {
        "name": escape(evaluation.model),
        "colour": number % len(LIGHT),
        "dash": DASHES[number % len(DASHES)],
        "curve": {name: values for name, values in evaluation.curve.items() if name in (*MEASURES, "instance")},
    }


def _heat(evaluation: Evaluation) -> dict[str, Any]:
    return {
        "classes": [escape(str(label)) for label in evaluation.classes],
        "counts": evaluation.matrix.tolist(),
    }


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
