"""What all detectors share: native state behind scikit-learn's parameters and River's interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import IntEnum
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, clone

from driftsift import _core
from driftsift.data.documents import write_document
from driftsift.data.loadable import name_in_file
from driftsift.data.parameters import one_of, real

__all__ = ["Detector", "Level", "on_decrease", "share"]


class Level(IntEnum):
    """What a detector says after a value.

    Examples
    --------
    >>> from driftsift import DDM, Level
    >>> DDM().update(0) == Level.stable
    True
    """

    stable = 0
    warning = 1
    drift = 2


LEVELS = tuple(Level)


class Detector(BaseEstimator, ABC):
    """Tells whether the mean of a sequence of numbers has changed, one value at a time.

    A subclass stores its parameters and says in `_build` which native detector they make; they are looked at with the
    first value. A missing value (NaN or None) changes nothing. A value that the detector does not take raises
    ValueError, and nothing of the call it came in has happened.
    """

    _parameters: dict[str, Any]
    _level: Level = Level.stable

    @abstractmethod
    def _build(self) -> _core.Detector:
        """Return a native detector that has seen nothing; ValueError for parameters that make no sense."""

    @cached_property
    def _native(self) -> _core.Detector:
        native = self._build()
        self._parameters = self.get_params()
        return native

    # --- values in, levels out

    def update(self, value: float | None) -> Level:
        """Look at the next value."""
        self._level = level = LEVELS[self._native.update(value)]
        return level

    def levels(self, values: ArrayLike) -> NDArray[np.int8]:
        """Look at more values; return what `update` would have said after each of them."""
        numbers = np.asarray(values, dtype=np.float64, order="C")
        if numbers.ndim != 1:
            raise ValueError(f"values must be a sequence of numbers, got an array of shape {numbers.shape}")
        found = self._native.levels(numbers).view(np.int8)
        self._level = LEVELS[found[-1]] if len(found) else self._level
        return found

    def run(self, values: ArrayLike) -> NDArray[np.int64]:
        """Look at more values; return the positions among them, from 0, at which there was a drift."""
        return np.flatnonzero(self.levels(values) == Level.drift).astype(np.int64)

    def reset(self) -> Self:
        """Forget everything; parameters changed by `set_params` take effect."""
        for name in ("_native", "_parameters", "_level"):
            self.__dict__.pop(name, None)
        return self

    def clone(self) -> Self:
        """Return a detector with the same parameters that has seen nothing; River's models ask for it."""
        twin: Self = clone(self)
        return twin

    # --- looking at the detector

    @property
    def drift_detected(self) -> bool:
        """Whether the last value was a drift."""
        return self._level == Level.drift

    @property
    def warning_detected(self) -> bool:
        """Whether the last value was a warning."""
        return self._level == Level.warning

    @property
    def estimate(self) -> float:
        """The mean of the values the detector now goes by; 0 without any."""
        return float(self._native.estimate)

    @property
    def n(self) -> int:
        """The number of values the detector now goes by."""
        return int(self._native.n)

    @property
    def nbytes(self) -> int:
        """Bytes of memory the detector occupies."""
        return int(self._native.nbytes)

    # --- files and copies

    def save(self, path: Any) -> None:
        """Write the detector to a file that `driftsift.load` reads."""
        state = {"level": int(self._level), "native": self._native.state()}
        model = {"class": name_in_file(self), "parameters": self.get_params()}
        write_document(path, {"model": model, "built": self._parameters, "state": state})

    def _adopt(self, parameters: dict[str, Any], state: dict[str, Any]) -> None:
        """Go on from a state that `save` wrote."""
        native = type(self)(**parameters)._build()
        native.restore(state["native"])
        self._native, self._parameters, self._level = native, parameters, Level(state["level"])

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        if "_native" in state:
            state["_native"] = self._native.state()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        tree = state.pop("_native", None)
        super().__setstate__(state)
        if tree is not None:
            self._native = type(self)(**self._parameters)._build()
            self._native.restore(tree)


def on_decrease(choice: Any) -> _core.OnDecrease:
    """Return what a fallen mean does."""
    choices = {
        "ignore": _core.OnDecrease.ignore,
        "restart": _core.OnDecrease.restart,
        "alarm": _core.OnDecrease.alarm,
    }
    return choices[one_of("on_decrease", choice, tuple(choices))]


def share(name: str, value: Any) -> float:
    """Return a number above 0 and below 1."""
    return real(name, value, above=0.0, below=1.0)
