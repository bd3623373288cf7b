"""FCBF: the golden table, what it does from chunk to chunk, and what chance makes of a threshold of 0."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone

import driftsift as ds

B1, B0 = np.repeat([0, 0, 1, 1], 4), np.repeat([0, 1, 0, 1], 4)
FLIPPED = np.where(np.arange(16) == 0, 1 - B0, B0)
GOLDEN = np.column_stack([B1, B0, B1, FLIPPED, np.zeros(16), B1 & B0, np.arange(16) % 2]).astype(float)
FOUR = 2 * B1 + B0
OTHERS = 2 * B0 + np.arange(16) % 2


def selected(model):
    return [int(name[1:]) for name in model.explain()["selected"][0]]


def learned(X, y, **options):
    model = ds.FCBF(**{"chunk": len(X), **options}) | ds.MajorityClass()
    return model.partial_fit(X, y, classes=[0, 1, 2, 3])


@pytest.mark.parametrize("binning", ["frequency", "width"])
@pytest.mark.parametrize(("threshold", "expected"), [(0.0, [0, 1, 5]), (0.6, [0, 1]), (0.7, [])])
def test_the_golden_table(binning, threshold, expected):
    assert selected(learned(GOLDEN, FOUR, threshold=threshold, binning=binning)) == expected


def test_as_nominal_features():
    features = [ds.Nominal(f"x{i}", ("no", "yes")) for i in range(7)]
    model = (ds.FCBF(chunk=16) | ds.MajorityClass()).prepare(ds.Schema(features, (0, 1, 2, 3)))
    assert selected(model.partial_fit(GOLDEN, FOUR)) == [0, 1, 5]


def test_from_chunk_to_chunk():
    """Other features with another class; with a single class nothing is relevant and the selection stays."""
    model = learned(GOLDEN, FOUR)
    model.partial_fit(GOLDEN, FOUR).partial_fit(GOLDEN, np.zeros(16, dtype=int)).partial_fit(GOLDEN, OTHERS)
    assert selected(model) == [1, 6]
    assert [(event.row, event.kind, event.selected) for event in model.events_] == [
        (16, "selected", ("x0", "x1", "x5")),
        (64, "reselected", ("x1", "x6")),
    ]
    assert (model.events_[1].gained, model.events_[1].lost) == (("x6",), ("x0", "x5"))
    assert {event.why for event in model.events_} == {"chunk"}


def test_nothing_relevant_may_let_all_features_pass():
    model = learned(GOLDEN, FOUR, on_empty="all").partial_fit(GOLDEN, np.zeros(16, dtype=int))
    assert selected(model) == []
    assert len(model.explain()["features"]) == 7
    assert [event.selected for event in model.events_] == [("x0", "x1", "x5"), ()]


def test_a_small_change_may_not_count():
    model = learned(GOLDEN, FOUR, min_change=4).partial_fit(GOLDEN, OTHERS)
    assert selected(model) == [0, 1, 5]
    assert selected(learned(GOLDEN, FOUR, min_change=3).partial_fit(GOLDEN, OTHERS)) == [1, 6]


def test_so_many_features_at_most():
    assert selected(learned(GOLDEN, FOUR, max_features=2)) == [0, 1]


def test_of_copies_the_first_stays():
    assert selected(learned(GOLDEN[:, [4, 0, 2, 0]], B1)) == [1]


def test_categories_without_number_are_counted_by_sorting():
    """Two features with far more categories than there are rows: one says all, one nothing but by chance."""
    rng = np.random.default_rng(31)
    kinds, n = 3_000, 400
    X = np.column_stack([rng.permutation(n) * 7, rng.permutation(n) * 5, np.arange(n) % 2]).astype(float)
    names = tuple(f"v{i}" for i in range(kinds))
    schema = ds.Schema([ds.Nominal("a", names), ds.Nominal("b", names), ds.Nominal("c", ("u", "v"))], (0, 1))
    model = (ds.FCBF(chunk=n) | ds.MajorityClass()).prepare(schema).partial_fit(X, np.arange(n) % 2)
    assert model.explain()["selected"] == [["c"]]
    without = (ds.FCBF(chunk=n) | ds.MajorityClass()).prepare(schema.select([0, 1]))
    assert without.partial_fit(X[:, :2], np.arange(n) % 2).explain()["selected"] == [["a"]]


def test_values_of_any_size():
    X = np.column_stack([np.where(np.arange(40) % 2, 1.7e308, -1.7e308), np.linspace(-1e300, 1e300, 40)])
    assert selected(learned(X, np.arange(40) % 2, binning="width")) == [0]


def share_of_changes(**options):
    """Of 30 chunks of a stream whose relevant features stay."""
    stream = ds.LED(30_000, irrelevant=17, seed=5)
    model = (ds.FCBF(**options) | ds.MajorityClass()).prepare(stream.schema)
    for chunk in stream.chunks(5_000):
        model._learn_codes(chunk)
    return sum(event.kind == "reselected" for event in model.events_) / 29


def test_with_the_published_threshold_every_chunk_is_a_false_alarm():
    assert share_of_changes() == 1.0


def test_with_significance_few_chunks_are():
    assert share_of_changes(threshold="significance") < 0.3


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"chunk": 0}, ValueError, "chunk must be at least 1, got 0"),
        ({"chunk": 2**40}, ValueError, "chunk must be at most 4194304"),
        ({"every": 0}, ValueError, "every must be at least 1"),
        ({"every": 1.5}, TypeError, "every must be a whole number"),
        ({"threshold": -0.1}, ValueError, "threshold must be at least 0, got -0.1"),
        ({"threshold": 1.0}, ValueError, "threshold must be below 1"),
        ({"threshold": "auto"}, ValueError, "threshold must be a number or 'significance', got 'auto'"),
        ({"threshold": None}, TypeError, "threshold must be a number"),
        ({"alpha": 0}, ValueError, "alpha must be above 0"),
        ({"bins": 1}, ValueError, "bins must be at least 2"),
        ({"bins": 5000}, ValueError, "bins must be at most 4096"),
        ({"binning": "mdl"}, ValueError, r"binning must be one of \['frequency', 'width'\], got 'mdl'"),
        ({"max_features": 0}, ValueError, "max_features must be at least 1"),
        ({"min_change": 0}, ValueError, "min_change must be at least 1"),
        ({"on_empty": "prior"}, ValueError, r"on_empty must be one of \['keep', 'all'\], got 'prior'"),
    ],
    ids=str,
)
def test_impossible_parameters_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        (ds.FCBF(**options) | ds.MajorityClass()).fit([[0.0]], [0])


def test_the_learner_learns_the_chunk_again_by_default():
    assert ds.FCBF(chunk=70)._replay() == 70


def test_parameters_survive_a_clone():
    options = {"chunk": 50, "every": 5, "threshold": "significance", "alpha": 0.1, "bins": 3, "binning": "width"}
    model = ds.FCBF(**options, max_features=4, min_change=2, on_empty="all")
    assert clone(model).get_params() == model.get_params()
    assert model.get_params() == {**options, "max_features": 4, "min_change": 2, "on_empty": "all"}


def test_memory_is_that_of_the_chunk():
    """Two numbers per value at most, whatever has been learned."""
    rng = np.random.default_rng(33)
    model = (ds.FCBF(chunk=500) | ds.MajorityClass()).prepare(ds.Schema.numeric(40, (0, 1)))
    sizes = []
    for _ in range(4):
        model.partial_fit(rng.normal(size=(500, 40)), rng.integers(0, 2, 500))
        sizes.append(model.nbytes)
    values = 500 * 40 * 8
    assert 2 * values <= sizes[0] < 3 * values  # the chunk, and the rows to be learned again
    assert max(sizes) - min(sizes) < 0.02 * sizes[0]
