"""Sparse rows of the LibSVM format: `label index:value index:value ...`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift._core import LibsvmParser
from driftsift.data import Chunk, Feature, Label, Nominal, Numeric, Schema
from driftsift.data.labels import infer_classes
from driftsift.streams.errors import malformed
from driftsift.streams.files import FileStream
from driftsift.streams.lines import LineReader
from driftsift.streams.paths import as_path
from driftsift.streams.stream import without_first

__all__ = ["LibSVMStream"]

MOST_FEATURES = 2**31 - 1
BINARY = ("0", "1")


class LibSVMStream(FileStream):
    r"""A LibSVM file as a stream of sparse chunks.

    The file is read through once to learn the number of features, the classes and which features are binary,
    unless `schema` says all that.

    Parameters
    ----------
    path : str or path
        The file; .gz, .zst, .bz2 and .xz are unpacked while reading.
    n_features : int, optional
        Number of features; by default the largest index. Give it if the last features never occur.
    schema : Schema, optional
        The features x0, x1, ... and classes; spares the first reading.
    classes : sequence of labels, optional
        The classes; by default the labels that occur.
    nominal : bool
        Treat a feature whose stored values are all 1 as nominal with the categories "0" and "1"; False makes
        every feature numeric.
    zero_based : bool, optional
        Whether indices start at 0; by default they do if index 0 occurs in the rows read through, and
        start at 1 otherwise.
    infer_rows : int, optional
        Read only about so many rows through.
    name : str, optional
        Name of the stream, by default that of the file.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "tiny.libsvm"
    >>> _ = path.write_text("1 1:1 3:0.5\n-1 2:1\n")
    >>> stream = LibSVMStream(path)
    >>> stream.schema.classes, stream.take(2).X.toarray()
    ((-1, 1), array([[1. , 0. , 0.5],
           [0. , 1. , 0. ]]))
    """

    _sparse = True

    def __init__(
        self,
        path: str | os.PathLike[str],
        n_features: int | None = None,
        schema: Schema | None = None,
        *,
        classes: Iterable[Label] | None = None,
        nominal: bool = True,
        zero_based: bool | None = None,
        infer_rows: int | None = None,
        name: str | None = None,
    ) -> None:
        file = as_path(path)
        rows = None
        if schema is None:
            found = _scan(file, zero_based, infer_rows)
            zero_based = found.first_index == 0
            n_features = found.n_features if n_features is None else n_features
            if found.n_features > n_features:
                _refuse_first_beyond(file, LibsvmParser(found.first_index, n_features))
            known = infer_classes(found.labels) if classes is None else classes
            schema = Schema(found.features(n_features, nominal), known)
            rows = None if found.partial else found.rows
        elif n_features not in (None, schema.n_features):
            raise ValueError(f"n_features={n_features}, but the schema has {schema.n_features} features")
        self._first_index = 0 if zero_based else 1
        super().__init__(file, schema, name, rows)

    def _blocks(self, start: int, _rows: int) -> Iterator[Chunk]:
        return without_first(self._parsed_blocks(), start)

    def _parsed_blocks(self) -> Iterator[Chunk]:
        n_features = self.schema.n_features
        parser = LibsvmParser(self._first_index, n_features)
        for block in _parse(self.path, parser):
            shape = (len(block.labels), n_features)
            X = sp.csr_array((block.values, block.columns, block.offsets), shape=shape)
            y = self._class_codes(block.labels, parser.labels, block.line_of)
            yield Chunk(self._without_unseen(X, block), y)

    def _without_unseen(self, X: sp.csr_array, block: _Block) -> sp.csr_array:
        limits = self.schema.n_categories[block.columns]
        values = block.values
        is_code = (values >= 0) & (values < limits) & (values == np.floor(values))
        unseen = (limits > 0) & ~np.isnan(values) & ~is_code
        if unseen.any():
            columns, counts = np.unique(block.columns[unseen], return_counts=True)
            self._count_unseen({self.schema.names[j]: int(n) for j, n in zip(columns, counts, strict=True)})
            X.data[unseen] = np.nan
        return X


class _Block(NamedTuple):
    first_line: int
    labels: NDArray[np.int32]
    lines: NDArray[np.int32]
    values: NDArray[np.float64]
    columns: NDArray[np.int32]
    offsets: NDArray[np.int32]

    def line_of(self, row: int) -> int:
        return self.first_line + int(self.lines[row]) - 1


class _Scan(NamedTuple):
    """What reading through a file has shown; `numeric` marks columns that store other values than 1."""

    first_index: int
    rows: int
    partial: bool
    labels: list[str]
    numeric: NDArray[np.bool_]

    @property
    def n_features(self) -> int:
        return len(self.numeric)

    def features(self, n: int, nominal: bool) -> list[Feature]:
        numeric = np.pad(self.numeric, (0, n - self.n_features)) if nominal else np.ones(n, dtype=bool)
        return [Numeric(f"x{j}") if plain else Nominal(f"x{j}", BINARY) for j, plain in enumerate(numeric.tolist())]


def _scan(path: Path, zero_based: bool | None, most: int | None) -> _Scan:
    first_index = 1 if zero_based is False else 0
    parser = LibsvmParser(first_index, MOST_FEATURES)
    numeric = np.zeros(0, dtype=bool)
    rows, partial = 0, False
    for block in _parse(path, parser):
        rows += len(block.labels)
        numeric = np.pad(numeric, (0, max(parser.highest + 1 - first_index - len(numeric), 0)))
        numeric[block.columns[(block.values != 1) & ~np.isnan(block.values)]] = True
        partial = most is not None and rows >= most
        if partial:
            break
    if not rows:
        raise malformed(path, "the file has no rows")
    if zero_based is None and parser.lowest > 0:
        first_index, numeric = 1, numeric[1:]
    return _Scan(first_index, rows, partial, parser.labels, numeric)


def _parse(path: Path, parser: LibsvmParser) -> Iterator[_Block]:
    with LineReader(path) as reader:
        for text, first_line in reader.blocks():
            error, *arrays = parser.parse(text)
            if error is not None:
                line, column, message = error
                raise malformed(path, message, line=first_line + line - 1, column=column)
            yield _Block(first_line, *arrays)


def _refuse_first_beyond(path: Path, parser: LibsvmParser) -> None:
    """Read until the parser meets an index it does not allow, which raises."""
    for _ in _parse(path, parser):
        pass
