"""The contract of every stream: a schema, and chunks that can be asked for again and again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data import Chunk, Schema
from driftsift.streams.schedule import Drift, nominal_concepts
from driftsift.streams.truth import Truth

__all__ = ["Stream", "rows_per_chunk"]

CHUNK_BYTES = 2 * 2**20
FEWEST_ROWS = 64
MOST_ROWS = 16384


def rows_per_chunk(n_features: int) -> int:
    """Return how many dense rows make about 2 MB, at least 64 and at most 16384.

    Examples
    --------
    >>> rows_per_chunk(10), rows_per_chunk(50), rows_per_chunk(100_000)
    (16384, 5242, 64)
    """
    return min(max(CHUNK_BYTES // (8 * max(n_features, 1)), FEWEST_ROWS), MOST_ROWS)


class Stream(ABC):
    """A source of labelled instances in a fixed order.

    A stream is iterable any number of times and gives the same instances each time, whatever the chunk size.

    Parameters
    ----------
    schema : Schema
        The features and classes of every chunk.
    name : str
        Short name for tables and plots.
    n_instances : int, optional
        Number of instances, where it is known and finite.
    truth : Truth, optional
        Which features matter when, as far as that is known.

    Attributes
    ----------
    label_delay : int
        How many instances after an instance its label becomes known; `evaluate` keeps to it.
    layer : int
        How many compositions lie one around the other, 0 for a source. It is part of the address of their draws,
        so that two of the same kind with the same seed draw differently.
    unseen : dict of str to int
        For each feature, how many values the latest pass met that are not among its categories; they were
        given out as missing.
    """

    label_delay = 0
    layer = 0
    _sparse = False

    def __init__(
        self,
        schema: Schema,
        name: str,
        n_instances: int | None = None,
        truth: Truth | None = None,
    ) -> None:
        self.schema = schema
        self.name = name
        self.n_instances = n_instances
        self.truth = truth or Truth()
        self.unseen: dict[str, int] = {}

    @property
    def relevant(self) -> Mapping[int, frozenset[int]] | None:
        """For each concept the indices of the features that matter in it; None where that is not known."""
        return self.truth.relevant

    @property
    def redundant(self) -> Mapping[int, int]:
        """For each feature known to repeat another the index of that other."""
        return self.truth.redundant

    @property
    def drifts(self) -> tuple[Drift, ...]:
        """Place and width of every known drift."""
        return self.truth.drifts

    @property
    def ranges(self) -> Mapping[int, tuple[float, float]]:
        """Lowest and highest value of the numeric features for which they are known, noise apart."""
        return self.truth.ranges

    @property
    def prior_drifts(self) -> tuple[Drift, ...]:
        """Place and width of every known change of the class shares."""
        return self.truth.prior_drifts

    def nominal_concept(self, t: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return how many drifts lie before each instance number t (the first instance is t = 1)."""
        return nominal_concepts(t, self.drifts)

    @abstractmethod
    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        """Yield the instances from number `start` on in pieces of any size, best about `rows` each."""

    @property
    def chunk_rows(self) -> int:
        """Number of rows of a chunk when none is asked for."""
        return rows_per_chunk(self.schema.n_features)

    def chunks(self, size: int | None = None, start: int = 0) -> Iterator[Chunk]:
        """Iterate over chunks of exactly `size` instances (the last may be shorter).

        Parameters
        ----------
        size : int, optional
            Instances per chunk; by default about 2 MB of them.
        start : int
            Number of instances to leave out at the beginning.
        """
        rows = self.chunk_rows if size is None else int(size)
        if rows < 1:
            raise ValueError(f"size is {size}, a chunk has at least 1 instance")
        if start < 0:
            raise ValueError(f"start is {start}, the first instance has number 0")
        return self._pass(rows, int(start))

    def __iter__(self) -> Iterator[Chunk]:
        return self.chunks()

    def take(self, n: int, start: int = 0) -> Chunk:
        """Return the first `n` instances from number `start` on as one chunk; fewer if the stream ends."""
        if n < 0:
            raise ValueError(f"n is {n}, expected 0 or more")
        taken: list[Chunk] = []
        missing = int(n)
        for chunk in self.chunks(min(missing, self.chunk_rows) or 1, start) if missing else ():
            taken.append(chunk[:missing])
            missing -= len(taken[-1])
            if not missing:
                break
        return Chunk.concat(taken) if taken else self._nothing()

    def __repr__(self) -> str:
        size = "" if self.n_instances is None else f"{self.n_instances:,} instances, "
        return (
            f"<{type(self).__name__} {self.name!r}: {size}{self.schema.n_features:,} features, "
            f"{self.schema.n_classes} classes>"
        )

    def _pass(self, rows: int, start: int) -> Iterator[Chunk]:
        """Read once; `unseen` is what the pass that was read last has met, also if several run side by side."""
        met: dict[str, int] = {}
        chunks = regrouped(self._blocks(start, rows), rows)
        while True:
            self.unseen = met
            chunk = next(chunks, None)
            if chunk is None:
                return
            yield chunk

    def _count_unseen(self, counts: Mapping[str, int]) -> None:
        for name, count in counts.items():
            self.unseen[name] = self.unseen.get(name, 0) + count

    def _nothing(self) -> Chunk:
        shape = (0, self.schema.n_features)
        return Chunk(sp.csr_array(shape) if self._sparse else np.empty(shape), np.empty(0, dtype=np.int32))


def regrouped(blocks: Iterable[Chunk], size: int) -> Iterator[Chunk]:
    """Cut and join blocks of any size into chunks of exactly `size` rows; the last one may be shorter."""
    waiting: list[Chunk] = []
    rows = 0
    for block in blocks:
        begin = 0
        while rows + len(block) - begin >= size:
            end = begin + size - rows
            yield Chunk.concat([*waiting, block[begin:end]])
            waiting, rows, begin = [], 0, end
        if begin < len(block):
            waiting.append(block[begin:] if begin else block)
            rows += len(block) - begin
    if waiting:
        yield Chunk.concat(waiting)


def without_first(blocks: Iterable[Chunk], count: int) -> Iterator[Chunk]:
    """Leave out the first `count` rows."""
    for block in blocks:
        if count >= len(block):
            count -= len(block)
            continue
        yield block[count:] if count else block
        count = 0
