"""What `evaluate` hands back, however short, long or unlabelled the stream; its tables, frames and files."""

from __future__ import annotations

import importlib.util
import json
import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import driftsift as ds
from tests.strategies import long_stream

COLUMNS = ["instance", "accuracy", "kappa", "kappa_m", "kappa_per", "f1", "geometric_mean"]
COSTS = ["cpu_seconds", "model_bytes", "ram_hours"]


def as_stream(sample, known_length=True, block=70):
    chunks = [ds.Chunk(sample.X[i : i + block], sample.y[i : i + block]) for i in range(0, len(sample), block)]
    return ds.ChunkStream(sample.schema, chunks, n_instances=len(sample) if known_length else None)


@pytest.fixture(scope="module")
def evaluation():
    return ds.evaluate(ds.NaiveBayes(), as_stream(long_stream(121, n=500, unlabelled=0.1)), every=100)


# --- lengths ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 69, 70, 71, 333, 500, 501, 10**9])
@pytest.mark.parametrize("known_length", [True, False], ids=["known", "unknown"])
def test_at_most_n_instances_are_read(n, known_length):
    sample = long_stream(122, n=500)
    evaluation = ds.evaluate(ds.NaiveBayes(), as_stream(sample, known_length), n=n, every=50)
    whole = ds.evaluate(ds.NaiveBayes(), as_stream(sample.part(0, n)), every=50)
    assert evaluation.n == min(n, 500)
    assert evaluation.curve["instance"] == whole.curve["instance"]
    np.testing.assert_array_equal(evaluation.matrix, whole.matrix)


def test_an_endless_stream_is_read_up_to_n():
    def endless():
        while True:
            yield ds.Chunk(np.ones((33, 1)), np.zeros(33, dtype=np.int32))

    stream = ds.ChunkStream(ds.Schema.numeric(1, ("a",)), endless)
    assert ds.evaluate(ds.NoChange(), stream, n=100).n == 100


def test_a_stream_of_unknown_length_has_a_point_every_1000_instances():
    curve = ds.evaluate(ds.NoChange(), as_stream(long_stream(123, n=2_500), known_length=False)).curve
    assert curve["instance"] == [1_000, 2_000, 2_500]


def test_a_stream_of_known_length_has_a_hundred_points():
    curve = ds.evaluate(ds.NoChange(), as_stream(long_stream(123, n=2_500))).curve
    assert curve["instance"] == list(range(25, 2_501, 25))


def test_the_automatic_window_is_a_tenth_of_the_stream():
    sample = long_stream(124, n=1_500)
    auto = ds.evaluate(ds.NaiveBayes(), as_stream(sample), window="auto", every=100)
    fixed = ds.evaluate(ds.NaiveBayes(), as_stream(sample), window=150, every=100)
    assert auto.curve["accuracy"] == fixed.curve["accuracy"]
    unknown = ds.evaluate(ds.NaiveBayes(), as_stream(sample, known_length=False), window="auto", every=100)
    thousand = ds.evaluate(ds.NaiveBayes(), as_stream(sample), window=1_000, every=100)
    assert unknown.curve["accuracy"] == thousand.curve["accuracy"]


EMPTY = {
    "no instance": lambda: as_stream(long_stream(125, n=10).part(0, 0)),
    "no instance, length unknown": lambda: as_stream(long_stream(125, n=10).part(0, 0), known_length=False),
    "empty chunks": lambda: ds.ChunkStream(ds.Schema.numeric(1, ("a",)), [ds.Chunk(np.empty((0, 1)), np.empty(0))] * 3),
    "generator of length 0": lambda: ds.SEA(n=0),
}


@pytest.mark.parametrize("kind", EMPTY)
@pytest.mark.parametrize(
    "options", [{}, {"window": 10}, {"fading": 0.9}, {"delay": 5}, {"protocol": "chunks"}], ids=str
)
def test_an_empty_stream_gives_an_empty_result(kind, options, tmp_path):
    evaluation = ds.evaluate(ds.KNN(), EMPTY[kind](), **options)
    summary = evaluation.summary()
    assert (evaluation.n, evaluation.labelled) == (0, 0)
    assert math.isnan(summary["accuracy"])
    assert math.isnan(summary["kappa"])
    assert evaluation.matrix.sum() == 0
    assert evaluation.curve["instance"] == [0]
    json.loads(evaluation.to_json(tmp_path / "empty.json"))
    assert "n/a" in str(evaluation)
    evaluation.plot()
    assert len(evaluation.to_frame()) == 1


def test_weights_that_are_no_sums_of_halves_never_make_a_negative_count():
    """Taking away from a window what was added leaves rounding behind."""
    rng = np.random.default_rng(126)
    X, y = rng.normal(size=(2_000, 2)), rng.integers(0, 3, 2_000)
    stream = ds.ArrayStream(X, y, weight=rng.choice([0.1, 0.2, 0.3, 0.7], 2_000))
    evaluation = ds.evaluate(ds.MajorityClass(window=9), stream, window=7, every=1)
    accuracy = np.array(evaluation.curve["accuracy"])
    assert accuracy.min() >= 0
    assert accuracy.max() <= 1


# --- the result ------------------------------------------------------------------------------------------------


def test_every_measure_has_a_column(evaluation):
    frame = evaluation.to_frame(backend="pandas")
    assert list(frame.columns) == COLUMNS + COSTS
    assert frame["instance"].tolist() == [100, 200, 300, 400, 500]


