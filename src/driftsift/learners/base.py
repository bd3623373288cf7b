"""What all classifiers share: scikit-learn's methods on top of a native model."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.exceptions import NotFittedError

from driftsift import _core
from driftsift.data.arrays import encode_array
from driftsift.data.chunk import Chunk, Matrix
from driftsift.data.frames import encode, infer_schema
from driftsift.data.schema import Schema
from driftsift.learners.rows import (
    NativeRows,
    check_weights,
    is_named_frame,
    native_rows,
    read_matrix,
)
from driftsift.learners.targets import class_array, encode_growing, first_classes, read_labels, sorted_classes

__all__ = ["StreamClassifier"]

Answer = TypeVar("Answer")
Codes = NDArray[np.int32]
Weights = NDArray[np.float64] | None


class StreamClassifier(ClassifierMixin, BaseEstimator, ABC):
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

    _model: _core.Model
    _parameters: dict[str, Any]
    schema_: Schema
    classes_: NDArray[Any]
    unseen_categories_: dict[str, int]

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

    def prepare(self, schema: Schema) -> Self:
        """Start afresh for rows of this schema: `X` holds category codes where a feature is nominal.

        Examples
        --------
        >>> from driftsift import NaiveBayes, Nominal, Schema
        >>> model = NaiveBayes().prepare(Schema([Nominal("day", ("mon", "tue"))], ("DOWN", "UP")))
        >>> model.partial_fit([[0], [1]], ["UP", "DOWN"]).predict([[0]])
        array(['UP'], dtype='<U4')
        """
        model = self._build(schema)
        self._forget()
        self._adopt(model, schema, np.asarray(schema.classes))
        return self

    # --- the same on chunks, whose labels are class codes

    def _predict_codes(self, chunk: Chunk) -> NDArray[np.int32]:
        return self._on_chunk(chunk, lambda model, rows: model.predict(rows))

    def _learn_codes(self, chunk: Chunk) -> None:
        self._on_chunk(chunk, lambda model, rows: model.learn(rows, chunk.y, chunk.weight))

    def _predict_then_learn_codes(self, chunk: Chunk, first: int, delay: int) -> NDArray[np.int32]:
        return self._on_chunk(
            chunk, lambda model, rows: model.predict_then_train(rows, chunk.y, chunk.weight, first, delay)
        )

    def _on_chunk(self, chunk: Chunk, ask: Callable[[_core.Model, NativeRows], Answer]) -> Answer:
        answer, unseen = self._ask(self._model, self.schema_, chunk.X, ask)
        self._count_unseen(unseen)
        return answer

    # --- looking at the model

    @property
    def nbytes(self) -> int:
        """Bytes of memory the model occupies."""
        return int(self._model.nbytes) if self._prepared else 0

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

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        if "_model" in state:
            state["_model"] = self._model.state()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        if "_model" in state:
            self._restore(state["_model"])

    def _restore(self, tree: dict[str, Any]) -> None:
        built = clone(self).set_params(**self._parameters)
        self._model = built._build(self.schema_)
        self._model.restore(tree)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return self._prepared

    # --- how rows reach the native model

    @property
    def _prepared(self) -> bool:
        return "_model" in self.__dict__

    def _require_prepared(self) -> None:
        if not self._prepared:
            raise NotFittedError(
                f"This {type(self).__name__} instance is not fitted yet; call fit, partial_fit or prepare first."
            )

    def _forget(self) -> None:
        for name in (
            "_model",
            "schema_",
            "classes_",
            "n_features_in_",
            "feature_names_in_",
            "unseen_categories_",
        ):
            self.__dict__.pop(name, None)

    def _adopt(self, model: _core.Model, schema: Schema, classes: NDArray[Any]) -> None:
        self._model = model
        self._parameters = clone(self).get_params(deep=False)  # set_params may change the steps of a pipeline
        self.schema_ = schema
        self.classes_ = classes
        self.n_features_in_ = schema.n_features
        self.unseen_categories_ = {}

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

    def _with_rows(self, X: Any, ask: Callable[[_core.Model, NativeRows], Answer]) -> Answer:
        self._require_prepared()
        matrix, _ = self._read(X, at_least=0)
        answer, _ = self._ask(self._model, self.schema_, matrix, ask)
        return answer

    def _with_targets(
        self,
        X: Any,
        y: Any,
        classes: Any,
        sample_weight: Any,
        teach: Callable[[_core.Model, NativeRows, Codes, Weights], Answer],
        at_least: int,
    ) -> Answer:
        y = read_labels(y)
        if not self._prepared:
            return self._begin(X, y, classes, sample_weight, teach, at_least)
        self._check_announced(classes)
        matrix, unseen = self._read(X, at_least)
        _check_lengths(matrix, y)
        codes, new = encode_growing(y, self.classes_)
        weights = check_weights(sample_weight, len(codes))
        if new:
            _, more_unseen = self._ask(self._model, self.schema_, matrix, lambda model, rows: model.inspect(rows))
            self._grow(new)
        answer, more_unseen = self._ask(
            self._model, self.schema_, matrix, lambda model, rows: teach(model, rows, codes, weights)
        )
        self._count_unseen(unseen, more_unseen)
        return answer

    def _begin(
        self,
        X: Any,
        y: Any,
        classes: Any,
        sample_weight: Any,
        teach: Callable[[_core.Model, NativeRows, Codes, Weights], Answer],
        at_least: int,
    ) -> Answer:
        """Learn the first rows; nothing is kept of them if something is wrong."""
        try:
            matrix, schema = self._read_first(X, at_least)
            _check_lengths(matrix, y)
            classes_in = sorted_classes if at_least else first_classes  # fit knows all labels
            labels = classes_in(y) if classes is None else class_array(sorted(set(classes)), np.asarray(y))
            schema = schema.with_classes(labels.tolist())
            codes, new = encode_growing(y, labels)
            if new:
                raise ValueError(f"label {new[0]!r} is not one of the announced classes {labels.tolist()}")
            weights = check_weights(sample_weight, len(codes))
            if at_least and weights is not None and not weights.any():
                raise ValueError("all values of sample_weight are zero: there is nothing to learn")
            model = self._build(schema)
            answer, unseen = self._ask(model, schema, matrix, lambda model, rows: teach(model, rows, codes, weights))
        except Exception:
            self._forget()
            raise
        self._adopt(model, schema, labels)
        self._count_unseen(unseen)
        return answer

    def _read_first(self, X: Any, at_least: int) -> tuple[Matrix, Schema]:
        if is_named_frame(X):
            schema = infer_schema(X, None)
            matrix = encode(X, schema).X
            if len(matrix) < at_least or not schema.n_features:
                read_matrix(self, matrix, first=True, at_least=at_least)
            self.feature_names_in_ = np.array(schema.names, dtype=object)
            return matrix, schema
        matrix = read_matrix(self, X, first=True, at_least=at_least)
        names = getattr(self, "feature_names_in_", [f"x{i}" for i in range(matrix.shape[1])])
        return matrix, Schema.numeric(len(names), ())

    def _read(self, X: Any, at_least: int) -> tuple[Matrix, dict[str, int]]:
        if not is_named_frame(X):
            return read_matrix(self, X, first=False, at_least=at_least), {}
        if hasattr(self, "feature_names_in_"):
            self._check_names(X)
        encoded = encode(X, self.schema_)
        return encoded.X, encoded.unseen

    def _check_names(self, frame: Any) -> None:
        """Raise scikit-learn's error unless the columns are those of the first frame, in that order."""
        from sklearn.utils.validation import _check_feature_names

        _check_feature_names(self, frame, reset=False)

    def _ask(
        self,
        model: _core.Model,
        schema: Schema,
        matrix: Matrix,
        ask: Callable[[_core.Model, NativeRows], Answer],
    ) -> tuple[Answer, dict[str, int]]:
        try:
            return ask(model, native_rows(matrix)), {}
        except _core.BadValue:
            encoded = encode_array(matrix, schema)
            return ask(model, native_rows(encoded.X)), encoded.unseen

    def _count_unseen(self, *counts: dict[str, int]) -> None:
        for by_feature in counts:
            for name, count in by_feature.items():
                self.unseen_categories_[name] = self.unseen_categories_.get(name, 0) + count

    def _check_announced(self, classes: Any) -> None:
        if classes is not None and set(classes) != set(self.classes_.tolist()):
            raise ValueError(f"classes={list(classes)} differ from those of the first call, {self.classes_.tolist()}")

    def _grow(self, new: list[Any]) -> None:
        labels = [*self.schema_.classes, *new]
        try:
            self._model.grow(len(labels))
        except ValueError as error:
            raise ValueError(f"label {new[0]!r} is new: {error}") from None
        self.schema_ = self.schema_.with_classes(labels)
        self.classes_ = class_array(labels, self.classes_ if self.classes_.dtype.kind != "U" else None)


def _check_lengths(matrix: Matrix, y: Any) -> None:
    if len(y) != matrix.shape[0]:
        raise ValueError(f"X has {matrix.shape[0]} rows, y has {len(y)} labels")
