"""Chunks made elsewhere, as a stream."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from driftsift.data import CellError, Chunk, Schema
from driftsift.data.arrays import encode_array
from driftsift.streams.stream import Stream, without_first
from driftsift.streams.truth import Truth

__all__ = ["ChunkStream"]


class ChunkStream(Stream):
    """Chunks of any size, from a function that starts them afresh or from a list of them.

    Parameters
    ----------
    schema : Schema
        What the columns and class codes of the chunks mean.
    make_chunks : callable or sequence of Chunk
        Called without arguments at the start of each pass; returns the chunks in order, every time the same.
    n_instances : int, optional
        Number of instances, if known.
    truth : Truth, optional
        Which features matter when, as far as that is known.
    name : str
        Name of the stream.

    Examples
    --------
    >>> import numpy as np
    >>> def ones():
    ...     while True:
    ...         yield Chunk(np.ones((10, 2)), np.zeros(10, dtype=np.int32))
    >>> stream = ChunkStream(Schema.numeric(2, classes=("a", "b")), ones)
    >>> len(stream.take(25))
    25
    """

    def __init__(
        self,
        schema: Schema,
        make_chunks: Callable[[], Iterable[Chunk]] | Iterable[Chunk],
        *,
        n_instances: int | None = None,
        truth: Truth | None = None,
        name: str = "chunks",
    ) -> None:
        if isinstance(make_chunks, Iterator):
            raise TypeError(
                "an iterator can be read only once; give a function that makes it anew, or a list of chunks"
            )
        super().__init__(schema, name, n_instances, truth)
        self._make_chunks = make_chunks

    def _blocks(self, start: int, _rows: int) -> Iterator[Chunk]:
        return without_first(self._checked(), start)

    def _checked(self) -> Iterator[Chunk]:
        first_row = 0
        for chunk in self._make_chunks() if callable(self._make_chunks) else self._make_chunks:
            if not isinstance(chunk, Chunk):
                raise TypeError(f"expected a Chunk, got {type(chunk).__name__}")
            yield self._check(chunk, first_row)
            first_row += len(chunk)

    def _check(self, chunk: Chunk, first_row: int) -> Chunk:
        encoded = encode_array(chunk.X, self.schema, first_row=first_row)
        self._count_unseen(encoded.unseen)
        bad = (chunk.y < -1) | (chunk.y >= self.schema.n_classes)
        if bad.any():
            row = int(bad.argmax())
            raise CellError(
                self.schema.target,
                first_row + row,
                f"{chunk.y[row]} is not a class code 0 to {self.schema.n_classes - 1}, or -1 if unknown",
            )
        return Chunk(encoded.X, chunk.y, chunk.weight, chunk.concept)
