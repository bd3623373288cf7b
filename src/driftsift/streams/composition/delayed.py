"""Labels that become known late."""

from __future__ import annotations

from driftsift.data import Chunk
from driftsift.streams.checks import checked_count
from driftsift.streams.composition.composition import Mapped
from driftsift.streams.stream import Stream

__all__ = ["Delayed"]


class Delayed(Mapped):
    """A stream whose labels become known some instances after the instance itself.

    The rows are those of the stream; `evaluate` lets a model learn each of them that much later.

    Parameters
    ----------
    stream : Stream
        The stream whose labels are late.
    delay : int
        How many instances later a label is known. It takes the place of a delay that `stream` has.

    Notes
    -----
    Nothing is drawn.

    Examples
    --------
    >>> from driftsift.streams.generators import SEA
    >>> Delayed(SEA(1000), delay=100).label_delay
    100
    """

    def __init__(self, stream: Stream, delay: int) -> None:
        super().__init__(stream)
        self.label_delay = checked_count("delay", delay)

    def _changed(self, chunk: Chunk, start: int) -> Chunk:  # noqa: ARG002
        return chunk
