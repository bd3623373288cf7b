"""The public names an expression may use, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from difflib import get_close_matches
from enum import Enum
from importlib import import_module
from typing import Any

from driftsift.exports import NAMES_BY_ROOM

__all__ = [
    "MODEL_ROOMS",
    "PART_ROOMS",
    "STREAM_ROOMS",
    "kebab",
    "key_of",
    "nearest",
    "public_classes",
    "stream_makers",
]

STREAM_ROOMS = ("streams",)
STREAM_MAKERS = {"preset": ("driftsift.streams", "preset"), "dataset": ("driftsift.streams.datasets", "load")}
MODEL_ROOMS = ("learners", "transformers", "ensembles")
PART_ROOMS = ("relevance", "detectors")


def kebab(name: str) -> str:
    """Return a public name as it is written on a command line.

    Examples
    --------
    >>> [kebab(name) for name in ("NaiveBayes", "KNN", "TopK", "CSVStream", "RandomRBF", "HDDM_A")]
    ['naive-bayes', 'knn', 'topk', 'csv-stream', 'random-rbf', 'hddm-a']
    """
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z]|[A-Z]{2})|(?<=[A-Z])(?=[A-Z][a-z])", "-", name)
    return words.replace("_", "-").lower()


def key_of(name: str) -> str:
    """Return what is the same for all ways to write a name."""
    return name.replace("_", "").replace("-", "").casefold()


def nearest(word: str, known: Collection[str]) -> str:
    """Return "; did you mean 'x'?" if one of the names is close, else nothing."""
    by_key = {key_of(name): name for name in known}
    close = get_close_matches(key_of(word), list(by_key), n=1)
    return f"; did you mean {by_key[close[0]]!r}?" if close else ""


def public_classes(rooms: Collection[str]) -> dict[str, Callable[..., Any]]:
    """Return what expressions may call: the concrete public classes of some rooms, by name."""
    import driftsift

    names = [name for room in rooms for name in NAMES_BY_ROOM.get(room, ())]
    values = ((name, getattr(driftsift, name)) for name in names)
    return {name: value for name, value in values if _is_concrete(value)}


def stream_makers() -> dict[str, Callable[..., Any]]:
    """Return the functions that stream expressions may call besides classes, by name."""
    return {name: getattr(import_module(module), function) for name, (module, function) in STREAM_MAKERS.items()}


def _is_concrete(value: Any) -> bool:
    if not isinstance(value, type) or issubclass(value, (BaseException, Enum)):
        return False
    return not getattr(value, "__abstractmethods__", None)
