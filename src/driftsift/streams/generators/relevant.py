"""Which features decide: those that are named, or some that the seed chooses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from driftsift.data.randomness import Purpose, words
from driftsift.streams.checks import checked_count, checked_seed

__all__ = ["relevant_features"]

NUMERALS = {1: "one feature", 2: "two different features", 3: "three different features"}


def relevant_features(
    given: Sequence[int] | int | None, n_features: int, seed: int, count: int | None = None
) -> tuple[int, ...]:
    """Return the features that decide, in ascending order.

    Parameters
    ----------
    given : sequence of int or int, optional
        The features, or how many the seed is to choose; by default `count` of them.
    n_features : int
        How many features there are.
    seed : int
        Gives every feature a key, word A of `Purpose.FEATURE_SUBSET`, unit 0, t = feature; those with the
        smallest keys are chosen.
    count : int, optional
        How many features have to decide, if that is fixed.

    Examples
    --------
    >>> relevant_features([3, 1], 5, seed=0)
    (1, 3)
    >>> len(relevant_features(2, 5, seed=0))
    2
    """
    seed = checked_seed(seed)
    if given is None:
        given = count if count is not None else n_features
    if isinstance(given, Iterable) and not isinstance(given, str):
        return _listed([int(i) for i in given], n_features, count)
    most = n_features if count is None else count
    given = checked_count("relevant", given)
    if not (count or 1) <= given <= most:
        expected = f"at most {n_features}, the number of features" if count is None else f"{count}"
        raise ValueError(f"relevant={given!r}, expected a list of features, or their number, {expected}")
    if given > n_features:
        raise ValueError(f"n_features={n_features}, expected at least {given}: so many features are relevant")
    keys, _ = words(seed, Purpose.FEATURE_SUBSET, 0, 0, n_features)
    return tuple(sorted(np.argsort(keys, kind="stable")[:given].tolist()))


def _listed(features: list[int], n_features: int, count: int | None) -> tuple[int, ...]:
    if not features or len(set(features)) < len(features) or (count is not None and len(features) != count):
        expected = "different features" if count is None else NUMERALS[count]
        raise ValueError(f"relevant={tuple(features)}, expected {expected}")
    for i in features:
        if not 0 <= i < n_features:
            raise ValueError(f"relevant={tuple(features)}: the features are numbered 0 to {n_features - 1}")
    return tuple(sorted(features))
