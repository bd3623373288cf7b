"""How much a learner listens to each feature, by what a scorer says of it now."""

from __future__ import annotations

from typing import Any

from driftsift import _core
from driftsift.data.parameters import one_of, positive_int, positive_real
from driftsift.data.schema import Schema
from driftsift.relevance.scorer import StreamScorer

__all__ = ["FORMS", "build_weighting"]

FORMS = {
    "significant": _core.WeightForm.significant,
    "relative": _core.WeightForm.relative,
    "relative2": _core.WeightForm.relative2,
    "raw": _core.WeightForm.raw,
    "balanced": _core.WeightForm.balanced,
}


def build_weighting(learner: Any, schema: Schema, forms: tuple[str, ...]) -> _core.Weighting | None:
    """Return the native weighting of a learner with the parameters of `NaiveBayes`; None without weights."""
    form = one_of("weighting", learner.weighting, forms)
    alpha = positive_real("alpha", learner.alpha, most=1.0)
    min_n = positive_int("min_n", learner.min_n)
    if learner.weights is None:
        return None
    if not isinstance(learner.weights, StreamScorer):
        raise TypeError(f"weights must be a scorer such as SymmetricalUncertainty(window=300), got {learner.weights!r}")
    scorer = learner.weights._build(schema)
    return None if form == "printed" else _core.Weighting(scorer, FORMS[form], alpha, min_n)
