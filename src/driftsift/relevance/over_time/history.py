"""Scores at checkpoints, in memory that grows neither with the stream nor with the number of its features."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["History", "Snapshot"]

MOST_CHECKPOINTS = 1000
ALL_KEPT = 1000
MOST_KEPT = 2000

Values = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Snapshot(NamedTuple):
    """The scores of some features after a row of the stream, the `labelled`-th one with a label."""

    row: int
    labelled: int
    features: NDArray[np.intp]
    scores: Values
    p_values: Values
    significant: Flags


class History:
    """Keeps snapshots of all features; of more than 1000 only those that were once significant or among the first.

    Parameters
    ----------
    n_features : int
    top : int
        How many features with the highest scores are kept at each checkpoint, significant or not.
    """

    def __init__(self, n_features: int, top: int) -> None:
        self._top = top
        self._all = n_features <= ALL_KEPT
        self._kept: Flags = np.full(n_features, self._all)
        self._highest = np.zeros(n_features)
        self.snapshots: list[Snapshot] = []

    @property
    def full(self) -> bool:
        """Whether there are as many checkpoints as may be."""
        return len(self.snapshots) >= MOST_CHECKPOINTS

    def add(self, row: int, labelled: int, scores: Values, p_values: Values, significant: Flags) -> None:
        """Take the scores of all features."""
        if not self._all:
            self._choose(scores, significant)
        features = np.flatnonzero(self._kept)
        self.snapshots.append(
            Snapshot(row, labelled, features, scores[features], p_values[features], significant[features])
        )

    def thin(self, every: int) -> None:
        """Forget all snapshots but those after a multiple of so many labelled rows."""
        self.snapshots = [snapshot for snapshot in self.snapshots if snapshot.labelled % every == 0]

    def table(self) -> tuple[NDArray[np.intp], Values, Values, Flags]:
        """Return the features, and scores, p-values and significance, one row per checkpoint; NaN where not kept."""
        features = np.flatnonzero(self._kept)
        place = np.full(len(self._kept), -1)
        place[features] = np.arange(len(features))
        shape = (len(self.snapshots), len(features))
        scores, p_values, significant = np.full(shape, np.nan), np.full(shape, np.nan), np.zeros(shape, dtype=bool)
        for line, snapshot in enumerate(self.snapshots):
            still = self._kept[snapshot.features]
            columns = place[snapshot.features[still]]
            scores[line, columns] = snapshot.scores[still]
            p_values[line, columns] = snapshot.p_values[still]
            significant[line, columns] = snapshot.significant[still]
        return features, scores, p_values, significant

    def _choose(self, scores: Values, significant: Flags) -> None:
        """Keep the features that stand out now; if they are too many, those with the highest scores of all time."""
        first = np.argsort(-scores, kind="stable")[: self._top]
        self._kept |= significant
        self._kept[first[scores[first] > 0]] = True
        self._highest = np.maximum(self._highest, np.where(self._kept, scores, 0.0))
        if np.count_nonzero(self._kept) > MOST_KEPT:
            order = np.argsort(np.where(self._kept, -self._highest, 1.0), kind="stable")
            self._kept[order[MOST_KEPT:]] = False
