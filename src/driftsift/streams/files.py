"""What all streams read from files have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Schema
from driftsift.data.labels import UnknownLabelError, encode_labels
from driftsift.streams.errors import malformed
from driftsift.streams.paths import short_name
from driftsift.streams.stream import Stream

__all__ = ["FileStream"]


class FileStream(Stream):
    """A stream read from a file; at most a few megabytes of it are in memory at any time."""

    def __init__(self, path: Path, schema: Schema, name: str | None, n_instances: int | None) -> None:
        super().__init__(schema, name or short_name(path), n_instances)
        self.path = path

    def _class_codes(
        self, codes: NDArray[np.int32], words: list[str], line_of: Callable[[int], int]
    ) -> NDArray[np.int32]:
        """Turn positions in a list of label words (-1: no label) into class codes."""
        used = np.unique(codes[codes >= 0])
        try:
            known = encode_labels([words[k] for k in used], self.schema.classes)
        except UnknownLabelError as error:
            row = int((codes == used[error.row]).argmax())
            raise malformed(self.path, error.message, line=line_of(row)) from None
        classes = np.full(len(words) + 1, -1, dtype=np.int32)
        classes[used] = known
        return classes[codes]
