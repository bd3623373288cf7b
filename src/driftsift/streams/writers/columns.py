"""Chunks as Arrow columns and texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data import Nominal, Schema
from driftsift.data.arrow import Array, number_array, text_array

__all__ = ["dictionary", "features", "filled", "joined", "labels", "named", "text_scalar", "written"]


def features(X: Any, schema: Schema) -> Iterator[Array]:
    """Yield the columns: numbers, or categories as a dictionary; a missing value is null."""
    dense = X.toarray() if sp.issparse(X) else X
    for j, feature in enumerate(schema.features):
        values = np.ascontiguousarray(dense[:, j])
        if isinstance(feature, Nominal):
            yield dictionary(values, feature.categories)
        else:
            yield number_array(values, ~np.isnan(values))


def labels(y: NDArray[np.int32], schema: Schema) -> Array:
    """Return the labels: texts as a dictionary of all classes, whole numbers, or truth values."""
    if any(isinstance(label, str) for label in schema.classes) or not schema.classes:
        return dictionary(y, map(str, schema.classes))
    numbers = np.array(schema.classes, dtype=np.int64)[y.clip(min=0)]
    values = number_array(numbers, y >= 0)
    return values.cast(pa.bool_()) if all(isinstance(label, bool) for label in schema.classes) else values


def dictionary(codes: NDArray[Any], texts: Iterable[str]) -> Array:
    """Return codes with the texts they stand for; -1 and NaN are null."""
    present = codes >= 0
    positions = number_array(np.where(present, codes, 0).astype(np.int32), present)
    return pa.DictionaryArray.from_arrays(positions, text_array(texts))


def named(codes: NDArray[Any], texts: Iterable[str]) -> Array:
    """Return the texts of codes, null where there is none."""
    return dictionary(codes, texts).dictionary_decode()


def written(values: NDArray[np.float64]) -> Array:
    """Return numbers as texts that are read back as the same numbers, null for NaN."""
    texts = number_array(np.ascontiguousarray(values), ~np.isnan(values)).cast(pa.large_string())
    return pc.if_else(pc.ends_with(texts, ".0"), pc.utf8_slice_codeunits(texts, 0, -2), texts)


def joined(columns: list[Any], separator: str) -> Array:
    """Return the texts of each row as one text."""
    return pc.binary_join_element_wise(*columns, text_scalar(separator))


def filled(texts: Array, word: str) -> Array:
    """Return the texts with a word in place of null."""
    return pc.fill_null(texts, text_scalar(word))


def text_scalar(text: str) -> Any:
    """Return a text that Arrow's functions take together with columns."""
    return text_array([text])[0]