def test_the_summary_names_what_was_run(evaluation):
    summary = evaluation.summary()
    assert summary["model"] == "NaiveBayes"
    assert summary["stream"] == "chunks"
    assert summary["n"] == 500
    assert summary["labelled"] == int(evaluation.matrix.sum())
    assert list(summary["recall"]) == ["class 0", "class 1", "class 2"]
    assert summary["accuracy"] == np.trace(evaluation.matrix) / evaluation.matrix.sum()
    assert summary["cpu_seconds"] > 0
    assert summary["wall_seconds"] > 0
    assert summary["model_bytes"] == evaluation.trained.nbytes


def test_costs_never_shrink(evaluation):
    for name in ("cpu_seconds", "ram_hours"):
        values = evaluation.curve[name]
        assert values == sorted(values)
        assert values[0] > 0


def test_ram_hours_are_gibibytes_times_hours(evaluation):
    curve = evaluation.curve
    seconds = np.diff([0.0, *curve["cpu_seconds"]])
    expected = np.cumsum(np.array(curve["model_bytes"]) / 2**30 * seconds / 3600)
    np.testing.assert_allclose(curve["ram_hours"], expected, rtol=1e-12)


@pytest.mark.parametrize(
    ("backend", "kind"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame), ("pyarrow", pa.Table)]
)
def test_frames_of_every_kind(evaluation, backend, kind):
    frame = evaluation.to_frame(backend=backend)
    assert isinstance(frame, kind)
    column = frame["accuracy"]
    values = column.to_pylist() if backend == "pyarrow" else column.to_list()
    assert values == evaluation.curve["accuracy"]


@pytest.mark.parametrize(
    ("missing", "kind"), [((), pd.DataFrame), (("pandas",), pl.DataFrame), (("pandas", "polars"), pa.Table)]
)
def test_the_frame_is_of_a_library_that_is_there(evaluation, missing, kind, monkeypatch):
    there = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name in missing else there(name))
    assert isinstance(evaluation.to_frame(), kind)


def strict(text):
    """JSON as the standard has it: no NaN, no Infinity."""

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(text, parse_constant=refuse)


def test_json_holds_everything(evaluation, tmp_path):
    path = tmp_path / "result.json"
    content = strict(evaluation.to_json(path))
    assert strict(path.read_text()) == content
    assert content["summary"]["accuracy"] == evaluation.summary()["accuracy"]
    assert content["curve"]["kappa"] == evaluation.curve["kappa"]
    assert content["confusion"] == evaluation.matrix.tolist()
    assert content["classes"] == list(evaluation.classes)
    assert content["protocol"]["protocol"] == "prequential"


@pytest.mark.parametrize("labels", [("ja", "nein"), (0, 1), (False, True), ("é", '"\n')], ids=str)
def test_json_without_a_label_that_was_known(labels):
    schema = ds.Schema.numeric(1, labels)
    stream = ds.ArrayStream(np.zeros((5, 1)), [None] * 5, schema=schema)
    content = strict(ds.evaluate(ds.KNN(), stream).to_json())
    assert content["summary"]["accuracy"] is None
    assert content["classes"] == list(labels)


def test_a_plot_has_a_line_per_measure(evaluation):
    axes = evaluation.plot(measures=("accuracy", "kappa", "f1"))
    assert isinstance(axes, Axes)
    assert [line.get_label() for line in axes.get_lines()] == ["accuracy", "kappa", "f1"]
    for line in axes.get_lines():
        assert line.get_xdata().tolist() == evaluation.curve["instance"]
        assert line.get_ydata().tolist() == evaluation.curve[line.get_label()]


def test_a_plot_into_axes_that_are_given(evaluation):
    given = Figure().subplots()
    assert evaluation.plot(ax=given) is given


def test_a_plot_of_what_is_no_curve_is_refused(evaluation):
    with pytest.raises(ValueError, match=r"no curve of 'recall'; there are \['accuracy'"):
        evaluation.plot(measures=("recall",))


def test_text_is_a_table(evaluation):
    text = str(evaluation)
    heading = next(line for line in text.splitlines() if "model" in line)
    for name in ("accuracy", "kappa", "kappa_m", "kappa_per", "F1", "CPU s", "memory", "RAM-Hours"):
        assert name in heading
    row = next(line for line in text.splitlines() if "NaiveBayes" in line)
    assert f"{100 * evaluation.summary()['accuracy']:.2f}" in row
    assert "500 instances" in text


def test_the_model_is_not_part_of_the_representation(evaluation):
    assert "trained" not in repr(evaluation)


def test_a_result_cannot_be_changed(evaluation):
    with pytest.raises(AttributeError):
        evaluation.n = 3


def test_the_prototype_is_not_trained():
    model = ds.TopK() | ds.NaiveBayes()
    evaluation = ds.evaluate(model, ds.SEA(n=50, seed=1))
    assert evaluation.trained is not model
    assert not model.__sklearn_is_fitted__()
    assert not hasattr(model.steps[1][1], "classes_")


def test_the_progress_bar_is_for_terminals(capsys):
    ds.evaluate(ds.NaiveBayes(), ds.SEA(n=500, seed=1))
    assert capsys.readouterr() == ("", "")
    ds.evaluate(ds.NaiveBayes(), ds.SEA(n=500, seed=1), progress=True)
    assert capsys.readouterr().out == ""


def test_an_interrupt_without_a_checkpoint_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def interrupted():
        yield ds.Chunk(np.ones((9, 1)), np.zeros(9, dtype=np.int32))
        raise KeyboardInterrupt

    stream = ds.ChunkStream(ds.Schema.numeric(1, ("a",)), interrupted)
    with pytest.raises(KeyboardInterrupt):
        ds.evaluate(ds.NoChange(), stream)
    assert list(tmp_path.iterdir()) == []
