"""From what users hand over to what the core reads: rows, labels and weights."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import validate_data

from driftsift import _core
from driftsift.data.chunk import Matrix
from driftsift.data.frames import is_frame
from driftsift.data.schema import Schema

__all__ = [
    "check_weights",
    "is_named_frame",
    "native_rows",
    "native_schema",
    "read_matrix",
]

NativeRows = NDArray[np.float64] | tuple[Any, Any, Any, int]


def is_named_frame(X: Any) -> bool:
    """Tell whether rows are a data frame read by column name; one with numbers as names is a matrix."""
    if not is_frame(X):
        return False
    names = X.schema.names if hasattr(X, "schema") and hasattr(X.schema, "names") else X.columns
    return all(isinstance(name, str) for name in (names() if callable(names) else names))


def native_schema(schema: Schema) -> _core.Schema:
    """Return what the core needs to know of a schema."""
    return _core.Schema(schema.n_categories.tolist(), schema.n_classes)


def read_matrix(estimator: Any, X: Any, *, first: bool, at_least: int) -> Matrix:
    """Return an array or sparse matrix as float64, with scikit-learn's error messages where it cannot be one."""
    known = getattr(estimator, "n_features_in_", None)
    plain = type(X) is np.ndarray and X.dtype == np.float64 and X.ndim == 2 and X.flags.c_contiguous
    if plain and not first and X.shape[1] == known and not hasattr(estimator, "feature_names_in_"):
        return X
    if getattr(getattr(X, "dtype", None), "kind", None) in ("m", "M"):
        raise TypeError(f"X holds {X.dtype} values; convert dates and durations to numbers first")
    matrix: Matrix = validate_data(
        estimator,
        X,
        reset=first,
        accept_sparse="csr",
        dtype=np.float64,
        order="C",
        ensure_all_finite=False,
        ensure_min_samples=at_least,
    )
    return matrix


def native_rows(X: Matrix) -> NativeRows:
    """Return rows in the form the core reads: a C-order matrix or the parts of a canonical CSR matrix."""
    if isinstance(X, np.ndarray):
        return X
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    indices = np.ascontiguousarray(X.indices, dtype=np.int32)
    indptr = np.ascontiguousarray(X.indptr, dtype=np.int64)
    return np.ascontiguousarray(X.data, dtype=np.float64), indices, indptr, int(X.shape[1])


def check_weights(sample_weight: Any, n: int) -> NDArray[np.float64] | None:
    """Return weights as float64 after looking at each of them."""
    if sample_weight is None:
        return None
    try:
        weights = np.ascontiguousarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("sample_weight must be numbers, one per row") from None
    if weights.ndim == 0:
        weights = np.full(n, float(weights))
    if weights.ndim != 1:
        raise ValueError(f"Sample weights must be 1D array or scalar, got shape {weights.shape}")
    if len(weights) != n:
        raise ValueError(f"sample_weight.shape == {weights.shape}, expected {(n,)}: one weight per row of {n} rows")
    sound = np.isfinite(weights) & (weights >= 0)
    if not sound.all():
        row = int(np.argmin(sound))
        raise ValueError(f"sample_weight of row {row} is {weights[row]}; weights must be finite and not negative")
    return weights
