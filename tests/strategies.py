"""Random small streams for hypothesis, and longer ones from a seeded generator.

Both make a ``Sample``: codes and floats that the reference learners read directly, and that turn into a
``driftsift.Schema``, labels and a CSR array for the library.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from scipy import sparse

quick = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

# Multiples of 1/4: sums of weights are exact in whatever order they are made.
EXACT_WEIGHTS = (0.25, 0.5, 1.0, 1.75, 2.0, 3.0)
OFFSETS = (0.0, 0.0, 0.0, -3.0, 1e6)


@dataclass(frozen=True)
class Sample:
    """A stream of n rows: values, class codes (-1: unlabelled) and weights (None: all 1)."""

    n_categories: tuple[int, ...]  # 0: numeric
    n_classes: int
    X: np.ndarray
    y: np.ndarray
    weight: np.ndarray | None = None

    def __len__(self):
        return len(self.X)

    @property
    def rows(self):
        return self.X.tolist()

    @property
    def codes(self):
        return self.y.tolist()

    @property
    def weights(self):
        return None if self.weight is None else self.weight.tolist()

    @property
    def class_names(self):
        return tuple(f"class {c}" for c in range(self.n_classes))

    @property
    def labels(self):
        """The labels as the library takes them: names, None where unlabelled."""
        return np.array([self.class_names[c] if c >= 0 else None for c in self.y], dtype=object)

    @property
    def schema(self):
        from driftsift import Nominal, Numeric, Schema

        def feature(i, size):
            return Nominal(f"x{i}", tuple(f"v{v}" for v in range(size))) if size else Numeric(f"x{i}")

        return Schema(tuple(feature(i, size) for i, size in enumerate(self.n_categories)), self.class_names)

    @property
    def csr(self):
        """The rows with every zero left out; NaN is stored."""
        return to_csr(self.X)

    def part(self, start, stop):
        """Rows start..stop-1."""
        weight = None if self.weight is None else self.weight[start:stop]
        return replace(self, X=self.X[start:stop], y=self.y[start:stop], weight=weight)

    def permuted(self, order):
        """The same stream with the features in another order."""
        order = list(order)
        X = np.ascontiguousarray(self.X[:, order])
        return replace(self, X=X, n_categories=tuple(self.n_categories[f] for f in order))


def to_csr(X):
    rows, columns = np.nonzero(X)  # NaN counts as nonzero
    return sparse.csr_array((X[rows, columns], (rows, columns)), shape=X.shape)


@st.composite
def column(draw, n, categories, missing):
    """One feature: a coarse grid (many ties), a constant, or free values; with an offset."""
    if categories:
        values = st.integers(0, categories - 1).map(float)
        drawn = draw(st.lists(values, min_size=n, max_size=n))
        offset = 0.0
    else:
        grid = st.integers(-4, 4).map(lambda i: i / 2)
        free = st.integers(-(2**14), 2**14).map(lambda i: i / 1024)
        kind = draw(st.sampled_from(["grid", "grid", "free", "constant"]))
        if kind == "constant":
            drawn = [draw(grid)] * n
        else:
            drawn = draw(st.lists(grid if kind == "grid" else free, min_size=n, max_size=n))
        offset = draw(st.sampled_from(OFFSETS))
    absent = draw(st.lists(st.booleans(), min_size=n, max_size=n)) if missing else [False] * n
    return [np.nan if gone else value + offset for value, gone in zip(drawn, absent, strict=True)]


@st.composite
def samples(draw, min_rows=1, max_rows=40, max_features=4, nominal=True, missing=True, weights=True, unlabelled=True):
    """A small stream of mixed features."""
    n = draw(st.integers(min_rows, max_rows))
    sizes = st.sampled_from([0, 0, 2, 3, 5]) if nominal else st.just(0)
    n_categories = tuple(draw(st.lists(sizes, min_size=1, max_size=max_features)))
    some_missing = missing and draw(st.booleans())
    columns = [draw(column(n, size, some_missing)) for size in n_categories]
    n_classes = draw(st.integers(1, 4))
    lowest = -1 if unlabelled and draw(st.booleans()) else 0
    y = draw(st.lists(st.integers(lowest, n_classes - 1), min_size=n, max_size=n))
    weight = None
    if weights and draw(st.booleans()):
        weight = np.array(draw(st.lists(st.sampled_from((0.0, *EXACT_WEIGHTS)), min_size=n, max_size=n)))
    X = np.ascontiguousarray(np.array(columns, dtype=float).T)
    return Sample(n_categories, n_classes, X, np.array(y, dtype=np.int32), weight)


@st.composite
def sparse_samples(draw, max_rows=30, max_features=12):
    """A small stream where most values are 0 and a few are missing."""
    n, d = draw(st.integers(1, max_rows)), draw(st.integers(1, max_features))
    value = st.sampled_from([0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, -1.5, np.nan])
    X = np.array(draw(st.lists(st.lists(value, min_size=d, max_size=d), min_size=n, max_size=n)))
    n_classes = draw(st.integers(1, 3))
    y = draw(st.lists(st.integers(-1, n_classes - 1), min_size=n, max_size=n))
    return Sample((0,) * d, n_classes, X, np.array(y, dtype=np.int32))


@st.composite
def confusion_matrices(draw, max_classes=5, min_classes=1):
    c = draw(st.integers(min_classes, max_classes))
    row = st.lists(st.integers(0, 30), min_size=c, max_size=c)
    return draw(st.lists(row, min_size=c, max_size=c))


def long_stream(
    seed,
    n=2000,
    numeric=4,
    nominal=2,
    n_classes=3,
    categories=4,
    missing=0.0,
    unlabelled=0.0,
    weighted=False,
    offset=0.0,
    decimals=None,
    density=1.0,
):
    """A longer stream whose classes differ in every feature, and change halfway.

    ``decimals`` rounds the numeric values (ties); ``density`` is the share of values that are not 0.
    """
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, n)
    meaning = np.where(np.arange(n) < n // 2, y, (y + 1) % n_classes)  # concept drift
    X = np.empty((n, numeric + nominal))
    X[:, :numeric] = rng.normal(size=(n, numeric)) * (1 + np.arange(numeric)) + meaning[:, None]
    if decimals is not None:
        X[:, :numeric] = np.round(X[:, :numeric], decimals)
    X[:, :numeric] += offset
    codes = np.where(rng.random((n, nominal)) < 0.5, meaning[:, None], rng.integers(0, categories, (n, nominal)))
    X[:, numeric:] = codes % categories
    if density < 1:
        X[rng.random(X.shape) >= density] = 0.0
    X[rng.random(X.shape) < missing] = np.nan
    y = np.where(rng.random(n) < unlabelled, -1, y).astype(np.int32)
    weight = rng.choice((0.0, *EXACT_WEIGHTS), n) if weighted else None
    return Sample((0,) * numeric + (categories,) * nominal, n_classes, X, y, weight)
