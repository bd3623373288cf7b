"""What classifiers and scorers share: how rows and labels reach a native model, and how it is kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone
from sklearn.exceptions import NotFittedError

from driftsift import _core
from driftsift.data.arrays import encode_array
from driftsift.data.chunk import Chunk, Matrix
from driftsift.data.frames import encode, infer_schema
from driftsift.data.native import (
    NativeRows,
    check_weights,
    is_named_frame,
    native_rows,
    read_matrix,
)
from driftsift.data.schema import Schema
from driftsift.data.targets import class_array, encode_growing, first_classes, read_labels, sorted_classes

__all__ = ["NativeModel", "StreamEstimator"]


class NativeModel(Protocol):
    """What native models have in common."""

    @property
    def nbytes(self) -> int:
        """Bytes of memory."""

    def inspect(self, X: object) -> None:
        """Raise `BadValue` for a row that does not fit the schema."""

    def grow(self, classes: int) -> None:
        """Go on with more classes; ValueError if that cannot be."""

    def state(self) -> dict[str, Any]:
        """Return all that makes the model what it is."""

    def restore(self, tree: dict[str, Any]) -> None:
        """Take over the state of another one; StateError if it is damaged."""


Answer = TypeVar("Answer")
Native = TypeVar("Native", bound=NativeModel)
Codes = NDArray[np.int32]
Weights = NDArray[np.float64] | None


class StreamEstimator(BaseEstimator, ABC, Generic[Native]):
    """Something that learns from labelled rows in native code.

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

    _model: Native
    _parameters: dict[str, Any]
    schema_: Schema
    classes_: NDArray[Any]
    unseen_categories_: dict[str, int]

    @abstractmethod
    def _build(self, schema: Schema) -> Native:
        """Return an untrained native model; ValueError for parameters that make no sense."""

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

    # --- looking at the model

    @property
    def nbytes(self) -> int:
        """Bytes of memory the model occupies."""
        return int(self._model.nbytes) if self._prepared else 0

    # --- copies

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

    def __sklearn_is_fitted__(self) -> bool:
        return self._prepared

    # --- how rows reach the native model

    @property
    def _prepared(self) -> bool:
        return "_model" in self.__dict__

    def _require_prepared(self) -> None:
        if not self._prepared:
            first = ", ".join(name for name in ("fit", "partial_fit", "observe") if hasattr(self, name))
            name = type(self).__name__
            raise NotFittedError(f"This {name} instance is not fitted yet; call {first} or prepare first.")

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

    def _adopt(self, model: Native, schema: Schema, classes: NDArray[Any]) -> None:
        self._model = model
        self._parameters = clone(self).get_params(deep=False)  # set_params may change the steps of a pipeline
        self.schema_ = schema
        self.classes_ = classes
        self.n_features_in_ = schema.n_features
        self.unseen_categories_ = {}

    def _with_rows(self, X: Any, ask: Callable[[Native, NativeRows], Answer]) -> Answer:
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
        teach: Callable[[Native, NativeRows, Codes, Weights], Answer],
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
        teach: Callable[[Native, NativeRows, Codes, Weights], Answer],
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
        model: Native,
        schema: Schema,
        matrix: Matrix,
        ask: Callable[[Native, NativeRows], Answer],
    ) -> tuple[Answer, dict[str, int]]:
        try:
            return ask(model, native_rows(matrix)), {}
        except _core.BadValue:
            encoded = encode_array(matrix, schema)
            return ask(model, native_rows(encoded.X)), encoded.unseen

    def _on_chunk(self, chunk: Chunk, ask: Callable[[Native, NativeRows], Answer]) -> Answer:
        answer, unseen = self._ask(self._model, self.schema_, chunk.X, ask)
        self._count_unseen(unseen)
        return answer

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
