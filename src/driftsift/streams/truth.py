"""What is known of a stream beyond its instances: which features matter when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Integral
from typing import Any

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

    def to_dict(self) -> dict[str, Any]:
        """Describe the truth as plain data, ready for JSON or msgpack.

        Examples
        --------
        >>> Truth(relevant={0: frozenset({2, 0})}, drifts=(Drift(100, 1),)).to_dict()["relevant"]
        [[0, [0, 2]]]
        """
        relevant = self.relevant
        return {
            "relevant": None if relevant is None else [[int(k), _whole(sorted(relevant[k]))] for k in relevant],
            "redundant": [_whole(pair) for pair in self.redundant.items()],
            "drifts": _plain_drifts(self.drifts),
            "ranges": [[int(i), _real(low), _real(high)] for i, (low, high) in self.ranges.items()],
            "prior_drifts": _plain_drifts(self.prior_drifts),
        }

    @classmethod
    def from_dict(cls, description: dict[str, Any]) -> Truth:
        """Rebuild a truth from what `to_dict` gave."""
        relevant = description["relevant"]
        return cls(
            None if relevant is None else {int(k): frozenset(_whole(features)) for k, features in relevant},
            {int(copy): int(source) for copy, source in description["redundant"]},
            _drifts(description["drifts"]),
            {int(i): (_real(low), _real(high)) for i, low, high in description["ranges"]},
            _drifts(description["prior_drifts"]),
        )


def _whole(numbers: Iterable[int]) -> list[int]:
    return [int(number) for number in numbers]


def _plain_drifts(drifts: Iterable[Drift]) -> list[list[float]]:
    return [[_real(at), _real(width)] for at, width in drifts]


def _drifts(pairs: Iterable[Sequence[float]]) -> tuple[Drift, ...]:
    return tuple(Drift(_real(at), _real(width)) for at, width in pairs)


def _real(number: Any) -> float:
    """Return a number as Python has it; a whole one stays whole."""
    return int(number) if isinstance(number, Integral) else float(number)
