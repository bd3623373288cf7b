"""TopK and the pipeline behind it against plain Python: choice, reset, replay, votes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import driftsift as ds
from tests.reference import top_k
from tests.strategies import long_stream, quick, samples, sparse_samples
from tests.transformers.support import LEARNERS, Selecting, compare, names, with_columns

options = st.builds(
    Selecting, k=st.integers(1, 4), window=st.integers(2, 12), every=st.integers(1, 9), replay=st.integers(0, 12)
)


@quick
@given(sample=samples(max_rows=40), selecting=options, learner=st.sampled_from(sorted(LEARNERS)))
def test_random_streams(sample, selecting, learner):
    compare(selecting.library(learner), selecting.reference(learner, sample), sample)


@quick
@given(sample=sparse_samples(max_features=6), selecting=options, learner=st.sampled_from(sorted(LEARNERS)))
def test_random_sparse_streams(sample, selecting, learner):
    compare(selecting.library(learner), selecting.reference(learner, sample), sample, csr=True)


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize(
    "selecting",
    [Selecting(2, 60, 25, 40), Selecting(3, 30, 50, 200), Selecting(1, 100, 10, 0), Selecting(9, 50, 20, 10)],
    ids=str,
)
@pytest.mark.parametrize("csr", [False, True], ids=["dense", "sparse"])
def test_long_streams(selecting, learner, csr):
    sample = moving_variances(csr)
    oracle = selecting.reference(learner, sample)
    assert compare(selecting.library(learner), oracle, sample, csr) == len(sample)
    assert oracle.changes > 1 or selecting.k > 6, "nothing was selected anew"


def moving_variances(csr):
    """A stream in which other features vary most in each third."""
    sample = long_stream(131, n=240, missing=0.05, weighted=True, unlabelled=0.1, density=0.5 if csr else 1.0)
    for third, factors in enumerate([(9, 1, 5, 1), (1, 9, 1, 5), (5, 1, 1, 9)]):
        sample.X[80 * third : 80 * (third + 1), :4] *= factors
    return sample


def selected(columns, **parameters):
    """The features chosen after all rows."""
    base = long_stream(132, n=len(columns[0]), numeric=1, nominal=0)
    sample = with_columns(base, *columns)
    model = ds.TopK(window=len(base), every=len(base), **parameters) | ds.MajorityClass()
    return model.prepare(sample.schema).partial_fit(sample.X, sample.labels).explain()["features"]


NOISE = np.random.default_rng(133).normal(size=50)


@pytest.mark.parametrize(
    ("columns", "k", "chosen"),
    [
        ([NOISE, NOISE, NOISE], 2, [0, 1]),
        ([NOISE, -NOISE, NOISE], 1, [0]),
        ([0 * NOISE, NOISE, -NOISE, NOISE], 2, [1, 2]),
        ([0 * NOISE, 0 * NOISE + 7, 0 * NOISE], 2, [0, 1]),
        ([np.nan * NOISE, 0 * NOISE, NOISE], 2, [0, 2]),
        ([NOISE, NOISE, 2 * NOISE], 2, [0, 2]),
        ([NOISE, 2 * NOISE, 3 * NOISE], 99, [0, 1, 2]),
    ],
)
def test_of_equal_variances_the_first_feature_is_chosen(columns, k, chosen):
    assert selected(columns, k=k) == names(chosen)


def test_nominal_features_count_with_their_codes():
    schema = ds.Schema([ds.Nominal("a", "uvwxyz"), ds.Numeric("b"), ds.Nominal("c", "uv")], (0, 1))
    codes = np.random.default_rng(134).integers(0, 6, 100)
    X = np.column_stack([codes, codes / 3, codes % 2]).astype(float)
    model = ds.TopK(k=2, window=100, every=100) | ds.NaiveBayes()
    assert model.prepare(schema).partial_fit(X, codes % 2).explain()["features"] == ["a", "b"]


def test_until_the_first_look_all_features_pass():
    sample = long_stream(135, n=60)
    model = (ds.TopK(k=1, window=20, every=50) | ds.KNN(k=3)).prepare(sample.schema)
    alone = ds.KNN(k=3).prepare(sample.schema)
    votes = model.test_then_train(sample.X[:50], sample.labels[:50])
    assert votes.tobytes() == alone.test_then_train(sample.X[:50], sample.labels[:50]).tobytes()
    assert len(model.explain()["features"]) == 1


def test_only_learned_rows_count():
    """Unlabelled rows and rows of weight 0 neither enter the window nor bring the next look nearer."""
    sample = long_stream(136, n=100, numeric=3, nominal=0)
    kept = np.flatnonzero(np.arange(100) % 3)
    labels, weights = sample.labels.copy(), np.ones(100)
    labels[::6], weights[3::6] = None, 0.0
    with_gaps, without = ((ds.TopK(k=1, window=10, every=7) | ds.KNN(k=2)).prepare(sample.schema) for _ in range(2))
    with_gaps.partial_fit(sample.X, labels, sample_weight=weights)
    without.partial_fit(sample.X[kept], sample.labels[kept])
    assert with_gaps.explain() == without.explain()
    assert with_gaps.predict_proba(sample.X).tobytes() == without.predict_proba(sample.X).tobytes()


@pytest.mark.parametrize("outlier", [1e3, 1e9, 1e150])
def test_what_has_left_the_window_leaves_no_trace(outlier):
    """A huge value that has come and gone; the same choice as if it had never been."""
    rng = np.random.default_rng(137)
    X = rng.normal(size=(400, 4)) * (1.0, 0.5, 0.01, 0.02)
    spoiled = X.copy()
    spoiled[20, 2] = outlier
    y = rng.integers(0, 2, 400)
    for rows in (X, spoiled):
        model = ds.TopK(k=3, window=50, every=20) | ds.MajorityClass()
        assert model.fit(rows, y).explain()["features"] == ["x0", "x1", "x3"]


def test_a_large_offset_does_not_hide_the_variance():
    rng = np.random.default_rng(138)
    X = rng.normal(size=(400, 3)) * (0.01, 0.03, 0.02) + (1e6, 0.0, -1e6)
    model = ds.TopK(k=2, window=50, every=20) | ds.MajorityClass()
    assert model.fit(X, rng.integers(0, 2, 400)).explain()["features"] == ["x1", "x2"]


@pytest.mark.parametrize("replay", [0, 1, 5, 50, 1_000])
def test_after_a_change_the_learner_knows_the_last_rows_only(replay):
    """Of the rows up to the one that brought the change, that one included."""
    sample = long_stream(139, n=100, numeric=3, nominal=0)
    model = ds.Pipeline([("t", ds.TopK(k=1, window=100, every=100)), ("m", ds.MajorityClass())], replay=replay)
    model.prepare(sample.schema).partial_fit(sample.X, sample.labels)
    state = model._model.state()["learner"]
    expected = np.bincount(sample.y[-max(replay, 1) :], minlength=3)
    assert state["weight"].tolist() == expected.tolist()
    assert model.explain()["changes"] == [1]


@pytest.mark.parametrize("chunk", [1, 7, 50])
def test_chunks_change_no_byte(chunk):
    sample = moving_variances(False)
    make = Selecting(2, 30, 17, 25).library
    whole = make("knn").prepare(sample.schema).test_then_train(sample.X, sample.labels, sample.weight)
    model = make("knn").prepare(sample.schema)
    parts = [slice(i, i + chunk) for i in range(0, len(sample), chunk)]
    votes = [model.test_then_train(sample.X[p], sample.labels[p], sample.weight[p]) for p in parts]
    assert np.concatenate(votes).tobytes() == whole.tobytes()


@pytest.mark.parametrize(
    ("parameters", "error"),
    [
        ({"k": 0}, ValueError),
        ({"k": -1}, ValueError),
        ({"k": 1.5}, TypeError),
        ({"k": "3"}, TypeError),
        ({"k": True}, TypeError),
        ({"window": 1}, ValueError),
        ({"window": None}, TypeError),
        ({"every": 0}, ValueError),
        ({"every": 2.0}, TypeError),
    ],
    ids=str,
)
def test_impossible_parameters_are_refused_when_they_are_used(parameters, error):
    model = ds.TopK(**parameters) | ds.NaiveBayes()
    with pytest.raises(error, match=next(iter(parameters))):
        model.fit([[0.0], [1.0]], [0, 1])


def test_the_reference_by_hand():
    """Two features, a look every 3 rows over the last 3."""
    reference = top_k.TopK(2, k=1, window=3, every=3)
    changes = [reference.observe(row, 1.0) for row in ([0, 5], [4, 5], [8, 5], [8, 1], [8, 5], [8, 9])]
    assert changes == [False, False, True, False, False, True]
    assert reference.features == [1]
    assert reference.variance(1) == 16
