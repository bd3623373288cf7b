"""Classifiers of other libraries in, learners of this library out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from driftsift.data import Schema
from driftsift.learners import ForeignClassifier, as_learner

if TYPE_CHECKING:
    from driftsift.interop.river_classifier import RiverClassifier

__all__ = ["from_river", "from_sklearn", "to_river"]


def to_river(
    model: Any, schema: Schema | None = None, *, buffer: int = 1000, max_categories: int = 256
) -> RiverClassifier:
    """Return a learner as a River classifier.

    Parameters
    ----------
    model : classifier
        The prototype; it is never trained itself.
    schema : Schema, optional
        The features and classes. Without it they are found out as they come: then a new feature means a fresh
        model that learns the last `buffer` rows again, see
        `driftsift.interop.river_classifier.RiverClassifier`.
    buffer : int
        Number of last rows kept for that.
    max_categories : int
        A nominal feature has no more categories than so many; further ones are missing values.

    Examples
    --------
    >>> from driftsift import KNN
    >>> from river import datasets, evaluate, metrics
    >>> evaluate.progressive_val_score(datasets.Phishing(), to_river(KNN(k=5)), metrics.Accuracy())
    Accuracy: 88.71%
    """
    try:
        from driftsift.interop.river_classifier import RiverClassifier
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "river":
            raise
        raise ImportError("to_river needs River, which is not installed; pip install driftsift[river]") from None
    as_learner(model)
    return RiverClassifier(model, schema, buffer, max_categories)


def from_river(model: Any) -> ForeignClassifier:
    """Return a River classifier as a learner of this library.

    Examples
    --------
    >>> from driftsift import SEA, evaluate
    >>> from river.tree import HoeffdingTreeClassifier
    >>> evaluate(from_river(HoeffdingTreeClassifier()), SEA(n=500, seed=1)).n
    500
    """
    _require(model, ("learn_one", "predict_proba_one"), "a River classifier")
    return ForeignClassifier(model)


def from_sklearn(model: Any) -> ForeignClassifier:
    """Return a scikit-learn classifier that has `partial_fit` as a learner of this library.

    Examples
    --------
    >>> from driftsift import SEA, evaluate
    >>> from sklearn.linear_model import SGDClassifier
    >>> evaluate(from_sklearn(SGDClassifier(random_state=1)), SEA(n=500, seed=1)).n
    500
    """
    _require(model, ("partial_fit", "predict", "get_params"), "an incremental scikit-learn classifier")
    return ForeignClassifier(model)


def _require(model: Any, methods: tuple[str, ...], what: str) -> None:
    if isinstance(model, type):
        raise TypeError(f"give an instance, {model.__name__}(), not the class")
    absent = [method for method in methods if not hasattr(model, method)]
    if absent:
        raise TypeError(f"{type(model).__name__} is not {what}: it has no {' and no '.join(absent)}")
