"""What streams have to have in common to be joined into one, and what is then known of the whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from driftsift.data import Schema
from driftsift.streams.stream import Stream

__all__ = ["common_ranges", "common_redundant", "require_same_schema"]


def require_same_schema(streams: Sequence[Stream], what: str) -> None:
    """Raise ValueError at the first stream whose features, classes or target are not those of the first.

    Parameters
    ----------
    streams : sequence of Stream
    what : str
        What one of them is called.
    """
    for k, stream in enumerate(streams):
        if stream.schema != streams[0].schema:
            theirs, ours = _difference(stream.schema, streams[0].schema)
            raise ValueError(f"{what} {k} has {theirs}, {what} 0 has {ours}")


def _difference(other: Schema, first: Schema) -> tuple[str, str]:
    if other.classes != first.classes:
        return f"the classes {other.classes}", f"{first.classes}"
    if other.n_features != first.n_features:
        return f"{other.n_features} features", f"{first.n_features}"
    for theirs, ours in zip(other.features, first.features, strict=True):
        if theirs != ours:
            return f"the feature {theirs}", f"{ours} in its place"
    return f"the target {other.target!r}", f"{first.target!r}"


def common_redundant(streams: Sequence[Stream]) -> Mapping[int, int]:
    """Return which features repeat which, if all streams agree on it."""
    first = streams[0].redundant
    return first if all(stream.redundant == first for stream in streams) else {}


def common_ranges(streams: Sequence[Stream]) -> dict[int, tuple[float, float]]:
    """Return the widest range of every feature that has one in each stream."""
    known = set.intersection(*(set(stream.ranges) for stream in streams))
    return {
        i: (min(stream.ranges[i][0] for stream in streams), max(stream.ranges[i][1] for stream in streams))
        for i in sorted(known)
    }
