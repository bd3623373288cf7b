"""DISCUSS, ABFS and LookaheadSelector against plain Python, row by row and event by event."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import driftsift as ds
from tests.learners.support import assert_exact_row, assert_naive_bayes_row
from tests.reference import knn, naive_bayes
from tests.reference.detectors.adwin import ADWIN
from tests.reference.detectors.ddm import DDM
from tests.reference.relevance.window import Window
from tests.reference.selectors.evidence import Scan
from tests.strategies import quick
from tests.transformers.selecting import Behind, Concepts, Seen, Setting, concepts, follow, in_chunks

# --- DISCUSS -------------------------------------------------------------------------------------------------

COMMON = {
    "window": st.integers(5, 40),
    "redundancy": st.sampled_from(["corrected", "corrected", "raw", None]),
    "redundancy_heuristic": st.booleans(),
    "n": st.sampled_from([None, 1, 2]),
    "on_empty": st.sampled_from(["all", "keep"]),
}
REPAIRED = {
    **COMMON,
    "strategy": st.sampled_from(["significance", "n-best", "threshold", "auto", "auto-printed"]),
    "theta": st.sampled_from([0.0, 0.03, 0.2]),
    "alpha": st.sampled_from([0.05, 0.3]),
    "kappa": st.sampled_from([1.0, 10.0]),
    "margin": st.sampled_from([0.0, 0.01, 0.1]),
    "delta": st.sampled_from([0.05, 0.5]),
    "check_every": st.sampled_from([1, 1, 7]),
}
PUBLISHED = {
    **COMMON,
    "strategy": st.sampled_from(["n-best", "threshold", "auto", "auto-printed"]),
    "theta": st.sampled_from([0.0, 0.03, 0.2]),
    "variant": st.just("as-published"),
}


@quick
@given(sample=concepts(), options=st.fixed_dictionaries(REPAIRED), replay=st.integers(0, 20))
def test_discuss(sample, options, replay):
    follow(Setting("DISCUSS", options), sample, replay=replay)


@quick
@given(sample=concepts(), options=st.fixed_dictionaries(PUBLISHED))
def test_discuss_as_published(sample, options):
    follow(Setting("DISCUSS", options), sample)


@quick
@given(sample=concepts(sizes=(0, 0, 0), segments=((0,), (2,)), density=0.5), options=st.fixed_dictionaries(REPAIRED))
def test_discuss_on_sparse_rows(sample, options):
    """Where 0 is a kind of its own, as for the scores."""
    follow(Setting("DISCUSS", options), sample, csr=True, sparse=True)


@quick
@given(
    sample=concepts(lengths=(40, 80)),
    window=st.integers(30, 60),
    period=st.sampled_from([5, 25]),
    strategy=st.sampled_from(["significance", "n-best", "threshold"]),
)
def test_discuss_with_a_lookahead(sample, window, period, strategy):
    scorer = ds.InteractionLookahead(window=window, period=period, alpha=0.05, min_cell=5)
    setting = Setting(
        "DISCUSS",
        {"strategy": strategy, "scorer": scorer},
        {"window": window, "period": period, "lookahead": {"alpha": 0.05, "min_cell": 5}},
    )
    follow(setting, sample)


@pytest.mark.parametrize(
    ("strategy", "variant"),
    [
        ("significance", "repaired"),
        ("n-best", "repaired"),
        ("threshold", "repaired"),
        ("n-best", "as-published"),
        ("threshold", "as-published"),
    ],
)
def test_long_streams_of_discuss(strategy, variant):
    stream = Concepts(301, sizes=(0, 2, 3, 0, 2, 0), length=120, n_classes=3, copy=True, missing=0.05, unlabelled=0.1)
    setting = Setting("DISCUSS", {"strategy": strategy, "window": 60, "variant": variant})
    sample = stream.sample()
    assert follow(setting, sample) == len(sample)
    oracle = setting.reference(sample)
    for row, label in zip(sample.rows, sample.codes, strict=True):
        oracle.learn(row, label)
    assert len(oracle.events) > 2, "hardly anything was selected"


def test_the_comparison_finds_a_wrong_choice():
    sample = Concepts(299, segments=((0,), (2,)), length=80).sample()
    with pytest.raises(AssertionError):
        follow(Setting("DISCUSS", {"strategy": "threshold", "window": 40, "theta": 0.05}), sample, alpha=0.5, n=1)


# --- ABFS ----------------------------------------------------------------------------------------------------

BOOSTING = {
    "grace": st.integers(5, 40),
    "theta": st.sampled_from([0.0, 0.01, 0.1]),
    "criterion": st.sampled_from(["information-gain", "information-gain", "gini"]),
    "split_test": st.sampled_from(["significance", "none", "hoeffding"]),
    "alpha": st.sampled_from([0.05, 0.5]),
    "delta": st.sampled_from([1e-7, 0.2]),
    "tau": st.sampled_from([0.0, 0.3]),
    "lambda_range": st.sampled_from([(0.1, 10.0), (0.5, 2.0)]),
    "max_units": st.sampled_from([None, 1, 2]),
    "on_empty": st.sampled_from(["all", "keep"]),
    "variant": st.sampled_from(["repaired", "as-published"]),
}


def quick_to_alarm():
    return ADWIN(delta=0.3, clock=4)


@quick
@given(sample=concepts(lengths=(60, 120)), options=st.fixed_dictionaries(BOOSTING), replay=st.integers(0, 20))
def test_abfs(sample, options, replay):
    options = {**options, "detector": ds.ADWIN(delta=0.3, clock=4)}
    follow(Setting("ABFS", options, {"detector": quick_to_alarm}), sample, replay=replay)


@quick
@given(sample=concepts(lengths=(60, 120)), options=st.fixed_dictionaries(BOOSTING))
def test_abfs_with_another_detector(sample, options):
    follow(Setting("ABFS", {**options, "detector": ds.DDM()}, {"detector": DDM}), sample)


@quick
@given(sample=concepts(sizes=(0, 0, 3), segments=((0,), (2,)), density=0.5), options=st.fixed_dictionaries(BOOSTING))
def test_abfs_on_sparse_rows(sample, options):
    """The same as on dense ones."""
    follow(Setting("ABFS", options), sample, csr=True)


@pytest.mark.parametrize("variant", ["repaired", "as-published"])
def test_long_streams_of_abfs(variant):
    sample = Concepts(302, segments=((1,), (4,), (0,)), length=700, missing=0.05, weighted=True).sample()
    setting = Setting("ABFS", {"grace": 50, "split_test": "none", "theta": 0.02, "variant": variant})
    assert follow(setting, sample) == len(sample)
    oracle = setting.reference(sample)
    for row, label, weight in zip(sample.rows, sample.codes, sample.weights, strict=True):
        oracle.learn(row, label, weight)
    assert oracle.alarms > 0
    assert {event.kind for event in oracle.events} == {"grown", "drift"}


# --- LookaheadSelector ---------------------------------------------------------------------------------------

LOOKING = {
    "window": st.integers(30, 50),
    "memory": st.sampled_from([None, 60, 90]),
    "every": st.sampled_from([None, 10]),
    "alpha": st.sampled_from([0.01, 0.05]),
    "kappa": st.sampled_from([1.0, 10.0]),
    "margin": st.sampled_from([0.0, 0.01]),
    "n": st.sampled_from([None, 1, 3]),
    "levels": st.sampled_from([2, 3]),
    "order": st.sampled_from([2, 3]),
    "extend": st.booleans(),
    "min_cell": st.sampled_from([5, 20]),
    "max_seeds": st.sampled_from([1, 50]),
    "min_support": st.sampled_from([1, 5]),
    "on_empty": st.sampled_from(["all", "keep"]),
}


@quick
@given(sample=concepts(lengths=(50, 90)), options=st.fixed_dictionaries(LOOKING))
def test_lookahead_selector(sample, options):
    follow(Setting("LookaheadSelector", options), sample)


def test_long_stream_of_the_lookahead_selector():
    stream = Concepts(303, sizes=(2, 2, 0, 0, 3), segments=((0, 1), (2,), (1, 3)), length=200, noise=0.1, copy=True)
    setting = Setting("LookaheadSelector", {"window": 100, "memory": 200, "alpha": 0.01, "kappa": 10.0})
    sample = stream.sample()
    assert follow(setting, sample) == len(sample)
    oracle = setting.reference(sample)
    for row, label in zip(sample.rows, sample.codes, strict=True):
        oracle.learn(row, label)
    assert oracle.breaks > 0
    assert len(oracle.events) > 2


@pytest.mark.parametrize("seed", range(6))
def test_the_look_of_the_reference_is_that_of_the_scorer(seed):
    """Coarse levels of numbers, which the reference of the scorer does without."""
    stream = Concepts(
        310 + seed, sizes=(2, 0, 0, 3, 7), segments=((0, 1), (2, 3)), length=90, missing=0.05 * (seed % 2)
    )
    sample = stream.sample()
    window = Window(sample.n_categories, sample.n_classes, 120)
    scorer = ds.InteractionLookahead(window=120, alpha=0.1, min_cell=10, period=10**6).prepare(sample.schema)
    for row, label in zip(sample.rows, sample.codes, strict=True):
        window.observe(row, label)
    scan = Scan(window, alpha=0.1, min_cell=10)
    scan.scan()
    found = scorer.observe(sample.X, sample.labels).scan().scores()
    expected = [max(scan.single(f), scan.together[f]) for f in range(scan.d)]
    assert scan.closest_test() > 1e-9
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
    assert any(expected)
    assert scorer.prune() == [sample.schema.names[f] for f in scan.prune(expected)]


# --- what stands behind --------------------------------------------------------------------------------------

SELECTORS = {
    "discuss": Setting("DISCUSS", {"window": 40}),
    "abfs": Setting("ABFS", {"grace": 30, "split_test": "none", "theta": 0.02}),
    "lookahead": Setting("LookaheadSelector", {"window": 60, "every": 20, "memory": 200}),
}
LEARNERS = {
    "knn": (lambda: ds.KNN(k=3, window=50), lambda sizes, c: knn.KNN(sizes, c, 3, 50), assert_exact_row),
    "naive bayes": (ds.NaiveBayes, naive_bayes.NaiveBayes, assert_naive_bayes_row),
}


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("name", SELECTORS)
@pytest.mark.parametrize("replay", [0, 40])
def test_votes_are_those_of_the_learner_fed_with_projected_rows(name, learner, replay):
    stream = Concepts(
        305, sizes=(0, 2, 3, 0, 2), segments=((0,), (2,), (1,)), length=100, weighted=True, unlabelled=0.1
    )
    sample, setting = stream.sample(), SELECTORS[name]
    make, make_reference, check = LEARNERS[learner]
    pipeline = ds.Pipeline([("select", setting.library), ("learn", make())], replay=replay).prepare(sample.schema)

    def behind(features):
        return make_reference([sample.n_categories[f] for f in features], sample.n_classes)

    oracle = Behind(setting.reference(sample), behind, replay)
    for i, (row, label, weight) in enumerate(zip(sample.rows, sample.codes, sample.weights, strict=True)):
        votes = pipeline.test_then_train(
            sample.X[i : i + 1], sample.labels[i : i + 1], sample_weight=sample.weight[i : i + 1]
        )
        check(votes[0].tolist(), oracle.learner, oracle.transformer.project(row), i)
        oracle.learn(row, label, weight)
        assert oracle.transformer.nearest_call > 1e-9, f"row {i} of this stream is a close call"
    assert oracle.changes > 1, "the learner never started afresh"


@pytest.mark.parametrize("name", SELECTORS)
@pytest.mark.parametrize("size", [1, 7, 64])
def test_chunks_change_nothing(name, size):
    stream = Concepts(306, segments=((0,), (2,), (1,)), length=100, n_classes=4, missing=0.05, unlabelled=0.1)
    sample = stream.sample()

    def make():
        return SELECTORS[name].library | ds.KNN(k=3, window=50)

    assert in_chunks(make, sample, size) == in_chunks(make, sample, len(sample))


@pytest.mark.parametrize("name", SELECTORS)
def test_classes_that_are_announced_but_never_come_change_nothing(name):
    sample = Concepts(307, segments=((0,), (2,)), length=100).sample()
    few, many = (SELECTORS[name].library | ds.MajorityClass() for _ in range(2))
    few.partial_fit(sample.X, sample.y, classes=[0, 1])
    many.partial_fit(sample.X, sample.y, classes=list(range(9)))
    assert Seen(many).events == Seen(few).events
    assert Seen(few).events


@pytest.mark.parametrize("name", SELECTORS)
def test_a_saved_pipeline_goes_on_as_if_nothing_had_been(name, tmp_path):
    sample = Concepts(308, segments=((0,), (2,), (1,)), length=100, missing=0.05).sample()
    make = lambda: (SELECTORS[name].library | ds.KNN(k=3, window=50)).prepare(sample.schema)  # noqa: E731
    whole, half = make(), make()
    whole.partial_fit(sample.X, sample.labels)
    half.partial_fit(sample.X[:170], sample.labels[:170]).save(tmp_path / "half")
    loaded = ds.load(tmp_path / "half").partial_fit(sample.X[170:], sample.labels[170:])
    assert Seen(loaded).events == Seen(whole).events
    assert loaded.explain() == whole.explain()
    assert loaded.predict_proba(sample.X).tobytes() == whole.predict_proba(sample.X).tobytes()


def test_without_any_feature_the_prior_decides():
    rng = np.random.default_rng(309)
    X = rng.integers(0, 2, (400, 2)).astype(float)
    y = np.concatenate([X[:50, 0], rng.random(350) < 0.3]).astype(int)
    schema = ds.Schema([ds.Nominal("a", "uv"), ds.Nominal("b", "uv")], (0, 1))
    pipeline = (
        (ds.DISCUSS(window=50, alpha=0.001, on_empty="prior") | ds.NaiveBayes()).prepare(schema).partial_fit(X, y)
    )
    assert pipeline.explain()["features"] == []
    assert set(pipeline.predict(X).tolist()) == {0}
