"""The classes a file may name: estimators of this library, no function and no other class."""

from __future__ import annotations

from functools import cache
from typing import Any

from sklearn.base import BaseEstimator

from driftsift.exports import NAMES_BY_ROOM

__all__ = ["loadable", "name_in_file"]

ROOMS = ("learners", "transformers", "relevance", "detectors")


@cache
def loadable() -> dict[str, type[BaseEstimator]]:
    """Return the classes by name."""
    import driftsift

    public = (getattr(driftsift, name) for room in ROOMS for name in NAMES_BY_ROOM.get(room, ()))
    return {found.__name__: found for found in public if isinstance(found, type) and issubclass(found, BaseEstimator)}


def name_in_file(estimator: Any) -> str:
    """Return the name a file has for the class of an estimator; TypeError for a class of someone else."""
    name = type(estimator).__name__
    if loadable().get(name) is not type(estimator):
        raise TypeError(
            f"{name} cannot be saved to a model file: only models of this library are plain data. "
            "Use pickle for pipelines with foreign models."
        )
    return name
