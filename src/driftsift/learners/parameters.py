"""Checks of constructor parameters, with one form of message."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

__all__ = ["one_of", "positive_int", "positive_real"]


def positive_int(name: str, value: Any, least: int = 1) -> int:
    """Return a whole number of at least `least`."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, got {value!r}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {value}")
    return int(value)


def positive_real(name: str, value: Any, most: float = float("inf")) -> float:
    """Return a number above 0 and not above `most`."""
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{name} must be a number, got {value!r}")
    if not 0 < float(value) <= most:
        above = "" if most == float("inf") else f" and at most {most}"
        raise ValueError(f"{name} must be above 0{above}, got {value}")
    return float(value)


def one_of(name: str, value: Any, choices: Sequence[str]) -> str:
    """Return one of the named choices."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {list(choices)}, got {value!r}")
    return str(value)
