"""Streams one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

import numpy as np

from driftsift.data import Chunk
from driftsift.streams.checks import checked_streams
from driftsift.streams.composition.composition import Composition
from driftsift.streams.composition.joined import common_ranges, common_redundant, require_same_schema
from driftsift.streams.composition.rows import as_format
from driftsift.streams.schedule import Drift
from driftsift.streams.stream import Stream
from driftsift.streams.truth import Truth

__all__ = ["Concat"]


class Concat(Composition):
    """Streams with the same schema, one after the other, each from its first row to its last.

    Every stream brings concepts of its own: their numbers go on where those of the stream before it end, and the
    change to the next stream is a sudden drift.

    Parameters
    ----------
    streams : sequence of Stream
        The streams. The length of all but the last must be known.

    Notes
    -----
    Nothing is drawn. With `Drifting`, in contrast, row t comes from row t of its concept.

    Examples
    --------
    >>> from driftsift.streams.generators import SEA
    >>> stream = Concat([SEA(1000, relevant=(0, 1)), SEA(None, relevant=(1, 2))])
    >>> stream.take(1001).concept[[999, 1000]], stream.drifts, stream.relevant[1]
    (array([0, 1], dtype=int32), (Drift(at=1000, width=1),), frozenset({1, 2}))
    """

    def __init__(self, streams: Sequence[Stream]) -> None:
        self.streams = checked_streams(streams, "streams")
        require_same_schema(self.streams, "stream")
        lengths = _known_lengths(self.streams[:-1])
        self._begins = tuple(accumulate(lengths, initial=0))
        self._concepts = tuple(accumulate((_n_concepts(stream) for stream in self.streams[:-1]), initial=0))
        last = self.streams[-1].n_instances
        super().__init__(
            self.streams,
            self.streams[0].schema,
            "Concat",
            None if last is None else self._begins[-1] + last,
            self._joined_truth(),
        )

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        before: Counter[str] = Counter()
        for k, stream in enumerate(self.streams):
            first = max(start - self._begins[k], 0)
            if stream.n_instances is not None and first >= stream.n_instances:
                continue
            for chunk in stream.chunks(rows, first):
                self.unseen.update(before + Counter(stream.unseen))
                yield self._numbered(k, chunk, first)
                first += len(chunk)
                self._require_length(k, first, ended=False)
            self._require_length(k, first, ended=True)
            before.update(stream.unseen)

    def _numbered(self, k: int, chunk: Chunk, first: int) -> Chunk:
        """Return a chunk of stream k, which begins at its row `first`, with the numbers its concepts have here."""
        chunk = as_format(chunk, self._sparse)
        concept = chunk.concept
        if concept is None:
            concept = self.streams[k].nominal_concept(np.arange(first + 1, first + len(chunk) + 1))
        return Chunk(chunk.X, chunk.y, chunk.weight, concept + np.int32(self._concepts[k]))

    def _require_length(self, k: int, rows: int, ended: bool) -> None:
        """Raise ValueError if a stream that others follow is not as long as it says."""
        expected = self.streams[k].n_instances
        if k < len(self.streams) - 1 and expected is not None and (rows > expected or (ended and rows < expected)):
            found = "more" if rows > expected else f"{rows}"
            raise ValueError(f"stream {k} says it has {expected} instances, but gives {found}; correct its n_instances")

    def _joined_truth(self) -> Truth:
        return Truth(
            self._joined_relevant(),
            common_redundant(self.streams),
            tuple(self._joined_drifts()),
            common_ranges(self.streams),
            tuple(
                drift
                for k, stream in enumerate(self.streams)
                for drift in _moved(stream.prior_drifts, self._begins[k], stream.n_instances)
            ),
        )

    def _joined_relevant(self) -> dict[int, frozenset[int]] | None:
        relevant: dict[int, frozenset[int]] = {}
        for stream, first in zip(self.streams, self._concepts, strict=True):
            if stream.relevant is None:
                return None
            relevant |= {first + concept: features for concept, features in stream.relevant.items()}
        return relevant

    def _joined_drifts(self) -> Iterator[Drift]:
        for k, stream in enumerate(self.streams):
            if k:
                yield Drift(self._begins[k], 1)
            yield from _moved(stream.drifts, self._begins[k], stream.n_instances)


def _known_lengths(streams: Sequence[Stream]) -> list[int]:
    lengths: list[int] = []
    for k, stream in enumerate(streams):
        if stream.n_instances is None:
            raise ValueError(
                f"stream {k}, {stream!r}, has no end or its length is not known; only the last stream can be so, "
                "give the others a number of instances (n=, n_instances=)"
            )
        lengths.append(stream.n_instances)
    return lengths


def _n_concepts(stream: Stream) -> int:
    highest: int = max([len(stream.drifts), *(stream.relevant or ())])
    return highest + 1


def _moved(drifts: Sequence[Drift], begin: int, length: int | None) -> Iterator[Drift]:
    """Move the drifts of a stream that begins at row `begin`; what would come behind its end comes at its end."""
    for drift in drifts:
        if length is None or drift.at < length:
            yield Drift(begin + drift.at, drift.width)
        else:
            yield Drift(begin + length, 1)
