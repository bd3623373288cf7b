r"""Model files: versioned, checksummed, plain data. Loading one never executes anything.

Layout: the 8 bytes ``DRFTSFT\\n``, the format version (2 bytes, little endian), the SHA-256 of what follows
(32 bytes), and a msgpack document with the class name, its parameters, the schema and the state.
"""

from __future__ import annotations

import hashlib
import os
import struct
import tempfile
from pathlib import Path
from typing import Any

import msgpack
import numpy as np

from driftsift import _core
from driftsift.data.schema import Schema
from driftsift.exports import NAMES_BY_ROOM
from driftsift.learners.base import StreamClassifier

__all__ = [
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
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, MemoryError) as error:
        raise ModelFileError(f"{path}: not a model of this library ({error})") from None


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
    """Return the model that `describe` described."""
    model = _rebuild_estimator(document["model"])
    if not isinstance(model, StreamClassifier):
        raise ModelFileError(f"{type(model).__name__} is not a classifier")
    if document["state"] is None:
        return model
    schema = Schema.from_dict(document["schema"])
    parameters = _rebuild_parameters(document["built"])
    native = type(model)(**parameters)._build(schema)
    try:
        native.restore(document["state"])
    except _core.StateError as error:
        raise ModelFileError(f"damaged state: {error}") from None
    model._adopt(native, schema, np.array(schema.classes, dtype=_label_type(document["label_type"])))
    model._parameters = parameters
    model.unseen_categories_ = dict(document["unseen"])
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
    return unpack(payload)


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
    if name not in _loadable():
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
    import driftsift

    return getattr(driftsift, name)(**_rebuild_parameters(description["parameters"]))


def _rebuild_parameters(parameters: dict[str, Any]) -> dict[str, Any]:
    return {name: _rebuild_value(value) for name, value in parameters.items()}


def _rebuild_value(value: Any) -> Any:
    if isinstance(value, dict):
        if "tuple" in value:
            return tuple(map(_rebuild_value, value["tuple"]))
        return _rebuild_estimator(value["estimator"])
    return [_rebuild_value(item) for item in value] if isinstance(value, list) else value


def _loadable() -> set[str]:
    return {name for room in ("learners", "transformers", "relevance") for name in NAMES_BY_ROOM.get(room, ())}


def _label_type(text: str) -> np.dtype[Any]:
    dtype = np.dtype(text)
    if dtype.kind not in "iubUO":
        raise ModelFileError(f"labels of type {text}")
    return dtype


def _refuse_foreign(tree: Any) -> None:
    if not isinstance(tree, dict):
        return
    if "pickle" in tree:
        raise TypeError("a model with a foreign learner cannot be saved to a model file; use pickle")
    for value in tree.values():
        _refuse_foreign(value)
