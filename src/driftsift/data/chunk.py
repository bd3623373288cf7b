"""A run of consecutive instances: the unit in which data moves through the library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

__all__ = ["UNLABELLED", "Chunk", "Matrix"]

Matrix: TypeAlias = Any  # float64 array of shape (n, d) or csr_array; SciPy has no types

UNLABELLED = -1


@dataclass(frozen=True)
class Chunk:
    """Features and labels of consecutive instances.

    Parameters
    ----------
    X : float64 array of shape (n, d) or CSR array
        Nominal values are category codes, a missing value is NaN. What a CSR row does not store is 0.
    y : int32 array of shape (n,)
        Class codes, -1 where the label is unknown.
    weight : float64 array of shape (n,), optional
    concept : int32 array of shape (n,), optional
        Number of the concept that made each instance, where that is known.

    Examples
    --------
    >>> chunk = Chunk(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([0, 1], dtype=np.int32))
    >>> len(chunk), chunk[1:].X
    (2, array([[3., 4.]]))
    """

    X: Matrix
    y: NDArray[np.int32]
    weight: NDArray[np.float64] | None = None
    concept: NDArray[np.int32] | None = None

    def __post_init__(self) -> None:
        if sp.issparse(self.X):
            object.__setattr__(self, "X", sp.csr_array(self.X, dtype=np.float64))
        else:
            object.__setattr__(self, "X", np.ascontiguousarray(self.X, dtype=np.float64))
        object.__setattr__(self, "y", np.ascontiguousarray(self.y, dtype=np.int32))
        if self.X.ndim != 2:
            raise ValueError(f"X has {self.X.ndim} dimension(s), a chunk needs 2")
        for name in ("y", "weight", "concept"):
            values = getattr(self, name)
            if values is not None and values.shape != (len(self),):
                raise ValueError(f"{name} has shape {values.shape}, X has {len(self)} rows")

    def __len__(self) -> int:
        return int(self.X.shape[0])

    def __getitem__(self, rows: slice) -> Chunk:
        return Chunk(
            self.X[rows],
            self.y[rows],
            None if self.weight is None else self.weight[rows],
            None if self.concept is None else self.concept[rows],
        )

    @staticmethod
    def concat(chunks: Sequence[Chunk]) -> Chunk:
        """Join chunks of one stream end to end."""
        if len(chunks) == 1:
            return chunks[0]
        matrices = [chunk.X for chunk in chunks]
        sparse = any(sp.issparse(X) for X in matrices)
        return Chunk(
            sp.vstack(matrices, format="csr") if sparse else np.concatenate(matrices),
            np.concatenate([chunk.y for chunk in chunks]),
            _joined_weights(chunks),
            _joined_concepts(chunks),
        )


def _joined_weights(chunks: Sequence[Chunk]) -> NDArray[np.float64] | None:
    """Join the weights; where a chunk has none, each of its instances weighs 1."""
    if all(chunk.weight is None for chunk in chunks):
        return None
    return np.concatenate([np.ones(len(c)) if c.weight is None else c.weight for c in chunks])


def _joined_concepts(chunks: Sequence[Chunk]) -> NDArray[np.int32] | None:
    known = [chunk.concept for chunk in chunks if chunk.concept is not None]
    return np.concatenate(known) if len(known) == len(chunks) else None
