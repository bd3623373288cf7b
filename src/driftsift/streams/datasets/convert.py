"""From the form in which a publisher gives a data set to the form in which it is kept.

Each converter is an instance of one of these classes; see `Source`.

* `Table`: CSV files. `NamedTable`: one whose columns are described in a file of C4.5.
* `Attributes`: an ARFF file. `LabelSets`: an ARFF file with several labels per row.
* `TextRows`: numbers separated by white space, the labels in a file of their own.
* `Images`: the idx files of MNIST.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data import Chunk, Feature, Nominal, Numeric, Schema
from driftsift.data.labels import encode_labels
from driftsift.streams.arff import ARFFStream
from driftsift.streams.csv import CSVStream
from driftsift.streams.datasets.dataset import DataSet
from driftsift.streams.iterable import ChunkStream
from driftsift.streams.libsvm import BINARY, LibSVMStream
from driftsift.streams.stream import Stream, rows_per_chunk
from driftsift.streams.writers import write_stream

__all__ = ["Attributes", "Images", "LabelSets", "NamedTable", "SparseRows", "Table", "TextRows"]

Values = NDArray[np.float64]

WRITTEN_BYTES = 2**25  # a Parquet file of small pieces would be several times as large


class _Pieces(ChunkStream):
    """Chunks to be written in larger pieces than those that are read."""

    @property
    def chunk_rows(self) -> int:
        return max(WRITTEN_BYTES // (8 * self.schema.n_features), super().chunk_rows)


def write(data: DataSet, features: Iterable[Feature], chunks: Callable[[], Iterable[Chunk]], folder: Path) -> None:
    """Write chunks to the file of a data set."""
    schema = Schema(features, data.classes, data.target)
    write_stream(_Pieces(schema, chunks, n_instances=data.n_instances), folder / data.file)


def words_of(data: DataSet, words: Mapping[str, str]) -> list[str]:
    """Return what the publisher calls the classes."""
    return [words.get(str(label), str(label)) for label in data.classes]


@dataclass(frozen=True)
class Table:
    """CSV files with the same columns, one after the other.

    Parameters
    ----------
    names : tuple of str
        The columns of a file without a header.
    nominal : tuple of str
        The columns that are nominal.
    target : str
        The column of the labels.
    drop : tuple of str
        Columns to leave out.
    words : mapping of str to str
        For a class what the publisher calls it, where that differs.
    single : bool
        Round the values to single precision.
    mend : callable, optional
        Changes the values of a chunk in place, given the number of its first row.

    Examples
    --------
    >>> Table(names=("S1", "C1", "class"), nominal=("S1",)).target
    'class'
    """

    names: tuple[str, ...] = ()
    nominal: tuple[str, ...] = ()
    target: str = "class"
    drop: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict, hash=False)
    single: bool = False
    mend: Callable[[Values, int], None] | None = None

    def __call__(self, parts: Sequence[Path], data: DataSet, folder: Path) -> None:
        """Convert the files."""
        first = self._open(parts[0], data, None)
        streams = [first, *(self._open(part, data, first.schema) for part in parts[1:])]
        write(data, first.schema.features, lambda: self._chunks(streams), folder)

    def _open(self, file: Path, data: DataSet, schema: Schema | None) -> Stream:
        options: dict[str, Any] = {}
        if schema is None:
            options = {"nominal": self.nominal, "classes": words_of(data, self.words), "drop": self.drop}
        names = self.names or None
        return CSVStream(file, self.target, schema, header=names is None, names=names, delimiter=",", **options)

    def _chunks(self, streams: Sequence[Stream]) -> Iterator[Chunk]:
        row = 0
        for stream in streams:
            for chunk in stream:
                X = chunk.X.astype(np.float32 if self.single else np.float64)
                if self.mend is not None:
                    self.mend(X, row)
                row += len(chunk)
                yield Chunk(X, chunk.y)
            if stream.unseen:
                raise ValueError(f"{stream.name} has categories that the first table does not have: {stream.unseen}")


@dataclass(frozen=True)
class NamedTable:
    """A CSV file whose columns are described in a second file, as C4.5 wants it: lines ``name: 0,1.``.

    Parameters
    ----------
    table : Table
        Everything but the names.

    Examples
    --------
    >>> NamedTable(Table(words={"ad": "ad."})).table.words
    {'ad': 'ad.'}
    """

    table: Table

    def __call__(self, parts: Sequence[Path], data: DataSet, folder: Path) -> None:
        """Convert the file of the rows, given the file of the names behind it."""
        lines = (line.partition("|")[0].strip() for line in _text(parts[1]).splitlines())
        kinds = dict(line.rsplit(":", 1) for line in lines if ":" in line)
        nominal = tuple(name for name, kind in kinds.items() if "continuous" not in kind)
        table = replace(self.table, names=(*kinds, self.table.target), nominal=nominal)
        table(parts[:1], data, folder)


@dataclass(frozen=True)
class Attributes:
    """An ARFF file.

    Parameters
    ----------
    names : tuple of str
        New names for the last attributes before the class; those before them are left out. Without names all
        attributes are kept as they are.

    Examples
    --------
    >>> Attributes(names=("price", "day")).names
    ('price', 'day')
    """

    names: tuple[str, ...] = ()

    def __call__(self, parts: Sequence[Path], data: DataSet, folder: Path) -> None:
        """Convert the file."""
        stream = ARFFStream(parts[0])
        features = stream.schema.features
        names = self.names or stream.schema.names
        if len(features) < len(names):
            raise ValueError(f"{data.title} has {len(features)} attributes before the class, expected {len(names)}")
        first = len(features) - len(names)
        renamed = [replace(feature, name=name) for feature, name in zip(features[first:], names, strict=True)]
        codes = _codes(stream, data)

        def chunks() -> Iterator[Chunk]:
            for chunk in stream:
                yield Chunk(chunk.X[:, first:], codes[chunk.y])

        write(data, renamed, chunks, folder)


@dataclass(frozen=True)
class LabelSets:
    """An ARFF file with several labels of 0 and 1 per row, which come first (the format of MEKA).

    Written are the rows with one of the labels, the names of the features, and a table of all labels.

    Parameters
    ----------
    label : str
        The label that becomes the class.
    count : int
        The number of labels.

    Examples
    --------
    >>> LabelSets("Drama", 28).label
    'Drama'
    """

    label: str
    count: int

    def __call__(self, parts: Sequence[Path], data: DataSet, folder: Path) -> None:
        """Convert the file."""
        stream = ARFFStream(parts[0], self.label)
        _require_binary(stream.schema)
        others, names = np.split(np.array(stream.schema.names), [self.count - 1])
        codes = _codes(stream, data)
        labels: list[NDArray[np.int8]] = []

        def chunks() -> Iterator[Chunk]:
            for chunk in stream:
                X, y = sp.csr_array(chunk.X), codes[chunk.y]
                labels.append(np.column_stack([X[:, : self.count - 1].toarray(), y]).astype(np.int8))
                yield Chunk(X[:, self.count - 1 :], y)

        write(data, map(Numeric, names.tolist()), chunks, folder)
        columns = dict(zip([*others.tolist(), self.label], np.concatenate(labels).T, strict=True))
        for companion in data.companions:
            if companion.endswith(".txt"):
                text = "".join(f"{name}\n" for name in names)
                (folder / companion).write_text(text, encoding="utf-8", newline="\n")
            else:
                pq.write_table(pa.table(columns), folder / companion, compression="zstd")


@dataclass(frozen=True)
class TextRows:
    """Rows of numbers separated by white space, and their labels, one per line, in another file.

    The parts are rows and labels, again rows and labels, ..., and at the end, if there is one more, the file of
    the names: lines ``1 name``. A name that occurs again gets .1, .2, ... behind it.

    Parameters
    ----------
    words : mapping of str to str
        For a class what the publisher calls it, where that differs.

    Examples
    --------
    >>> TextRows(words={"WALKING": "1"}).words
    {'WALKING': '1'}
    """

    words: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __call__(self, parts: Sequence[Path], data: DataSet, folder: Path) -> None:
        """Convert the files."""
        pairs = list(zip(parts[::2], parts[1::2], strict=False))
        names = [f"x{j}" for j in range(data.n_features)]
        if len(parts) % 2:
            names = _numbered(line.split(maxsplit=1)[1] for line in _text(parts[-1]).splitlines())
        features = [Nominal(name, BINARY) if data.n_nominal else Numeric(name) for name in names]
        write(data, features, lambda: self._chunks(pairs, data), folder)

    def _chunks(self, pairs: Sequence[tuple[Path, Path]], data: DataSet) -> Iterator[Chunk]:
        for rows, labels in pairs:
            codes = encode_labels(_text(labels).split(), words_of(data, self.words))
            with rows.open(encoding="ascii") as file:
                start = 0
                for X in _matrices(file, rows_per_chunk(data.n_features)):
                    yield Chunk(X, codes[start : start + len(X)])
                    start += len(X)
            if start != len(codes):
                raise ValueError(f"{data.title} has {start:,} rows and {len(codes):,} labels")


@dataclass(frozen=True)
class SparseRows:
    """A LibSVM file.

    Examples
    --------
    >>> SparseRows()
    SparseRows()
    """

    def __call__(self, parts: Sequence[Path], data: DataSet, folder: Path) -> None:
        """Convert the file."""
        stream = LibSVMStream(parts[0], data.n_features, classes=data.classes, nominal=data.n_nominal > 0)
        write(data, stream.schema.features, lambda: stream, folder)


@dataclass(frozen=True)
class Images:
    """Images and their labels as idx files; the pixels of an image from left to right, from top to bottom.

    Pixels behind the last feature of the data set must be 0 everywhere.

    Examples
    --------
    >>> Images()
    Images()
    """

    def __call__(self, parts: Sequence[Path], data: DataSet, folder: Path) -> None:
        """Convert the file of the images and the file of the labels."""
        images, labels = (_idx(part) for part in parts)
        pixels = images.reshape(len(images), -1)
        if len(labels) != len(pixels):
            raise ValueError(f"{data.title} has {len(pixels):,} images and {len(labels):,} labels")
        if pixels[:, data.n_features :].any():
            raise ValueError(f"{data.title} has pixels other than 0 behind number {data.n_features}")
        codes = encode_labels([str(label) for label in labels.tolist()], data.classes)
        step = rows_per_chunk(data.n_features)

        def chunks() -> Iterator[Chunk]:
            for begin in range(0, len(pixels), step):
                part = slice(begin, begin + step)
                yield Chunk(pixels[part, : data.n_features], codes[part])

        write(data, (Numeric(f"p{j + 1}") for j in range(data.n_features)), chunks, folder)


def _codes(stream: Stream, data: DataSet) -> NDArray[np.int32]:
    """Return the class code that each class code of a file becomes."""
    return encode_labels([str(label) for label in stream.schema.classes], data.classes)


def _idx(path: Path) -> NDArray[np.uint8]:
    """Return the array of an idx file of bytes."""
    with path.open("rb") as file:
        begin = file.read(16)
    dimensions = begin[3] if len(begin) > 3 else 0
    if begin[:3] != b"\0\0\x08" or dimensions not in (1, 3) or len(begin) < 4 + 4 * dimensions:
        raise ValueError(f"no idx file of bytes: it begins with {begin!r}")
    shape = tuple(np.frombuffer(begin, ">u4", dimensions, offset=4).tolist())
    values = np.fromfile(path, np.uint8, offset=4 + 4 * dimensions)
    if values.size != np.prod(shape):
        raise ValueError(f"an idx file announces {np.prod(shape):,} bytes and holds {values.size:,}")
    return values.reshape(shape)


def _matrices(file: IO[str], rows: int) -> Iterator[Values]:
    while lines := list(islice(file, rows)):
        yield np.loadtxt(lines, ndmin=2)


def _text(path: Path) -> str:
    """Return a text; old files are not UTF-8."""
    data = path.read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _numbered(names: Iterable[str]) -> list[str]:
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        numbered.append(f"{name}.{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return numbered


def _require_binary(schema: Schema) -> None:
    """Raise if the code of a category is not its number."""
    for feature in schema.features:
        if isinstance(feature, Nominal) and feature.categories != BINARY:
            raise ValueError(f"attribute {feature.name!r} has the values {feature.categories}, expected {BINARY}")
