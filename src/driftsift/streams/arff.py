"""Streams from ARFF files, the format of Weka and MOA."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift._core import ArffAttribute, ArffParser
from driftsift.data import Chunk, Label, Schema, infer_classes
from driftsift.streams.arff_attributes import feature_of, for_learning, for_reading
from driftsift.streams.arff_header import read_header
from driftsift.streams.errors import malformed
from driftsift.streams.files import FileStream
from driftsift.streams.lines import LineReader
from driftsift.streams.paths import as_path
from driftsift.streams.stream import without_first
from driftsift.streams.target import find_target, require_features, without

__all__ = ["ARFFStream"]


class ARFFStream(FileStream):
    r"""An ARFF file as a stream: dense chunks, or sparse ones if its rows are written ``{index value, ...}``.

    The header says what the attributes are; only string attributes, and labels that are not declared as a
    list of values, make it necessary to read the rows through once. A value that a nominal attribute does not
    declare is an error; ``?`` is missing; a weight ``{w}`` at the end of a row becomes `Chunk.weight`.

    Parameters
    ----------
    path : str or path
        The file; .gz, .zst, .bz2 and .xz are unpacked while reading.
    target : str or int, optional
        Name or position of the label attribute; by default the one called class, target, label or y, else the
        last one.
    schema : Schema, optional
        The features, found in the file by name, and the classes.
    classes : sequence of labels, optional
        The classes; by default the declared ones.
    drop : collection of str
        Attributes to leave out.
    infer_rows : int, optional
        Learn the values of string attributes from about so many rows only.
    encoding : str
        How the text is encoded.
    name : str, optional
        Name of the stream, by default that of the file.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "tiny.arff"
    >>> header = "@relation r\n@attribute x real\n@attribute y {no,yes}\n@data\n"
    >>> _ = path.write_text(header + "1.5,yes\n?,no\n")
    >>> ARFFStream(path).take(2)
    Chunk(X=array([[1.5],
           [nan]]), y=array([1, 0], dtype=int32), weight=None, concept=None)
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        target: str | int | None = None,
        schema: Schema | None = None,
        *,
        classes: Iterable[Label] | None = None,
        drop: Collection[str] = (),
        infer_rows: int | None = None,
        encoding: str = "utf-8",
        name: str | None = None,
    ) -> None:
        file = as_path(path)
        self._encoding = encoding
        with LineReader(file, encoding) as reader:
            self._attributes = read_header(reader, file)
            self._sparse = _first_row_is_sparse(reader, file)
        columns = without([attribute.name for attribute in self._attributes], drop)
        self._target = find_target(columns, schema.target if schema and target is None else target)
        rows = None
        if schema is None:
            schema, rows = self._learn(file, columns, classes, infer_rows)
        require_features(schema, columns)
        super().__init__(file, schema, name, rows)
        self._describe()

    def _blocks(self, start: int, _rows: int) -> Iterator[Chunk]:
        return without_first(self._parsed_blocks(), start)

    def _parsed_blocks(self) -> Iterator[Chunk]:
        d = self.schema.n_features
        parser = ArffParser(self._describe(), d, self._sparse, False)
        target = [attribute.name for attribute in self._attributes].index(self._target)
        for block in _parse(self.path, self._encoding, parser):
            n = len(block.labels)
            parts = block.values, block.columns, block.offsets
            X = sp.csr_array(parts, shape=(n, d)) if self._sparse else block.dense.reshape(n, d)
            counts = zip(self._attributes, block.unseen.tolist(), strict=True)
            self._count_unseen({attribute.name: count for attribute, count in counts if count})
            y = self._class_codes(block.labels, parser.categories(target), block.line_of)
            yield Chunk(X, y, block.weights)

    def _describe(self) -> list[ArffAttribute]:
        places = {name: column for column, name in enumerate(self.schema.names)}
        return [
            for_reading(self.path, attribute, self._target, self.schema, places.get(attribute.name))
            for attribute in self._attributes
        ]

    def _learn(
        self, file: Path, columns: Sequence[str], classes: Iterable[Label] | None, most: int | None
    ) -> tuple[Schema, int | None]:
        """Return the schema, and the number of rows if all of them had to be read."""
        names = set(columns)
        kept = [attribute for attribute in self._attributes if attribute.name in names]
        target = next(attribute for attribute in kept if attribute.name == self._target)
        words: dict[str, list[str]] = {}
        rows = None
        if any(attribute.kind == "string" for attribute in kept) or (target.kind != "nominal" and classes is None):
            words, rows = self._scan(file, names, most)
        if classes is None:
            classes = target.categories or infer_classes(words[target.name])
        features = [feature_of(attribute, words) for attribute in kept if attribute is not target]
        return Schema(features, classes, target.name), rows

    def _scan(self, file: Path, kept: set[str], most: int | None) -> tuple[dict[str, list[str]], int | None]:
        attributes = [for_learning(attribute, self._target, kept) for attribute in self._attributes]
        parser = ArffParser(attributes, 1, True, True)
        rows = 0
        finished = True
        for block in _parse(file, self._encoding, parser):
            rows += len(block.labels)
            if most is not None and rows >= most:
                finished = False
                break
        words = {attribute.name: parser.categories(j) for j, attribute in enumerate(self._attributes)}
        return words, rows if finished else None


class _Block(NamedTuple):
    first_line: int
    labels: NDArray[np.int32]
    lines: NDArray[np.int32]
    weights: NDArray[np.float64] | None
    unseen: NDArray[np.int64]
    dense: NDArray[np.float64]
    values: NDArray[np.float64]
    columns: NDArray[np.int32]
    offsets: NDArray[np.int32]

    def line_of(self, row: int) -> int:
        return self.first_line + int(self.lines[row]) - 1


def _parse(path: Path, encoding: str, parser: ArffParser) -> Iterator[_Block]:
    with LineReader(path, encoding) as reader:
        read_header(reader, path)
        for text, first_line in reader.blocks():
            error, *arrays = parser.parse(text)
            if error is not None:
                line, column, message = error
                raise malformed(path, message, line=first_line + line - 1, column=column)
            yield _Block(first_line, *arrays)


def _first_row_is_sparse(reader: LineReader, path: Path) -> bool:
    while (line := reader.readline()) is not None:
        row = line.strip()
        if row and not row.startswith("%"):
            return row.startswith("{")
    raise malformed(path, "the file has a header but no rows")
