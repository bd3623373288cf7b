"""Model files: a model or detector as a document of plain data. Loading one never executes anything.

The document has the class name, its parameters, the schema and the state; `driftsift.data.documents` writes and
reads the file around it.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift import _core
from driftsift.data.documents import ModelFileError, read_document, write_document
from driftsift.data.loadable import loadable, name_in_file
from driftsift.data.schema import Nominal, Schema
from driftsift.detectors import Detector
from driftsift.learners.base import StreamClassifier
from driftsift.streams.stream import Stream
from driftsift.streams.truth import Truth

__all__ = ["DAMAGE", "ModelFileError", "describe", "load", "rebuild", "save"]

LABEL_TYPE = re.compile(r"[<|]?([iu][1248]|b1|O|U\d+)")
CELLS_OF_A_SMALL_FILE = 2**25
# What the code below and the constructors raise for what they did not expect.
DAMAGE = (
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    IndexError,
    OverflowError,
    MemoryError,
    RecursionError,
)


def save(model: StreamClassifier, path: Any) -> None:
    """Write a model to a file, all of it or nothing.

    Examples
    --------
    >>> import tempfile, driftsift as ds
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ds.NaiveBayes().fit([[0.0], [1.0]], ["a", "b"]).save(f"{folder}/model.driftsift")
    ...     ds.load(f"{folder}/model.driftsift").predict([[0.9]])
    array(['b'], dtype='<U1')
    """
    write_document(path, describe(model))


def load(path: Any) -> Any:
    """Read a classifier or detector from a file; ModelFileError if the file is not exactly what `save` wrote."""
    document = read_document(path)
    try:
        return _rebuild_saved(document)
    except ModelFileError as error:
        raise ModelFileError(f"{path}: {error}") from None


def describe(model: StreamClassifier) -> dict[str, Any]:
    """Return a model as plain data."""
    document: dict[str, Any] = {"model": _describe_estimator(model), "state": None}
    if model._prepared:
        state = model._model.state()
        _refuse_unreadable(type(model)(**model._parameters)._cells(model.schema_), state)
        document |= {
            "built": _describe_parameters(model._parameters),
            "schema": model.schema_.to_dict(),
            "label_type": model.classes_.dtype.str,
            "feature_names": "feature_names_in_" in vars(model),
            "unseen": model.unseen_categories_,
            "state": state,
        }
    _refuse_foreign(document["state"])
    return document


def rebuild(document: dict[str, Any]) -> StreamClassifier:
    """Return the model that `describe` described, or raise ModelFileError."""
    model = _rebuild_saved(document)
    if not isinstance(model, StreamClassifier):
        raise ModelFileError(f"{type(model).__name__} is not a classifier")
    return model


def _rebuild_saved(document: dict[str, Any]) -> StreamClassifier | Detector:
    if "run" in document:
        raise ModelFileError("a checkpoint of evaluate(), not a model file")
    try:
        saved = _rebuild_estimator(document["model"])
        if not isinstance(saved, (StreamClassifier, Detector)):
            raise ModelFileError(f"{type(saved).__name__} is neither a classifier nor a detector")
        saved.get_params()
        if document["state"] is None:
            return saved
        return (
            _rebuild_trained(saved, document) if isinstance(saved, StreamClassifier) else _rebuild_fed(saved, document)
        )
    except ModelFileError:
        raise
    except _core.StateError as error:
        raise ModelFileError(f"damaged state: {error}") from None
    except DAMAGE as error:
        raise ModelFileError(f"not a model of this library ({type(error).__name__}: {error})") from None


def _rebuild_fed(detector: Detector, document: dict[str, Any]) -> Detector:
    detector._adopt(_rebuild_parameters(document["built"]), document["state"])
    return detector


def _rebuild_trained(model: StreamClassifier, document: dict[str, Any]) -> StreamClassifier:
    schema = _rebuild_schema(document["schema"])
    parameters = _rebuild_parameters(document["built"])
    built = type(model)(**parameters)
    _refuse_inflated(built._cells(schema), document["state"])
    native = built._build(schema)
    native.restore(document["state"])
    model._adopt(native, schema, _rebuild_classes(schema.classes, document["label_type"]))
    model._parameters = parameters
    model.unseen_categories_ = _rebuild_unseen(document["unseen"], schema)
    if not isinstance(document["feature_names"], bool):
        raise ModelFileError("damaged feature_names")
    if document["feature_names"]:
        model.feature_names_in_ = np.array(schema.names, dtype=object)
    return model


def _describe_estimator(estimator: Any) -> dict[str, Any]:
    return {"class": name_in_file(estimator), "parameters": _describe_parameters(estimator.get_params(deep=False))}


def _describe_parameters(parameters: dict[str, Any]) -> dict[str, Any]:
    return {name: _describe_value(value) for name, value in parameters.items()}


def _describe_value(value: Any) -> Any:
    if hasattr(value, "get_params"):
        return {"estimator": _describe_estimator(value)}
    if isinstance(value, Truth):
        return {"truth": value.to_dict()}
    if isinstance(value, Stream):
        name = type(value).__name__
        raise TypeError(f"the stream {name} cannot be saved to a model file; give its truth instead, or use pickle")
    if isinstance(value, tuple):
        return {"tuple": [_describe_value(item) for item in value]}
    return [_describe_value(item) for item in value] if isinstance(value, list) else value


def _rebuild_estimator(description: dict[str, Any]) -> Any:
    name = description["class"]
    if name not in loadable():
        raise ModelFileError(f"no model of this library is called {name!r}")
    return loadable()[name](**_rebuild_parameters(description["parameters"]))


def _rebuild_parameters(parameters: dict[str, Any]) -> dict[str, Any]:
    return {name: _rebuild_value(value) for name, value in parameters.items()}


def _rebuild_value(value: Any) -> Any:
    if isinstance(value, dict):
        if "tuple" in value:
            return tuple(map(_rebuild_value, value["tuple"]))
        if "truth" in value:
            return Truth.from_dict(value["truth"])
        return _rebuild_estimator(value["estimator"])
    return [_rebuild_value(item) for item in value] if isinstance(value, list) else value


def _rebuild_schema(description: dict[str, Any]) -> Schema:
    schema = Schema.from_dict(description)
    categories = (c for f in schema.features if isinstance(f, Nominal) for c in f.categories)
    texts = (schema.target, *schema.names, *categories)
    if (
        schema.to_dict() != description
        or not all(isinstance(text, str) for text in texts)
        or not all(isinstance(label, (str, int)) for label in schema.classes)
    ):
        raise ModelFileError("damaged schema")
    return schema


def _rebuild_classes(classes: tuple[Any, ...], label_type: str) -> NDArray[Any]:
    if not LABEL_TYPE.fullmatch(label_type):
        raise ModelFileError(f"labels of type {label_type}")
    array = np.array(classes, dtype=str if "U" in label_type else label_type)
    if array.tolist() != list(classes):
        raise ModelFileError(f"the classes {list(classes)} are not of type {label_type}")
    return array


def _rebuild_unseen(counts: dict[str, int], schema: Schema) -> dict[str, int]:
    if not counts.keys() <= set(schema.names) or not all(type(n) is int and n >= 0 for n in counts.values()):
        raise ModelFileError("damaged counts of unseen categories")
    return counts


def _refuse_inflated(cells: int, state: dict[str, Any]) -> None:
    """Raise ModelFileError if a small file would make large tables."""
    if _is_inflated(cells, state):
        raise ModelFileError(f"the file is too short for a table of {cells:,} cells")


def _refuse_unreadable(cells: int, state: dict[str, Any]) -> None:
    """Raise ValueError for what `load` would refuse: a large table that is not in the file."""
    if _is_inflated(cells, state):
        raise ValueError(f"a model with a table of {cells:,} cells that a file does not hold; use pickle")


def _is_inflated(cells: int, state: dict[str, Any]) -> bool:
    return cells > max(CELLS_OF_A_SMALL_FILE, _array_bytes(state))


def _array_bytes(tree: Any) -> int:
    if isinstance(tree, dict):
        return sum(map(_array_bytes, tree.values()))
    return tree.nbytes if isinstance(tree, np.ndarray) else 0


def _refuse_foreign(tree: Any) -> None:
    if not isinstance(tree, dict):
        return
    if "pickle" in tree:
        raise TypeError("a model with a foreign learner cannot be saved to a model file; use pickle")
    for value in tree.values():
        _refuse_foreign(value)
