"""Is this the file, and is this the data? Checksums of files and of what is read from them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

from driftsift.data import Nominal, Schema
from driftsift.data.hints import enumerated
from driftsift.streams.datasets.dataset import DataSet
from driftsift.streams.stream import Stream

__all__ = ["content_of", "require_content", "sha256_of"]

_known: dict[tuple[str, int, int], str] = {}


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file; computed once per process as long as size and time of change stay.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "empty"
    >>> path.touch()
    >>> sha256_of(path)[:16]
    'e3b0c44298fc1c14'
    """
    state = path.stat()
    key = (str(path.absolute()), state.st_size, state.st_mtime_ns)
    if key not in _known:
        with path.open("rb") as file:
            _known[key] = hashlib.file_digest(file, "sha256").hexdigest()
    return _known[key]


def content_of(stream: Stream) -> str:
    """Return a checksum of what a stream gives: names, kinds, categories, classes, values, labels, in order.

    It does not depend on the file format, on the chunk size, or on whether chunks are sparse.

    Examples
    --------
    >>> from driftsift import ArrayStream
    >>> dense = ArrayStream([[0.0, 2.0], [1.0, 0.0]], ["a", "b"])
    >>> content_of(dense) == content_of(ArrayStream(sp.csr_array([[0.0, 2.0], [1.0, 0.0]]), ["a", "b"]))
    True
    """
    return _read(stream)[1]


def _read(stream: Stream) -> tuple[int, str]:
    """Return the number of rows and the checksum."""
    rows = 0
    lengths, columns, values, labels = (hashlib.sha256() for _ in range(4))
    for chunk in stream:
        X = _stored(chunk.X)
        lengths.update(np.diff(X.indptr).astype("<i4").tobytes())
        columns.update(X.indices.astype("<i4").tobytes())
        values.update(X.data.astype("<f8").tobytes())
        labels.update(chunk.y.astype("<i4").tobytes())
        rows += len(chunk)
    whole = hashlib.sha256(json.dumps(stream.schema.to_dict()).encode())
    for digest in (lengths, columns, values, labels):
        whole.update(digest.digest())
    return rows, whole.hexdigest()


def _stored(X: Any) -> sp.csr_array:
    """Return the entries that are not 0, by row and column; all missing values have the same bits."""
    matrix = sp.csr_array(X, copy=True)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    matrix.data[np.isnan(matrix.data)] = np.nan
    return matrix


def require_content(data: DataSet, stream: Stream) -> str:
    """Return the checksum of the content of a converted file; ValueError if it is not that of the data set."""
    rows, content = _read(stream)
    for what, found, expected in _figures(data, stream.schema, rows):
        if found != expected:
            raise ValueError(f"{data.title} from this source has {what} {found}, expected {expected}")
    if data.content not in (None, content):
        raise ValueError(
            f"{data.title} from this source has the expected size, but not the expected values: "
            f"their checksum is {content}, expected {data.content}"
        )
    return content


def _figures(data: DataSet, schema: Schema, rows: int) -> list[tuple[str, object, object]]:
    nominal = sum(isinstance(feature, Nominal) for feature in schema.features)
    return [
        ("instances:", rows, data.n_instances),
        ("features:", schema.n_features, data.n_features),
        ("nominal features:", nominal, data.n_nominal),
        ("classes", enumerated(schema.classes), enumerated(data.classes)),
    ]
