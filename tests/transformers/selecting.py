"""Selectors of the library beside their references: fed with the same rows, then compared in what they select."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import strategies as st

import driftsift as ds
from tests.reference.selectors.abfs import ABFS
from tests.reference.selectors.discuss import DISCUSS
from tests.reference.selectors.fcbf import FCBF
from tests.reference.selectors.lookahead_selector import LookaheadSelector
from tests.reference.top_k import Pipeline
from tests.strategies import EXACT_WEIGHTS, Sample

CLOSE = 1e-9

REFERENCES = {"DISCUSS": DISCUSS, "ABFS": ABFS, "FCBF": FCBF, "LookaheadSelector": LookaheadSelector}


@dataclass(frozen=True)
class Setting:
    """A selector with its parameters, here and there."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)
    there: dict[str, Any] = field(default_factory=dict)  # what the reference calls otherwise

    @property
    def library(self):
        return getattr(ds, self.name)(**self.options)

    def reference(self, sample, **more):
        kept = {key: value for key, value in self.options.items() if key not in ("scorer", "detector")}
        return REFERENCES[self.name](sample.n_categories, sample.n_classes, **kept, **self.there, **more)


# --- streams -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Concepts:
    """A stream whose relevant features are others in every segment; a redundant feature may repeat one of them.

    In a segment the class is decided by one feature, or by two that only tell something together.
    """

    seed: int
    sizes: tuple[int, ...] = (0, 2, 3, 0, 2)  # 0: numeric
    segments: tuple[tuple[int, ...], ...] = ((0,), (2,), (1, 3))
    length: int = 40
    n_classes: int = 2
    noise: float = 0.1
    missing: float = 0.0
    unlabelled: float = 0.0
    weighted: bool = False
    copy: bool = False
    density: float = 1.0

    def sample(self):
        rng = np.random.default_rng(self.seed)
        n = self.length * len(self.segments)
        columns = [rng.integers(0, size, n).astype(float) if size else rng.normal(size=n) for size in self.sizes]
        X = np.column_stack(columns)
        sizes = self.sizes
        if self.copy:
            noisy = np.where(rng.random(n) < 0.9, X[:, 0], rng.permutation(X[:, 0]))
            X, sizes = np.column_stack([X, noisy]), (*sizes, sizes[0])
        if self.density < 1:
            X[rng.random(X.shape) >= self.density] = 0.0
        y = np.concatenate([self.labels(X, k, rng) for k in range(len(self.segments))])
        X[rng.random(X.shape) < self.missing] = np.nan
        y[rng.random(n) < self.unlabelled] = -1
        weight = rng.choice((0.0, *EXACT_WEIGHTS), n) if self.weighted else None
        return Sample(sizes, self.n_classes, np.ascontiguousarray(X), y.astype(np.int32), weight)

    def labels(self, X, k, rng):
        """Of segment k; later segments may have classes that earlier ones have not."""
        rows = X[k * self.length : (k + 1) * self.length]
        classes = min(self.n_classes, k + 2)
        said = sum(self.told(rows[:, f], f) for f in self.segments[k]) % max(2, classes)
        noise = rng.integers(0, classes, len(rows))
        return np.minimum(np.where(rng.random(len(rows)) < self.noise, noise, said), self.n_classes - 1)

    def told(self, column, f):
        size = (*self.sizes, self.sizes[0])[f]
        return column.astype(int) if size else (column > 0.2).astype(int)


@st.composite
def concepts(draw, lengths=(30, 60), **fixed):
    sizes = tuple(draw(st.lists(st.sampled_from([0, 0, 2, 2, 3, 5]), min_size=1, max_size=5)))
    group = st.lists(st.integers(0, len(sizes) - 1), min_size=1, max_size=2, unique=True).map(tuple)
    options = {
        "seed": draw(st.integers(0, 10**6)),
        "sizes": sizes,
        "segments": tuple(draw(st.lists(group, min_size=1, max_size=3))),
        "length": draw(st.integers(*lengths)),
        "n_classes": draw(st.integers(1, 4)),
        "noise": draw(st.sampled_from([0.0, 0.1, 0.3])),
        "missing": draw(st.sampled_from([0.0, 0.0, 0.2])),
        "unlabelled": draw(st.sampled_from([0.0, 0.0, 0.2])),
        "weighted": draw(st.booleans()),
        "copy": draw(st.booleans()),
    }
    return Concepts(**{**options, **fixed}).sample()


# --- comparing -----------------------------------------------------------------------------------------------


class Behind(Pipeline):
    """A reference selector in front of a reference learner."""

    def learn(self, row, label, weight=1.0):
        if label < 0 or weight <= 0:
            return
        self.recent.append((row, label, weight))
        if self.transformer.learn(row, label, weight):
            self.start_afresh(row, label, weight)
        else:
            self.learner.learn(self.transformer.project(row), label, weight)


@dataclass
class Seen:
    """What can be seen of a pipeline that begins with a selector."""

    pipeline: Any

    @property
    def explained(self):
        return self.pipeline.explain()

    def numbers(self, names):
        return [self.pipeline.schema_.names.index(name) for name in names]

    @property
    def selected(self):
        return self.numbers(self.explained["selected"][0])

    @property
    def features(self):
        return self.numbers(self.explained["features"])

    @property
    def resets(self):
        return self.explained["changes"][0]

    @property
    def events(self):
        return [self.plain(event) for event in self.pipeline.events_]

    def plain(self, event):
        sets = [tuple(self.numbers(names)) for names in (event.gained, event.lost, event.selected)]
        return event.row, event.kind, *sets, event.why, tuple(self.numbers(event.causes))


def plain(event):
    return event.row, event.kind, event.gained, event.lost, event.selected, event.why, event.causes


def follow(setting: Setting, sample: Sample, csr=False, replay=5, **more: Any) -> int:
    """Compare row by row what is selected, what passes and how often the learner started afresh; then the events.

    Where rounding decides either choice is right, and the comparison ends. The number of rows compared.
    """
    pipeline = ds.Pipeline([("select", setting.library), ("learn", ds.MajorityClass())], replay=replay)
    seen, oracle = Seen(pipeline.prepare(sample.schema)), setting.reference(sample, **more)
    X, resets = sample.csr if csr else sample.X, 0
    for i, (row, label) in enumerate(zip(sample.rows, sample.codes, strict=True)):
        weight = None if sample.weight is None else sample.weight[i : i + 1]
        pipeline.partial_fit(X[i : i + 1], sample.labels[i : i + 1], sample_weight=weight)
        resets += oracle.learn(row, label, 1.0 if weight is None else float(weight[0]))
        if oracle.nearest_call < CLOSE:
            return i
        assert (seen.selected, seen.features, seen.resets) == (oracle.selected, oracle.features, resets), f"row {i}"
    assert seen.events == [plain(event) for event in oracle.events]
    return len(sample)


def in_chunks(make: Callable[[], Any], sample: Sample, size: int) -> tuple[Any, ...]:
    """All that can be seen of a pipeline after the rows in chunks, and its votes."""
    pipeline = make().prepare(sample.schema)
    votes = []
    for start in range(0, len(sample), size):
        part = slice(start, start + size)
        weight = None if sample.weight is None else sample.weight[part]
        votes.append(pipeline.test_then_train(sample.X[part], sample.labels[part], sample_weight=weight))
    return pipeline.explain(), Seen(pipeline).events, np.concatenate(votes).tobytes()
