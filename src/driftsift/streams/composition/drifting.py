"""One stream made of several concepts that replace each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Chunk
from driftsift.streams.checks import checked_seed, checked_streams
from driftsift.streams.composition.composition import Composition
from driftsift.streams.composition.joined import common_ranges, common_redundant, require_same_schema
from driftsift.streams.composition.rows import as_format, picked
from driftsift.streams.schedule import Drift, checked_drifts, drawn_concepts, possible_rows
from driftsift.streams.stream import Stream
from driftsift.streams.truth import Truth
from driftsift.streams.units import CONCEPT_UNIT

__all__ = ["Drifting"]

SEARCHED_ROWS = 2**14


class Drifting(Composition):
    """Concepts C_0, C_1, ... joined into one stream, with a drift between each and the next.

    Instance number t (the first is t = 1) has passed drift k with probability
    1 / (1 + exp(-4 (t - at_k) / width_k)); its concept is the number of drifts it passes before the first
    that it does not pass, and it is instance t of that concept. With a width of at most 1 the change is
    sudden: instances up to `at` are old, later ones new.

    Parameters
    ----------
    concepts : sequence of Stream
        Streams with the same schema.
    at : number or sequence of numbers
        Where the drifts are, in ascending order; one fewer than concepts.
    width : number or sequence of numbers
        Their widths.
    seed : int
        Seed of the choice between old and new.

    Attributes
    ----------
    drifts : tuple of Drift
        Place and width of every drift.

    Notes
    -----
    There is one draw per instance: word A of `Purpose.STREAM`, unit 2^31, t = row, sub = layer - 1. The stream ends
    where the concept of an instance has no such instance.

    Examples
    --------
    >>> from driftsift.streams.generators import SEA
    >>> stream = Drifting([SEA(2000, relevant=(0, 1)), SEA(2000, relevant=(1, 2))], at=1000, width=1)
    >>> chunk = stream.take(2000)
    >>> chunk.concept[[0, 999, 1000, 1999]], stream.relevant[1]
    (array([0, 0, 1, 1], dtype=int32), frozenset({1, 2}))
    """

    def __init__(
        self,
        concepts: Sequence[Stream],
        at: float | Sequence[float] = (),
        width: float | Sequence[float] = 1000,
        seed: int = 0,
    ) -> None:
        self.concepts = checked_streams(concepts, "concepts")
        drifts = checked_drifts(at, width, len(self.concepts))
        self.seed = checked_seed(seed)
        require_same_schema(self.concepts, "concept")
        super().__init__(
            self.concepts,
            self.concepts[0].schema,
            "Drifting",
            _common_length(self.concepts),
            _joined_truth(self.concepts, drifts),
        )

    def concept_of(self, start: int, n: int) -> NDArray[np.int32]:
        """Return the concept that makes each of the rows start, ..., start + n - 1 (the first row is 0)."""
        return drawn_concepts(self.drifts, self.seed, CONCEPT_UNIT, start, n, self._sub)

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        if any(self._ends_before(start, k) for k in range(len(self.concepts))):
            return
        sources = [_Source(concept, rows) for concept in self.concepts]
        while True:
            concept = self.concept_of(start, rows)
            parts = {int(k): sources[k].rows(start) for k in np.unique(concept)}
            self.unseen.update(sum((source.unseen for source in sources), Counter()))
            end = _first_missing(concept, {k: len(part) for k, part in parts.items()})
            if end:
                present = {k: as_format(part, self._sparse) for k, part in parts.items() if len(part)}
                yield _interleaved(present, concept[:end])
            if end < rows:
                return
            start += rows

    def _ends_before(self, start: int, k: int) -> bool:
        """Whether one of the rows before `start` is of concept k and missing there."""
        concept = self.concepts[k]
        length = concept.n_instances
        if not start or (length is not None and length >= start):
            return False
        last = self._last_row(start, k)
        return last is not None and (not len(concept.take(1, last)) if length is None else last >= length)

    def _last_row(self, before: int, k: int) -> int | None:
        """Return the last row of concept k before row `before`; it has one only near its own time."""
        first, end = possible_rows(self.drifts, k, before)
        while first < end:
            begin = max(first, end - SEARCHED_ROWS)
            found = np.flatnonzero(self.concept_of(begin, end - begin) == k)
            if len(found):
                return begin + int(found[-1])
            end = begin
        return None


class _Source:
    """One concept, read along with the stream as long as it is needed."""

    def __init__(self, stream: Stream, size: int) -> None:
        self._stream = stream
        self._size = size
        self._next = -1
        self._chunks: Iterator[Chunk] = iter(())
        self._met_before: Counter[str] = Counter()
        self.unseen: Counter[str] = Counter()

    def rows(self, start: int) -> Chunk:
        if start != self._next:
            self._chunks = self._stream.chunks(self._size, start)
            self._met_before = self.unseen
        self._next = start + self._size
        chunk = next(self._chunks, None)
        self.unseen = self._met_before + Counter(self._stream.unseen)
        return self._stream.take(0) if chunk is None else chunk


def _first_missing(concept: NDArray[np.int32], available: Mapping[int, int]) -> int:
    """Return the first position whose concept has ended before it, or the number of positions."""
    lengths = np.array([available.get(k, 0) for k in range(max(available) + 1)])
    missing = np.arange(len(concept)) >= lengths[concept]
    return int(missing.argmax()) if missing.any() else len(concept)


def _interleaved(parts: Mapping[int, Chunk], concept: NDArray[np.int32]) -> Chunk:
    """Take each row from the part of its concept."""
    if len(set(concept.tolist())) == 1:
        part = parts[int(concept[0])][: len(concept)]
        return Chunk(part.X, part.y, part.weight, concept)
    offsets = np.zeros(max(parts) + 1, dtype=np.int64)
    offsets[list(parts)] = np.cumsum([0, *(len(part) for part in parts.values())])[:-1]
    taken = picked(Chunk.concat(list(parts.values())), offsets[concept] + np.arange(len(concept)))
    return Chunk(taken.X, taken.y, taken.weight, concept)


def _common_length(concepts: Sequence[Stream]) -> int | None:
    lengths = {concept.n_instances for concept in concepts}
    return lengths.pop() if len(lengths) == 1 else None


def _joined_truth(concepts: Sequence[Stream], drifts: tuple[Drift, ...]) -> Truth:
    """Return the truth of the whole: the features are the same in all concepts, but not which of them matter."""
    return Truth(
        _relevant(concepts),
        common_redundant(concepts),
        drifts,
        common_ranges(concepts),
        tuple(_prior_drifts(concepts, drifts)),
    )


def _relevant(concepts: Sequence[Stream]) -> dict[int, frozenset[int]] | None:
    relevant: dict[int, frozenset[int]] = {}
    for k, concept in enumerate(concepts):
        if concept.relevant is None or len(concept.relevant) != 1:
            return None
        relevant[k] = next(iter(concept.relevant.values()))
    return relevant


def _prior_drifts(concepts: Sequence[Stream], drifts: tuple[Drift, ...]) -> Iterator[Drift]:
    """Yield those prior drifts of each concept that come in its own time."""
    times = pairwise([-np.inf, *(drift.at for drift in drifts), np.inf])
    for concept, (begin, end) in zip(concepts, times, strict=True):
        yield from (drift for drift in concept.prior_drifts if begin <= drift.at < end)
