"""The selector that is told the truth."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from sklearn.base import clone

import driftsift as ds
from driftsift.streams.schedule import Drift
from driftsift.streams.truth import Truth

TRUTH = Truth({0: frozenset({0, 1}), 1: frozenset({2}), 2: frozenset({2})}, drifts=(Drift(30, 1), Drift(40.5, 8)))
RNG = np.random.default_rng(41)
X, Y = RNG.normal(size=(60, 4)), RNG.integers(0, 2, 60)
SCHEMA = ds.Schema.numeric(4, (0, 1))


def model(truth=TRUTH, **options):
    return (ds.Oracle(truth, **options) | ds.NaiveBayes()).prepare(SCHEMA)


def features(fitted):
    return fitted.explain()["features"]


def test_the_first_concept_is_known_before_the_first_row():
    assert features(model()) == ["x0", "x1"]
    assert model().events_ == []


def test_the_next_one_begins_behind_the_drift():
    pipeline = model().partial_fit(X[:30], Y[:30])
    assert features(pipeline) == ["x0", "x1"]
    pipeline.partial_fit(X[30:31], Y[30:31])
    assert features(pipeline) == ["x2"]
    (event,) = pipeline.partial_fit(X[31:], Y[31:]).events_
    assert event == ds.transformers.SelectionEvent(31, "drift", ("x2",), ("x0", "x1"), ("x2",), "concept 1", (), 0)
    assert pipeline.explain()["changes"] == [1]  # concept 2 needs the same features


def test_without_replay_the_learner_knows_the_new_concept_only():
    pipeline = ds.Pipeline([("o", ds.Oracle(TRUTH)), ("m", ds.NaiveBayes())], replay=0).prepare(SCHEMA)
    alone = ds.NaiveBayes().prepare(SCHEMA.select([2])).partial_fit(X[30:, [2]], Y[30:])
    assert pipeline.partial_fit(X, Y).predict_proba(X).tobytes() == alone.predict_proba(X[:, [2]]).tobytes()


def test_included_features_always_pass():
    pipeline = model(include=["x3", 0])
    assert features(pipeline) == ["x0", "x1", "x3"]
    assert features(pipeline.partial_fit(X, Y)) == ["x0", "x2", "x3"]


@pytest.mark.parametrize(
    ("on_empty", "expected"), [("all", ["x0", "x1", "x2", "x3"]), ("keep", ["x0", "x1"]), ("prior", [])]
)
def test_where_nothing_matters(on_empty, expected):
    truth = Truth({0: frozenset({0, 1}), 1: frozenset()}, drifts=(Drift(30, 1),))
    pipeline = model(truth, on_empty=on_empty).partial_fit(X, Y)
    assert features(pipeline) == expected
    assert pipeline.explain()["selected"] == [[]]
    assert pipeline.predict(X).shape == (60,)


@pytest.mark.parametrize("on_empty", ["all", "keep", "prior"])
def test_where_nothing_matters_from_the_start(on_empty):
    truth = Truth({0: frozenset(), 1: frozenset({3})}, drifts=(Drift(30, 1),))
    pipeline = model(truth, on_empty=on_empty)
    assert len(features(pipeline)) == (0 if on_empty == "prior" else 4)
    assert features(pipeline.partial_fit(X, Y)) == ["x3"]


def test_a_stream_says_itself_what_is_true():
    stream = ds.WithIrrelevant(ds.SEA(n=300, seed=1), numeric=3)
    pipelines = [(ds.Oracle(truth) | ds.NaiveBayes()).prepare(stream.schema) for truth in (stream, stream.truth)]
    relevant = [stream.schema.names[f] for f in sorted(stream.relevant[0])]
    assert [features(pipeline) for pipeline in pipelines] == [relevant] * 2
    assert pipelines[0].steps[0][1].truth is stream


@pytest.mark.parametrize("truth", [TRUTH, ds.SEA(n=100, seed=1)], ids=["truth", "stream"])
def test_copies_go_on_alike(truth):
    pipeline = (ds.Oracle(truth) | ds.NaiveBayes()).prepare(SCHEMA).partial_fit(X[:35], Y[:35])
    twins = [pipeline, copy.deepcopy(pipeline), pickle.loads(pickle.dumps(pipeline))]
    votes = {twin.test_then_train(X[35:], Y[35:]).tobytes() for twin in twins}
    assert len(votes) == 1
    assert all(twin.events_ == pipeline.events_ for twin in twins)
    assert clone(pipeline).steps[0][1].get_params().keys() == {"truth", "include", "on_empty"}


def test_a_truth_is_in_the_model_file(tmp_path):
    whole = Truth(TRUTH.relevant, {3: 1}, TRUTH.drifts, {0: (0.0, 1.5)}, (Drift(7, 2),))
    pipeline = model(whole, include=["x3"]).partial_fit(X, Y)
    pipeline.save(tmp_path / "model")
    loaded = ds.load(tmp_path / "model")
    assert loaded.steps[0][1].truth == whole
    assert loaded.events_ == pipeline.events_


def test_a_stream_is_not_in_a_model_file(tmp_path):
    pipeline = model(ds.SEA(n=100, seed=1)).partial_fit(X, Y)
    with pytest.raises(TypeError, match="the stream SEA cannot be saved to a model file; give its truth instead"):
        pipeline.save(tmp_path / "model")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"truth": 3}, TypeError, "truth must be a Stream or a Truth, got 3"),
        ({"truth": Truth()}, ValueError, "truth does not say which features matter"),
        (
            {"truth": Truth({0: frozenset({0})}, drifts=(Drift(5, 1),))},
            ValueError,
            "truth does not say what matters in concept 1; it has 1 drifts",
        ),
        ({"truth": Truth({0: frozenset({9})})}, ValueError, "no feature at position 9; the stream has 4"),
        ({"truth": Truth({0: {0}, 1: {1}}, drifts=(Drift(float("nan"), 1),))}, ValueError, "finite rows"),
        ({"truth": TRUTH, "include": "x0"}, TypeError, "include must be a list of names or positions, got 'x0'"),
        ({"truth": TRUTH, "include": ["x9"]}, ValueError, "no feature called 'x9'"),
        ({"truth": TRUTH, "on_empty": "none"}, ValueError, "on_empty must be one of"),
    ],
    ids=str,
)
def test_impossible_parameters_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        (ds.Oracle(**options) | ds.NaiveBayes()).prepare(SCHEMA)


def test_it_names_features_and_changes_them():
    with pytest.raises(ValueError, match="Oracle names features, which TopK in front"):
        (ds.TopK() | ds.Oracle(TRUTH) | ds.NaiveBayes()).prepare(SCHEMA)
    with pytest.raises(ValueError, match="Subset names features, which Oracle in front"):
        (ds.Oracle(TRUTH) | ds.Subset([0]) | ds.NaiveBayes()).prepare(SCHEMA)


def test_a_state_of_another_row_is_refused():
    pipeline = model().partial_fit(X, Y)
    state = pipeline._model.state()
    for row in (20, -1):
        state["transformer"]["row"] = row
        with pytest.raises(ds._core.StateError):
            pipeline._restore(state)
