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

from driftsift.data.arrow import NULL_TEXT, Array, floats_in, text_array

__all__ = ["MISSING_TEXT", "cleaned", "first_that_is_no_number", "moments_in_text", "numbers_in_text"]

MISSING_TEXT = ("", "?", "NA", "N/A", "nan", "NaN", "NAN", "null", "NULL")

_MISSING = text_array(MISSING_TEXT)
_MOMENTS = ((pa.timestamp("us"), 1e6), (pa.timestamp("ns"), 1e9), (pa.timestamp("us", tz="UTC"), 1e6))


def cleaned(texts: Array) -> Array:
    """Trim every text and turn those that mean "missing" into nulls."""
    return _without_marks(pc.utf8_trim_whitespace(texts))


def numbers_in_text(texts: Array) -> NDArray[np.float64] | None:
    """Read every text as a number, NaN where missing; None if some text is no number."""
    numbers = plain_numbers_in_text(texts)
    if numbers is not None:
        return numbers
    trimmed = _cast(cleaned(texts), pa.float64())
    return None if trimmed is None else floats_in(trimmed)


def plain_numbers_in_text(texts: Array) -> NDArray[np.float64] | None:
    """Do the same for texts without white space around them; None if there is some."""
    numbers = _cast(texts, pa.float64())
    if numbers is None:
        numbers = _cast(_without_marks(texts), pa.float64())
    return None if numbers is None else floats_in(numbers)


def moments_in_text(texts: Array) -> NDArray[np.float64] | None:
    """Read every text as an ISO date or time, in seconds since 1970 UTC; None if some text is neither."""
    tidy = cleaned(texts)
    for moment, ticks_per_second in _MOMENTS:
        ticks = _cast(tidy, moment)
        if ticks is not None:
            return floats_in(ticks.cast(pa.int64())) / ticks_per_second
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


def _without_marks(texts: Array) -> Array:
    plain = texts.cast(pa.large_string())
    return pc.if_else(pc.is_in(plain, value_set=_MISSING), NULL_TEXT, plain)


def _cast(values: Array, kind: Any) -> Array | None:
    try:
        return pc.cast(values, kind)
    except pa.ArrowInvalid:
        return None
