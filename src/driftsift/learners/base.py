"""What all classifiers share: scikit-learn's methods on top of a native model."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin

from driftsift import _core
from driftsift.data.chunk import Chunk
from driftsift.data.estimator import StreamEstimator
from driftsift.data.schema import Schema

__all__ = ["StreamClassifier", "class_table_cells"]


def class_table_cells(schema: Schema) -> int:
    """Return the size of a table with a cell for every class, and all together, of every number and category."""
    return (schema.n_classes + 1) * int(np.maximum(schema.n_categories, 1).sum())


class StreamClassifier(ClassifierMixin, StreamEstimator[_core.Model]):
    """A classifier that learns one instance at a time.

    A subclass stores its parameters and says in `_build` which native model they make.

    Attributes
    ----------
    schema_ : Schema
        The features and classes the model works on.
    classes_ : array
        Labels; a label met later is appended.
    unseen_categories_ : dict of str to int
        How many values of each nominal feature were taken as missing because their category was not known.
    """

    @abstractmethod
    def _build(self, schema: Schema) -> _core.Model:
        """Return an untrained native model; ValueError for parameters that make no sense."""

    def _cells(self, schema: Schema) -> int:  # noqa: ARG002
        """Return the size of the largest table of an untrained model where it is a product of features and classes."""
        return 0

    # --- learning and predicting

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Forget everything and learn the rows in their order."""
        self._forget()
        return self._learn(X, y, None, sample_weight, at_least=1)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn more rows.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n, d)
        y : labels of shape (n,)
            None or NaN where the label is unknown; such a row is not learned.
        classes : list of labels, optional
            All labels to expect, at the first call. Without it a label becomes a class when it is first met.
        sample_weight : array of shape (n,), optional
            A row of weight 0 is not learned.
        """
        return self._learn(X, y, classes, sample_weight, at_least=0)

    def test_then_train(self, X: Any, y: Any, sample_weight: Any = None) -> NDArray[np.float64]:
        """Vote on every row before learning it, row by row.

        Returns
        -------
        votes : array of shape (n, n_classes)
            All 0 as long as nothing has been learned.
        """
        return self._with_targets(
            X,
            y,
            None,
            sample_weight,
            lambda model, rows, codes, weights: model.test_then_train(rows, codes, weights),
            at_least=0,
        )

    def predict_then_train(self, X: Any, y: Any, sample_weight: Any = None) -> NDArray[Any]:
        """Predict every row before learning it, row by row: the labels of `test_then_train`'s largest votes."""
        codes = self._with_targets(
            X,
            y,
            None,
            sample_weight,
            lambda model, rows, codes, weights: model.predict_then_train(rows, codes, weights),
            at_least=0,
        )
        return self.classes_[codes]

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the label with the largest vote for every row; of equals the first class."""
        codes = self._with_rows(X, lambda model, rows: model.predict(rows))
        return self.classes_[codes]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the share of every class in the votes; equal shares where there is no vote."""
        votes = self._with_rows(X, lambda model, rows: model.votes(rows))
        total = votes.sum(axis=1, keepdims=True)
        shares = np.full_like(votes, 1.0 / votes.shape[1])
        np.divide(votes, total, out=shares, where=total > 0)
        return shares

    # --- the same on chunks, whose labels are class codes

    def _predict_codes(self, chunk: Chunk) -> NDArray[np.int32]:
        return self._on_chunk(chunk, lambda model, rows: model.predict(rows))

    def _learn_codes(self, chunk: Chunk) -> None:
        self._on_chunk(chunk, lambda model, rows: model.learn(rows, chunk.y, chunk.weight))

    def _predict_then_learn_codes(self, chunk: Chunk, first: int, delay: int) -> NDArray[np.int32]:
        return self._on_chunk(
            chunk, lambda model, rows: model.predict_then_train(rows, chunk.y, chunk.weight, first, delay)
        )

    # --- looking at the model

    def explain(self) -> dict[str, Any]:
        """Return what the model now uses, as plain data."""
        self._require_prepared()
        return self._explain(self._model.state())

    def _explain(self, state: dict[str, Any]) -> dict[str, Any]:
        return state

    # --- files and copies

    def save(self, path: Any) -> None:
        """Write the model to a file that `driftsift.load` reads."""
        from driftsift.learners.modelfile import save

        save(self, path)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        return tags

    def _learn(self, X: Any, y: Any, classes: Any, sample_weight: Any, at_least: int) -> Self:
        self._with_targets(
            X,
            y,
            classes,
            sample_weight,
            lambda model, rows, codes, weights: model.learn(rows, codes, weights),
            at_least,
        )
        return self
