"""The joint counts of features, classes and two windows, on levels that both windows share."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data.chunk import Chunk
from driftsift.data.schema import Nominal, Schema

__all__ = ["MOST_LEVELS", "joint_counts"]

MOST_LEVELS = 5
LEAST_SUPPORT = 10
FEWEST_OF_A_CLASS = 5 * MOST_LEVELS
FEATURES_AT_ONCE = 1024

Codes = NDArray[np.intp]
Counts = NDArray[np.float64]


def joint_counts(before: Chunk, after: Chunk, schema: Schema, block: int = 1) -> tuple[Codes, Counts]:
    """Return the features that vary, and for each how often its levels meet the classes in both windows.

    Numeric values are cut at equal parts of their mid-ranks over both windows, so that equal values stay together and
    a value that many rows have is a level of its own; of a nominal feature the most frequent categories remain. Classes
    with few rows are taken together, and features with fewer than 10 rows outside their commonest level left out. As
    many rows as `block` says count as one.

    Returns
    -------
    features : int array of shape (k,)
    counts : float64 array of shape (levels, classes, 2, k)
    """
    labels = _joined_classes(np.concatenate([before.y, after.y]), schema.n_classes, FEWEST_OF_A_CLASS * block)
    window = np.repeat([0, 1], [len(before), len(after)])
    cells = labels * 2 + window
    kinds = int(labels.max(initial=0)) + 1
    candidates = _candidates(before.X, after.X)
    parts = [candidates[i : i + FEATURES_AT_ONCE] for i in range(0, len(candidates), FEATURES_AT_ONCE)]
    found = [_counts(_columns(before.X, after.X, part), part, schema, cells, kinds) for part in parts]
    if not found or kinds < 2:
        return np.empty(0, dtype=np.intp), np.empty((MOST_LEVELS, kinds, 2, 0))
    counts = np.concatenate(found, axis=-1)
    by_level = counts.sum(axis=(1, 2))
    varies = by_level.sum(axis=0) - by_level.max(axis=0) >= LEAST_SUPPORT * block
    return candidates[varies], counts[..., varies] / block


def _joined_classes(y: NDArray[np.int32], n_classes: int, fewest: int = FEWEST_OF_A_CLASS) -> Codes:
    """Number the classes that have enough rows, all others as one."""
    often = np.bincount(y, minlength=n_classes) >= fewest
    numbers = np.where(often, np.cumsum(often) - 1, int(often.sum()))
    return np.asarray(numbers[y], dtype=np.intp)


def _candidates(before: Any, after: Any) -> Codes:
    if not sp.issparse(before):
        return np.arange(before.shape[1])
    stored = sum(np.bincount(X.indices, minlength=X.shape[1]) for X in (before, after))
    return np.flatnonzero(stored >= LEAST_SUPPORT)


def _columns(before: Any, after: Any, features: Codes) -> NDArray[np.float64]:
    """Return some columns of both windows, each as a line of one dense array."""
    parts = [X[:, features].T for X in (before, after)]
    return np.concatenate([part.toarray() if sp.issparse(part) else part for part in parts], axis=1)


def _counts(columns: NDArray[np.float64], features: Codes, schema: Schema, cells: Codes, kinds: int) -> Counts:
    codes = _levels(columns, features, schema)
    shape = (MOST_LEVELS, kinds, 2, len(features))
    places = (codes * (kinds * 2) + cells) * len(features) + np.arange(len(features))[:, None]
    flat = np.bincount(places[codes >= 0], minlength=int(np.prod(shape)))
    return flat.reshape(shape).astype(np.float64)


def _levels(columns: NDArray[np.float64], features: Codes, schema: Schema) -> Codes:
    """Return the level of every value, -1 where it is missing."""
    codes = np.full(columns.shape, -1, dtype=np.intp)
    kinds = [schema.features[f] for f in features]
    sizes = np.array([len(kind.categories) if isinstance(kind, Nominal) else 0 for kind in kinds], dtype=np.intp)
    numeric, small = sizes == 0, (sizes > 0) & (sizes <= MOST_LEVELS)
    codes[numeric] = _parts_of_ranks(columns[numeric])
    codes[small] = np.where(np.isnan(columns[small]), -1.0, columns[small]).astype(np.intp)
    for i in np.flatnonzero(sizes > MOST_LEVELS):
        codes[i] = _commonest(columns[i], int(sizes[i]))
    return codes


def _parts_of_ranks(columns: NDArray[np.float64]) -> Codes:
    order = np.argsort(columns, axis=1, kind="stable")
    ordered = np.take_along_axis(columns, order, axis=1)
    n = columns.shape[1]
    place = np.arange(n)
    begins = np.ones(ordered.shape, dtype=bool)
    begins[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    first = np.maximum.accumulate(np.where(begins, place, 0), axis=1)
    ends = np.ones(ordered.shape, dtype=bool)
    ends[:, :-1] = begins[:, 1:]
    last = np.minimum.accumulate(np.where(ends, place, n)[:, ::-1], axis=1)[:, ::-1]
    present = np.count_nonzero(~np.isnan(columns), axis=1)[:, None]
    parts = ((first + last + 1) * MOST_LEVELS) // (2 * np.maximum(present, 1))
    codes = np.empty(columns.shape, dtype=np.intp)
    np.put_along_axis(codes, order, np.where(place < present, np.minimum(parts, MOST_LEVELS - 1), -1), axis=1)
    return codes


def _commonest(values: NDArray[np.float64], size: int) -> Codes:
    """Number the categories from the most frequent one on; the last number is for all others."""
    missing = np.isnan(values)
    given = np.where(missing, 0, values).astype(np.intp)
    frequency = np.bincount(given[~missing], minlength=size)
    number = np.empty(size, dtype=np.intp)
    number[np.argsort(-frequency, kind="stable")] = np.arange(size)
    return np.where(missing, -1, np.minimum(number, MOST_LEVELS - 1)[given])
