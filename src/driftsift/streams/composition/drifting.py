"""One stream made of several concepts that replace each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data import Chunk, Schema
from driftsift.streams.schedule import Drift, checked_drifts, drawn_concepts
from driftsift.streams.stream import Stream
from driftsift.streams.truth import Truth
from driftsift.streams.units import CONCEPT_UNIT

__all__ = ["Drifting"]


class Drifting(Stream):
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
    There is one draw per instance: word A of `Purpose.STREAM`, unit 2^31, t = row. The stream ends where the
    concept of an instance has no such instance.

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
        self.concepts = tuple(concepts)
        if not self.concepts:
            raise ValueError("concepts is empty, expected at least one stream")
        drifts = checked_drifts(at, width, len(self.concepts))
        self.seed = seed
        self._sparse = any(concept._sparse for concept in self.concepts)
        for k, concept in enumerate(self.concepts):
            _require_same(self.concepts[0].schema, concept.schema, k)
        super().__init__(
            self.concepts[0].schema,
            "Drifting",
            _common_length(self.concepts),
            _joined_truth(self.concepts, drifts),
        )

    def concept_of(self, start: int, n: int) -> NDArray[np.int32]:
        """Return the concept that makes each of the rows start, ..., start + n - 1 (the first row is 0)."""
        return drawn_concepts(self.drifts, self.seed, CONCEPT_UNIT, start, n)

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        sources = [_Source(concept, rows) for concept in self.concepts]
        while True:
            concept = self.concept_of(start, rows)
            parts = {int(k): sources[k].rows(start) for k in np.unique(concept)}
            end = _first_missing(concept, {k: len(part) for k, part in parts.items()})
            if end:
                present = {k: self._in_format(part) for k, part in parts.items() if len(part)}
                yield _interleaved(present, concept[:end])
            if end < rows:
                return
            start += rows

    def _in_format(self, part: Chunk) -> Chunk:
        """Return a part as CSR if any concept is sparse."""
        if not self._sparse or sp.issparse(part.X):
            return part
        return Chunk(sp.csr_array(part.X), part.y, part.weight)


class _Source:
    """One concept, read along with the stream as long as it is needed."""

    def __init__(self, stream: Stream, size: int) -> None:
        self._stream = stream
        self._size = size
        self._next = -1
        self._chunks: Iterator[Chunk] = iter(())

    def rows(self, start: int) -> Chunk:
        if start != self._next:
            self._chunks = self._stream.chunks(self._size, start)
        self._next = start + self._size
        chunk = next(self._chunks, None)
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
    joined = Chunk.concat([Chunk(part.X, part.y, part.weight) for part in parts.values()])
    offsets = np.zeros(max(parts) + 1, dtype=np.int64)
    offsets[list(parts)] = np.cumsum([0, *(len(part) for part in parts.values())])[:-1]
    rows = offsets[concept] + np.arange(len(concept))
    weight = None if joined.weight is None else joined.weight[rows]
    return Chunk(joined.X[rows], joined.y[rows], weight, concept)


def _require_same(first: Schema, other: Schema, k: int) -> None:
    if other == first:
        return
    if other.classes != first.classes:
        raise ValueError(f"concept {k} has the classes {other.classes}, concept 0 has {first.classes}")
    if other.n_features != first.n_features:
        raise ValueError(f"concept {k} has {other.n_features} features, concept 0 has {first.n_features}")
    for theirs, ours in zip(other.features, first.features, strict=True):
        if theirs != ours:
            raise ValueError(f"concept {k} has the feature {theirs}, concept 0 has {ours} in its place")
    raise ValueError(f"concept {k} has the target {other.target!r}, concept 0 has {first.target!r}")


def _common_length(concepts: Sequence[Stream]) -> int | None:
    lengths = {concept.n_instances for concept in concepts}
    return lengths.pop() if len(lengths) == 1 else None


def _joined_truth(concepts: Sequence[Stream], drifts: tuple[Drift, ...]) -> Truth:
    """Return the truth of the whole: the features are the same in all concepts, but not which of them matter."""
    first = concepts[0]
    return Truth(
        _relevant(concepts),
        first.redundant if all(concept.redundant == first.redundant for concept in concepts) else {},
        drifts,
        _widest(concepts),
    )


def _relevant(concepts: Sequence[Stream]) -> dict[int, frozenset[int]] | None:
    relevant: dict[int, frozenset[int]] = {}
    for k, concept in enumerate(concepts):
        if concept.relevant is None or len(concept.relevant) != 1:
            return None
        relevant[k] = next(iter(concept.relevant.values()))
    return relevant


def _widest(concepts: Sequence[Stream]) -> dict[int, tuple[float, float]]:
    """Return the ranges of the features that have one in every concept."""
    known = set.intersection(*(set(concept.ranges) for concept in concepts))
    return {
        i: (min(concept.ranges[i][0] for concept in concepts), max(concept.ranges[i][1] for concept in concepts))
        for i in sorted(known)
    }
