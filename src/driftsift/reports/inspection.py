"""What a stream is like: its features, classes, missing values and, where it is known, its drifts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data import Chunk, Nominal, Schema
from driftsift.reports.over_time import OverTime
from driftsift.streams import Drift, Stream

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Group

__all__ = ["FeatureSummary", "Inspection", "inspect"]

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class FeatureSummary:
    """One feature over the inspected instances.

    Parameters
    ----------
    name : str
    categories : tuple of str, optional
        Those of a nominal feature.
    missing : int
        How many values are missing.
    lowest, highest, mean : float
        Of the values that are not; NaN for a nominal feature, or if there are none.
    """

    name: str
    categories: tuple[str, ...] | None
    missing: int
    lowest: float
    highest: float
    mean: float


@dataclass(frozen=True)
class Inspection:
    """What `inspect` found.

    Parameters
    ----------
    stream : str
        Name of the stream.
    schema : Schema
    n : int
        Number of inspected instances.
    complete : bool
        Whether these are all there are.
    stored : int, optional
        Number of stored entries of sparse rows.
    features : tuple of FeatureSummary
    edges : int array
        Where the parts begin and end for which classes and concepts were counted.
    classes, concepts : int arrays
        Number of instances per part (row) and class or concept (column); unlabelled ones are in the last column
        of `classes`.
    relevant : dict, optional
        For each concept the names of the features that matter.
    redundant : dict
        For each feature known to repeat another the name of the other.
    drifts, prior_drifts : tuple of Drift
    label_delay : int

    Examples
    --------
    >>> import driftsift as ds
    >>> found = ds.inspect(ds.LED(500, irrelevant=3))
    >>> found.n, found.missing, found.features[0].categories
    (500, 0, ('0', '1'))
    """

    stream: str
    schema: Schema
    n: int
    complete: bool
    stored: int | None
    features: tuple[FeatureSummary, ...]
    edges: Counts
    classes: Counts
    concepts: Counts
    relevant: Mapping[int, tuple[str, ...]] | None
    redundant: Mapping[str, str]
    drifts: tuple[Drift, ...]
    prior_drifts: tuple[Drift, ...]
    label_delay: int

    @cached_property
    def class_counts(self) -> dict[Any, int]:
        """Number of instances of each class."""
        return dict(zip(self.schema.classes, self.classes.sum(axis=0).tolist(), strict=False))

    @property
    def unlabelled(self) -> int:
        """Number of instances without a label."""
        return int(self.classes[:, -1].sum())

    @property
    def missing(self) -> int:
        """Number of missing values."""
        return sum(feature.missing for feature in self.features)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, ready for JSON."""
        return {
            "stream": self.stream,
            "instances": self.n,
            "complete": self.complete,
            "stored_entries": self.stored,
            "target": self.schema.target,
            "classes": {str(label): count for label, count in self.class_counts.items()},
            "unlabelled": self.unlabelled,
            "missing": self.missing,
            "features": [_feature_dict(feature) for feature in self.features],
            "concepts": self.concepts.sum(axis=0).tolist() if self.concepts.size else None,
            "relevant": self.relevant and {str(k): list(names) for k, names in self.relevant.items()},
            "redundant": dict(self.redundant),
            "drifts": [drift._asdict() for drift in self.drifts],
            "prior_drifts": [drift._asdict() for drift in self.prior_drifts],
            "label_delay": self.label_delay,
        }

    def figure(self) -> Figure:
        """Return a picture of the concepts, if known, and of the classes over time."""
        from driftsift.reports.inspection_figure import over_time

        return over_time(self)

    def png(self, path: Any, dpi: int = 150) -> Path:
        """Write the picture as a PNG file; return its path."""
        target = Path(path)
        self.figure().savefig(target, dpi=dpi, format="png")
        return target

    def __rich__(self) -> Group:
        from driftsift.reports.inspection_tables import tables

        return tables(self)

    def __str__(self) -> str:
        from driftsift.results import as_text

        return as_text(self.__rich__(), width=120)


