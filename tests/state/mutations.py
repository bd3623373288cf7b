"""Ways to spoil the document of a model file; the checksum is right again afterwards."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np

GONE = object()
WRONG_VALUES = [
    None,
    True,
    -1,
    0,
    1,
    3,
    2**31 - 1,
    2**31,
    2**62,
    2**63 - 1,
    2**64 - 1,
    -(2**63),
    1.5,
    float("nan"),
    float("inf"),
    -1e308,
    "",
    "x",
    "os.system",
    b"",
    b"\0\1",
    [],
    [1],
    {},
    {"a": 1},
    {"tuple": []},
    {"tuple": [1, 2]},
    {"estimator": {"class": "KNN", "parameters": {}}},
    {"estimator": {"class": "os.system", "parameters": {"command": "true"}}},
    {"class": "load", "parameters": {"path": "/dev/null"}},
]


def places(tree: Any, at: tuple = ()) -> Iterator[tuple]:
    """Where in a tree of dicts and lists something stands."""
    if at:
        yield at
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        yield from places(value, (*at, key))


def value_at(tree: Any, at: tuple) -> Any:
    for key in at:
        tree = tree[key]
    return tree


def changed(document: dict, at: tuple, value: Any) -> dict:
    """A copy with another value, or nothing, at a place."""
    spoiled = copy.deepcopy(document)
    parent = value_at(spoiled, at[:-1])
    if value is GONE:
        del parent[at[-1]]
    else:
        parent[at[-1]] = value
    return spoiled


def wrong_values(old: Any, rng: np.random.Generator) -> Any:
    """Something else than what is there."""
    if isinstance(old, np.ndarray) and rng.random() < 0.7:
        return wrong_array(old, rng)
    chosen = rng.integers(len(WRONG_VALUES) + 3)
    if chosen == 0:
        return GONE
    if chosen == 1:
        return rng.choice([0, 1, 3]) * np.ones(rng.integers(0, 5), dtype=rng.choice(["<f8", "<i4", "<i8"]))
    if chosen == 2:
        return nested(int(rng.integers(1, 400)))
    return WRONG_VALUES[chosen - 3]


def wrong_array(old: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Another length, another type, or a value that cannot be."""
    kind = rng.integers(5)
    if kind == 0:
        return old[: rng.integers(len(old) + 1)]
    if kind == 1:
        return np.concatenate([old, np.resize(old, rng.integers(1, 9)) if len(old) else np.zeros(1, old.dtype)])
    if kind == 2:
        with np.errstate(invalid="ignore"):
            return old.astype(rng.choice([t for t in ("<f8", "<i4", "<i8", "|b1") if t != old.dtype.str]))
    return with_wrong_element(old, rng, everywhere=kind == 3)


def with_wrong_element(old: np.ndarray, rng: np.random.Generator, everywhere: bool) -> np.ndarray:
    if old.dtype.kind == "f":
        value = rng.choice([np.nan, np.inf, -np.inf, -1.0, 0.5, 1e308, -1e308, 5e-324, 1e9])
    else:
        limits = np.iinfo(old.dtype)
        value = rng.choice(np.array([-1, 0, 1, 99, 2**20, limits.max, limits.min, limits.max - 1], dtype=old.dtype))
    spoiled = old.copy()
    if everywhere or not len(old):
        spoiled[:] = value
    else:
        spoiled[rng.integers(len(old))] = value
    return spoiled


def nested(depth: int) -> Any:
    """A list in a list in a list ..."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value
