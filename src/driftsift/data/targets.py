"""Labels of the rows handed to a classifier: their classes and codes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d

from driftsift.data.labels import UnknownLabelError, encode_labels, infer_classes

__all__ = ["class_array", "encode_growing", "first_classes", "read_labels", "sorted_classes"]


def read_labels(y: Any) -> Any:
    """Return labels as something with a length; ValueError for what is not a list of labels."""
    if y is None:
        raise ValueError("This StreamClassifier requires y to be passed, but the target y is None")
    if not hasattr(y, "__len__") and hasattr(y, "__array__"):
        y = np.asarray(y)
    if not hasattr(y, "__len__") or isinstance(y, (str, bytes)):
        raise ValueError(f"y must be a list of labels, got {type(y).__name__}")
    if isinstance(y, np.ndarray) and y.ndim == 2 and y.shape[1] == 1:
        return column_or_1d(y, warn=True)
    return y


def sorted_classes(y: Any) -> NDArray[Any]:
    """Return the classes that occur among the labels, sorted, in the type they came in."""
    _refuse_quantities(y)
    labels = infer_classes(y)
    if not labels:
        raise ValueError("no label is known in these rows; pass classes=[...] or rows with labels")
    return class_array(labels, y)


def first_classes(y: Any) -> NDArray[Any]:
    """Return the same in the order in which they come, so that it does not matter how a stream is cut into chunks."""
    labels = sorted_classes(y)
    return class_array(_in_order_of_appearance(y, []), labels)


def class_array(labels: Any, y: Any = None) -> NDArray[Any]:
    """Return class labels as an array of the type of `y` where that keeps them as they are."""
    array = np.asarray(labels)
    if isinstance(y, np.ndarray) and (y.dtype.kind in "iub" or (y.dtype.kind == "O" and array.dtype.kind == "U")):
        return array.astype(y.dtype)
    return array


def encode_growing(y: Any, classes: NDArray[Any]) -> tuple[NDArray[np.int32], list[Any]]:
    """Return the codes of the labels, and the labels met for the first time in the order they came."""
    if _are_codes(y, classes):
        return np.ascontiguousarray(y, dtype=np.int32), []
    known = classes.tolist()
    try:
        return encode_labels(y, known), []
    except UnknownLabelError:
        _refuse_quantities(y)
        new = _in_order_of_appearance(y, known)
        return encode_labels(y, [*known, *new]), new


def _are_codes(y: Any, classes: NDArray[Any]) -> bool:
    """Tell whether labels are whole numbers from 0 on and the classes 0, 1, 2, ...: then a label is its code."""
    if not isinstance(y, np.ndarray) or y.ndim != 1 or not len(y) or y.dtype.kind not in "iu":
        return False
    if classes.dtype.kind not in "iu" or not np.array_equal(classes, np.arange(len(classes))):
        return False
    return bool(y.min() >= 0 and y.max() < len(classes))


def _in_order_of_appearance(y: Any, known: list[Any]) -> list[Any]:
    of_texts = bool(known) and isinstance(known[0], str)
    new = [label for label in infer_classes(y, texts_stay=of_texts) if label not in known]
    _refuse_other_kind(new, known)
    codes = encode_labels(y, [*known, *new])
    met = dict.fromkeys(codes[codes >= len(known)].tolist())
    return [new[code - len(known)] for code in met]


def _refuse_other_kind(new: list[Any], known: list[Any]) -> None:
    for label in new if known else []:
        if isinstance(label, str) != isinstance(known[0], str):
            raise ValueError(f"label {label!r} is not of the kind of the known classes, {known}")


def _refuse_quantities(y: Any) -> None:
    values = np.asarray(y)
    if values.dtype.kind == "f":
        if np.isinf(values).any():
            raise ValueError("Input y contains infinity or a value too large for dtype('float64').")
        check_classification_targets(values[~np.isnan(values)])
