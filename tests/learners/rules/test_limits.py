"""Rules keep to the number and the window they are allowed."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds
from tests.learners.concepts import changing

EAGER = {"grace": 20, "delta": 0.05, "tau": 0.4}


def labels(stream, chunk):
    return [stream.schema.classes[code] for code in chunk.y]


@pytest.mark.parametrize("make", [ds.VFDR, ds.AdaptiveVFDR])
def test_no_more_rules_are_made_than_allowed(make):
    stream = ds.RandomTree(10_000, seed=3)
    numbers = {}
    for most in (1, 5, 1000):
        model = make(max_rules=most, **EAGER).prepare(stream.schema)
        found = []
        for chunk in stream.chunks(500):
            model.partial_fit(chunk.X, labels(stream, chunk))
            found.append(len(model.explain()["rules"]) - 1)  # the default does not count
        numbers[most] = max(found)
    assert numbers == {1: 1, 5: 5, 1000: numbers[1000]}
    assert numbers[1000] > 10


def test_a_rule_that_was_dropped_makes_room_for_another():
    concepts = [ds.SEA(15_000, n_features=4, relevant=pair, seed=1) for pair in [(0, 1), (2, 3)]]
    stream = ds.Drifting(concepts, at=7_500, width=1)
    model = ds.AdaptiveVFDR(max_rules=2, grace=100).prepare(stream.schema)
    numbers, seen = [], set()
    for chunk in stream.chunks(100):
        model.partial_fit(chunk.X, labels(stream, chunk))
        rules = model.explain()["rules"][:-1]
        numbers.append(len(rules))
        seen |= {str(rule["if"][:1]) for rule in rules}
    assert max(numbers) == 2
    assert len(seen) > 2


def stored(model):
    """Of each box the numbers of the rows it has stored."""
    state = model._model.state()
    groups = np.split(np.asarray(state["members"]), np.asarray(state["ends"])[:-1])
    return [np.asarray(state["times"])[group] for group in groups]


@pytest.mark.parametrize("window", [1, 30, 200])
@pytest.mark.parametrize("max_examples", [1, 7, 20])
def test_boxes_store_few_rows_of_the_window(window, max_examples):
    sample = changing(66, n=1500, sizes=(0, 0, 0), noise=0.1)
    model = ds.Facil(window=window, max_examples=max_examples).prepare(sample.schema)
    fullest = 0
    for begin in range(0, len(sample), 100):
        model.partial_fit(sample.X[begin : begin + 100], sample.labels[begin : begin + 100])
        boxes, now = stored(model), begin + 100
        assert boxes
        assert all(0 < len(times) <= max_examples for times in boxes)
        assert all(now - window < min(times) and max(times) <= now for times in boxes)
        fullest = max([fullest, *map(len, boxes)])
    assert fullest == max_examples or window < 50


def test_the_memory_of_boxes_does_not_grow_with_the_stream():
    sample = changing(67, n=6000, sizes=(0, 0, 0), noise=0.1, concepts=1)
    model = ds.Facil(window=200).prepare(sample.schema)
    sizes = []
    for begin in range(0, len(sample), 500):
        model.partial_fit(sample.X[begin : begin + 500], sample.labels[begin : begin + 500])
        sizes.append(model.nbytes)
    assert max(sizes) < 1.6 * min(sizes)