def inspect(stream: Stream, n: int | None = None) -> Inspection:
    """Read a stream and say what it is like.

    Parameters
    ----------
    stream : Stream
    n : int, optional
        Read at most so many instances; needed for a stream without an end.

    Examples
    --------
    >>> import driftsift as ds
    >>> found = inspect(ds.STAGGER(1000, function=3, balance="alternate"))
    >>> found.class_counts, found.relevant
    ({'false': 500, 'true': 500}, {0: ('size',)})
    """
    if n is not None and n < 0:
        raise ValueError(f"n={n}, expected 0 or more")
    tally = _Tally(stream.schema)
    for chunk in stream.chunks() if n != 0 else ():
        tally.add(chunk if n is None else chunk[: n - tally.n])
        if tally.n == n:
            break
    return tally.inspection(stream, n)


class _Tally:
    """Counts of everything, chunk by chunk."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self.n = 0
        d = schema.n_features
        self._missing = np.zeros(d, dtype=np.int64)
        self._lowest, self._highest = np.full(d, np.inf), np.full(d, -np.inf)
        self._total = np.zeros(d)
        self._stored: int | None = None
        self._classes = OverTime(schema.n_classes + 1)
        self._concepts: OverTime | None = OverTime(0)

    def add(self, chunk: Chunk) -> None:
        self.n += len(chunk)
        self._classes.add(np.where(chunk.y < 0, self._schema.n_classes, chunk.y))
        if chunk.concept is None:
            self._concepts = None
        elif self._concepts is not None:
            self._concepts.add(chunk.concept)
        if sp.issparse(chunk.X):
            self._add_sparse(chunk.X)
        else:
            self._add_dense(chunk.X)

    def _add_dense(self, X: NDArray[np.float64]) -> None:
        if not len(X):
            return
        self._missing += np.isnan(X).sum(axis=0)
        self._lowest = np.fmin(self._lowest, np.fmin.reduce(X, axis=0))
        self._highest = np.fmax(self._highest, np.fmax.reduce(X, axis=0))
        self._total += np.nansum(X, axis=0)

    def _add_sparse(self, X: Any) -> None:
        self._stored = (self._stored or 0) + X.nnz
        d = self._schema.n_features
        gaps = np.isnan(X.data)
        self._missing += np.bincount(X.indices[gaps], minlength=d)
        columns, values = X.indices[~gaps], X.data[~gaps]
        self._total += np.bincount(columns, values, minlength=d)
        np.minimum.at(self._lowest, columns, values)
        np.maximum.at(self._highest, columns, values)
        not_full = np.bincount(X.indices, minlength=d) < X.shape[0]
        self._lowest[not_full] = np.minimum(self._lowest[not_full], 0)
        self._highest[not_full] = np.maximum(self._highest[not_full], 0)

    def inspection(self, stream: Stream, n: int | None) -> Inspection:
        names = self._schema.names
        return Inspection(
            stream.name,
            self._schema,
            self.n,
            n is None or self.n < n or self.n == stream.n_instances,
            self._stored,
            tuple(self._features()),
            self._classes.edges,
            self._classes.counts,
            self._concepts.counts if self._concepts else np.empty((0, 0), dtype=np.int64),
            _named(stream.relevant, names),
            {names[copy]: names[source] for copy, source in stream.redundant.items()},
            stream.drifts,
            stream.prior_drifts,
            stream.label_delay,
        )

    def _features(self) -> list[FeatureSummary]:
        present = self.n - self._missing
        mean = np.divide(self._total, present, out=np.full(len(present), np.nan), where=present > 0)
        return [
            FeatureSummary(feature.name, feature.categories, int(missing), np.nan, np.nan, np.nan)
            if isinstance(feature, Nominal)
            else FeatureSummary(feature.name, None, int(missing), *_known(low, high, average))
            for feature, missing, low, high, average in zip(
                self._schema.features, self._missing, self._lowest, self._highest, mean, strict=True
            )
        ]


def _named(relevant: Mapping[int, frozenset[int]] | None, names: tuple[str, ...]) -> dict[int, tuple[str, ...]] | None:
    if relevant is None:
        return None
    return {concept: tuple(names[i] for i in sorted(features)) for concept, features in relevant.items()}


def _known(low: float, high: float, mean: float) -> tuple[float, float, float]:
    return (float(low), float(high), float(mean)) if low <= high else (np.nan, np.nan, np.nan)


def _feature_dict(feature: FeatureSummary) -> dict[str, Any]:
    kind = {"name": feature.name, "missing": feature.missing}
    if feature.categories is not None:
        return {**kind, "categories": list(feature.categories)}
    numbers = {name: getattr(feature, name) for name in ("lowest", "highest", "mean")}
    return {**kind, **{name: None if np.isnan(value) else value for name, value in numbers.items()}}
