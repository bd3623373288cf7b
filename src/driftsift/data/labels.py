"""Class labels and their codes: 0, 1, ... in the order of the classes, -1 where the label is unknown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from driftsift.data.arrow import Array, number_array, numbers_in, positions_in, present_in, text_array
from driftsift.data.chunk import UNLABELLED
from driftsift.data.columns import MISSING, Kind, as_array, kind_of, lookup
from driftsift.data.columns import numbers as numbers_of
from driftsift.data.hints import did_you_mean, enumerated
from driftsift.data.inference import ColumnProfile, Content
from driftsift.data.schema import Label
from driftsift.data.text import first_that_is_no_number, numbers_in_text

__all__ = ["UnknownLabelError", "classes_of", "decode_labels", "encode_labels", "infer_classes"]

LARGEST_EXACT = 2**53
EXPECTED_LABELS = "texts, whole numbers or truth values"


class UnknownLabelError(ValueError):
    """A label is not one of the known classes; says in which row (counted from 0) it stands."""

    def __init__(self, label: object, row: int, classes: Sequence[Label], hint: str) -> None:
        known = f"the known classes are {enumerated(classes)}" if classes else "no class is known"
        self.row = row
        self.message = f"label {label!r} is not a known class; {known}{hint}"
        super().__init__(f"row {row}: {self.message}")


def encode_labels(values: Any, classes: Iterable[Label], *, first_row: int = 0) -> NDArray[np.int32]:
    """Return the class code of every label.

    Parameters
    ----------
    values : array, list, or pandas, Polars or Arrow column
        Labels; None, NaN and the texts that mean "missing" are unknown labels.
    classes : sequence of labels
        Class code k stands for the k-th of them. If all of them are numbers, labels are compared as numbers
        (a text is read as a number), else as texts.
    first_row : int
        Row number of the first label in error messages.

    Returns
    -------
    int32 array
        -1 where the label is unknown.

    Examples
    --------
    >>> encode_labels(["spam", None, "ham"], ("ham", "spam"))
    array([ 1, -1,  0], dtype=int32)
    """
    known = _as_list(classes)
    if isinstance(values, np.ndarray) and values.dtype.kind in "iub" and known and _all_numbers(known):
        return _codes_of_integers(values, known, first_row)
    column = label_column(values)
    if kind_of("label", column.type) is Kind.EMPTY:
        return np.full(len(column), UNLABELLED, dtype=np.int32)
    if known and _all_numbers(known):
        return _codes_of_numbers(column, known, first_row)
    return _codes_of_texts(column, known, first_row)


def decode_labels(codes: NDArray[np.integer[Any]], classes: Iterable[Label]) -> NDArray[Any]:
    """Return the label of every code, None where the code is -1.

    Examples
    --------
    >>> decode_labels(np.array([1, 0]), ("ham", "spam"))
    array(['spam', 'ham'], dtype='<U4')
    """
    known = _as_list(classes)
    if (np.asarray(codes) == UNLABELLED).any():
        known.append(None)
    labels = np.array(known, dtype=object if None in known or not known else None)
    return np.asarray(labels[codes])


def infer_classes(values: Any, *, texts_stay: bool = False) -> tuple[Label, ...]:
    """Return the classes that occur among labels: numbers or texts in ascending order.

    The categories of a categorical column keep their order; truth values give (False, True). Texts all of which can
    be read as numbers give numbers, unless `texts_stay`.

    Examples
    --------
    >>> infer_classes([10, 9, None, 10]), infer_classes(["b", "a"])
    ((9, 10), ('a', 'b'))
    """
    profile = ColumnProfile("label", collect=True)
    column = label_column(values)
    profile.update(column)
    if texts_stay and kind_of("label", column.type) is Kind.TEXT:
        return profile.categories
    return classes_of(profile)


def classes_of(profile: ColumnProfile) -> tuple[Label, ...]:
    """Return the classes a profiled target column stands for."""
    content = profile.content
    if content is Content.TRUTH:
        return (False, True)
    if content is Content.CATEGORIES:
        return tuple(map(int, profile.categories)) if profile.numeric_categories else profile.categories
    if content is Content.NUMBERS:
        return tuple(sorted({_whole(text, profile.name) for text in profile.categories}))
    return profile.categories


def label_column(values: Any) -> Array:
    """Return labels of any container as one Arrow array."""
    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        return as_array(values)
    try:
        series = nw.from_native(values, series_only=True, pass_through=True)
        if isinstance(series, nw.Series):
            return as_array(series.to_arrow())
        return _of_sequence(values if isinstance(values, list) else np.asarray(values))
    except (pa.ArrowException, OverflowError) as error:
        raise TypeError(f"expected {EXPECTED_LABELS}, all of one kind ({error})") from None


def _of_sequence(labels: list[Any] | NDArray[Any]) -> Array:
    if isinstance(labels, np.ndarray):
        labels = _flat(labels)
        if labels.dtype.kind in "iu":
            return number_array(labels)
        if labels.dtype.kind == "f":
            return number_array(labels.astype(np.float64), ~np.isnan(labels))
        labels = labels.tolist()
    if all(isinstance(label, str) or label is None for label in labels):
        return text_array(None if label is None else str(label) for label in labels)
    return pa.array(labels, from_pandas=True)


def _flat(labels: NDArray[Any]) -> NDArray[Any]:
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    if labels.ndim != 1:
        raise ValueError(f"labels have shape {labels.shape}, expected one label per row")
    return labels


def _codes_of_integers(labels: NDArray[Any], known: list[Any], first_row: int) -> NDArray[np.int32]:
    classes = np.array(known, dtype=np.int64)
    order = np.argsort(classes, kind="stable")
    flat = _flat(labels).astype(np.int64, copy=False)
    places = np.searchsorted(classes[order], flat).clip(max=len(classes) - 1)
    codes = np.asarray(order[places], dtype=np.int32)
    unknown = classes[codes] != flat
    if unknown.any():
        row = int(unknown.argmax())
        raise UnknownLabelError(labels[row].item(), first_row + row, known, _hint(labels[row], known))
    return codes


def _codes_of_numbers(column: Array, known: list[Any], first_row: int) -> NDArray[np.int32]:
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    kind = kind_of("label", column.type)
    if kind is Kind.TEXT and numbers_in_text(column) is None:
        row = first_that_is_no_number(column)
        raise UnknownLabelError(column[row].as_py(), first_row + row, known, "; all classes are numbers")
    if kind is Kind.MOMENT:
        raise TypeError(f"labels have type {column.type}; expected {EXPECTED_LABELS}")
    exact = pa.types.is_integer(column.type)
    numbers = numbers_of("label", column, first_row)
    values = column.cast(pa.int64()) if exact else number_array(numbers)
    codes = positions_in(values, number_array(np.array(known, dtype=np.int64 if exact else np.float64)))
    return _found(codes, np.isnan(numbers), column, known, first_row)


def _codes_of_texts(column: Array, known: list[Any], first_row: int) -> NDArray[np.int32]:
    encoded = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    if kind_of("label", encoded.dictionary.type) is not Kind.TEXT:
        return _refuse_numbers(column, known, first_row)
    by_word = lookup(encoded.dictionary.cast(pa.large_string()), text_array(map(str, known)))
    indices = numbers_in(encoded.indices).astype(np.int64)
    codes = np.append(by_word, MISSING)[np.where(present_in(encoded.indices), indices, len(by_word))]
    return _found(codes, codes == MISSING, column, known, first_row)


def _found(
    codes: NDArray[np.int64], missing: NDArray[np.bool_], column: Array, known: list[Any], first_row: int
) -> NDArray[np.int32]:
    unknown = (codes < 0) & ~missing
    if unknown.any():
        row = int(unknown.argmax())
        label = column[row].as_py()
        raise UnknownLabelError(label, first_row + row, known, _hint(label, known))
    return np.where(missing, UNLABELLED, codes).astype(np.int32)


def _refuse_numbers(column: Array, known: list[Any], first_row: int) -> NDArray[np.int32]:
    row = int(present_in(column).argmax())
    label = column[row].as_py()
    hint = f"; it is of type {type(label).__name__}, the classes are texts" if known else ""
    raise UnknownLabelError(label, first_row + row, known, hint)


def _hint(label: object, known: Sequence[Label]) -> str:
    return did_you_mean(label, known) or "; a row without a known label has None or NaN"


def _whole(text: str, name: str) -> int:
    try:
        number = float(text)
    except ValueError:
        raise TypeError(f"target {name!r} holds dates, expected {EXPECTED_LABELS}") from None
    if not number.is_integer():
        raise ValueError(
            f"target {name!r} holds the number {text}, expected {EXPECTED_LABELS}: "
            "driftsift classifies, and a quantity is not a class"
        )
    return int(text) if abs(number) >= LARGEST_EXACT and text.lstrip("+-").isdigit() else int(number)


def _all_numbers(known: Sequence[Any]) -> bool:
    return all(isinstance(label, (bool, int, np.integer, np.bool_)) for label in known)


def _as_list(classes: Iterable[Label]) -> list[Any]:
    return classes.tolist() if isinstance(classes, np.ndarray) else list(classes)
