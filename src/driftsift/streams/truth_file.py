"""The side file of a written stream: what is known of it beyond its rows, as JSON.

It is called like the file with ``.truth.json`` behind it. Features go by name, concept numbers are kept as runs
``[concept, rows]``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift.data import Schema
from driftsift.streams.schedule import Drift
from driftsift.streams.stream import Stream
from driftsift.streams.truth import Truth

__all__ = ["ConceptRuns", "TruthFile", "is_known", "read_truth", "truth_path", "truth_text"]

FORMAT = "driftsift ground truth"
VERSION = 1


def truth_path(path: Path) -> Path:
    """Return the path of the side file.

    Examples
    --------
    >>> truth_path(Path("sea.csv.gz")).name
    'sea.csv.gz.truth.json'
    """
    return path.with_name(f"{path.name}.truth.json")


def is_known(stream: Stream) -> bool:
    """Tell whether anything is known of a stream beyond its rows."""
    return stream.truth != Truth() or bool(stream.label_delay)


@dataclass
class ConceptRuns:
    """Concept numbers of consecutive rows, as runs of equal ones.

    Examples
    --------
    >>> runs = ConceptRuns()
    >>> for part in ([0, 0, 1], [1, 0]):
    ...     runs.add(np.array(part, dtype=np.int32))
    >>> runs.pairs(), runs.between(1, 3)
    ([[0, 2], [1, 2], [0, 1]], array([0, 1, 1], dtype=int32))
    """

    concepts: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)

    def add(self, concept: NDArray[np.int32]) -> None:
        """Append the concept numbers of the next rows."""
        begins = np.flatnonzero(np.diff(concept, prepend=-1))
        for number, length in zip(concept[begins].tolist(), np.diff(begins, append=len(concept)).tolist(), strict=True):
            if self.concepts and self.concepts[-1] == number:
                self.lengths[-1] += length
            else:
                self.concepts.append(number)
                self.lengths.append(length)

    def pairs(self) -> list[list[int]]:
        """Return concept and number of rows of each run."""
        return [list(pair) for pair in zip(self.concepts, self.lengths, strict=True)]

    def between(self, start: int, n: int) -> NDArray[np.int32]:
        """Return the concepts of the rows start, ..., start + n - 1."""
        run = np.searchsorted(np.cumsum(self.lengths), np.arange(start, start + n), side="right")
        return np.array(self.concepts, dtype=np.int32)[run]

    @property
    def total(self) -> int:
        """Number of rows."""
        return sum(self.lengths)


@dataclass(frozen=True)
class TruthFile:
    """What a side file says."""

    truth: Truth
    instances: int
    label_delay: int
    runs: ConceptRuns | None


def truth_text(stream: Stream, instances: int, runs: ConceptRuns) -> str:
    """Return the content of the side file of a stream of which so many rows were written."""
    names, truth = stream.schema.names, stream.truth
    relevant = {str(k): [names[i] for i in sorted(features)] for k, features in (truth.relevant or {}).items()}
    content = {
        "format": FORMAT,
        "version": VERSION,
        "stream": stream.name,
        "instances": instances,
        "features": list(names),
        "relevant": None if truth.relevant is None else relevant,
        "redundant": {names[copy]: names[source] for copy, source in truth.redundant.items()},
        "ranges": {names[i]: list(span) for i, span in truth.ranges.items()},
        "drifts": [drift._asdict() for drift in truth.drifts],
        "prior_drifts": [drift._asdict() for drift in truth.prior_drifts],
        "label_delay": stream.label_delay,
        "concept_runs": runs.pairs() if runs.total == instances else None,
    }
    return json.dumps(content, indent=1, allow_nan=False) + "\n"


def read_truth(path: Path, schema: Schema) -> TruthFile:
    """Read a side file for a stream with this schema; ValueError if it says nothing that can be meant."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise ValueError("this is no ground truth written by driftsift")
        if content["version"] > VERSION:
            raise ValueError(f"it has version {content['version']}, this release reads up to version {VERSION}")
        return _understood(content, schema)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
        raise ValueError(f"{path}: {reason}; delete the file, or open the stream with truth=False") from None


def _understood(content: Mapping[str, Any], schema: Schema) -> TruthFile:
    place = _places(content["features"], schema)
    relevant = content["relevant"]
    runs = content["concept_runs"]
    truth = Truth(
        relevant and {int(k): frozenset(_found(names, place)) for k, names in relevant.items()},
        {place[copy]: place[source] for copy, source in content["redundant"].items() if {copy, source} <= set(place)},
        _drifts(content["drifts"]),
        {place[name]: (float(low), float(high)) for name, (low, high) in content["ranges"].items() if name in place},
        _drifts(content["prior_drifts"]),
    )
    instances = int(content["instances"])
    known_runs = runs and ConceptRuns([int(k) for k, _ in runs], [int(n) for _, n in runs])
    if known_runs and known_runs.total != instances:
        raise ValueError(f"the concepts are those of {known_runs.total:,} rows, not of {instances:,}")
    return TruthFile(truth, instances, int(content["label_delay"]), known_runs or None)


def _places(names: Sequence[str], schema: Schema) -> dict[str, int]:
    """Return where each feature now stands; by position if the file has lost the names."""
    known = {name: i for i, name in enumerate(schema.names)}
    if known.keys() != set(names) and len(names) == schema.n_features:
        return {name: i for i, name in enumerate(names)}
    return {name: known[name] for name in names if name in known}


def _found(names: Iterable[str], place: Mapping[str, int]) -> list[int]:
    return [place[name] for name in names if name in place]


def _drifts(listed: Iterable[Mapping[str, float]]) -> tuple[Drift, ...]:
    return tuple(Drift(float(drift["at"]), float(drift["width"])) for drift in listed)
