"""Features that say nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Chunk, Feature, Nominal, Numeric
from driftsift.data.randomness import Purpose, uniform_table
from driftsift.data.schema import replace_features
from driftsift.streams.checks import checked_count, checked_seed, checked_stream
from driftsift.streams.composition.composition import Mapped
from driftsift.streams.composition.names import require_new_names
from driftsift.streams.composition.rows import with_columns, with_matrix
from driftsift.streams.stream import Stream
from driftsift.streams.units import IRRELEVANT_UNIT

__all__ = ["WithIrrelevant"]


class WithIrrelevant(Mapped):
    """A stream with further features that are independent of everything.

    They stand behind the features of the stream, the numeric ones first. Feature j of the result is called
    irrelevant{j}; a numeric one is uniform on [0, 1), a nominal one uniform over its categories "0", "1", ...
    To a sparse stream they are appended as stored entries.

    Parameters
    ----------
    stream : Stream
        What they are added to.
    numeric, nominal : int
        How many of each kind.
    categories : int
        How many categories the nominal ones have.
    seed : int
        Seed of their values.

    Notes
    -----
    The value of feature j in row t comes from u, word j % 2 of `Purpose.STREAM`, unit 2^31 + 2^28 + j // 2, t,
    sub = layer - 1: u itself, or the category number floor(categories * u).

    Examples
    --------
    >>> from driftsift.streams.generators import SEA
    >>> stream = WithIrrelevant(SEA(1000, relevant=(0, 1)), numeric=2, nominal=1, categories=5)
    >>> stream.schema.names
    ('x0', 'x1', 'x2', 'irrelevant3', 'irrelevant4', 'irrelevant5')
    >>> stream.relevant, stream.ranges[4]
    ({0: frozenset({0, 1})}, (0.0, 1.0))
    """

    def __init__(self, stream: Stream, numeric: int = 0, nominal: int = 0, categories: int = 10, seed: int = 0) -> None:
        known = checked_stream(stream).schema
        self.numeric = checked_count("numeric", numeric)
        self.nominal = checked_count("nominal", nominal)
        self.categories = checked_count("categories", categories, least=1)
        self.seed = checked_seed(seed)
        added = [self._feature(known.n_features, i) for i in range(self.numeric + self.nominal)]
        require_new_names(known, added)
        ranges = {known.n_features + i: (0.0, 1.0) for i in range(self.numeric)}
        super().__init__(
            stream,
            replace_features(known, (*known.features, *added)),
            replace(stream.truth, ranges={**stream.ranges, **ranges}),
        )

    def _feature(self, first: int, i: int) -> Feature:
        name = f"irrelevant{first + i}"
        return Numeric(name) if i < self.numeric else Nominal(name, tuple(map(str, range(self.categories))))

    def _changed(self, chunk: Chunk, start: int) -> Chunk:
        drawn = self._drawn(start, len(chunk))
        return with_matrix(chunk, with_columns(chunk.X, drawn)) if drawn.shape[1] else chunk

    def _drawn(self, start: int, n: int) -> NDArray[np.float64]:
        """Return the values of the added features in the rows start, ..., start + n - 1."""
        width = self.numeric + self.nominal
        first = self.schema.n_features - width
        table = uniform_table(self.seed, Purpose.STREAM, IRRELEVANT_UNIT, start, n, width, first=first, sub=self._sub)
        table[:, self.numeric :] = np.floor(self.categories * table[:, self.numeric :])
        return table
