"""ARFF files, dense and sparse."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data import Chunk, Nominal
from driftsift.data.arrow import Array, text_array
from driftsift.data.hints import shorten
from driftsift.streams.writers.columns import filled, joined, named, text_scalar, written
from driftsift.streams.writers.output import write_lines
from driftsift.streams.writers.writer import Writer

__all__ = ["ARFFWriter"]

PLAIN = re.compile(r"[A-Za-z0-9_.+-]+")
ESCAPES = str.maketrans({"\\": "\\\\", "'": "\\'"})


class ARFFWriter(Writer):
    """Rows ``1.5,red,?``, or ``{0 1.5,3 ?}`` if the chunks are sparse, with any weight behind as ``{2}``."""

    def open(self) -> None:
        """Write what stands before the first row."""
        self._categories = [
            [self._quoted(category) for category in f.categories] if isinstance(f, Nominal) else None
            for f in self.schema.features
        ]
        self._classes = [self._quoted(str(label)) for label in self.schema.classes]
        kinds = ["numeric" if texts is None else _braced(texts) for texts in self._categories]
        names = [self._quoted(name) for name in (*self.schema.names, self.schema.target)]
        lines = [f"@relation {self._quoted(self.path.name)}", ""]
        lines += [
            f"@attribute {name} {kind}" for name, kind in zip(names, [*kinds, _braced(self._classes)], strict=True)
        ]
        self.sink.write("\n".join([*lines, "", "@data", ""]).encode())

    def write(self, chunk: Chunk) -> None:
        """Write the rows of a chunk."""
        labels = filled(named(chunk.y, self._classes), "?")
        rows = self._sparse(chunk, labels) if sp.issparse(chunk.X) else self._dense(chunk, labels)
        if chunk.weight is not None:
            weights = joined([text_scalar("{"), written(chunk.weight), text_scalar("}")], "")
            rows = joined([rows, weights], ",")
        write_lines(self.sink, rows.to_pylist())

    def _dense(self, chunk: Chunk, labels: Array) -> Array:
        columns = [self._texts(chunk.X[:, j], texts) for j, texts in enumerate(self._categories)]
        return joined([*columns, labels], ",")

    def _sparse(self, chunk: Chunk, labels: Array) -> Array:
        entries = self._entries(chunk.X)
        last = self.schema.n_features
        rows = (
            "{" + ",".join([*entries[begin:end], f"{last} {label}"]) + "}"
            for (begin, end), label in zip(pairwise(chunk.X.indptr.tolist()), labels.to_pylist(), strict=True)
        )
        return text_array(rows)

    def _entries(self, X: Any) -> list[str]:
        """Return ``index value`` for all stored entries; a code becomes its category."""
        texts = filled(written(X.data), "?").to_pylist()
        columns = X.indices.tolist()
        for i in np.flatnonzero((self.schema.n_categories[X.indices] > 0) & ~np.isnan(X.data)).tolist():
            categories = self._categories[columns[i]]
            if categories is not None:
                texts[i] = categories[int(X.data[i])]
        return [f"{column} {text}" for column, text in zip(columns, texts, strict=True)]

    def _texts(self, values: NDArray[np.float64], categories: list[str] | None) -> Array:
        texts = written(values) if categories is None else named(values, categories)
        return filled(texts, "?")

    def _quoted(self, text: str) -> str:
        if any(character in text for character in "\n\r\t"):
            raise self.error(f"{shorten(text)} holds a line break or tab, which ARFF cannot; write Parquet")
        return text if PLAIN.fullmatch(text) else f"'{text.translate(ESCAPES)}'"


def _braced(texts: Iterable[str]) -> str:
    return "{" + ",".join(texts) + "}"
