"""Rules as plain data."""

from __future__ import annotations

import numpy as np

from driftsift.data.schema import Schema
from driftsift.learners.base import StreamClassifier

__all__ = ["RuleClassifier"]


class RuleClassifier(StreamClassifier):
    """A learner whose model is a set of rules."""

    def _cells(self, schema: Schema) -> int:
        return (schema.n_classes + 1) * int(np.maximum(schema.n_categories, 1).sum())
