"""Classes that are more or less frequent as time goes by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Chunk, Schema
from driftsift.data.hints import enumerated
from driftsift.data.randomness import Purpose, uniforms
from driftsift.streams.checks import checked_count, checked_seed, checked_stream
from driftsift.streams.composition.composition import Composition
from driftsift.streams.composition.rows import picked
from driftsift.streams.schedule import checked_drifts, drawn_concepts
from driftsift.streams.stream import FEWEST_ROWS, Stream
from driftsift.streams.units import SHARES_UNIT

__all__ = ["Imbalanced"]

COUNTED_ROWS = 2**16
FRUITLESS_ROWS = 10_000_000
SUM_TOLERANCE = 1e-9

Shares = Sequence[float] | Sequence[Sequence[float]]


class Imbalanced(Composition):
    """A stream of one concept with its classes in other shares, which may change while the concept stays.

    Every row has a phase, drawn as the concepts of `Drifting` are, and a class drawn from the shares of its phase; it
    is the next row of that class in the stream. So every row is used at most once, those of a class in their order.
    Unlabelled rows are left out. The stream ends where a class runs out, or after `n` rows.

    Parameters
    ----------
    stream : Stream
        A stream without drifts; it is read once for every class.
    shares : sequence of float, or sequence of these
        The probability of each class, or one such list for each phase.
    at : number or sequence of numbers
        Where one phase gives way to the next, in ascending order; one fewer than phases.
    width : number or sequence of numbers
        Lengths of these transitions, as in `Drifting`.
    n : int, optional
        Number of instances; by default as many as there are.
    seed : int
        Seed of the phases and classes.

    Attributes
    ----------
    prior_drifts : tuple of Drift
        Place and width of every change of the shares.

    Notes
    -----
    There is one draw per row: `Purpose.STREAM`, unit 2^31 + 2, t = row, sub = layer - 1. Word A gives the phase; the
    class is the first whose cumulated share exceeds u * (sum of the shares), u from word B.

    To start at row t, the t draws before it are made again and the stream is read up to there.

    Examples
    --------
    >>> from driftsift.streams.generators import SEA
    >>> stream = Imbalanced(SEA(None), [[0.9, 0.1], [0.1, 0.9]], at=1000, width=1, n=2000)
    >>> y = stream.take(2000).y
    >>> bool(y[:1000].mean() < 0.15), bool(y[1000:].mean() > 0.85)
    (True, True)
    """

    def __init__(
        self,
        stream: Stream,
        shares: Shares,
        at: float | Sequence[float] = (),
        width: float | Sequence[float] = 1000,
        n: int | None = None,
        seed: int = 0,
    ) -> None:
        self.stream = checked_stream(stream)
        if stream.drifts:
            raise ValueError(
                f"the stream has {len(stream.drifts)} drifts, expected a single concept; "
                "make each concept imbalanced, then join them with Drifting"
            )
        self.shares = _checked_shares(shares, stream.schema)
        self.n = None if n is None else checked_count("n", n)
        self.seed = checked_seed(seed)
        phases = checked_drifts(at, width, len(self.shares), "phases of shares")
        self._cumulated = np.cumsum(self.shares, axis=1)
        endless = stream.n_instances is None
        super().__init__(
            (stream,),
            stream.schema,
            stream.name,
            self.n if endless else None,
            replace(stream.truth, prior_drifts=phases),
        )

    def class_of(self, start: int, n: int) -> NDArray[np.int64]:
        """Return the class that is drawn for each of the rows start, ..., start + n - 1 (the first row is 0)."""
        phase = drawn_concepts(self.prior_drifts, self.seed, SHARES_UNIT, start, n, self._sub)
        _, u = uniforms(self.seed, Purpose.STREAM, SHARES_UNIT, start, n, self._sub)
        drawn = np.empty(n, dtype=np.int64)
        for k in np.unique(phase):
            here = phase == k
            cumulated = self._cumulated[k]
            drawn[here] = np.searchsorted(cumulated, u[here] * cumulated[-1], side="right")
        return drawn

    def _blocks(self, start: int, rows: int) -> Iterator[Chunk]:
        sources = [_RowsOfClass(self.stream, k) for k in range(self.schema.n_classes)]
        if not all(source.skip(int(used)) for source, used in zip(sources, self._used_before(start), strict=True)):
            return
        while self.n is None or start < self.n:
            size = rows if self.n is None else min(rows, self.n - start)
            drawn = self.class_of(start, size)
            taken = [source.take(int(count)) for source, count in zip(sources, self._counts(drawn), strict=True)]
            self._count_unseen_of(sources)
            end = _first_missing(drawn, [sum(map(len, pieces)) for pieces in taken])
            if end:
                yield _in_order(taken, drawn, end)
            if end < size:
                return
            start += size

    def _counts(self, drawn: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.bincount(drawn, minlength=self.schema.n_classes)

    def _used_before(self, start: int) -> NDArray[np.int64]:
        """Return how many rows of each class come before row `start`."""
        used = np.zeros(self.schema.n_classes, dtype=np.int64)
        for begin in range(0, start, COUNTED_ROWS):
            used += self._counts(self.class_of(begin, min(COUNTED_ROWS, start - begin)))
        return used

    def _count_unseen_of(self, sources: Sequence[_RowsOfClass]) -> None:
        """Take over what the pass that has come farthest has met; the others have read a part of the same rows."""
        for source in sources:
            for name, count in source.unseen.items():
                self.unseen[name] = max(count, self.unseen.get(name, 0))


class _RowsOfClass:
    """The rows of one class, one after the other."""

    def __init__(self, stream: Stream, code: int) -> None:
        self._stream = stream
        self._code = code
        self._size = max(FEWEST_ROWS, stream.chunk_rows // stream.schema.n_classes)
        self._pieces = self._read()
        self._rest: Chunk | None = None
        self.unseen: dict[str, int] = {}

    def skip(self, count: int) -> bool:
        """Leave some rows out; False if there are not as many."""
        while count:
            skipped = sum(map(len, self.take(min(count, self._size))))
            if not skipped:
                return False
            count -= skipped
        return True

    def take(self, count: int) -> list[Chunk]:
        """Return the next rows, fewer if there are not as many."""
        taken: list[Chunk] = []
        while count:
            piece = next(self._pieces, None) if self._rest is None else self._rest
            if piece is None:
                break
            taken.append(piece[:count])
            self._rest = piece[count:] if len(piece) > count else None
            count -= len(taken[-1])
        return taken

    def _read(self) -> Iterator[Chunk]:
        fruitless = 0
        for chunk in self._stream.chunks(self._size):
            self.unseen = self._stream.unseen
            mine = np.flatnonzero(chunk.y == self._code)
            fruitless = 0 if len(mine) else fruitless + len(chunk)
            if fruitless >= FRUITLESS_ROWS and self._stream.n_instances is None:
                raise RuntimeError(
                    f"no row of class {self._stream.schema.classes[self._code]!r} within {fruitless:,} rows of "
                    f"{self._stream!r}; give this class the share 0"
                )
            if len(mine):
                yield picked(chunk, mine)


def _first_missing(drawn: NDArray[np.int64], available: Sequence[int]) -> int:
    """Return the first position whose class has run out before it, or the number of positions."""
    end = len(drawn)
    for code, count in enumerate(available):
        places = np.flatnonzero(drawn == code)
        if len(places) > count:
            end = min(end, int(places[count]))
    return end


def _in_order(taken: Sequence[Sequence[Chunk]], drawn: NDArray[np.int64], end: int) -> Chunk:
    """Put the rows of the classes where their classes are drawn, up to position `end`."""
    lengths = [sum(map(len, pieces)) for pieces in taken]
    offsets = np.cumsum([0, *lengths[:-1]])
    rows = np.empty(end, dtype=np.int64)
    for code, offset in enumerate(offsets):
        places = np.flatnonzero(drawn[:end] == code)
        rows[places] = offset + np.arange(len(places))
    return picked(Chunk.concat([piece for pieces in taken for piece in pieces]), rows)


def _checked_shares(shares: Any, schema: Schema) -> tuple[tuple[float, ...], ...]:
    """Return the shares of each phase."""
    listed = _as_list(shares)
    if not listed:
        raise ValueError("shares is empty, expected the probability of each class, or a list of them for each phase")
    if isinstance(listed[0], Real):
        return (_checked_phase("shares", listed, schema),)
    return tuple(_checked_phase(f"shares[{k}]", _as_list(phase), schema) for k, phase in enumerate(listed))


def _checked_phase(name: str, shares: list[Any], schema: Schema) -> tuple[float, ...]:
    if not all(isinstance(share, Real) for share in shares):
        raise TypeError(f"{name}={shares!r}, expected the probability of each class")
    if len(shares) != schema.n_classes:
        classes = enumerated(schema.classes)
        raise ValueError(f"{name} lists {len(shares)} shares, the stream has {schema.n_classes} classes: {classes}")
    phase = tuple(float(share) for share in shares)
    if not all(0 <= share <= 1 for share in phase) or abs(sum(phase) - 1) > SUM_TOLERANCE:
        raise ValueError(f"{name}={shares!r}, expected probabilities from 0 to 1 with the sum 1, not {sum(phase):g}")
    return phase


def _as_list(values: Any) -> list[Any]:
    """Return a list or array as a list."""
    if isinstance(values, np.ndarray):
        values = values.tolist()
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise TypeError(f"shares={values!r}, expected a list of probabilities, or one for each phase")
    return list(values)
