"""Streams out of pairs of a dict and a label, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp

from driftsift.data import Chunk, Label, Nominal, Schema
from driftsift.data.hints import enumerated
from driftsift.data.labels import decode_labels, encode_labels
from driftsift.data.parameters import positive_int
from driftsift.interop.rows import Layout, plain_label, plain_row
from driftsift.streams.stream import Stream

__all__ = ["RiverStream", "river_stream", "to_river_stream"]

BLOCK_ROWS = 1024


class RiverStream(Stream):
    """Pairs of a dict and a label as a stream; usually made by `river_stream`.

    Parameters
    ----------
    source : River dataset, list of pairs, or function that returns an iterable of pairs
        Started afresh for each pass.
    schema : Schema, optional
        By default all pairs are read once to find the features, categories and classes.
    n : int, optional
        Read at most so many pairs; needed for a dataset without an end.
    name : str, optional
        By default the name of the dataset's class.
    """

    def __init__(
        self, source: Any, schema: Schema | None = None, n: int | None = None, name: str | None = None
    ) -> None:
        self._source = _checked_source(source, n)
        self._most = None if n is None else positive_int("n", n)
        rows = None
        if schema is None:
            schema, rows = self._discover()
        self._layout = Layout.of(schema)
        super().__init__(schema, name or _name(source), rows)

    def _pairs(self) -> Iterator[tuple[int, Any, Any]]:
        source = self._source() if callable(self._source) else self._source
        for i, pair in enumerate(islice(source, self._most)):
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise TypeError(f"row {i}: expected a pair (dict, label), got {type(pair).__name__}")
            yield i, *pair

    def _discover(self) -> tuple[Schema, int]:
        layout, labels, rows = Layout(), dict[Label | None, None](), 0
        for i, x, y in self._pairs():
            with _row_named(i):
                row = plain_row(x)
                if layout.lacks(row):
                    layout.add(row)
                layout.encode(row)
                labels[plain_label(y)] = None
            rows += 1
        layout.sort_categories()
        return layout.schema(_classes(labels)), rows

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:  # noqa: ARG002
        pairs = islice(self._pairs(), start, None)
        while block := list(islice(pairs, BLOCK_ROWS)):
            yield self._encode(block)

    def _encode(self, block: list[tuple[int, Any, Any]]) -> Chunk:
        X = np.empty((len(block), self.schema.n_features))
        labels: list[Label | None] = []
        for at, (i, x, y) in enumerate(block):
            with _row_named(i):
                row = plain_row(x)
                X[at] = self._layout.encode(row)
                labels.append(plain_label(y))
            self._count_unseen(dict.fromkeys(self._layout.unplaced(row), 1))
        return Chunk(X, encode_labels(labels, self.schema.classes, first_row=block[0][0]))


def river_stream(source: Any, *, schema: Schema | None = None, n: int | None = None, name: str | None = None) -> Stream:
    """Return a River dataset, or other pairs of a dict and a label, as a stream.

    A number makes a feature numeric, a text or truth value nominal. What is absent from a dict, None or NaN
    is missing.

    Parameters
    ----------
    source : River dataset, list of pairs, or function that returns an iterable of pairs
        Started afresh for each pass, so it must give the same pairs each time: a random dataset needs a seed.
    schema : Schema, optional
        By default all pairs are read once to find the features, categories and classes.
    n : int, optional
        Read at most so many pairs; needed for a dataset without an end.
    name : str, optional
        By default the name of the dataset's class.

    Examples
    --------
    >>> from river import datasets
    >>> river_stream(datasets.Phishing())
    <RiverStream 'Phishing': 1,250 instances, 9 features, 2 classes>
    """
    return RiverStream(source, schema, n, name)


def to_river_stream(stream: Stream) -> Iterator[tuple[dict[str, float | str], Label | None]]:
    """Iterate over a stream as pairs of a dict by feature name and a label.

    Missing values are left out of the dict, and so is what a sparse row does not store. A nominal value is
    its category, an unknown label None. Weights are not part of a pair.

    Examples
    --------
    >>> from driftsift import ArrayStream
    >>> list(to_river_stream(ArrayStream([[1.0, float("nan")], [2.0, 3.0]], ["a", "b"])))
    [({'x0': 1.0}, 'a'), ({'x0': 2.0, 'x1': 3.0}, 'b')]
    """
    names = stream.schema.names
    categories = [f.categories if isinstance(f, Nominal) else None for f in stream.schema.features]
    for chunk in stream.chunks():
        labels = decode_labels(chunk.y, stream.schema.classes).tolist()
        for entries, label in zip(_entries(chunk), labels, strict=True):
            yield {names[j]: _value(value, categories[j]) for j, value in entries if value == value}, label


def _entries(chunk: Chunk) -> Iterator[Iterable[tuple[int, float]]]:
    """Yield for each row its columns and values."""
    if not sp.issparse(chunk.X):
        yield from map(enumerate, chunk.X.tolist())
        return
    columns, values, offsets = (part.tolist() for part in (chunk.X.indices, chunk.X.data, chunk.X.indptr))
    for begin, end in pairwise(offsets):
        yield zip(columns[begin:end], values[begin:end], strict=True)


def _value(value: float, categories: tuple[str, ...] | None) -> float | str:
    return value if categories is None else categories[int(value)]


def _checked_source(source: Any, n: int | None) -> Any:
    if isinstance(source, Iterator):
        raise TypeError("an iterator can be read only once; give a dataset, a list or a function")
    if not callable(source) and not isinstance(source, Iterable):
        raise TypeError(f"expected a River dataset or pairs (dict, label), got {type(source).__name__}")
    if n is None and hasattr(source, "n_samples") and source.n_samples is None:
        raise ValueError(f"{_name(source)} has no end; pass n= with the number of instances to read")
    if hasattr(source, "seed") and source.seed is None:
        raise ValueError(f"{_name(source)} has no seed, so each pass would differ; give it one")
    return source


def _name(source: Any) -> str:
    if isinstance(source, (list, tuple)):
        return "pairs"
    return getattr(source, "__name__", type(source).__name__)


def _classes(labels: dict[Label | None, None]) -> tuple[Label, ...]:
    known = [label for label in labels if label is not None]
    if len({isinstance(label, str) for label in known}) > 1:
        raise TypeError(f"labels must all be texts or all be numbers, got {enumerated(known)}")
    return tuple(sorted(known))


class _row_named:  # noqa: N801
    """Put the number of the row in front of complaints about it."""

    def __init__(self, row: int) -> None:
        self._row = row

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, (TypeError, ValueError)):
            raise type(error)(f"row {self._row}: {error}") from None
