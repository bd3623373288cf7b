"""A learner of this library that learns and predicts one dict at a time, as River's classifiers do."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from river import base
from sklearn.base import clone

from driftsift.data import Chunk, Label, Schema
from driftsift.data.parameters import positive_int
from driftsift.interop.rows import Layout, Row, plain_label, plain_row
from driftsift.learners import NaiveBayes, StreamClassifier, as_learner

__all__ = ["RiverClassifier"]


class RiverClassifier(base.Classifier):
    """A learner of this library as a River classifier; usually made by `to_river`.

    Features are known by name: a row may have any of them in any order, and one that is absent, None or NaN
    is missing. A number makes a feature numeric, a text or truth value nominal; from then on the feature
    keeps its kind, and a value of the other kind is a TypeError. New features, categories and classes may
    appear at any time.

    Native models have fixed columns. When a row that is to be learned brings a new feature, or a new
    category for which there is no room, **a fresh model is built for the larger schema and learns the last
    `buffer` rows again**; what was learned before them is forgotten. As long as no more than `buffer` rows
    have been learned nothing is lost, and the predictions are those of the learner with the present schema
    on all rows. Room for categories doubles (2, 4, 8, ... places per feature), so that a category without
    room becomes ever rarer; free places count as categories where a learner asks for their number. New
    classes need no new model.

    With a `schema` nothing of this happens: other features are left aside, other categories are missing
    values, and every row is learned exactly once.

    Parameters
    ----------
    model : classifier
        The prototype; it is never trained itself.
    schema : Schema, optional
        The features, and the classes known so far. By default both are found out as they come.
    buffer : int, default 1000
        Number of last rows that are learned again when the schema grows; 0 to start from nothing.
    max_categories : int, default 256
        A nominal feature has no more categories than so many; further ones are missing values.

    Notes
    -----
    A row costs about 50 microseconds, most of them for the dict; `evaluate` and `partial_fit` on chunks are
    many times faster.
    Memory is that of the model and of `buffer` rows of all features met so far.

    Examples
    --------
    >>> from driftsift import NaiveBayes
    >>> model = RiverClassifier(NaiveBayes())
    >>> model.learn_one({"height": 1.2, "colour": "red"}, "low")
    >>> model.learn_one({"height": 8.5, "colour": "blue"}, "high")
    >>> model.predict_one({"colour": "blue", "wings": True})
    'high'
    """

    def __init__(self, model: Any, schema: Schema | None = None, buffer: int = 1000, max_categories: int = 256) -> None:
        self.model = model
        self.schema = schema
        self.buffer = buffer
        self.max_categories = max_categories
        self.unseen_categories: dict[str, int] = {}
        self._layout = _empty_layout(schema, max_categories)
        self._recent: deque[_Learned] = deque(maxlen=positive_int("buffer", buffer, least=0))
        self._learner: StreamClassifier | None = None
        self._codes: dict[Label, int] = {}

    @property
    def learner(self) -> StreamClassifier | None:
        """The learner as it is now, for `explain` and `save`; None before the first row."""
        return self._learner

    def learn_one(self, x: dict[Any, Any], y: Any, w: float = 1.0) -> None:
        """Learn a row of weight `w`; nothing happens where the label is None or NaN, or the weight 0."""
        label = plain_label(y)
        row = plain_row(x)
        if label is None or not w:
            return
        if self._learner is None or (self.schema is None and self._layout.lacks(row)):
            self._learn_with_more_columns(row, label, w)
        else:
            self._learn(self._learner, _Learned(self._layout.encode(row), label, w))
        for name in self._layout.unplaced(row):
            self.unseen_categories[name] = self.unseen_categories.get(name, 0) + 1

    def predict_proba_one(self, x: dict[Any, Any], **kwargs: Any) -> dict[Any, float]:  # noqa: ARG002
        """Return the share of every class; nothing before the first row was learned."""
        row = plain_row(x)
        if self._learner is None:
            return {}
        shares = self._learner.predict_proba(self._layout.encode(row)[None])[0]
        return dict(zip(self._learner.schema_.classes, shares.tolist(), strict=True))

    @property
    def _multiclass(self) -> bool:
        return True

    @classmethod
    def _unit_test_params(cls) -> Iterator[dict[str, Any]]:
        yield {"model": NaiveBayes()}

    def _learn_with_more_columns(self, row: Row, label: Label, weight: float) -> None:
        """Replace the learner by one for a layout with room for the row; nothing changes if that fails."""
        layout = self._layout
        if self.schema is None:
            layout = layout.copy()
            layout.add({name: row[name] for name in sorted(row)})
        new = _Learned(layout.encode(row), label, weight)
        learner = clone(as_learner(self.model)).prepare(self._schema_of(layout, label))
        codes = {known: code for code, known in enumerate(learner.schema_.classes)}
        if self._recent:
            learner._learn_codes(_chunk(self._recent, codes, learner.n_features_in_))
        self._codes, before = codes, self._codes
        try:
            self._learn(learner, new)
        except BaseException:
            self._codes = before
            raise
        self._learner, self._layout = learner, layout

    def _schema_of(self, layout: Layout, label: Label) -> Schema:
        if self.schema is not None:
            return self.schema
        return layout.schema(tuple(self._codes) or (label,), room=True)

    def _learn(self, learner: StreamClassifier, new: _Learned) -> None:
        if new.label not in self._codes:
            _refuse_other_kind(new.label, self._codes)
            learner._grow([new.label])
            self._codes[new.label] = len(self._codes)
        learner._learn_codes(_chunk([new], self._codes, len(new.values)))
        if self.schema is None:
            self._recent.append(new)


class _Learned(NamedTuple):
    """A row as it was learned; it may have fewer columns than there are now."""

    values: NDArray[np.float64]
    label: Label
    weight: float


def _empty_layout(schema: Schema | None, most_categories: int) -> Layout:
    most = positive_int("max_categories", most_categories, least=2)
    return Layout(most) if schema is None else Layout.of(schema)


def _chunk(rows: Any, codes: dict[Label, int], columns: int) -> Chunk:
    X = np.full((len(rows), columns), np.nan)
    for i, row in enumerate(rows):
        X[i, : len(row.values)] = row.values
    y = np.array([codes[row.label] for row in rows], dtype=np.int32)
    return Chunk(X, y, np.array([row.weight for row in rows], dtype=np.float64))


def _refuse_other_kind(label: Label, known: dict[Label, int]) -> None:
    if known and isinstance(label, str) != isinstance(next(iter(known)), str):
        raise ValueError(f"label {label!r} is not of the kind of the known classes, {list(known)}")
