"""How good a classifier is on a stream, over time, and against what it must beat.

* `prequential`: `evaluate`. Test on an instance, then learn it; or chunk by chunk.
* `plan`, `run`: its options, and an evaluation under way.
* `holdout`: `holdout`. Test on instances that are never learned.
* `result`: `Evaluation`, what both return.
* `measures`: accuracy, kappa and their relatives, computed from a confusion matrix.
* `importance`: `importance_over_time`. Which features a model uses, and when.
* `selection`: `selection_accuracy` and `stability` of selected features.
* `checkpoint`: long runs can be interrupted and resumed.
"""

from driftsift.evaluation import measures
from driftsift.evaluation.holdout import holdout
from driftsift.evaluation.importance import ImportanceOverTime, importance_over_time
from driftsift.evaluation.prequential import evaluate
from driftsift.evaluation.result import Evaluation
from driftsift.evaluation.selection import SelectionAccuracy, selection_accuracy, stability

__all__ = [
    "Evaluation",
    "ImportanceOverTime",
    "SelectionAccuracy",
    "evaluate",
    "holdout",
    "importance_over_time",
    "measures",
    "selection_accuracy",
    "stability",
]
