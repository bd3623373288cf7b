"""Oracle against plain Python."""

from __future__ import annotations

import pytest

import driftsift as ds
from tests.reference.selectors.oracle import Oracle
from tests.transformers.selecting import Concepts, Seen, plain

TRUTH = ds.streams.truth.Truth({0: frozenset({0, 1}), 1: frozenset({2}), 2: frozenset()}, drifts=((30, 1), (60, 1)))


@pytest.mark.parametrize("include", [(), (3,)])
@pytest.mark.parametrize("on_empty", ["all", "keep"])
def test_oracle(include, on_empty):
    sample = Concepts(304, unlabelled=0.2).sample()
    setting = ds.Oracle(TRUTH, include=include, on_empty=on_empty)
    pipeline = (setting | ds.MajorityClass()).prepare(sample.schema)
    oracle = Oracle(sample.n_categories, 2, TRUTH.relevant, (30, 60), include, on_empty=on_empty)
    seen, resets = Seen(pipeline), 0
    for i, (row, label) in enumerate(zip(sample.rows, sample.codes, strict=True)):
        assert (seen.selected, seen.features, seen.resets) == (oracle.selected, oracle.features, resets), f"row {i}"
        pipeline.partial_fit(sample.X[i : i + 1], sample.labels[i : i + 1])
        resets += oracle.learn(row, label)
    assert seen.events == [plain(event) for event in oracle.events]
    assert len(seen.events) == 2


def test_an_oracle_needs_the_truth():
    with pytest.raises(ValueError, match="truth"):
        (ds.Oracle(ds.streams.truth.Truth()) | ds.MajorityClass()).fit([[0.0]], [0])


@pytest.mark.slow
def test_an_oracle_is_no_upper_bound_of_accuracy():
    """BG3 as its author samples it, naive Bayes, 10 % noise: any two of the relevant features do better than all."""
    stream = ds.BG3(100_000, n_features=10, relevant=(0, 1, 2), noise=0.1, noise_mode="flip", sampling="author", seed=1)
    accuracy = {}
    for name, front in (("all three", ds.Oracle(stream)), ("two", ds.Subset([0, 1]))):
        accuracy[name] = ds.evaluate(front | ds.NaiveBayes(), stream).summary()["accuracy"]
    assert accuracy["all three"] == pytest.approx(0.5667, abs=0.01)
    assert accuracy["two"] == pytest.approx(0.7, abs=0.01)
