"""Numbers, dates and missing values written as text.

White space around a text is not part of its value, and each of `MISSING_TEXT` stands for a missing value,
unless the schema lists exactly that text as a category or class.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

__all__ = ["MISSING_TEXT", "cleaned", "first_that_is_no_number", "moments_in_text", "numbers_in_text"]

MISSING_TEXT = ("", "?", "NA", "N/A", "nan", "NaN", "NAN", "null", "NULL")

_MISSING = pa.array(MISSING_TEXT, pa.large_string())
_MOMENTS = ((pa.timestamp("us"), 1e6), (pa.timestamp("ns"), 1e9), (pa.timestamp("us", tz="UTC"), 1e6))

Array = Any  # pyarrow ships no types: a pyarrow.Array


def cleaned(texts: Array) -> Array:
    """Trim every text and turn those that mean "missing" into nulls."""
    trimmed = pc.utf8_trim_whitespace(texts.cast(pa.large_string()))
    return pc.if_else(pc.is_in(trimmed, value_set=_MISSING), pa.scalar(None, pa.large_string()), trimmed)


def numbers_in_text(texts: Array) -> NDArray[np.float64] | None:
    """Read every text as a number, NaN where missing; None if some text is no number."""
    numbers = _cast(texts, pa.float64())
    if numbers is None:
        numbers = _cast(cleaned(texts), pa.float64())
    if numbers is None:
        return None
    return np.asarray(pc.fill_null(numbers, np.nan).to_numpy(zero_copy_only=False), dtype=np.float64)


def moments_in_text(texts: Array) -> NDArray[np.float64] | None:
    """Read every text as an ISO date or time, in seconds since 1970 UTC; None if some text is neither."""
    tidy = cleaned(texts)
    for moment, ticks_per_second in _MOMENTS:
        ticks = _cast(tidy, moment)
        if ticks is not None:
            seconds = pc.divide(ticks.cast(pa.int64()).cast(pa.float64(), safe=False), ticks_per_second)
            return np.asarray(pc.fill_null(seconds, np.nan).to_numpy(zero_copy_only=False), dtype=np.float64)
    return None


def first_that_is_no_number(texts: Array) -> int:
    """Return the position of the first text that is neither a number nor missing, by bisection."""
    good, bad = 0, len(texts)
    while bad - good > 1:
        middle = (good + bad) // 2
        if numbers_in_text(texts[good:middle]) is None:
            bad = middle
        else:
            good = middle
    return good


def _cast(values: Array, kind: Any) -> Array | None:
    try:
        return pc.cast(values, kind)
    except pa.ArrowInvalid:
        return None
