r"""Model files: versioned, checksummed, plain data. Loading one never executes anything.

Layout: the 8 bytes ``DRFTSFT\n``, the format version (2 bytes, little endian), the SHA-256 of what follows
(32 bytes), and a msgpack document with the class name, its parameters, the schema and the state.
"""

from __future__ import annotations

import hashlib
import os
import re
import struct
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import msgpack
import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from driftsift import _core
from driftsift.data.schema import Nominal, Schema
from driftsift.exports import NAMES_BY_ROOM
from driftsift.learners.base import StreamClassifier

__all__ = [
    "DAMAGE",
    "FORMAT_VERSION",
    "ModelFileError",
    "load",
    "pack",
    "read_document",
    "save",
    "unpack",
    "write_document",
]

MAGIC = b"DRFTSFT\n"
FORMAT_VERSION = 1
HEADER = struct.Struct("<8sH32s")
ARRAY = 1
ARRAY_TYPES = ("<f8", "<i4", "<i8", "|b1")
ROOMS = ("learners", "transformers", "relevance")
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


class ModelFileError(ValueError):
    """A model file is damaged, of a newer version, or not a model file."""


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


def load(path: Any) -> StreamClassifier:
    """Read a model from a file; ModelFileError if the file is not exactly what `save` wrote."""
    document = read_document(path)
    try:
        return rebuild(document)
    except ModelFileError as error:
        raise ModelFileError(f"{path}: {error}") from None


def describe(model: StreamClassifier) -> dict[str, Any]:
    """Return a model as plain data."""
    document: dict[str, Any] = {"model": _describe_estimator(model), "state": None}
    if model._prepared:
        document |= {
            "built": _describe_parameters(model._parameters),
            "schema": model.schema_.to_dict(),
            "label_type": model.classes_.dtype.str,
            "feature_names": "feature_names_in_" in vars(model),
            "unseen": model.unseen_categories_,
            "state": model._model.state(),
        }
    _refuse_foreign(document["state"])
    return document


def rebuild(document: dict[str, Any]) -> StreamClassifier:
    """Return the model that `describe` described, or raise ModelFileError."""
    if "run" in document:
        raise ModelFileError("a checkpoint of evaluate(), not a model file")
    try:
        model = _rebuild_estimator(document["model"])
        if not isinstance(model, StreamClassifier):
            raise ModelFileError(f"{type(model).__name__} is not a classifier")
        model.get_params()
        return model if document["state"] is None else _rebuild_trained(model, document)
    except ModelFileError:
        raise
    except _core.StateError as error:
        raise ModelFileError(f"damaged state: {error}") from None
    except DAMAGE as error:
        raise ModelFileError(f"not a model of this library ({type(error).__name__}: {error})") from None


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


def write_document(path: Any, document: dict[str, Any]) -> None:
    """Write plain data with version and checksum; a reader sees the old file or the new one, never a part."""
    target = Path(path)
    payload = pack(document)
    header = HEADER.pack(MAGIC, FORMAT_VERSION, hashlib.sha256(payload).digest())
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(header)
            file.write(payload)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_document(path: Any) -> dict[str, Any]:
    """Read what `write_document` wrote, or raise ModelFileError."""
    raw = Path(path).read_bytes()
    if len(raw) < HEADER.size or raw[:8] != MAGIC:
        raise ModelFileError(f"{path}: not a driftsift model file")
    _, version, checksum = HEADER.unpack_from(raw)
    if version > FORMAT_VERSION:
        raise ModelFileError(
            f"{path}: written in format version {version}, this driftsift reads up to version {FORMAT_VERSION}; "
            "upgrade driftsift to load it"
        )
    payload = raw[HEADER.size :]
    if version == 0 or hashlib.sha256(payload).digest() != checksum:
        raise ModelFileError(f"{path}: the file is damaged (checksum does not match)")
    try:
        return unpack(payload)
    except ModelFileError as error:
        raise ModelFileError(f"{path}: {error}") from None


def pack(document: dict[str, Any]) -> bytes:
    """Return plain data with arrays as bytes."""
    packed: bytes = msgpack.packb(document, default=_pack_array, use_bin_type=True)
    return packed


def unpack(payload: bytes) -> dict[str, Any]:
    """Return what `pack` packed, or raise ModelFileError."""
    try:
        document = msgpack.unpackb(payload, ext_hook=_unpack_array, raw=False, strict_map_key=False)
    except Exception as error:
        raise ModelFileError(f"the document cannot be read ({error})") from None
    if not isinstance(document, dict):
        raise ModelFileError("the document is not a map")
    return document


def _pack_array(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray) and value.dtype.str in ARRAY_TYPES:
        return msgpack.ExtType(ARRAY, value.dtype.str.encode() + value.tobytes())
    raise TypeError(f"{type(value).__name__} is not plain data")


def _unpack_array(code: int, raw: bytes) -> Any:
    kind = raw[:3].decode()
    if code != ARRAY or kind not in ARRAY_TYPES:
        raise ModelFileError("an array of an unknown type")
    return np.frombuffer(raw, dtype=kind, offset=3).copy()


def _describe_estimator(estimator: Any) -> dict[str, Any]:
    name = type(estimator).__name__
    if _loadable().get(name) is not type(estimator):
        raise TypeError(
            f"{name} cannot be saved to a model file: only models of this library are plain data. "
            "Use pickle for pipelines with foreign models."
        )
    return {"class": name, "parameters": _describe_parameters(estimator.get_params(deep=False))}


def _describe_parameters(parameters: dict[str, Any]) -> dict[str, Any]:
    return {name: _describe_value(value) for name, value in parameters.items()}


def _describe_value(value: Any) -> Any:
    if hasattr(value, "get_params"):
        return {"estimator": _describe_estimator(value)}
    if isinstance(value, tuple):
        return {"tuple": [_describe_value(item) for item in value]}
    return [_describe_value(item) for item in value] if isinstance(value, list) else value


def _rebuild_estimator(description: dict[str, Any]) -> Any:
    name = description["class"]
    if name not in _loadable():
        raise ModelFileError(f"no model of this library is called {name!r}")
    return _loadable()[name](**_rebuild_parameters(description["parameters"]))


def _rebuild_parameters(parameters: dict[str, Any]) -> dict[str, Any]:
    return {name: _rebuild_value(value) for name, value in parameters.items()}


def _rebuild_value(value: Any) -> Any:
    if isinstance(value, dict):
        if "tuple" in value:
            return tuple(map(_rebuild_value, value["tuple"]))
        return _rebuild_estimator(value["estimator"])
    return [_rebuild_value(item) for item in value] if isinstance(value, list) else value


@cache
def _loadable() -> dict[str, type[BaseEstimator]]:
    """Return the classes a model may be made of: estimators only, no function and no other class."""
    import driftsift

    public = (getattr(driftsift, name) for room in ROOMS for name in NAMES_BY_ROOM.get(room, ()))
    return {found.__name__: found for found in public if isinstance(found, type) and issubclass(found, BaseEstimator)}


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
    if cells > max(CELLS_OF_A_SMALL_FILE, _array_bytes(state)):
        raise ModelFileError(f"the file is too short for a table of {cells:,} cells")


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
