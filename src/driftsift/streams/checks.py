"""What the parameters of generators and compositions have to be."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from numbers import Integral, Real
from typing import Any, TypeVar

from driftsift.data import Schema
from driftsift.data.hints import did_you_mean, enumerated
from driftsift.streams.stream import Stream

__all__ = [
    "checked_choice",
    "checked_count",
    "checked_feature",
    "checked_finite",
    "checked_function",
    "checked_length",
    "checked_model_seed",
    "checked_range",
    "checked_rate",
    "checked_seed",
    "checked_stream",
    "checked_streams",
]

SEEDS = 2**64

Choice = TypeVar("Choice")


def checked_stream(stream: Any, name: str = "stream") -> Stream:
    """Return `stream` if it is one."""
    if isinstance(stream, Stream):
        return stream
    hint = "; give an object of the class" if isinstance(stream, type) and issubclass(stream, Stream) else ""
    raise TypeError(
        f"{name} is {_described(stream)}, expected a Stream{hint or '; ArrayStream and FrameStream make one of data'}"
    )


def checked_streams(streams: Any, name: str) -> tuple[Stream, ...]:
    """Return a list of streams, at least one of them."""
    if isinstance(streams, Stream) or not isinstance(streams, Iterable):
        raise TypeError(f"{name} is {_described(streams)}, expected a list of streams")
    listed = tuple(checked_stream(stream, f"{name}[{k}]") for k, stream in enumerate(streams))
    if not listed:
        raise ValueError(f"{name} is empty, expected at least one stream")
    return listed


def checked_count(name: str, value: Any, least: int = 0, most: int | None = None) -> int:
    """Return a whole number of at least `least` and at most `most`."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise TypeError(f"{name}={value!r}, expected a whole number")
    count = int(value)
    if count < least or (most is not None and count > most):
        expected = f"{least} or more" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name}={value!r}, expected {expected}")
    return count


def checked_length(n: Any) -> int | None:
    """Return a number of instances, or None for an endless stream."""
    if n is None:
        return None
    if not isinstance(n, Integral) or isinstance(n, bool):
        raise TypeError(f"n={n!r}, expected a whole number, or None for an endless stream")
    if n < 0:
        raise ValueError(f"n={n!r}, expected 0 or more, or None for an endless stream")
    return int(n)


def checked_function(function: Any, count: int) -> int:
    """Return the number of one of so many functions."""
    return checked_count("function", function, 1, count)


def checked_finite(name: str, value: Any) -> float:
    """Return a finite number."""
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{name}={value!r}, expected a number")
    if not math.isfinite(value):
        raise ValueError(f"{name}={value!r}, expected a finite number")
    return float(value)


def checked_seed(seed: Any, name: str = "seed") -> int:
    """Return a seed that fits into 64 bits."""
    if checked_count(name, seed) >= SEEDS:
        raise ValueError(f"{name}={seed!r}, expected a number below 2**64")
    return int(seed)


def checked_model_seed(model_seed: Any, seed: Any) -> int:
    """Return the seed of a model: the one given for it, or that of everything else."""
    return checked_seed(seed) if model_seed is None else checked_seed(model_seed, "model_seed")


def checked_rate(name: str, value: Any) -> float:
    """Return a probability."""
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{name}={value!r}, expected a number between 0 and 1")
    if not 0 <= float(value) <= 1:
        raise ValueError(f"{name}={value!r}, expected a probability between 0 and 1")
    return float(value)


def checked_choice(name: str, value: Any, choices: Sequence[Choice]) -> Choice:
    """Return one of the named choices."""
    for choice in choices:
        if value == choice:
            return choice
    expected = f"expected one of {', '.join(map(repr, choices))}"
    raise ValueError(f"{name}={value!r}, {expected}{did_you_mean(value, choices)}")


def checked_range(name: str, value: Any) -> tuple[float, float]:
    """Return a lowest and a highest value."""
    numbers = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else ()
    if len(numbers) != 2 or not all(isinstance(number, Real) for number in numbers):
        raise TypeError(f"{name}={value!r}, expected two numbers, the lowest and the highest value")
    low, high = float(numbers[0]), float(numbers[1])
    if not (math.isfinite(high - low) and low <= high):
        raise ValueError(f"{name}={value!r}, expected two finite numbers, the lower one first")
    return low, high


def checked_feature(schema: Schema, feature: Any, name: str) -> int:
    """Return the index of a feature given by name or index."""
    if isinstance(feature, Integral) and not isinstance(feature, bool):
        if 0 <= int(feature) < schema.n_features:
            return int(feature)
        known = f"0 to {schema.n_features - 1}" if schema.n_features else "not at all: there are none"
        raise ValueError(f"{name} mentions feature {feature!r}, the features are numbered {known}")
    if feature in schema.names:
        return schema.index(feature)
    hint = did_you_mean(feature, schema.names)
    raise ValueError(
        f"{name} mentions {feature!r}, which is not a feature{hint or f'; there are {enumerated(schema.names)}'}"
    )


def _described(value: Any) -> str:
    return f"the class {value.__name__}" if isinstance(value, type) else f"of type {type(value).__name__}"
