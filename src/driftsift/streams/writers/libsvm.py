"""LibSVM files."""

from __future__ import annotations

import re
from itertools import pairwise

import scipy.sparse as sp

from driftsift.data import Chunk
from driftsift.data.hints import shorten
from driftsift.data.text import MISSING_TEXT
from driftsift.streams.writers.columns import filled, named, written
from driftsift.streams.writers.output import write_lines
from driftsift.streams.writers.writer import Writer

__all__ = ["LibSVMWriter"]


class LibSVMWriter(Writer):
    """``label index:value ...`` with indices from 1 and zeros left out; nominal values are category codes."""

    def open(self) -> None:
        """Write what stands before the first row."""
        self._classes = [str(label) for label in self.schema.classes]
        for label in self._classes:
            if not label or label in MISSING_TEXT or re.search(r"[\s:,#]", label):
                raise self.error(f"label {shorten(label)} cannot stand in a LibSVM file; write Parquet or ARFF")

    def write(self, chunk: Chunk) -> None:
        """Write the rows of a chunk."""
        self.refuse_weights(chunk)
        X = sp.csr_array(chunk.X)
        values = filled(written(X.data), "nan").to_pylist()
        entries = [f"{column + 1}:{value}" for column, value in zip(X.indices.tolist(), values, strict=True)]
        labels = filled(named(chunk.y, self._classes), "?").to_pylist()
        rows = zip(pairwise(X.indptr.tolist()), labels, strict=True)
        write_lines(self.sink, (" ".join([label, *entries[begin:end]]) for (begin, end), label in rows))
