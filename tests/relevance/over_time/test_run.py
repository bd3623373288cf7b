"""`relevance_over_time` on whole streams."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp
from scipy import stats

import driftsift as ds
from driftsift.relevance import over_time
from driftsift.relevance.over_time import history
from driftsift.streams import datasets
from tests.streams.conftest import REAL_DATA


def drifting(n=6000, at=3000):
    concepts = [ds.SEA(n, n_features=6, relevant=pair, seed=k) for k, pair in enumerate([(0, 1), (3, 4)])]
    return ds.Drifting(concepts, at=at, width=1)


@pytest.fixture(scope="module")
def found():
    return ds.relevance_over_time(drifting(), every=100)


def of(alarms):
    return {(alarm.feature, alarm.direction) for alarm in alarms}


CHANGES = {("x0", "fell"), ("x1", "fell"), ("x3", "rose"), ("x4", "rose")}


def test_what_rose_and_what_fell_and_since_when(found):
    assert of(found.events) == CHANGES
    assert len(found.events) == 4
    for alarm in found.events:
        assert alarm.since <= 3000 <= alarm.until <= alarm.since + 600
        assert abs(alarm.row - 3000) <= 300
        assert alarm.p_value <= alarm.q_value <= 0.01
        assert (alarm.after > alarm.before) == (alarm.direction == "rose")


def test_scores_are_those_of_the_scorer(found):
    scorer = ds.SymmetricalUncertainty(window=300, correct_bias=True).prepare(drifting().schema)
    scorer.observe_chunk(drifting().take(1700))
    line = found.rows.tolist().index(1700)
    np.testing.assert_array_equal(found.scores[line], scorer.scores())
    np.testing.assert_array_equal(found.p_values[line], scorer.p_values())
    np.testing.assert_array_equal(found.significant[line], scorer.significant(0.01))


def test_checkpoints(found):
    assert found.rows.tolist() == list(range(300, 6001, 100))
    assert ds.relevance_over_time(drifting()).every == 30
    assert ds.relevance_over_time(drifting(), every=2500).rows.tolist() == [2500, 5000, 6000]


class Cut(ds.Stream):
    """A stream in chunks of another size, some labels of which are hidden."""

    def __init__(self, stream, size, hidden=()):
        super().__init__(stream.schema, stream.name, None, stream.truth)
        self._stream, self._size, self._hidden = stream, size, np.asarray(hidden, dtype=int)

    @property
    def chunk_rows(self):
        return self._size

    def _blocks(self, start, rows):
        whole = self._stream.take(self._stream.n_instances)
        y = whole.y.copy()
        y[self._hidden] = -1
        yield ds.Chunk(whole.X, y)[start:]


@pytest.mark.parametrize("size", [1, 37, 5000])
def test_chunks_change_nothing(size, found):
    other = ds.relevance_over_time(Cut(drifting(), size), every=100)
    np.testing.assert_array_equal(found.scores, other.scores)
    assert found.events == other.events


def test_rows_without_a_label_are_passed_over_but_counted(found):
    hidden = np.arange(0, 3000, 2)
    other = ds.relevance_over_time(Cut(drifting(), 64, hidden), every=100)
    assert (other.n, other.labelled) == (6000, 4500)
    assert other.rows[:3].tolist() == [600, 800, 1000]
    assert of(other.events) == CHANGES
    assert all(alarm.since <= 3000 <= alarm.until for alarm in other.events)


def test_checkpoints_far_apart_compare_their_windows():
    found = ds.relevance_over_time(drifting(), every=1000)
    assert of(found.events) == CHANGES
    assert all((alarm.since, alarm.row, alarm.until) == (2701, 3350, 4000) for alarm in found.events)


def test_a_part_of_a_stream():
    assert ds.relevance_over_time(drifting(), n=2000).n == 2000
    endless = ds.relevance_over_time(ds.SEA(None, n_features=3, seed=1), n=1000)
    assert (endless.n, endless.every) == (1000, 5)


def test_without_a_known_length_a_checkpoint_comes_after_every_window():
    assert ds.relevance_over_time(Cut(drifting(), 100)).rows.tolist() == list(range(300, 6001, 300))


def test_too_many_checkpoints_become_half_as_many(monkeypatch):
    monkeypatch.setattr(history, "MOST_CHECKPOINTS", 10)
    found = ds.relevance_over_time(drifting(at=3600), every=100)
    assert len(found.rows) <= 10
    assert found.every == 800
    assert found.rows.tolist() == [800, 1600, 2400, 3200, 4000, 4800, 5600, 6000]
    assert of(found.events) == CHANGES


def test_sparse_rows_with_very_many_features():
    rng = np.random.default_rng(0)
    n, d = 2000, 3000
    y = rng.integers(0, 2, n)
    X = sp.lil_array(sp.random_array((n, d), density=0.01, rng=rng))
    word = np.flatnonzero((rng.random(n) < 0.5) & (y == 1))
    X[word[word < 1000], 7] = 1.0
    X[word[word >= 1000], 8] = 1.0
    found = ds.relevance_over_time(ds.ArrayStream(X.tocsr(), y), every=50)
    assert of(found.events) == {("x7", "fell"), ("x8", "rose")}
    assert set(found.top(2)) == {"x7", "x8"}
    assert len(found.features) < 1000
    assert found.n_features == d


def repeated(stream, times):
    whole = stream.take(stream.n_instances)
    return ds.ArrayStream(np.repeat(whole.X, times, axis=0), np.repeat(whole.y, times))


def test_rows_in_blocks_are_no_more_witnesses_than_there_are_blocks():
    stationary = repeated(ds.SEA(2000, n_features=10, relevant=[1, 3], seed=1), 10)
    assert len(ds.relevance_over_time(stationary, every=100).events) > 10
    assert ds.relevance_over_time(stationary, every=100, block=10).events == ()


def test_streams_without_anything_to_say():
    for stream in (ds.SEA(0, seed=1), ds.SEA(50, seed=1), Cut(ds.SEA(500, seed=1), 100, np.arange(500))):
        found = ds.relevance_over_time(stream)
        assert found.events == ()
        assert found.to_frame("pyarrow").num_rows == len(found.rows) * 3
        json.loads(found.to_json())
        assert str(found)
        for kind in ("heatmap", "lines"):
            found.plot(kind)


@pytest.mark.parametrize(
    "scorer",
    [ds.InformationGain(window=400), ds.ConditionalEntropy(), ds.GainRatio(), ds.InteractionLookahead(window=400)],
    ids=lambda scorer: type(scorer).__name__,
)
def test_any_scorer(scorer):
    found = ds.relevance_over_time(drifting(), scorer, every=200)
    assert found.window == scorer.window
    assert found.scorer == repr(scorer)
    assert of(found.events) == CHANGES
    with pytest.raises(AttributeError):
        scorer.schema_  # noqa: B018


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"scorer": "su"}, TypeError, "scorer must be one of"),
        ({"every": 0}, ValueError, "every must be at least 1"),
        ({"alpha": 1.5}, ValueError, "alpha must be"),
        ({"top": 0}, ValueError, "top must be at least 1"),
        ({"block": 0}, ValueError, "block must be at least 1"),
        ({"n": 0}, ValueError, "n must be at least 1"),
    ],
)
def test_wrong_options(options, error, words):
    with pytest.raises(error, match=words):
        ds.relevance_over_time(drifting(), **options)


def test_frames(found):
    frame = found.to_frame("pandas")
    assert list(frame) == ["row", "feature", "score", "p_value", "significant"]
    assert len(frame) == 58 * 6
    one = frame[(frame.row == 1700) & (frame.feature == "x1")].iloc[0]
    line = found.rows.tolist().index(1700)
    assert (one.score, one.p_value) == (found.scores[line, 1], found.p_values[line, 1])
    alarms = found.alarms_frame("pandas")
    assert list(alarms) == list(over_time.Alarm._fields)
    assert [tuple(row) for row in alarms.itertuples(index=False)] == [tuple(alarm) for alarm in found.events]
    assert list(found.alarms.columns) == list(alarms)


def test_json(found, tmp_path):
    content = json.loads(found.to_json(tmp_path / "found.json"))
    assert json.loads((tmp_path / "found.json").read_text()) == content
    assert content["summary"]["alarms"] == len(content["alarms"]) == 4
    assert content["drifts"] == [{"at": 3000.0, "width": 1.0}]
    assert content["scores"]["x3"] == found.scores[:, 3].tolist()


def test_tables_name_what_was_found(found):
    text = str(found)
    assert "6,000 rows, 6 features, 58 checkpoints" in text
    assert "4 alarms" in text
    for alarm in found.events:
        assert any(alarm.feature in line and alarm.direction in line for line in text.splitlines())


def test_pictures_show_scores_alarms_and_drifts(found):
    heat = found.plot(top=4)
    assert {label.get_text() for label in heat.get_yticklabels()} == {"x0", "x1", "x3", "x4"}
    markers = sorted(line.get_marker() for line in heat.get_lines() if line.get_marker() != "None")
    assert markers == ["^", "^", "v", "v"]
    assert [line.get_xdata()[0] for line in heat.get_lines() if line.get_linestyle() == "--"] == [3000.0]
    lines = found.plot("lines", top=4)
    curves = [line for line in lines.get_lines() if len(line.get_xdata()) == len(found.rows)]
    assert sorted(curve.get_label() for curve in curves) == ["x0", "x1", "x3", "x4"]
    with pytest.raises(ValueError, match="kind"):
        found.plot("pie")


@pytest.mark.slow
def test_stationary_streams_raise_no_more_false_alarms_than_they_may():
    """Nothing changes, so every alarm is false: runs with any are at most the share alpha, within binomial bounds."""
    alpha, runs = 0.05, 150
    alarmed = 0
    for seed in range(runs):
        stream = ds.SEA(6000, n_features=20, relevant=[3, 11], noise=0.1, seed=seed)
        alarmed += bool(ds.relevance_over_time(stream, every=100, alpha=alpha, least_change=0.0).events)
    assert alarmed <= stats.binom.ppf(0.999, runs, alpha)


def related(stream):
    """For each concept its relevant features, and those that repeat one of them."""
    names = stream.schema.names
    for concept in range(len(stream.drifts) + 1):
        true = set(stream.relevant[concept])
        yield {names[f] for f in true}, {names[f] for f in true | {c for c, s in stream.redundant.items() if s in true}}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "share"), [("thesis/SEA(A)", 0.9), ("thesis/BG1(A)", 0.9), ("thesis/SEA", 0.8)])
def test_drifts_of_the_presets_are_found_for_the_right_features(name, share):
    stream = ds.preset(name, seed=2)
    found = ds.relevance_over_time(stream)
    concepts = list(related(stream))
    due = hit = right = 0
    for k, drift in enumerate(stream.drifts):
        (was, was_wide), (now, now_wide) = concepts[k], concepts[k + 1]
        near = [alarm for alarm in found.events if abs(alarm.row - drift.at) <= 1500]
        rose, fell = ({a.feature for a in near if a.direction == d} for d in ("rose", "fell"))
        due += len(now - was) + len(was - now)
        hit += len((now - was) & rose) + len((was - now) & fell)
        right += len([a for a in near if a.feature in (was_wide | now_wide)])
    assert hit >= share * due
    assert right >= 0.95 * len(found.events)


MEASURE = """
import resource, sys
import driftsift as ds
stream = ds.SEA(int(sys.argv[1]), n_features=20, relevant=[3, 11], seed=1)
class Unknown(ds.Stream):
    def _blocks(self, start, rows):
        return stream._blocks(start, rows)
found = ds.relevance_over_time(Unknown(stream.schema, "unknown"), every=50)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in KiB on Linux")
def test_memory_does_not_grow_with_the_stream():
    def peak(n):
        run = [sys.executable, "-c", MEASURE, str(n)]
        return int(subprocess.run(run, capture_output=True, text=True, check=True).stdout)

    assert peak(2_000_000) - peak(200_000) < 8 * 1024


@pytest.mark.slow
@pytest.mark.parametrize("name", ["electricity", "nomao", "spam"])
def test_recorded_rows_in_random_order_raise_no_alarm(name):
    if not REAL_DATA.is_dir():
        pytest.skip(f"{REAL_DATA} is not here")
    shuffled = datasets.load(name, REAL_DATA, shuffle=1)
    assert ds.relevance_over_time(shuffled, n=10_000, every=100).events == ()
