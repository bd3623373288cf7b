"""Which class an instance is to have, and label noise: what the classification generators share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["BALANCES", "NOISE_MODES", "noisy", "wanted_classes"]

BALANCES = ("coin", "alternate", "none")
NOISE_MODES = ("flip", "resample")

Uniforms = NDArray[np.float64]


def wanted_classes(balance: str, coin: Uniforms, first_row: int, n_classes: int = 2) -> NDArray[np.int32]:
    """Return the class each instance is to have: any with equal probability, or one after the other from 1 on.

    Examples
    --------
    >>> wanted_classes("alternate", np.zeros(4), first_row=0)
    array([1, 0, 1, 0], dtype=int32)
    """
    if balance == "coin":
        return (coin * n_classes).astype(np.int32)
    return ((np.arange(first_row, first_row + len(coin)) + 1) % n_classes).astype(np.int32)


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

    Examples
    --------
    >>> noisy(np.array([0, 1, 1], dtype=np.int32), 0.5, "flip", np.array([0.4, 0.4, 0.6]), np.zeros(3))
    array([1, 0, 1], dtype=int32)
    """
    if mode == "flip":
        other = (labels + 1 + (choice * (n_classes - 1)).astype(np.int32)) % n_classes
    else:
        other = (choice * n_classes).astype(np.int32)
    return np.where(hit < rate, other, labels).astype(np.int32, copy=False)
