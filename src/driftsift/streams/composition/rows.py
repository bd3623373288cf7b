"""Rows and columns of chunks, dense or sparse."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data import Chunk
from driftsift.data.chunk import Matrix

__all__ = ["as_format", "dense_columns", "picked", "with_columns", "with_matrix"]


def picked(chunk: Chunk, rows: NDArray[np.integer[Any]]) -> Chunk:
    """Return the rows with these numbers, in this order."""
    return Chunk(
        chunk.X[rows],
        chunk.y[rows],
        None if chunk.weight is None else chunk.weight[rows],
        None if chunk.concept is None else chunk.concept[rows],
    )


def with_matrix(chunk: Chunk, X: Matrix) -> Chunk:
    """Return the same instances with other features."""
    return Chunk(X, chunk.y, chunk.weight, chunk.concept)


def as_format(chunk: Chunk, sparse: bool) -> Chunk:
    """Return the chunk as CSR if `sparse`, else as it is."""
    return with_matrix(chunk, sp.csr_array(chunk.X)) if sparse and not sp.issparse(chunk.X) else chunk


def dense_columns(X: Matrix, columns: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return a copy of some columns, dense whatever X is."""
    values: NDArray[np.float64] = X[:, columns].toarray() if sp.issparse(X) else np.take(X, columns, axis=1)
    return values


def with_columns(X: Matrix, values: NDArray[np.float64]) -> Matrix:
    """Append columns; to a CSR matrix as stored entries, zeros too, so that each of them can become missing.

    Examples
    --------
    >>> with_columns(sp.csr_array([[0.0, 2.0]]), np.array([[0.0, 3.0]])).indices
    array([1, 2, 3], dtype=int32)
    """
    if not sp.issparse(X):
        return np.hstack([X, values])
    n, width = values.shape
    kind = X.indices.dtype if n * width <= np.iinfo(np.int32).max else np.int64
    stored = (values.ravel(), np.tile(np.arange(width, dtype=kind), n), np.arange(0, n * width + 1, width, dtype=kind))
    return sp.hstack([X, sp.csr_array(stored, shape=(n, width))], format="csr")
