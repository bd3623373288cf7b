"""scikit-learn's own checks, unchanged, over every learner."""

from __future__ import annotations

from sklearn.utils.estimator_checks import parametrize_with_checks

import driftsift as ds
from tests.learners.catalogue import LEARNERS

FORGETS = "a window of a dozen rows has forgotten most of the training set"
BLIND = "one feature of two does not tell the classes apart"
ONE_SPLIT = "one split does not tell three classes apart"
TRIES_BY_ROW = "a leaf is tried when a row comes: two rows are two occasions, a row of weight 2 is one"
NO_ROOM = "a small limit of memory keeps the leaves from being split"
COUNTS_ROWS = "a window, and k neighbours, count rows: a row of weight 2 fills one place, two rows fill two"


def expected_failures(estimator):
    """Check -> reason, for the checks that a learner of this library means to fail."""
    failures = {}
    learner = estimator.steps[-1][1] if isinstance(estimator, ds.Pipeline) else estimator
    if learner is not estimator and isinstance(estimator.steps[0][1], (ds.Subset, ds.Oracle)):
        failures["check_classifiers_train"] = BLIND
    if learner is not estimator and isinstance(estimator.steps[0][1], ds.ABFS):
        failures |= {f"check_sample_weight_equivalence_on_{kind}_data": TRIES_BY_ROW for kind in ("dense", "sparse")}
    if isinstance(learner, ds.KNN) and learner.window < 100:
        failures["check_classifiers_train"] = FORGETS
    if isinstance(learner, ds.DecisionStump):
        failures["check_classifiers_train"] = ONE_SPLIT
    if isinstance(learner, (ds.HoeffdingTree, ds.HoeffdingAdaptiveTree)):
        failures |= failures_of_trees(learner)
    counts_rows = isinstance(learner, (ds.KNN, ds.MajorityClass)) and learner.window is not None
    if counts_rows or (isinstance(learner, ds.NaiveBayes) and (learner.window or 100) < 50):
        failures["check_sample_weight_equivalence_on_dense_data"] = COUNTS_ROWS
        failures["check_sample_weight_equivalence_on_sparse_data"] = COUNTS_ROWS
    return failures


def failures_of_trees(tree):
    if tree.memory_limit < 100_000:
        return {"check_classifiers_train": NO_ROOM}
    return {f"check_sample_weight_equivalence_on_{kind}_data": TRIES_BY_ROW for kind in ("dense", "sparse")}


@parametrize_with_checks(
    [entry.make() for entry in LEARNERS], expected_failed_checks=expected_failures, xfail_strict=True
)
def test_scikit_learn(estimator, check):
    check(estimator)
