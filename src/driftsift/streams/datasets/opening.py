"""The files of a data set as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data import Chunk, Feature, Label, Nominal, Numeric, Schema
from driftsift.data.randomness import Purpose, words
from driftsift.streams.datasets.dataset import DataSet
from driftsift.streams.libsvm import BINARY, LibSVMStream
from driftsift.streams.memory import ArrayStream
from driftsift.streams.parquet import ParquetStream
from driftsift.streams.stream import Stream

__all__ = ["opened", "shuffled"]


def opened(data: DataSet, folder: Path) -> Stream:
    """Return the stream of a data set whose files are in a folder."""
    path = folder / data.file
    if data.groups:
        return _grouped(data, path)
    stream: Stream
    if path.suffix == ".parquet":
        return ParquetStream(path, name=data.title)
    stream = LibSVMStream(path, schema=Schema(_features(data, folder), data.classes), name=data.title)
    stream.n_instances = data.n_instances
    if data.labels is None:
        return stream
    companion, column = data.labels
    codes = pq.read_table(folder / companion, columns=[column])[column].to_numpy().astype(np.int32)
    return Relabelled(stream, data.classes, codes, by_row=True)


def _features(data: DataSet, folder: Path) -> list[Feature]:
    names = [f"x{j}" for j in range(data.n_features)]
    for companion in data.companions:
        if companion.endswith(".txt"):
            names = (folder / companion).read_text(encoding="utf-8").splitlines()
    return [Nominal(name, BINARY) if data.n_nominal else Numeric(name) for name in names]


def _grouped(data: DataSet, path: Path) -> Stream:
    """Return the numeric features of a file with fewer classes."""
    schema = ParquetStream(path).schema
    numeric = Schema((f for f in schema.features if isinstance(f, Numeric)), schema.classes, schema.target)
    codes = np.array([data.classes.index(data.groups[str(label)]) for label in schema.classes], dtype=np.int32)
    return Relabelled(ParquetStream(path, schema=numeric, name=data.title), data.classes, codes)


class Relabelled(Stream):
    """A stream with other classes.

    Parameters
    ----------
    stream : Stream
    classes : tuple of labels
        The new classes.
    codes : int32 array
        The new class code of each old one, or of each instance.
    by_row : bool
        Whether `codes` belongs to the instances.
    """

    def __init__(
        self, stream: Stream, classes: tuple[Label, ...], codes: NDArray[np.int32], *, by_row: bool = False
    ) -> None:
        super().__init__(stream.schema.with_classes(classes), stream.name, stream.n_instances)
        self._sparse = stream._sparse
        self._stream = stream
        self._codes = codes
        self._by_row = by_row

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        for chunk in self._stream.chunks(rows, start):
            places = slice(start, start + len(chunk)) if self._by_row else chunk.y
            yield Chunk(chunk.X, self._codes[places])
            start += len(chunk)


def shuffled(stream: Stream, seed: int) -> Stream:
    """Return the rows of a stream in random order, held in memory.

    Row t has the number A of (seed, `Purpose.SHUFFLE`, unit 0, t); rows are sorted by that, equal ones by t.

    Examples
    --------
    >>> stream = ArrayStream(np.arange(5.0)[:, None], [0, 0, 1, 1, 1])
    >>> shuffled(stream, seed=7).take(5).X.ravel()
    array([3., 1., 4., 0., 2.])
    """
    n = stream.n_instances or sum(len(chunk) for chunk in stream)
    order = np.argsort(words(seed, Purpose.SHUFFLE, unit=0, start=0, n=n)[0], kind="stable")
    name = f"{stream.name} (shuffle={seed})"
    X, y = _sparse_rows(stream, order) if stream._sparse else _dense_rows(stream, order)
    labels = np.array([*stream.schema.classes, None], dtype=object)[y]
    return ArrayStream(X, labels, schema=stream.schema, name=name)


def _dense_rows(stream: Stream, order: NDArray[np.intp]) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Put every row where it belongs at once: there is never a second copy of the data."""
    place = np.empty(len(order), dtype=np.intp)
    place[order] = np.arange(len(order))
    X = np.empty((len(order), stream.schema.n_features))
    y = np.empty(len(order), dtype=np.int32)
    start = 0
    for chunk in stream:
        rows = place[start : start + len(chunk)]
        X[rows], y[rows] = chunk.X, chunk.y
        start += len(chunk)
    return X, y


def _sparse_rows(stream: Stream, order: NDArray[np.intp]) -> tuple[sp.csr_array, NDArray[np.int32]]:
    chunk = stream.take(len(order))
    return chunk.X[order], chunk.y[order]
