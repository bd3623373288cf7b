"""Rows of a file with what was recorded about them."""

from __future__ import annotations

from pathlib import Path

from driftsift.data import Chunk
from driftsift.streams.composition.composition import Mapped
from driftsift.streams.stream import Stream
from driftsift.streams.truth_file import read_truth

__all__ = ["Recorded"]


class Recorded(Mapped):
    """A stream read from a file, with the ground truth of its side file.

    Parameters
    ----------
    stream : Stream
        The rows.
    path : Path
        The side file; see `driftsift.streams.truth_file`.

    Examples
    --------
    >>> import tempfile
    >>> from driftsift import SEA, open_stream, write_stream
    >>> path = Path(tempfile.mkdtemp()) / "sea.parquet"
    >>> write_stream(SEA(1000, relevant=(0, 2)), path, truth=True)
    1000
    >>> open_stream(path).relevant
    {0: frozenset({0, 2})}
    """

    def __init__(self, stream: Stream, path: Path) -> None:
        recorded = read_truth(path, stream.schema)
        if stream.n_instances is not None and stream.n_instances != recorded.instances:
            raise ValueError(
                f"{path} is about {recorded.instances:,} instances, {stream.name} has {stream.n_instances:,}; "
                "delete the file, or open the stream with truth=False"
            )
        super().__init__(stream, truth=recorded.truth)
        self.n_instances = recorded.instances
        self.label_delay = recorded.label_delay
        self._runs = recorded.runs

    def __repr__(self) -> str:
        return repr(self.stream)

    def _changed(self, chunk: Chunk, start: int) -> Chunk:
        if self._runs is None:
            return chunk
        return Chunk(chunk.X, chunk.y, chunk.weight, self._runs.between(start, len(chunk)))
