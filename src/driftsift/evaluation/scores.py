"""The measures of a tally: a confusion matrix together with the hits of the two baselines."""

from __future__ import annotations

import numpy as np

from driftsift import _core
from driftsift.evaluation import measures

__all__ = ["CURVE_MEASURES", "scores_of"]

CURVE_MEASURES = ("accuracy", "kappa", "kappa_m", "kappa_per", "f1", "geometric_mean")


def scores_of(tally: _core.Tally) -> dict[str, float]:
    """Return the measures named in `CURVE_MEASURES`; NaN while nothing has been counted."""
    if not tally.total:
        return dict.fromkeys(CURVE_MEASURES, float("nan"))
    matrix = np.asarray(tally.matrix)
    # The tally's own hits, not the sum over the matrix: added up like the baselines' they are equal to the last bit.
    accuracy = tally.hits / tally.total
    return {
        "accuracy": accuracy,
        "kappa": measures.kappa(matrix),
        "kappa_m": measures.skill(accuracy, tally.majority_hits / tally.total),
        "kappa_per": measures.skill(accuracy, tally.persistent_hits / tally.total),
        "f1": measures.f1(matrix),
        "geometric_mean": measures.geometric_mean(matrix),
    }
