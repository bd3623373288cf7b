"""When concepts replace each other: the drifts of a stream, sudden or gradual."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from driftsift.data.randomness import Purpose, uniforms

__all__ = [
    "Drift",
    "checked_drifts",
    "concept_probabilities",
    "drawn_concepts",
    "nominal_concepts",
    "passing_probability",
    "possible_rows",
]

FAR = 10.0


class Drift(NamedTuple):
    """A change from one concept to the next.

    Parameters
    ----------
    at : float
        Instance number, counted from 1, at which both concepts are equally likely.
    width : float
        Length of the transition; at most 1 for a sudden change behind instance `at`.
    """

    at: float
    width: float


def passing_probability(t: NDArray[np.int64], at: float, width: float) -> NDArray[np.float64]:
    """Return the probability that instance number t has passed a drift.

    Examples
    --------
    >>> passing_probability(np.array([500, 1000, 1500]), at=1000, width=1000).round(6)
    array([0.119203, 0.5     , 0.880797])
    """
    distance = np.asarray(t, dtype=np.float64) - at
    if width <= 1:
        return (distance > 0).astype(np.float64)
    inside = 1 / (1 + np.exp(-4 * np.clip(distance / width, -FAR, FAR)))
    return np.where(np.abs(distance) < FAR * width, inside, (distance > 0).astype(np.float64))


def concept_probabilities(t: NDArray[np.int64], drifts: Sequence[Drift]) -> NDArray[np.float64]:
    """Return the probability of each concept at each instance number t, one row per t.

    Examples
    --------
    >>> concept_probabilities(np.array([1500]), [Drift(1000, 1000), Drift(2000, 1000)]).round(6)
    array([[0.119203, 0.775803, 0.104994]])
    """
    passed = [np.ones(len(t))]
    for drift in drifts:
        passed.append(passed[-1] * passing_probability(t, drift.at, drift.width))
    passed.append(np.zeros(len(t)))
    return -np.diff(np.column_stack(passed), axis=1)


def nominal_concepts(t: NDArray[np.int64], drifts: Sequence[Drift]) -> NDArray[np.int32]:
    """Return how many drifts lie before each instance number t (the first instance is t = 1)."""
    return np.searchsorted([drift.at for drift in drifts], t, side="left").astype(np.int32)


def drawn_concepts(
    drifts: Sequence[Drift], seed: int, unit: int, start: int, n: int, sub: int = 0
) -> NDArray[np.int32]:
    """Draw the concept of each of the rows start, ..., start + n - 1 (the first row is 0).

    One draw per row says how many drifts it has passed before the first that it has not: the events are nested.
    """
    t = np.arange(start + 1, start + n + 1)
    concept = np.zeros(n, dtype=np.int32)
    passed_all = np.ones(n)
    draw, _ = uniforms(seed, Purpose.STREAM, unit, start, n, sub)
    for drift in drifts:
        if n and t[-1] <= drift.at - FAR * drift.width:
            break
        if n and t[0] < drift.at + FAR * max(drift.width, 1):
            passed_all *= passing_probability(t, drift.at, drift.width)
        concept += draw < passed_all
    return concept


def possible_rows(drifts: Sequence[Drift], k: int, before: int) -> tuple[int, int]:
    """Return the first row (counted from 0) that can be of concept k and the end behind the last one.

    Only rows before row `before` are meant. A few rows at both ends may not be possible.

    Examples
    --------
    >>> possible_rows([Drift(1000, 50), Drift(2000, 1)], k=1, before=10**9)
    (499, 2011)
    """
    first, end = 0, before
    if k:
        first = max(0, math.floor(drifts[k - 1].at - FAR * max(drifts[k - 1].width, 1)) - 1)
    if k < len(drifts):
        end = min(before, math.ceil(drifts[k].at + FAR * max(drifts[k].width, 1)) + 1)
    return first, end


def checked_drifts(
    at: float | Sequence[float], width: float | Sequence[float], n_concepts: int, what: str = "concepts"
) -> tuple[Drift, ...]:
    """Return the drifts between `n_concepts` concepts, or of what else is changing; ValueError if they do not fit."""
    places, widths = _numbers("at", at), _numbers("width", width)
    places = np.atleast_1d(places)
    if len(places) != n_concepts - 1:
        raise ValueError(f"at lists {len(places)} drifts, {n_concepts} {what} need {n_concepts - 1}")
    if widths.ndim and len(widths) != len(places):
        raise ValueError(f"width lists {len(widths)} widths for {len(places)} drifts")
    if not np.isfinite(places).all() or (np.diff(places) <= 0).any():
        raise ValueError(f"at={places.tolist()}, expected finite numbers in ascending order")
    if not (np.isfinite(widths) & (widths >= 0)).all():
        raise ValueError(f"width={widths.tolist()}, expected finite numbers, 0 or more")
    return tuple(Drift(float(a), float(w)) for a, w in zip(places, np.broadcast_to(widths, places.shape), strict=True))


def _numbers(name: str, given: float | Sequence[float]) -> NDArray[np.float64]:
    try:
        numbers = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        numbers = np.empty((0, 0))
    if numbers.ndim > 1:
        raise TypeError(f"{name}={given!r}, expected a number or a list of numbers")
    return numbers
