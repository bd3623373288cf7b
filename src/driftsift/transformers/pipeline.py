"""Transformers in front of a learner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sklearn.utils.metaestimators import _BaseComposition

from driftsift import _core
from driftsift.data.parameters import positive_int
from driftsift.data.schema import Schema
from driftsift.learners.base import StreamClassifier
from driftsift.learners.foreign import as_learner
from driftsift.transformers.base import StreamTransformer
from driftsift.transformers.selector import SelectionEvent, StreamSelector

__all__ = ["Pipeline", "join"]

MOST_TRANSFORMERS = 64


class Pipeline(_BaseComposition, StreamClassifier):
    """Transformers in front of a learner; usually written ``transformer | learner``.

    When a transformer changes its projection, what stands behind it starts afresh in the new feature space and learns
    the last `replay` instances again.

    Parameters
    ----------
    steps : list of (str, estimator)
        Transformers, and a classifier at the end: of this library, of scikit-learn or of River.
    replay : int, optional
        Number of last instances to learn again after a change; 0 for none. By default as many as a selector looks back
        on, such as the window of `DISCUSS`, and 200 behind others.

    Attributes
    ----------
    events_ : list of SelectionEvent
        What selectors chose, when and why, the last 10,000 of each.

    Examples
    --------
    >>> from driftsift import KNN, Pipeline, TopK
    >>> pipeline = TopK(k=5) | KNN(k=3)
    >>> [name for name, _ in pipeline.steps]
    ['topk', 'knn']
    >>> pipeline.set_params(topk__k=7).get_params()["topk__k"]
    7
    """

    def __init__(self, steps: Sequence[tuple[str, Any]], replay: int | None = None) -> None:
        self.steps = steps
        self.replay = replay

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters, with `deep` those of the steps as ``name__parameter``."""
        parameters: dict[str, Any] = self._get_params("steps", deep=deep)
        return parameters

    def set_params(self, **parameters: Any) -> Pipeline:
        """Set parameters, also those of the steps as ``name__parameter``."""
        self._set_params("steps", **parameters)
        return self

    def _build(self, schema: Schema) -> _core.Model:
        transformers, learner = self._parts()
        _refuse_names_behind_choices(self._fronts())
        replay = None if self.replay is None else positive_int("replay", self.replay, least=0)
        fronts = []
        for transformer in transformers:
            fronts.append(transformer._build(schema))
            schema = transformer._projected(schema)
        model = learner._build(schema)
        for transformer, front in zip(reversed(transformers), reversed(fronts), strict=True):
            model = _core.pipeline(front, model, transformer._replay() if replay is None else replay)
        return model

    def _cells(self, schema: Schema) -> int:
        transformers, learner = self._parts()
        most = 0
        for transformer in transformers:
            most = max(most, transformer._cells(schema))
            schema = transformer._projected(schema)
        return max(most, learner._cells(schema))

    def _length(self) -> int:
        """Return the number of transformers, with those of a pipeline at the end."""
        last = self.steps[-1][1]
        return len(self.steps) - 1 + (last._length() if isinstance(last, Pipeline) else 0)

    def _fronts(self) -> list[StreamTransformer]:
        """Return the transformers in order, with those of a pipeline at the end."""
        transformers, learner = self._parts()
        return transformers + (learner._fronts() if isinstance(learner, Pipeline) else [])

    def _parts(self) -> tuple[list[StreamTransformer], StreamClassifier]:
        if not self.steps:
            raise ValueError("a pipeline without steps; it needs a classifier at least")
        self._validate_names([name for name, _ in self.steps])
        if self._length() > MOST_TRANSFORMERS:
            raise ValueError(f"{self._length()} transformers in a row; a pipeline has at most {MOST_TRANSFORMERS}")
        *transformers, learner = (step for _, step in self.steps)
        for step in transformers:
            if not isinstance(step, StreamTransformer):
                raise TypeError(f"{type(step).__name__} is not a transformer; only the last step may be a classifier")
        if isinstance(learner, StreamTransformer):
            raise TypeError(f"a pipeline ends in a classifier, not in {type(learner).__name__}; add | NaiveBayes()")
        return transformers, as_learner(learner)

    def _explain(self, state: dict[str, Any]) -> dict[str, Any]:
        _, learner = type(self)(**self._parameters)._parts()
        names, changes, selected = list(self.schema_.names), [], []
        for front, given in self._steps_of(state):
            selected.append(_selected(front["transformer"], given))
            names = _passing(front["transformer"], given)
            changes.append(front["changes"])
        return {"features": names, "selected": selected, "changes": changes, "learner": type(learner).__name__}

    @property
    def events_(self) -> list[SelectionEvent]:
        """Return what selectors chose, when and why, in the order of the rows."""
        self._require_prepared()
        fronts = type(self)(**self._parameters)._fronts()
        found = [
            event
            for step, (front, (state, given)) in enumerate(
                zip(fronts, self._steps_of(self._model.state()), strict=True)
            )
            if isinstance(front, StreamSelector)
            for event in front._events(state["transformer"]["history"], given, step)
        ]
        return sorted(found, key=lambda event: (event.row, event.step))

    def _steps_of(self, state: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[str]]]:
        """Yield the state from each transformer on, and the names of the features it is given."""
        names = list(self.schema_.names)
        while "transformer" in state:
            yield state, names
            names = _passing(state["transformer"], names)
            state = state["learner"]


def _passing(transformer: dict[str, Any], given: list[str]) -> list[str]:
    """Return the names of the features behind a transformer."""
    if "outputs" in transformer:
        return [f"z{i}" for i in range(transformer["outputs"])] or given
    return [given[i] for i in transformer["selection"]["features"]]


def _selected(transformer: dict[str, Any], given: list[str]) -> list[str] | None:
    """Return the names of the features a transformer has selected; None if it mixes them all."""
    if "outputs" in transformer:
        return None
    return [given[i] for i in transformer.get("chosen", transformer["selection"]["features"])]


def _refuse_names_behind_choices(fronts: list[StreamTransformer]) -> None:
    chooser = None
    for front in fronts:
        if front._names_features and chooser is not None:
            name = type(front).__name__
            raise ValueError(f"{name} names features, which {chooser} in front of it keeps changing; put {name} first")
        if not front._keeps_features:
            chooser = type(front).__name__


class Transformers:
    """Transformers in a row that still wait for a classifier: ``a | b``."""

    def __init__(self, steps: list[StreamTransformer]) -> None:
        self.steps = steps

    def __or__(self, other: Any) -> Any:
        return join(self.steps, other)

    def __repr__(self) -> str:
        return " | ".join(map(repr, self.steps))


def join(fronts: list[StreamTransformer], back: Any) -> Pipeline | Transformers:
    """Return what ``fronts | back`` means."""
    if isinstance(back, StreamTransformer):
        return Transformers([*fronts, back])
    if isinstance(back, Transformers):
        return Transformers([*fronts, *back.steps])
    if isinstance(back, Pipeline):
        return Pipeline(_named([*fronts, *(step for _, step in back.steps)]), replay=back.replay)
    return Pipeline(_named([*fronts, back]))


def _named(steps: list[Any]) -> list[tuple[str, Any]]:
    names = [type(step).__name__.lower() for step in steps]
    return [
        (name if names.count(name) == 1 else f"{name}-{names[: i + 1].count(name)}", step)
        for i, (name, step) in enumerate(zip(names, steps, strict=True))
    ]
