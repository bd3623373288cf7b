r"""Files of plain data: versioned, checksummed. Reading one never executes anything.

Layout: the 8 bytes ``DRFTSFT\n``, the format version (2 bytes, little endian), the SHA-256 of what follows
(32 bytes), and a msgpack document. Model files, files of detectors and checkpoints are such files.
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

__all__ = [
    "FORMAT_VERSION",
    "HEADER",
    "MAGIC",
    "ModelFileError",
    "pack",
    "read_document",
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
