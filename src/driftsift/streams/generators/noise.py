"""Which class an instance is to have, and label noise: what the classification generators share."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["BALANCES", "NOISE_MODES", "check_choice", "check_rate", "noisy", "wanted_classes"]

BALANCES = ("coin", "alternate", "none")
NOISE_MODES = ("flip", "resample")

Uniforms = NDArray[np.float64]


def check_choice(name: str, value: Any, choices: tuple[str, ...]) -> None:
    """Raise ValueError unless `value` is one of the choices."""
    if value not in choices:
        raise ValueError(f"{name}={value!r}, expected one of {', '.join(map(repr, choices))}")


def check_rate(name: str, value: float) -> None:
    """Raise ValueError unless `value` is a probability."""
    if not 0 <= value <= 1:
        raise ValueError(f"{name}={value!r}, expected a probability between 0 and 1")


def wanted_classes(balance: str, coin: Uniforms, first_row: int) -> NDArray[np.int32]:
    """Return the class each instance is to have: a fair coin, or 1, 0, 1, 0, ... from row 0 on."""
    if balance == "coin":
        return (coin >= 0.5).astype(np.int32)
    return ((np.arange(first_row, first_row + len(coin)) + 1) % 2).astype(np.int32)


def noisy(
    labels: NDArray[np.int32], rate: float, mode: str, hit: Uniforms, choice: Uniforms, n_classes: int = 2
) -> NDArray[np.int32]:
    """Return the labels with noise.

    Parameters
    ----------
    labels : int32 array
        True class codes.
    rate : float
        Probability that a label is hit.
    mode : {"flip", "resample"}
        A hit label becomes one of the other classes, or one of all classes.
    hit, choice : float64 arrays
        Uniform numbers that decide whether a label is hit, and what it becomes.
    n_classes : int
        Number of classes.
    """
    if mode == "flip":
        other = (labels + 1 + np.floor(choice * (n_classes - 1)).astype(np.int32)) % n_classes
    else:
        other = np.floor(choice * n_classes).astype(np.int32)
    return np.where(hit < rate, other, labels).astype(np.int32)
