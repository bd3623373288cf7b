"""Arrays and sparse matrices at the border: finite numbers, NaN, and known category codes."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data.encoding import Encoded
from driftsift.data.hints import CellError
from driftsift.data.schema import Schema

__all__ = ["as_matrix", "encode_array"]

INFINITE = "infinite; only finite numbers are allowed"
NO_CODE = "not a category code 0, 1, ...; a missing value is NaN"


def encode_array(X: Any, schema: Schema, *, first_row: int = 0) -> Encoded:
    """Check a matrix of numbers and category codes against a schema.

    A code that is not one of the feature's (an unseen category) becomes NaN and is counted.

    Parameters
    ----------
    X : array-like or sparse matrix of shape (n, d)
    schema : Schema
    first_row : int
        Row number of the first row in error messages.

    Examples
    --------
    >>> from driftsift.data.schema import Nominal
    >>> schema = Schema([Nominal("day", ("mon", "tue"))], classes=(0, 1))
    >>> encode_array([[1], [5]], schema)
    Encoded(X=array([[ 1.],
           [nan]]), unseen={'day': 1})
    """
    matrix = as_matrix(X)
    if matrix.shape[1] != schema.n_features:
        raise ValueError(f"X has {matrix.shape[1]} columns, the schema has {schema.n_features} features")
    values = matrix.data if sp.issparse(matrix) else matrix
    if np.isinf(values).any():
        raise _at_first(np.isinf(values), matrix, schema, first_row, INFINITE)
    if not schema.n_categories.any():
        return Encoded(matrix)
    return _check_codes(matrix, schema, first_row)


def as_matrix(X: Any) -> Any:
    """Return X as a C-order float64 array or a canonical CSR array; not copied if it is one."""
    if sp.issparse(X):
        return _as_csr(X)
    if not isinstance(X, np.ndarray):
        X = np.asarray(X)
    if X.ndim != 2:
        raise ValueError(f"X has {X.ndim} dimension(s), expected 2 (instances, features)")
    return _as_float64(X)


def _as_csr(X: Any) -> sp.csr_array:
    if np.iscomplexobj(X):
        raise TypeError(f"X has dtype {X.dtype}, expected real numbers")
    matrix = sp.csr_array(X, dtype=np.float64)
    if not matrix.has_canonical_format:
        matrix = matrix.copy()
        matrix.sum_duplicates()
    return matrix


def _as_float64(X: NDArray[Any]) -> NDArray[np.float64]:
    if X.dtype.kind not in "fiub":
        X = _parsed(X)
    return np.ascontiguousarray(X, dtype=np.float64)


def _parsed(X: NDArray[Any]) -> NDArray[np.float64]:
    if X.dtype.kind != "O":
        raise TypeError(f"X has dtype {X.dtype}, expected numbers; give texts as a data frame")
    try:
        return X.astype(np.float64)
    except (TypeError, ValueError):
        pass
    for (row, column), value in np.ndenumerate(X):
        try:
            float(np.nan if value is None else value)
        except (TypeError, ValueError):
            raise TypeError(
                f"X, row {row}, column {column}: {value!r} is not a number; give texts as a data frame"
            ) from None
    missing = np.array([value is None for value in X.flat]).reshape(X.shape)
    return np.where(missing, np.nan, X).astype(np.float64)


def _check_codes(matrix: Any, schema: Schema, first_row: int) -> Encoded:
    values, limits = _codes_with_limits(matrix, schema)
    bad = (limits > 0) & ((values < 0) | (values != np.floor(values))) & ~np.isnan(values)
    if bad.any():
        raise _at_first(bad, matrix, schema, first_row, NO_CODE)
    unseen = (limits > 0) & (values >= limits)
    if not unseen.any():
        return Encoded(matrix)
    columns = matrix.indices[unseen] if sp.issparse(matrix) else np.nonzero(unseen)[1]
    counts = np.bincount(columns, minlength=schema.n_features)
    cleaned = matrix.copy()
    (cleaned.data if sp.issparse(cleaned) else cleaned)[unseen] = np.nan
    return Encoded(cleaned, {schema.names[j]: int(counts[j]) for j in np.flatnonzero(counts)})


def _codes_with_limits(matrix: Any, schema: Schema) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    if sp.issparse(matrix):
        return matrix.data, schema.n_categories[matrix.indices]
    return matrix, schema.n_categories[None, :]


def _at_first(bad: NDArray[np.bool_], matrix: Any, schema: Schema, first_row: int, message: str) -> CellError:
    position = int(np.flatnonzero(bad)[0])
    if sp.issparse(matrix):
        row = int(np.searchsorted(matrix.indptr, position, side="right")) - 1
        column, value = int(matrix.indices[position]), matrix.data[position]
    else:
        row, column = divmod(position, matrix.shape[1])
        value = matrix[row, column]
    return CellError(schema.names[column], first_row + row, f"{value} is {message}")
