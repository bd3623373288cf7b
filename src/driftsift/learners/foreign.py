"""scikit-learn and River classifiers standing as learners of this library: slower, same semantics."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.schema import Nominal, Schema
from driftsift.learners.base import StreamClassifier

__all__ = ["ForeignClassifier", "as_learner"]

Values = NDArray[np.float64]


class ForeignClassifier(StreamClassifier):
    """Wraps a scikit-learn classifier with `partial_fit`, or a River classifier.

    Every instance is handed to the wrapped model one by one, so it can stand in a pipeline or an evaluation like any
    learner of this library. The prototype given is never trained.

    Parameters
    ----------
    estimator : scikit-learn or River classifier

    Notes
    -----
    A wrapped model is not plain data: it can be pickled and copied, but not saved to a model file. Classes that were
    not announced can be learned by River models, not by scikit-learn ones.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from driftsift import SEA, evaluate
    >>> evaluation = evaluate(ForeignClassifier(GaussianNB()), SEA(n=200, seed=1))
    >>> evaluation.summary()["n"]
    200
    """

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    def _build(self, schema: Schema) -> _core.Model:
        return _core.foreign_learner(native_schema(schema), self._adapter(schema))

    def _adapter(self, schema: Schema) -> SklearnAdapter | RiverAdapter:
        if _is_river(self.estimator):
            categories = [f.categories if isinstance(f, Nominal) else None for f in schema.features]
            return RiverAdapter(self.estimator, schema.names, categories, schema.n_classes)
        if hasattr(self.estimator, "partial_fit"):
            return SklearnAdapter(self.estimator, schema.n_classes)
        kind = type(self.estimator).__name__
        raise TypeError(f"{kind} has neither partial_fit (scikit-learn) nor learn_one (River)")

    def _explain(self, state: dict[str, Any]) -> dict[str, Any]:
        return {"estimator": repr(pickle.loads(state["pickle"]).model)}


def as_learner(model: Any) -> StreamClassifier:
    """Return a learner of this library as it is, any other classifier wrapped."""
    return model if isinstance(model, StreamClassifier) else ForeignClassifier(model)


class SklearnAdapter:
    """One row at a time for a scikit-learn classifier."""

    def __init__(self, prototype: Any, classes: int) -> None:
        self.prototype = prototype
        self.classes = classes
        self.model = clone(prototype)
        self.learned = False
        self._weighted = "sample_weight" in inspect.signature(prototype.partial_fit).parameters

    @property
    def nbytes(self) -> int:
        """Bytes of the pickled model: an estimate of its memory."""
        return len(pickle.dumps(self.model))

    def fresh(self, _: list[int], classes: int) -> Self:
        """Return an untrained adapter for rows of another schema."""
        return type(self)(self.prototype, classes)

    def grow(self, _: int) -> None:
        """Refuse: a scikit-learn classifier fixes its classes at the first call."""
        raise ValueError(
            f"{type(self.model).__name__} cannot learn classes that were not announced; pass classes=[...] with all "
            "labels to the first partial_fit"
        )

    def votes(self, values: Values) -> Values:
        """Return one vote per class."""
        if not self.learned:
            return np.zeros(self.classes)
        if hasattr(self.model, "predict_proba"):
            return np.ascontiguousarray(self.model.predict_proba(values[None])[0], dtype=np.float64)
        votes = np.zeros(self.classes)
        votes[int(self.model.predict(values[None])[0])] = 1.0
        return votes

    def learn(self, values: Values, label: int, weight: float) -> None:
        """Learn one row; a model that takes no weights learns it `weight` times, rounded."""
        classes = np.arange(self.classes)
        if self._weighted:
            self.model.partial_fit(values[None], [label], classes=classes, sample_weight=[weight])
        else:
            for _ in range(round(weight)):
                self.model.partial_fit(values[None], [label], classes=classes)
        self.learned = self.learned or self._weighted or round(weight) > 0


class RiverAdapter:
    """One row at a time, as a dict by feature name, for a River classifier. A missing value is left out."""

    def __init__(self, prototype: Any, names: Any, categories: Any, classes: int) -> None:
        self.prototype = prototype
        self.classes = classes
        self.model = prototype.clone()
        self.names = names
        self.categories = categories
        self._weighted = "w" in inspect.signature(prototype.learn_one).parameters

    @property
    def nbytes(self) -> int:
        """Bytes of the pickled model: an estimate of its memory."""
        return len(pickle.dumps(self.model))

    def fresh(self, categories: list[int], classes: int) -> Self:
        """Return an untrained adapter for rows of another schema."""
        adapter = copy.copy(self)
        adapter.model = self.prototype.clone()
        adapter.classes = classes
        # Which features these are only the transformer in front knows.
        adapter.names = [f"x{i}" for i in range(len(categories))]
        adapter.categories = [[str(code) for code in range(n)] if n else None for n in categories]
        return adapter

    def grow(self, classes: int) -> None:
        """Expect more classes."""
        self.classes = classes

    def votes(self, values: Values) -> Values:
        """Return one vote per class."""
        votes = np.zeros(self.classes)
        for label, share in self.model.predict_proba_one(self._row(values)).items():
            votes[int(label)] = share
        return votes

    def learn(self, values: Values, label: int, weight: float) -> None:
        """Learn one row; a model that takes no weights learns it `weight` times, rounded."""
        row = self._row(values)
        if self._weighted:
            self.model.learn_one(row, label, w=weight)
        else:
            for _ in range(round(weight)):
                self.model.learn_one(row, label)

    def _row(self, values: Values) -> dict[str, Any]:
        return {
            name: value if categories is None else categories[int(value)]
            for name, categories, value in zip(self.names, self.categories, values.tolist(), strict=True)
            if value == value
        }


def _is_river(model: Any) -> bool:
    return hasattr(model, "learn_one") and hasattr(model, "predict_proba_one")
