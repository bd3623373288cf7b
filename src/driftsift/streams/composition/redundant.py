"""Features that repeat others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from driftsift.data import Chunk
from driftsift.data.randomness import Purpose, uniform_table
from driftsift.data.schema import replace_features
from driftsift.streams.checks import checked_count, checked_rate, checked_seed, checked_stream
from driftsift.streams.composition.composition import Mapped
from driftsift.streams.composition.copies import COSINE, LINEAR, RBF, Copy, Table, deviated, folded, replaced, waved
from driftsift.streams.composition.names import require_new_names
from driftsift.streams.composition.rows import dense_columns, with_columns, with_matrix
from driftsift.streams.composition.sources import (
    Ranges,
    given_ranges,
    given_sources,
    planned_copies,
    seeded_sources,
)
from driftsift.streams.stream import Stream
from driftsift.streams.truth import Truth
from driftsift.streams.units import COPY_UNIT

__all__ = ["WithRedundant"]


class WithRedundant(Mapped):
    """A stream with further features that are made of the ones it has.

    The copies stand behind the features of the stream: the linear ones, then the rbf ones, then the cosine ones.
    With x a source in [lo, hi] and D = hi - lo they are

    ================  ======================================================================================
    linear            x + p D U(-1, 1), not clipped
    linear (nominal)  the category x with probability 1 - p, else uniformly one of the others
    rbf               (x - (lo + hi) / 2)^2
    cosine            cos(2 pi (x - lo) / D)
    ================  ======================================================================================

    Copy j of source s is called {s}_{kind}{j}; where the source is missing so is the copy. Where D = 0, linear
    copies repeat the source, rbf is 0 and cosine is 1. No copy counts as relevant. The rbf and cosine copies of a
    feature fold its range upon itself: their linear correlation with a uniform source is 0.

    Parameters
    ----------
    stream : Stream
        What they are added to.
    linear, rbf, cosine : int
        How many of each kind.
    p : float
        How far linear copies deviate, from 0 to 1.
    sources : sequence of str or int, optional
        Names or indices of the features to be copied. Linear copies go through them again and again, and so do the
        other two kinds through the numeric ones. By default these are the features that are relevant in at least
        one concept, in an order given by the seed.
    ranges : dict, optional
        Lowest and highest value of numeric features by name or index, for copies to be made by these and not by
        the ranges of the stream. The range of every numeric source has to be known or given.
    seed : int
        Seed of the order of the sources and of the deviations.

    Attributes
    ----------
    redundant : dict of int to int
        The source of each copy, besides what was redundant before.

    Notes
    -----
    The default order is ascending by (word A of `Purpose.SHUFFLE`, unit 0, t = feature, sub = layer - 1; feature).
    The deviation of linear copy j in row t comes from u, word j % 2 of `Purpose.STREAM`,
    unit 2^31 + 2 * 2^28 + j // 2, t, sub = layer - 1: p D (2u - 1). A nominal value changes iff u < p, into number
    floor(u / p * (m - 1)) of the other m - 1 categories. The other kinds draw nothing.

    Examples
    --------
    >>> from driftsift.streams.generators import SEA
    >>> stream = WithRedundant(SEA(1000), linear=1, cosine=1, p=0.05, sources=["x1"], ranges={"x1": (0, 10)})
    >>> stream.schema.names[3:], stream.redundant
    (('x1_linear3', 'x1_cosine4'), {3: 1, 4: 1})
    >>> X = stream.take(1000).X
    >>> bool(np.corrcoef(X[:, 1], X[:, 3])[0, 1] > 0.99)
    True
    """

    def __init__(
        self,
        stream: Stream,
        linear: int = 0,
        rbf: int = 0,
        cosine: int = 0,
        p: float = 0.1,
        sources: Sequence[str | int] | None = None,
        ranges: Mapping[str | int, tuple[float, float]] | None = None,
        seed: int = 0,
    ) -> None:
        known = checked_stream(stream).schema
        self.linear = checked_count("linear", linear)
        self.rbf = checked_count("rbf", rbf)
        self.cosine = checked_count("cosine", cosine)
        self.p = checked_rate("p", p)
        self.seed = checked_seed(seed)
        given = given_ranges(known, ranges)
        copies = planned_copies(known, self._order(stream, sources), self._counts, {**stream.ranges, **given})
        added = [copy.feature for copy in copies]
        require_new_names(known, added)
        super().__init__(
            stream, replace_features(known, (*known.features, *added)), _truth(stream.truth, copies, given, self.p)
        )
        self._sources = np.array([copy.source for copy in copies], dtype=np.int64)
        self._low = np.array([copy.low for copy in copies])
        self._high = np.array([copy.high for copy in copies])
        self._categories = known.n_categories[self._sources]

    @property
    def _counts(self) -> dict[str, int]:
        return {LINEAR: self.linear, RBF: self.rbf, COSINE: self.cosine}

    def _order(self, stream: Stream, sources: Sequence[str | int] | None) -> list[int]:
        """Return the features to be copied, none if there is nothing to be made of them."""
        if sources is not None:
            return given_sources(stream.schema, sources)
        return seeded_sources(stream, self.seed) if any(self._counts.values()) else []

    def _changed(self, chunk: Chunk, start: int) -> Chunk:
        if not len(self._sources):
            return chunk
        x = dense_columns(chunk.X, self._sources)
        rbf = slice(self.linear, self.linear + self.rbf)
        cosine = slice(self.linear + self.rbf, None)
        copies = (
            self._linear(x[:, : self.linear], start),
            folded(x[:, rbf], self._low[rbf], self._high[rbf]),
            waved(x[:, cosine], self._low[cosine], self._high[cosine]),
        )
        return with_matrix(chunk, with_columns(chunk.X, np.hstack(copies)))

    def _linear(self, x: Table, start: int) -> Table:
        """Return the linear copies of the rows from row `start` on."""
        if not self.linear or not self.p:
            return x
        first = self.stream.schema.n_features
        u = uniform_table(self.seed, Purpose.STREAM, COPY_UNIT, start, len(x), self.linear, first=first, sub=self._sub)
        part = slice(self.linear)
        categories = self._categories[part]
        numbers = deviated(x, u, self.p, self._high[part] - self._low[part])
        return np.where(categories > 0, replaced(x, u, self.p, categories), numbers) if categories.any() else numbers


def _truth(known: Truth, copies: Sequence[Copy], given: Ranges, p: float) -> Truth:
    """Return what is known of the stream with the copies; a range given here counts where there was none."""
    return replace(
        known,
        redundant={**known.redundant, **{copy.column: copy.source for copy in copies}},
        ranges={**given, **known.ranges, **{copy.column: copy.range(p) for copy in copies if not copy.nominal}},
    )
