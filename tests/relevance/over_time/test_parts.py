"""Windows, alarms and the history by themselves."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds
from driftsift.relevance.over_time import alarms, history, windows
from driftsift.relevance.over_time.change import Changes
from driftsift.relevance.over_time.windows import Pair
from driftsift.relevance.significance import q_values


def rows(numbers):
    numbers = np.asarray(numbers, dtype=np.int64)
    return ds.Chunk(numbers[:, None].astype(float), np.zeros(len(numbers), dtype=np.int32)), numbers


def spans(pair):
    """The rows of both windows, which hold their own numbers."""
    for window in (pair.before, pair.after):
        assert np.all(np.diff(window.X[:, 0]) > 0)
    first, last = pair.before.X[0, 0], pair.after.X[-1, 0]
    assert (pair.first, pair.last) == (first, last)
    return (first, pair.before.X[-1, 0], pair.after.X[0, 0], last), pair.border


@pytest.mark.parametrize("piece", [1, 3, 7, 100])
def test_adjoining_windows_are_the_last_rows_in_two_halves(piece):
    kept = windows.Windows(4)
    numbers = np.arange(1, 41) * 2
    for begin in range(0, len(numbers), piece):
        kept.add(*rows(numbers[begin : begin + piece]))
        seen = min(begin + piece, len(numbers))
        pairs = kept.pairs(adjoining=True)
        if seen < 8:
            assert pairs == []
            continue
        expected = (numbers[seen - 8], numbers[seen - 5], numbers[seen - 4], numbers[seen - 1])
        assert spans(pairs[0]) == (expected, numbers[seen - 5])
        assert sum(len(held.numbers) for held in kept._pieces) < 8 + piece


def test_windows_far_apart_are_those_of_two_checkpoints():
    kept = windows.Windows(3)
    kept.add(*rows([1, 2]))
    assert kept.pairs(adjoining=False) == []
    kept.add(*rows([3, 4]))
    assert kept.pairs(adjoining=False) == []
    kept.add(*rows(range(5, 21)))
    assert list(map(spans, kept.pairs(adjoining=False))) == [((2, 4, 18, 20), 10)]
    kept.add(*rows([21, 22]))
    assert kept.pairs(adjoining=False) == []
    kept.add(*rows([23]))
    assert list(map(spans, kept.pairs(adjoining=False))) == [((18, 20, 21, 23), 20)]


@pytest.mark.parametrize("adjoining", [True, False])
def test_four_steps_back(adjoining):
    kept = windows.Windows(2)
    far = []
    for begin in range(1, 21):
        kept.add(*rows([begin]))
        far += [spans(pair)[0] for pair in kept.pairs(adjoining) if pair.last - pair.first > 3]
    assert far == [(end - 9, end - 8, end - 1, end) for end in range(10, 21, 2)]


def test_q_values_by_definition():
    p = np.random.default_rng(0).random(30) ** 3
    q = q_values(p, 50)
    for i, value in enumerate(p):
        rates = [50 * other / np.sum(p <= other) for other in p if other >= value]
        assert q[i] == pytest.approx(min(1.0, *rates))


def findings(*items, alpha=0.01, tests=10):
    """One test of feature 0 per item: border, p-value, turn; windows of 10 rows."""
    found = alarms.Findings(alpha)
    for border, p, turn in items:
        values = (np.array([p]), np.array([0.1]), np.array([0.2]), np.array([turn], dtype=np.int8))
        found.add(Changes(np.array([0]), *values), Pair(None, None, border - 9, border, border + 10))
    found.tests = tests
    return [(a.direction, a.row, a.since, a.until) for a in found.alarms(["f"])]


def test_alarms_of_overlapping_windows_are_one():
    assert findings((100, 1e-4, 1), (105, 1e-6, 1), (110, 1e-4, 1)) == [("rose", 105, 101, 110)]
    assert findings((100, 1e-4, 1), (120, 1e-6, 1)) == [("rose", 100, 91, 110), ("rose", 120, 111, 130)]


def test_a_long_change_lies_between_the_borders_of_its_clearest_test():
    places = [(border, 1e-4, -1) for border in range(100, 160, 5)]
    places[4] = (120, 1e-7, -1)
    assert findings(*places) == [("fell", 120, 111, 130)]


def test_of_near_and_far_windows_the_near_ones_say_where():
    found = alarms.Findings(0.01)
    for first, border, last, p in [(1, 50, 100, 1e-9), (61, 70, 80, 1e-4), (66, 75, 85, 1e-6)]:
        values = (np.array([p]), np.array([0.1]), np.array([0.2]), np.array([1], dtype=np.int8))
        found.add(Changes(np.array([0]), *values), Pair(None, None, first, border, last))
    (alarm,) = found.alarms(["f"])
    assert (alarm.row, alarm.since, alarm.until, alarm.p_value) == (75, 66, 80, 1e-6)


def test_rising_and_falling_are_two_alarms_and_turning_joins_either():
    assert [found[0] for found in findings((100, 1e-4, 1), (105, 1e-4, -1))] == ["rose", "fell"]
    assert findings((100, 1e-9, 0), (105, 1e-4, 1)) == [("rose", 105, 96, 110)]
    assert findings((100, 1e-9, 0)) == [("turned", 100, 91, 110)]


def test_only_what_holds_among_all_tests_is_an_alarm():
    assert findings((100, 1e-3, 1), tests=10) != []
    assert findings((100, 1e-3, 1), tests=11) == []


def test_the_clearest_findings_are_kept(monkeypatch):
    monkeypatch.setattr(alarms, "MOST_FINDINGS", 5)
    many = [(100 * i, 1e-4 if i % 6 else 1e-8, 1) for i in range(1, 31)]
    kept = findings(*many, tests=30)
    assert {row for _, row, _, _ in kept} >= {100 * i for i in range(6, 31, 6)}
    assert len(kept) <= 10


def filled(n_features, lines, top=2):
    kept = history.History(n_features, top)
    for t, scores in enumerate(lines, 1):
        scores = np.asarray(scores, dtype=float)
        kept.add(10 * t, 10 * t, scores, 1 - scores, scores > 0.5)
    return kept


def test_few_features_are_all_kept():
    features, scores, p_values, significant = filled(3, [[0, 0.1, 0.9], [0.2, 0, 0]]).table()
    assert features.tolist() == [0, 1, 2]
    assert scores.tolist() == [[0, 0.1, 0.9], [0.2, 0, 0]]
    assert p_values[0, 2] == pytest.approx(0.1)
    assert significant.tolist() == [[False, False, True], [False, False, False]]


def test_of_many_features_those_that_stood_out(monkeypatch):
    monkeypatch.setattr(history, "ALL_KEPT", 3)
    lines = [[0.1, 0.2, 0.05, 0, 0], [0.1, 0, 0, 0.6, 0.7], [0.3, 0, 0, 0.9, 0.8]]
    features, scores, _, _ = filled(5, lines, top=1).table()
    assert features.tolist() == [1, 3, 4]
    np.testing.assert_array_equal(scores, [[0.2, np.nan, np.nan], [0, 0.6, 0.7], [0, 0.9, 0.8]])


def test_never_more_features_than_may_be_kept(monkeypatch):
    monkeypatch.setattr(history, "ALL_KEPT", 3)
    monkeypatch.setattr(history, "MOST_KEPT", 2)
    lines = [[0.6, 0.7, 0, 0], [0, 0, 0.8, 0.9]]
    features, scores, _, _ = filled(4, lines).table()
    assert features.tolist() == [2, 3]
    np.testing.assert_array_equal(scores, [[np.nan, np.nan], [0.8, 0.9]])


def test_thinning_keeps_multiples():
    kept = filled(1, [[0.1]] * 7)
    kept.thin(20)
    assert [snapshot.labelled for snapshot in kept.snapshots] == [20, 40, 60]
