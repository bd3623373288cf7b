"""Scorers beside their plain reference: fed with the same rows, then compared in all that can be seen of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import strategies as st

import driftsift as ds
from tests.reference.relevance.fixed_range import EqualWidth, PiD
from tests.reference.relevance.pad import PaD, Quantiles
from tests.reference.relevance.window import SCORES, Window

REFERENCES = {"PaD": PaD, "PiD": PiD, "EqualWidth": EqualWidth}


@dataclass(frozen=True)
class Bins:
    """A discretizer with its parameters, here and there."""

    kind: str = "PaD"
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def library(self):
        return getattr(ds, self.kind)(**self.options)

    @property
    def reference(self):
        options = dict(self.options)
        quantiles = options.pop("method", "grid") == "quantile"
        return partial(Quantiles if quantiles else REFERENCES[self.kind], **options)


@dataclass(frozen=True)
class Setting:
    """A window, its bins, and whether rows are sparse."""

    window: int = 20
    bins: Bins = field(default_factory=Bins)
    sparse: bool = False

    def library(self, name, **options):
        return getattr(ds, name)(window=self.window, discretizer=self.bins.library, **options)

    def reference(self, n_categories, n_classes):
        return Window(n_categories, n_classes, self.window, self.bins.reference, self.sparse)


PAD = st.fixed_dictionaries(
    {
        "bins": st.sampled_from([2, 3, 4, 10]),
        "fine": st.sampled_from([10, 20, 200]),
        "alpha": st.sampled_from([0.0, 0.01, 0.25, 2.0]),
        "period": st.sampled_from([None, 1, 2, 7, 1000]),
        "refit": st.booleans(),
    }
)
QUANTILES = st.fixed_dictionaries(
    {
        "method": st.just("quantile"),
        "bins": st.sampled_from([2, 3, 4, 10]),
        "alpha": st.sampled_from([0.0, 0.01, 0.25, 2.0]),
        "period": st.sampled_from([None, 1, 2, 7, 1000]),
    }
)
EQUAL_WIDTH = st.fixed_dictionaries(
    {"bins": st.sampled_from([2, 5, 10]), "lo": st.sampled_from([-2.0, 0.0, -4.5]), "hi": st.sampled_from([1.0, 3.25])}
)
BINS = st.one_of(
    st.builds(Bins, st.just("PaD"), PAD),
    st.builds(Bins, st.just("PaD"), QUANTILES),
    st.builds(Bins, st.just("EqualWidth"), EQUAL_WIDTH),
)
WINDOWS = st.sampled_from([1, 2, 3, 5, 20, 200])


def settings_of(sparse):
    return st.builds(Setting, WINDOWS, BINS, st.just(sparse))


def borders(n, size):
    """Where chunks of a size begin and end."""
    return list(pairwise([*range(0, n, size), n]))


def feed(scorer, sample, start=0, stop=None, sparse=False):
    """Observe some rows of a sample in one chunk."""
    X = sample.csr if sparse else sample.X
    return scorer.observe(X[start:stop], sample.labels[start:stop])


def scorer_after(sample, name="SymmetricalUncertainty", setting=None, chunk=None, **options):
    """A scorer that knows the schema of a sample and has seen all of its rows."""
    setting = setting or Setting()
    scorer = setting.library(name, **options).prepare(sample.schema)
    for start, stop in borders(len(sample), chunk or max(1, len(sample))):
        feed(scorer, sample, start, stop, setting.sparse)
    return scorer


def compare(setting, sample, chunk=10):
    """All scorers and the reference agree after every chunk of a sample; returns the reference."""
    scorers = every_scorer(setting, sample.schema)
    reference = setting.reference(sample.n_categories, sample.n_classes)
    for start, stop in borders(len(sample), chunk):
        for row, label in zip(sample.rows[start:stop], sample.codes[start:stop], strict=True):
            reference.observe(row, label)
        for (name, corrected), scorer in scorers.items():
            feed(scorer, sample, start, stop, setting.sparse)
            assert_same(scorer, reference, name, corrected)
    return reference


def every_scorer(setting, schema):
    """A scorer of each kind, with and without the correction of the bias."""
    return {
        (name, corrected): setting.library(name, correct_bias=corrected).prepare(schema)
        for name in SCORES
        for corrected in (False, True)
    }


def assert_same(scorer, reference, name="SymmetricalUncertainty", corrected=False):
    assert scorer.n == reference.n
    assert scorer.ready().tolist() == [reference.ready(f) for f in features(reference)]
    for f in features(reference):
        assert_same_table(scorer, reference, f)
    assert_same_scores(scorer, reference, name, corrected)
    assert_same_significance(scorer, reference, name)


def features(reference):
    return range(len(reference.n_categories))


def occurring(table, sparse):
    """The rows of a table that hold anything, and the last one apart if it is the rest."""
    rows = np.asarray(table).tolist()
    rest = rows.pop() if sparse else None
    return [row for row in rows if any(row)], rest


def assert_same_table(scorer, reference, f):
    if not reference.ready(f):
        return
    assert occurring(scorer.counts(f), reference.sparse) == occurring(reference.counts(f), reference.sparse)
    discretizer = reference.discretizers[f]
    if discretizer is not None and discretizer.ready:
        np.testing.assert_allclose(scorer.cuts(f), discretizer.cut_points, rtol=1e-12, atol=1e-300)


def assert_same_scores(scorer, reference, name, corrected):
    """Bit for bit; what is taken off for the bias may be rounded in another order."""
    known = [f for f in features(reference) if reference.table(f).n or name != "ConditionalEntropy"]
    found = scorer.scores()[known].tolist()
    expected = [reference.score(name, f, corrected) for f in known]
    if corrected:
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14)
    else:
        assert found == expected


def assert_same_significance(scorer, reference, name):
    expected = [reference.p_value(f) for f in features(reference)]
    np.testing.assert_allclose(scorer.p_values(), expected, rtol=1e-9, atol=1e-13)
    if name == "SymmetricalUncertainty":
        tested = [f for f in features(reference) if reference.table(f).df]
        thresholds = [reference.table(f).threshold(0.05) for f in tested]
        np.testing.assert_allclose(scorer.threshold(0.05)[tested], thresholds, rtol=1e-9)


def visible(scorer):
    """All that can be seen of a scorer, as bytes."""
    tables = [np.asarray(scorer.counts(f)).tobytes() for f in range(len(scorer.scores()))]
    arrays = [scorer.scores(), scorer.raw(), scorer.ready(), scorer.p_values()]
    return scorer.n, tables, [array.tobytes() for array in arrays]
