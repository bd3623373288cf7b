"""Features in another order."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from driftsift.data import Chunk
from driftsift.data.chunk import Matrix
from driftsift.data.randomness import Purpose, words
from driftsift.streams.checks import checked_seed, checked_stream
from driftsift.streams.composition.composition import Mapped
from driftsift.streams.composition.rows import with_matrix
from driftsift.streams.stream import Stream

__all__ = ["Shuffled"]

ORDER_UNIT = 1


class Shuffled(Mapped):
    """A stream whose features stand in another order, so that their places give nothing away.

    The rows keep their order. What is known of the features moves along with them.

    Parameters
    ----------
    stream : Stream
        The stream whose features are to be moved.
    seed : int
        Seed of the order.

    Attributes
    ----------
    order : tuple of int
        For each feature of the result its index in `stream`.

    Notes
    -----
    The features come in ascending order of word A of `Purpose.SHUFFLE`, unit 1, t = index in `stream`,
    sub = layer - 1; in case of a tie that of the lower index comes first.

    Examples
    --------
    >>> from driftsift.streams.generators import SEA
    >>> stream = Shuffled(SEA(1000, n_features=5, relevant=(0, 1)), seed=2)
    >>> sorted(stream.order[i] for i in stream.relevant[0])
    [0, 1]
    >>> bool((stream.take(9).X == stream.stream.take(9).X[:, stream.order]).all())
    True
    """

    def __init__(self, stream: Stream, seed: int = 0) -> None:
        self.seed = checked_seed(seed)
        keys, _ = words(
            self.seed, Purpose.SHUFFLE, ORDER_UNIT, 0, checked_stream(stream).schema.n_features, sub=stream.layer
        )
        self._order = np.argsort(keys, kind="stable")
        self._place = np.argsort(self._order)
        self.order: tuple[int, ...] = tuple(self._order.tolist())
        place: list[int] = self._place.tolist()
        super().__init__(stream, stream.schema.select(self.order), stream.truth.with_indices(place.__getitem__))

    def _changed(self, chunk: Chunk, start: int) -> Chunk:  # noqa: ARG002
        return with_matrix(chunk, self._moved(chunk.X))

    def _moved(self, X: Matrix) -> Matrix:
        if not sp.issparse(X):
            return np.take(X, self._order, axis=1)
        indices = self._place[X.indices].astype(X.indices.dtype)
        moved = sp.csr_array((X.data.copy(), indices, X.indptr), shape=X.shape)
        moved.sort_indices()
        return moved
