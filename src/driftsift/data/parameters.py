"""Checks of constructor parameters, with one form of message."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

__all__ = ["flag", "not_negative_real", "one_of", "positive_int", "positive_real", "real"]

# The core counts in 64 bits, and in doubles.
LARGEST_COUNT = 2**53


def positive_int(name: str, value: Any, least: int = 1, most: int = LARGEST_COUNT) -> int:
    """Return a whole number of at least `least` and at most `most`."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, got {value!r}")
    number = int(value)
    if number < least:
        raise ValueError(f"{name} must be at least {least}, got {number}")
    if number > most:
        raise ValueError(f"{name} must be at most {most}, got {number}")
    return number


def positive_real(name: str, value: Any, most: float = float("inf")) -> float:
    """Return a number above 0 and not above `most`."""
    number = _number(name, value)
    if not 0 < number <= most:
        above = "" if most == float("inf") else f" and at most {most}"
        raise ValueError(f"{name} must be above 0{above}, got {value}")
    return number


def not_negative_real(name: str, value: Any, most: float = float("inf")) -> float:
    """Return a finite number of at least 0 and not above `most`."""
    number = _number(name, value)
    if not 0 <= number <= most or number == float("inf"):
        also = "" if most == float("inf") else f" and at most {most}"
        raise ValueError(f"{name} must be at least 0{also}, got {value}")
    return number


def real(name: str, value: Any, *, above: float = -float("inf"), below: float = float("inf")) -> float:
    """Return a number between two others, neither of which it may be."""
    number = _number(name, value)
    if not above < number < below:
        bounds = [f"above {above}"] * (above > -float("inf")) + [f"below {below}"] * (below < float("inf"))
        raise ValueError(f"{name} must be {' and '.join(bounds) or 'finite'}, got {value}")
    return number


def flag(name: str, value: Any) -> bool:
    """Return True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, got {value!r}")
    return bool(value)


def _number(name: str, value: Any) -> float:
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{name} must be a number, got {value!r}")
    return float(value)


def one_of(name: str, value: Any, choices: Sequence[str]) -> str:
    """Return one of the named choices."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {list(choices)}, got {value!r}")
    return str(value)
