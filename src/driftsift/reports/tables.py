"""HTML tables. Everything that comes from a user is escaped here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift.evaluation import Evaluation
from driftsift.evaluation.tables import bytes_text, percent, seconds_text

__all__ = ["classes_table", "confusion_table", "cost_table", "described", "quality_table", "value_table"]

SHARES = {
    "accuracy": "accuracy",
    "kappa": "kappa",
    "kappa_m": "kappa M",
    "kappa_per": "kappa per",
    "f1": "F1",
    "geometric_mean": "G-mean",
    "mcc": "MCC",
}


def quality_table(evaluations: Sequence[Evaluation]) -> str:
    """Return the measures of every evaluation over the whole run."""
    summaries = [evaluation.summary() for evaluation in evaluations]
    rows = [[percent(s[name]) for name in SHARES] for s in summaries]
    caption = "Over the whole run, in percent; n/a where a measure is not defined."
    return _by_evaluation(evaluations, list(SHARES.values()), rows, caption)


def cost_table(evaluations: Sequence[Evaluation]) -> str:
    """Return what every evaluation took."""
    heads = ["instances", "labelled", "CPU s", "instances per CPU s", "memory", "RAM-Hours"]
    rows = [_costs(evaluation.summary()) for evaluation in evaluations]
    caption = "CPU s: processor time of predicting and learning. Memory: that of the model at the end."
    return _by_evaluation(evaluations, heads, rows, caption)


def classes_table(evaluation: Evaluation) -> str:
    """Return recall and F1 of every class."""
    s = evaluation.summary()
    support = evaluation.matrix.sum(axis=1)
    rows = [
        [label, _count(n), percent(recall), percent(f1)]
        for label, n, recall, f1 in zip(
            evaluation.classes, support, s["recall"].values(), s["f1_by_class"].values(), strict=True
        )
    ]
    return table(["class", "instances", "recall", "F1"], rows, "By class, in percent.")


def confusion_table(evaluation: Evaluation) -> str:
    """Return the confusion matrix, every cell shaded by its share of the row."""
    matrix = evaluation.matrix
    shares = _row_shares(matrix)
    heads = ["true class \\ predicted", *evaluation.classes]
    body = "".join(
        f"<tr>{_head(label, 'row')}" + "".join(map(_shaded, counts, row)) + "</tr>"
        for label, counts, row in zip(evaluation.classes, matrix, shares, strict=True)
    )
    caption = "Confusion matrix: counts, and their share of the true class."
    return _frame("".join(_head(head, "col") for head in heads), body, caption, "confusion")


def value_table(values: Mapping[str, Any], caption: str) -> str:
    """Return names and values, one pair per row."""
    body = "".join(f"<tr>{_head(name, 'row')}<td>{_text(value)}</td></tr>" for name, value in values.items())
    return _frame("", body, caption, "values")


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]], caption: str, names: int = 1) -> str:
    """Return a table whose first `names` columns name the rows."""
    body = "".join(
        "<tr>"
        + "".join(_head(cell, "row") for cell in row[:names])
        + "".join(f"<td>{_text(cell)}</td>" for cell in row[names:])
        + "</tr>"
        for row in rows
    )
    return _frame("".join(_head(head, "col") for head in heads), body, caption, "figures")


def described(protocol: Mapping[str, Any]) -> str:
    """Return a protocol in words."""
    if protocol["protocol"] == "holdout":
        return (
            f"Holdout: learn {protocol['every']:,} instances, test on the next {protocol['test_size']:,} "
            "without learning them, and so on. A point of the curve is one test set."
        )
    parts = ["Every instance is predicted, then learned."]
    if protocol["protocol"] == "chunks":
        parts = [f"Every chunk of {protocol['chunk']:,} instances is predicted as a whole, then learned."]
    if protocol["window"]:
        parts.append(f"The curves are over the last {protocol['window']:,} instances.")
    elif protocol["fading"] < 1:
        parts.append(f"In the curves an instance counts {protocol['fading']} times as much as the next one.")
    else:
        parts.append("The curves are over all instances so far.")
    if protocol["delay"]:
        parts.append(f"A label arrives after {protocol['delay']:,} further instances have been predicted.")
    return " ".join(parts)


def _costs(s: Mapping[str, Any]) -> list[str]:
    rate = f"{s['n'] / s['cpu_seconds']:,.0f}" if s["cpu_seconds"] > 0 else "n/a"
    cpu, memory = seconds_text(s["cpu_seconds"]), bytes_text(s["model_bytes"])
    return [f"{s['n']:,}", f"{s['labelled']:,}", cpu, rate, memory, f"{s['ram_hours']:.2e}"]


def _by_evaluation(evaluations: Sequence[Evaluation], heads: list[str], rows: list[list[str]], caption: str) -> str:
    """Return one row per evaluation, named by the model, and the stream if there are several."""
    several = len({e.stream for e in evaluations}) > 1
    named = [[e.stream, e.model] if several else [e.model] for e in evaluations]
    whole = [name + row for name, row in zip(named, rows, strict=True)]
    return table([*(["stream"] if several else []), "model", *heads], whole, caption, names=1 + several)


def _frame(head: str, body: str, caption: str, kind: str) -> str:
    header = f"<thead><tr>{head}</tr></thead>" if head else ""
    return (
        f'<div class="scroll"><table class="{kind}"><caption>{escape(caption)}</caption>'
        f"{header}<tbody>{body}</tbody></table></div>"
    )


def _head(cell: Any, scope: str) -> str:
    return f'<th scope="{scope}">{_text(cell)}</th>'


def _shaded(count: float, share: float) -> str:
    return f'<td style="--share:{share:.3f}">{_count(count)}<small>{share:.0%}</small></td>'


def _text(value: Any) -> str:
    return "n/a" if value is None or value != value else escape(str(value))


def _count(value: float) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"


def _row_shares(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    total = matrix.sum(axis=1, keepdims=True)
    shares = np.zeros_like(matrix)
    np.divide(matrix, total, out=shares, where=total > 0)
    return shares
