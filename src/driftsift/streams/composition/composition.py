"""What all compositions share: streams made of other streams."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence

from driftsift.data import Chunk, Schema
from driftsift.streams.checks import checked_stream
from driftsift.streams.stream import Stream
from driftsift.streams.truth import Truth

__all__ = ["Composition", "Mapped"]


class Composition(Stream):
    """A stream made of other streams; it lies one layer above the highest of them.

    Parameters
    ----------
    parts : sequence of Stream
        The streams it is made of.
    schema : Schema
    name : str
    n_instances : int, optional
    truth : Truth
    """

    def __init__(
        self, parts: Sequence[Stream], schema: Schema, name: str, n_instances: int | None, truth: Truth
    ) -> None:
        super().__init__(schema, name, n_instances, truth)
        self.layer = 1 + max(part.layer for part in parts)
        self.label_delay = _common_delay(parts)
        self._sparse = any(part._sparse for part in parts)

    @property
    def _sub(self) -> int:
        """The last part of the address of every draw."""
        return self.layer - 1


class Mapped(Composition):
    """A stream whose row t is made of row t of another one.

    Parameters
    ----------
    stream : Stream
        The other one.
    schema : Schema, optional
        By default that of `stream`, and so is the truth.
    truth : Truth, optional
    """

    def __init__(self, stream: Stream, schema: Schema | None = None, truth: Truth | None = None) -> None:
        self.stream = checked_stream(stream)
        super().__init__(
            (stream,),
            schema or stream.schema,
            stream.name,
            stream.n_instances,
            stream.truth if truth is None else truth,
        )

    @abstractmethod
    def _changed(self, chunk: Chunk, start: int) -> Chunk:
        """Return what becomes of a chunk whose first row is row `start` of the stream."""

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        for chunk in self.stream.chunks(rows, start):
            self.unseen.update(self.stream.unseen)
            yield self._changed(chunk, start)
            start += len(chunk)


def _common_delay(parts: Sequence[Stream]) -> int:
    delays = [part.label_delay for part in parts]
    for k, delay in enumerate(delays):
        if delay != delays[0]:
            raise ValueError(
                f"stream {k} has the label delay {delay}, stream 0 has {delays[0]}; make them equal with Delayed"
            )
    return delays[0]
