"""What all writers share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from driftsift.data import Chunk, Schema

__all__ = ["Writer"]


class Writer(ABC):
    """Writes the rows of one file."""

    def __init__(self, sink: Any, path: Path, schema: Schema) -> None:
        self.sink = sink
        self.path = path
        self.schema = schema
        self.open()

    @abstractmethod
    def open(self) -> None:
        """Write what stands before the first row; refuse a schema the format cannot hold."""

    @abstractmethod
    def write(self, chunk: Chunk) -> None:
        """Write the rows of a chunk."""

    def close(self) -> None:
        """Write what stands behind the last row."""
        self.sink.flush()

    def error(self, message: str) -> ValueError:
        """Return the error that names the file."""
        return ValueError(f"{self.path}: {message}")

    def refuse_weights(self, chunk: Chunk) -> None:
        """Raise if the instances have weights."""
        if chunk.weight is not None:
            raise self.error("the stream has instance weights, which only ARFF files can hold")
