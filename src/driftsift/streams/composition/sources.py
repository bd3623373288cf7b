"""Which features are repeated, in which order, and their ranges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, islice
from typing import Any

import numpy as np

from driftsift.data import Nominal, Numeric, Schema
from driftsift.data.hints import enumerated
from driftsift.data.randomness import Purpose, words
from driftsift.streams.checks import checked_feature, checked_range
from driftsift.streams.composition.copies import LINEAR, Copy
from driftsift.streams.stream import Stream

__all__ = ["Ranges", "given_ranges", "given_sources", "planned_copies", "seeded_sources"]

SOURCE_UNIT = 0

Ranges = Mapping[int, tuple[float, float]]


def seeded_sources(stream: Stream, seed: int) -> list[int]:
    """Return the features that are relevant in at least one concept, in the order of their keys."""
    if stream.relevant is None:
        raise ValueError(
            "the stream does not know which of its features are relevant; "
            "say with sources=[...] which of them are to be copied"
        )
    relevant = sorted(frozenset().union(*stream.relevant.values()))
    if not relevant:
        raise ValueError("no feature of the stream is relevant; say with sources=[...] which are to be copied")
    keys, _ = words(seed, Purpose.SHUFFLE, SOURCE_UNIT, 0, stream.schema.n_features, sub=stream.layer)
    return [relevant[i] for i in np.argsort(keys[relevant], kind="stable")]


def given_sources(schema: Schema, sources: Any) -> list[int]:
    """Return the indices of a list of names or indices."""
    if isinstance(sources, str) or not isinstance(sources, Iterable):
        raise TypeError(f"sources={sources!r}, expected a list of names or indices of features")
    listed = [checked_feature(schema, feature, "sources") for feature in sources]
    if not listed:
        raise ValueError("sources is empty, expected at least one feature; leave it out for the relevant ones")
    return listed


def given_ranges(schema: Schema, ranges: Any) -> dict[int, tuple[float, float]]:
    """Return the ranges by index."""
    if ranges is not None and not isinstance(ranges, Mapping):
        raise TypeError(f"ranges={ranges!r}, expected a dict such as {{'x0': (0, 10)}}")
    given: dict[int, tuple[float, float]] = {}
    for feature, span in (ranges or {}).items():
        i = checked_feature(schema, feature, "ranges")
        if isinstance(schema.features[i], Nominal):
            raise ValueError(f"ranges mentions {feature!r}, which is nominal; only numeric features have a range")
        if i in given:
            raise ValueError(f"ranges mentions feature {schema.names[i]!r} twice, once by name and once by index")
        given[i] = checked_range(f"ranges[{feature!r}]", span)
    return given


def planned_copies(schema: Schema, sources: Sequence[int], counts: Mapping[str, int], ranges: Ranges) -> list[Copy]:
    """Return the copies of every kind; each kind goes through the sources again and again."""
    copies: list[Copy] = []
    for kind, count in counts.items():
        for source in islice(cycle(_sources_of(kind, schema, sources) if count else ()), count):
            feature, column = schema.features[source], schema.n_features + len(copies)
            span = (0.0, 0.0) if isinstance(feature, Nominal) else _range_of(feature, ranges.get(source))
            copies.append(Copy(kind, column, source, feature, *span))
    return copies


def _sources_of(kind: str, schema: Schema, sources: Sequence[int]) -> Sequence[int]:
    if kind == LINEAR:
        return sources
    numeric = [i for i in sources if isinstance(schema.features[i], Numeric)]
    if not numeric:
        listed = enumerated(schema.names[i] for i in sources)
        raise ValueError(f"{kind}: only numeric features have such a copy, and no source is numeric: {listed}")
    return numeric


def _range_of(feature: Numeric, known: tuple[float, float] | None) -> tuple[float, float]:
    if known is None:
        name = feature.name
        raise ValueError(f"the range of feature {name!r} is not known; give it: ranges={{{name!r}: (lowest, highest)}}")
    return known
