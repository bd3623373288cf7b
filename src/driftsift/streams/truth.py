"""What is known of a stream beyond its instances: which features matter when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from driftsift.streams.schedule import Drift

__all__ = ["Truth"]

Relevant = Mapping[int, frozenset[int]]


@dataclass(frozen=True)
class Truth:
    """The ground truth of a stream; what is not known is None or empty.

    Parameters
    ----------
    relevant : mapping of int to frozenset of int, optional
        For each concept the indices of the features that matter in it.
    redundant : mapping of int to int
        For each redundant feature the index of the feature it repeats.
    drifts : tuple of Drift
        Where each concept gives way to the next.
    ranges : mapping of int to pair of float
        Lowest and highest value of numeric features, noise apart.
    prior_drifts : tuple of Drift
        Where the shares of the classes change, whether the concept does or not.

    Examples
    --------
    >>> truth = Truth(relevant={0: frozenset({0, 2})}, redundant={3: 2})
    >>> moved = truth.with_indices(lambda i: i + 10)
    >>> moved.relevant, moved.redundant
    ({0: frozenset({10, 12})}, {13: 12})
    """

    relevant: Relevant | None = None
    redundant: Mapping[int, int] = field(default_factory=dict)
    drifts: tuple[Drift, ...] = ()
    ranges: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    prior_drifts: tuple[Drift, ...] = ()

    def with_indices(self, moved: Callable[[int], int]) -> Truth:
        """Return the same truth about features that have moved to other places."""
        return replace(
            self,
            relevant=None
            if self.relevant is None
            else {concept: frozenset(map(moved, features)) for concept, features in self.relevant.items()},
            redundant={moved(copy): moved(source) for copy, source in self.redundant.items()},
            ranges={moved(feature): span for feature, span in self.ranges.items()},
        )
