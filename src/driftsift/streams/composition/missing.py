"""Values that are not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data import Chunk, Schema
from driftsift.data.chunk import Matrix
from driftsift.data.randomness import Purpose, uniform_table, uniforms_at
from driftsift.streams.checks import checked_feature, checked_rate, checked_seed, checked_stream
from driftsift.streams.composition.composition import Mapped
from driftsift.streams.composition.rows import with_matrix
from driftsift.streams.stream import Stream
from driftsift.streams.units import MISSING_UNIT

__all__ = ["Missing"]


class Missing(Mapped):
    """A stream some of whose values are missing, each independently of all else.

    In a sparse stream only stored entries can be missing. Labels are left alone.

    Parameters
    ----------
    stream : Stream
        The stream whose values are to go missing.
    rate : float or dict
        Probability that a value is missing: of any feature, or by name or index for some features; no value of
        the other features is taken away.
    seed : int
        Seed of the choice.

    Notes
    -----
    Feature j of row t is missing iff u < rate, u being word j % 2 of `Purpose.STREAM`,
    unit 2^31 + 3 * 2^28 + j // 2, t, sub = layer - 1.

    Examples
    --------
    >>> from driftsift.streams.generators import SEA
    >>> import numpy as np
    >>> stream = Missing(SEA(10_000), rate={"x1": 0.25})
    >>> shares = np.isnan(stream.take(10_000).X).mean(axis=0)
    >>> shares[[0, 2]], bool(0.23 < shares[1] < 0.27)
    (array([0., 0.]), True)
    """

    def __init__(self, stream: Stream, rate: float | Mapping[str | int, float] = 0.1, seed: int = 0) -> None:
        self.rate = rate
        self.seed = checked_seed(seed)
        self._rates = _rates(checked_stream(stream).schema, rate)
        self._runs = tuple(_runs(np.flatnonzero(self._rates)))
        super().__init__(stream)

    def _changed(self, chunk: Chunk, start: int) -> Chunk:
        if not self._runs:
            return chunk
        thin = self._thinned_entries if sp.issparse(chunk.X) else self._thinned
        return with_matrix(chunk, thin(chunk.X, start))

    def _thinned(self, X: Matrix, start: int) -> Matrix:
        """Take values of a dense matrix away; only the features that can be missing cost a draw."""
        X = X.copy()
        for first, end in self._runs:
            u = uniform_table(
                self.seed, Purpose.STREAM, MISSING_UNIT, start, len(X), end - first, first=first, sub=self._sub
            )
            X[:, first:end][u < self._rates[first:end]] = np.nan
        return X

    def _thinned_entries(self, X: Matrix, start: int) -> Matrix:
        """Take values of a CSR matrix away, one draw for each stored entry that can be missing."""
        entries = np.flatnonzero(self._rates[X.indices])
        column = X.indices[entries].astype(np.int64)
        row = np.repeat(np.arange(start, start + X.shape[0]), np.diff(X.indptr))[entries]
        even, odd = uniforms_at(self.seed, Purpose.STREAM, MISSING_UNIT + column // 2, row, self._sub)
        data = X.data.copy()
        data[entries[np.where(column % 2 == 0, even, odd) < self._rates[column]]] = np.nan
        return sp.csr_array((data, X.indices, X.indptr), shape=X.shape)


def _rates(schema: Schema, rate: Any) -> NDArray[np.float64]:
    """Return the rate of every feature."""
    if not isinstance(rate, Mapping):
        return np.full(schema.n_features, checked_rate("rate", rate))
    rates = np.zeros(schema.n_features)
    given: dict[int, Any] = {}
    for feature, value in rate.items():
        j = checked_feature(schema, feature, "rate")
        if j in given:
            raise ValueError(f"rate gives feature {schema.names[j]!r} twice, as {given[j]!r} and as {feature!r}")
        given[j] = feature
        rates[j] = checked_rate(f"rate[{feature!r}]", value)
    return rates


def _runs(columns: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Group ascending numbers into runs without a gap: the first of each, and the end behind its last."""
    for _, run in groupby(enumerate(columns.tolist()), key=lambda pair: pair[1] - pair[0]):
        places = [place for _, place in run]
        yield places[0], places[-1] + 1
