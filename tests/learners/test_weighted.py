"""Naive Bayes and nearest neighbours that listen to the features that matter now (thesis-methods.md, 2 and 3)."""

from __future__ import annotations

import copy
import math
import pickle
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone

import driftsift as ds
from tests.learners.support import assert_agrees, learn_and_vote, native_votes, prepared
from tests.reference import knn, naive_bayes
from tests.reference.relevance.pad import PaD
from tests.reference.relevance.window import SCORES, Window
from tests.reference.weighting import Fixed, Sliding, Together, Weights
from tests.strategies import Sample, long_stream, quick, samples, sparse_samples

COMMON = ["significant", "relative", "relative2", "raw"]
OF_NAIVE_BAYES = [*COMMON, "balanced"]
NEAR = 1e-9


@dataclass(frozen=True)
class Case:
    """Weights from a scorer of some window, for the library and for the references."""

    name: str = "SymmetricalUncertainty"
    weighting: str = "significant"
    window: int = 40
    alpha: float = 0.05
    min_n: int = 15
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def parameters(self):
        scorer = getattr(ds, self.name)(window=self.window, **self.options)
        return {"weights": scorer, "weighting": self.weighting, "alpha": self.alpha, "min_n": self.min_n}

    def scorer(self, sample, sparse):
        window = Window(sample.n_categories, sample.n_classes, self.window, PaD, sparse)
        if self.name == "InteractionLookahead":
            return Together(window, **self.options)
        return Sliding(window, self.name)

    def weights(self, sample, sparse=False):
        return Weights(self.scorer(sample, sparse), self.weighting, self.alpha, self.min_n)


def bayes(case, **parameters):
    return ds.NaiveBayes(**case.parameters, **parameters)


def neighbours(case, **parameters):
    return ds.KNN(**case.parameters, **parameters)


def assert_bayes(case, sample, csr=False, **parameters):
    """The library's votes are those of the reference."""
    votes = native_votes(lambda: bayes(case, **parameters), sample, csr=csr)
    weights = case.weights(sample, csr)
    oracle = naive_bayes.NaiveBayes(sample.n_categories, sample.n_classes, weights=weights, **parameters)
    assert_agrees(votes, oracle, sample)


def assert_neighbours(case, sample, csr=False, k=5, window=60, scale="range"):
    votes = native_votes(lambda: neighbours(case, k=k, window=window, scale=scale), sample, csr=csr)
    weights = case.weights(sample, csr)
    oracle = knn.KNN(sample.n_categories, sample.n_classes, k, window, scale, weights)
    exactly = case.weighting == "significant"
    for i, row in enumerate(sample.rows):
        assert_votes(votes[i].tolist(), oracle, row, exactly)
        oracle.learn(row, sample.codes[i], 1.0 if sample.weight is None else sample.weights[i])


def assert_votes(found, oracle, row, exactly):
    """The same votes; weights that are rounded may exchange neighbours that are as good as equally far."""
    ranked = oracle.ranked(row)
    if exactly or clearly_nearer(ranked, oracle.k):
        assert found == oracle.votes(row)
        return
    last = ranked[oracle.k - 1][0]
    least = votes_of((one for one in ranked if one[0] < last * (1 - NEAR)), oracle.n_classes)
    most = votes_of((one for one in ranked if one[0] <= last * (1 + NEAR)), oracle.n_classes)
    assert all(a <= vote <= b for a, vote, b in zip(least, found, most, strict=True)), (least, found, most)


def clearly_nearer(ranked, k):
    """Whether the nearest k are nearer than all others."""
    return len(ranked) <= k or ranked[k][0] - ranked[k - 1][0] > NEAR * ranked[k][0]


def votes_of(ranked, n_classes):
    votes = [0.0] * n_classes
    for _, _, label, weight in ranked:
        votes[label] += weight
    return votes


# --- golden numbers ---------------------------------------------------------------------------------------


def golden_bayes(exponents):
    """Priors 0.6 and 0.4; P(x1|k) = 0.3 and 0.6, P(x2|k) = 0.5 and 0.2 of the first value."""
    model = naive_bayes.NaiveBayes((5, 5), 2, weights=Fixed(exponents))
    values = {0: ([0, 0, 1, 1, 1], [0, 0, 0, 0, 1]), 1: ([0] * 5, [0, 1, 1, 1, 1])}
    for label, columns in values.items():
        for row in zip(*columns, strict=True):
            model.learn(list(row), label)
    for label in [0] * 6 + [1] * 2:
        model.learn([math.nan] * 2, label)
    return model


def test_golden_exponents():
    powers = [math.exp(score) for score in golden_bayes([1.0, 0.25]).scores([0.0, 0.0])]
    assert powers == [pytest.approx(0.151361, abs=5e-7), pytest.approx(0.160498, abs=5e-7)]
    assert powers[0] / powers[1] == pytest.approx(0.943075, abs=5e-7)
    plain = [math.exp(score) for score in golden_bayes([1.0, 1.0]).scores([0.0, 0.0])]
    assert plain[0] / plain[1] == pytest.approx(1.875)


@quick
@given(weights=st.lists(st.floats(0, 1), min_size=2, max_size=2), xi=st.floats(1e-6, 1))
def test_the_printed_form_cannot_change_a_prediction(weights, xi):
    """Every class is multiplied by the same factors."""
    likelihoods = [math.exp(score) for score in golden_bayes([1.0, 1.0]).scores([0.0, 0.0])]
    printed = [likelihood * math.prod(w + xi for w in weights) for likelihood in likelihoods]
    assert printed[0] / printed[1] == pytest.approx(1.875)


def golden_neighbours(weights):
    model = knn.KNN((0, 0), 2, k=1, scale="none", weights=Fixed(weights))
    model.learn([1.0, 0.0], 0)
    model.learn([0.0, 0.6], 1)
    return model.ranked([0.0, 0.0])


def test_golden_distances():
    assert [(d, label) for d, _, label, _ in golden_neighbours([1.0, 1.0])] == [(pytest.approx(0.36), 1), (1.0, 0)]
    weighted = golden_neighbours([0.1, 0.9])
    assert [(d, label) for d, _, label, _ in weighted] == [(pytest.approx(0.1), 0), (pytest.approx(0.324), 1)]


@quick
@given(seed=st.integers(0, 10**6), missing=st.sampled_from([0.0, 0.3]))
def test_a_common_factor_changes_no_neighbour(seed, missing):
    rng = np.random.default_rng(seed)
    X, query = rng.normal(size=(30, 4)), rng.normal(size=4).tolist()
    X[rng.random(X.shape) < missing] = math.nan
    weights = rng.random(4)
    orders = []
    for factor in (1.0, 7.0):
        model = knn.KNN((0,) * 4, 2, weights=Fixed(factor * weights))
        for row in X.tolist():
            model.learn(row, 0)
        orders.append([age for _, age, _, _ in model.ranked(query)])
    assert orders[0] == orders[1]


def test_weights_of_a_reference_by_hand():
    """A feature that is the class, one that has nothing to do with it, and one of half the information."""
    rows = [([q, r, q if r else 1 - q], q) for q in (0, 1) for r in (0, 1) for _ in range(20)]
    window = Window((2, 2, 2), 2, 80)
    expected = {
        "significant": [1.0, 0.0, 0.0],
        "relative": [1.0, 0.0, 0.0],
        "relative2": [1.0, 0.0, 0.0],
        "raw": [1.0, 0.0, 0.0],
        "balanced": [1.0, 0.0, 0.0],
    }
    for row, label in rows:
        window.observe(list(map(float, row)), label)
    for weighting, weights in expected.items():
        assert Weights(Sliding(window), weighting).current() == pytest.approx(weights, abs=1e-12)
        assert Weights(Sliding(window), weighting, min_n=81).current() == pytest.approx(weights, abs=1e-12)
    assert Weights(Sliding(window), "significant", alpha=1e-300).current() == [1.0] * 3


# --- against the references -------------------------------------------------------------------------------

STREAMS = {
    "numeric": {"numeric": 5, "nominal": 0},
    "nominal": {"numeric": 0, "nominal": 5},
    "mixed": {"numeric": 3, "nominal": 3},
    "missing": {"missing": 0.3},
    "all but a few missing": {"missing": 0.9},
    "weights": {"weighted": True},
    "unlabelled": {"unlabelled": 0.5},
    "ties": {"decimals": 0},
    "one feature": {"numeric": 1, "nominal": 0},
    "one class": {"n_classes": 1},
    "many classes": {"n_classes": 9, "categories": 5},
    "everything": {"missing": 0.1, "weighted": True, "unlabelled": 0.2, "decimals": 1},
}


@pytest.mark.parametrize("stream", STREAMS)
def test_bayes_of_any_stream(stream):
    assert_bayes(Case(), long_stream(len(stream), n=200, **STREAMS[stream]))


@pytest.mark.parametrize("stream", STREAMS)
def test_bayes_of_any_stream_with_a_window(stream):
    assert_bayes(Case(), long_stream(len(stream), n=200, **STREAMS[stream]), window=50)


@pytest.mark.parametrize("stream", STREAMS)
def test_neighbours_of_any_stream(stream):
    assert_neighbours(Case(), long_stream(len(stream), n=200, **STREAMS[stream]))


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("weighting", OF_NAIVE_BAYES)
def test_bayes_with_any_weights(name, weighting):
    assert_bayes(Case(name, weighting), long_stream(71, n=200, missing=0.1))


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("weighting", COMMON)
@pytest.mark.parametrize("scale", ["range", "none"])
def test_neighbours_with_any_weights(name, weighting, scale):
    assert_neighbours(Case(name, weighting), long_stream(72, n=200, missing=0.1), scale=scale)


@pytest.mark.parametrize("alpha", [0.5, 1e-6])
@pytest.mark.parametrize("min_n", [1, 40, 1000])
def test_level_and_patience(alpha, min_n):
    """More patience than the window has rows ends when the window is full."""
    case = Case(alpha=alpha, min_n=min_n)
    sample = long_stream(73, n=150)
    assert_bayes(case, sample)
    assert_neighbours(case, sample)


@pytest.mark.parametrize("weighting", COMMON)
@pytest.mark.parametrize("missing", [0.0, 0.1])
def test_sparse_rows(weighting, missing):
    sample = long_stream(74, n=150, numeric=12, nominal=3, density=0.3, missing=missing)
    assert_bayes(Case(weighting=weighting), sample, csr=True)
    assert_neighbours(Case(weighting=weighting), sample, csr=True)


@quick
@given(sample=samples(), weighting=st.sampled_from(OF_NAIVE_BAYES), window=st.sampled_from([None, 1, 2, 7, 100]))
def test_bayes_of_random_samples(sample, weighting, window):
    assert_bayes(Case(weighting=weighting, window=12, alpha=0.4, min_n=4), sample, window=window)


@quick
@given(sample=samples(), weighting=st.sampled_from(COMMON))
def test_neighbours_of_random_samples(sample, weighting):
    assert_neighbours(Case(weighting=weighting, window=12, alpha=0.4, min_n=4), sample, k=3, window=9)


@quick
@given(sample=sparse_samples(max_features=6), weighting=st.sampled_from(COMMON))
def test_random_sparse_samples(sample, weighting):
    case = Case(weighting=weighting, window=12, alpha=0.4, min_n=4)
    assert_bayes(case, sample, csr=True)
    assert_neighbours(case, sample, csr=True, k=3, window=9)


def together_and_alone(n, seed=75):
    """Two features of four levels decide together, the next two follow the class now and then, the last one never."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 4, (n, 5))
    y = ((X[:, 0] + X[:, 1]) % 4 < 2) ^ (rng.random(n) < 0.1)
    for f, share in ((2, 0.6), (3, 0.4)):
        X[:, f] = np.where(rng.random(n) < share, 2 * y + X[:, f] % 2, X[:, f])
    return Sample((4,) * 5, 2, X.astype(float), y.astype(np.int32))


TOGETHER = {"name": "InteractionLookahead", "window": 200, "options": {"alpha": 0.05}}


def test_there_are_weights_of_features_that_matter_together():
    sample = together_and_alone(200)
    weights = Case(**TOGETHER, weighting="relative").weights(sample)
    for row, label in zip(sample.rows, sample.codes, strict=True):
        weights.observe(row, label)
    *relevant, irrelevant = weights.current()
    assert irrelevant == 0
    assert min(relevant) > 0
    assert max(relevant[2:]) < 0.7 * min(relevant[:2])


@pytest.mark.parametrize("weighting", COMMON)
def test_weights_of_features_that_matter_together(weighting):
    assert_neighbours(Case(**TOGETHER, weighting=weighting), together_and_alone(330), k=3, window=100)


@pytest.mark.parametrize("weighting", OF_NAIVE_BAYES)
def test_bayes_with_weights_of_features_that_matter_together(weighting):
    assert_bayes(Case(**TOGETHER, weighting=weighting), together_and_alone(330))


# --- weights of 1 and of 0 --------------------------------------------------------------------------------

NOTHING_PASSES = Case(alpha=1e-300)
PLAIN = {"bayes": (bayes, ds.NaiveBayes), "neighbours": (neighbours, ds.KNN)}


@pytest.fixture(params=PLAIN)
def both(request):
    """How to make a learner with weights, and without."""
    return PLAIN[request.param]


@pytest.mark.parametrize("csr", [False, True])
@pytest.mark.parametrize("stream", STREAMS)
def test_weights_of_1_are_no_weights_bit_for_bit(both, stream, csr):
    weighted, plain = both
    sample = long_stream(76, n=250, density=0.4 if csr else 1.0, **STREAMS[stream])
    expected = native_votes(plain, sample, csr=csr)
    assert native_votes(lambda: weighted(NOTHING_PASSES), sample, csr=csr).tobytes() == expected.tobytes()


@pytest.mark.parametrize("weighting", COMMON)
def test_before_enough_was_seen_all_weights_are_1(both, weighting):
    weighted, plain = both
    sample = long_stream(77, n=120, numeric=0, nominal=5)
    case = Case(weighting=weighting, window=100, min_n=60)
    votes, expected = native_votes(lambda: weighted(case), sample), native_votes(plain, sample)
    assert votes[:60].tobytes() == expected[:60].tobytes()
    assert (votes[61:] != expected[61:]).any()


def half_noise(n=400, seed=78, missing=0.0):
    """Numbers and categories of which every other one has nothing to do with the class."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    X = np.column_stack([rng.normal(size=(n, 4)), rng.integers(0, 3, (n, 4))])
    X[:, [0, 2]] += 2 * y[:, None]
    X[:, [4, 6]] = np.where(rng.random((n, 2)) < 0.7, y[:, None], X[:, [4, 6]])
    X[rng.random(X.shape) < missing] = np.nan
    return Sample((0, 0, 0, 0, 3, 3, 3, 3), 2, X, y.astype(np.int32))


def trained(make, sample):
    model = prepared(make, sample)
    model.partial_fit(sample.X, sample.labels)
    return model


RELEVANT = [0, 2, 4, 6]


@pytest.mark.parametrize("missing", [0.0, 0.1])
def test_a_feature_of_weight_0_is_not_there(both, missing):
    weighted, plain = both
    case, sample = Case(window=200, alpha=1e-4), half_noise(missing=missing)
    scorer = ds.SymmetricalUncertainty(window=200).prepare(sample.schema).observe(sample.X, sample.labels)
    assert np.flatnonzero(scorer.p_values() < 1e-4 / 8).tolist() == RELEVANT
    fresh = half_noise(50, 79, missing)
    found = trained(lambda: weighted(case), sample).predict_proba(fresh.X)
    expected = trained(plain, sample.permuted(RELEVANT)).predict_proba(fresh.X[:, RELEVANT])
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("value", [0.0, -1e300, 1e300, math.nan])
def test_a_feature_of_weight_0_may_have_any_value(both, value):
    weighted, _ = both
    model, fresh = trained(lambda: weighted(Case(window=200, alpha=1e-4)), half_noise()), half_noise(50, 79)
    strange = fresh.X.copy()
    strange[:, [1, 3]] = value
    strange[:, [5, 7]] = math.nan
    assert model.predict_proba(strange).tobytes() == model.predict_proba(fresh.X).tobytes()


def test_values_of_weight_0_in_the_window_do_not_matter_either():
    sample, fresh = half_noise(), half_noise(50, 79)
    strange = replace(sample, X=sample.X.copy())
    strange.X[-60:, 1] = 1e200
    make = partial(neighbours, Case(window=200, alpha=1e-4))
    probabilities = [trained(make, each).predict_proba(fresh.X).tobytes() for each in (sample, strange)]
    assert probabilities[0] == probabilities[1]


def test_the_printed_form_changes_nothing():
    sample = long_stream(80, n=400, missing=0.1)
    printed = native_votes(lambda: bayes(Case(weighting="printed")), sample)
    plain = native_votes(ds.NaiveBayes, sample)
    np.testing.assert_allclose(printed, plain, rtol=1e-9, atol=1e-200)
    np.testing.assert_array_equal(printed.argmax(axis=1), plain.argmax(axis=1))


def test_only_the_shape_of_the_weights_matters_to_neighbours():
    """Shares of the greatest corrected score are the corrected scores up to a factor."""
    sample = long_stream(81, n=400, numeric=5, nominal=0)
    corrected = Case(weighting="raw", options={"correct_bias": True})
    shares = native_votes(lambda: neighbours(Case(weighting="relative")), sample)
    np.testing.assert_array_equal(native_votes(lambda: neighbours(corrected), sample), shares)


@pytest.mark.parametrize("weighting", COMMON)
def test_one_class_has_no_relevant_features(both, weighting):
    weighted, plain = both
    sample = long_stream(82, n=150, n_classes=1)
    sample = replace(sample, n_classes=2)
    expected = native_votes(plain, sample)
    assert native_votes(lambda: weighted(Case(weighting=weighting)), sample).tobytes() == expected.tobytes()


def test_constant_features_are_as_good_as_any(both):
    weighted, plain = both
    sample = long_stream(83, n=100, numeric=2, nominal=2)
    sample.X[:] = 1.0
    assert native_votes(lambda: weighted(Case()), sample).tobytes() == native_votes(plain, sample).tobytes()


def test_a_common_relevance_of_all_features_has_weights_of_1(both):
    weighted, plain = both
    sample = long_stream(84, n=200, numeric=0, nominal=1)
    case = Case(weighting="relative", min_n=1)
    np.testing.assert_allclose(
        native_votes(lambda: weighted(case), sample), native_votes(plain, sample), rtol=1e-9, atol=1e-200
    )


# --- the window of naive Bayes ----------------------------------------------------------------------------


@pytest.mark.parametrize("csr", [False, True])
@pytest.mark.parametrize("window", [1, 2, 30])
@pytest.mark.parametrize("stream", ["numeric", "nominal", "missing", "weights", "unlabelled"])
def test_the_window_holds_the_last_learned_rows(window, stream, csr):
    sample = long_stream(85, n=150, density=0.4 if csr else 1.0, **STREAMS[stream])
    votes = native_votes(lambda: ds.NaiveBayes(window=window), sample, csr=csr)
    assert_agrees(votes, naive_bayes.NaiveBayes(sample.n_categories, sample.n_classes, window=window), sample)


@pytest.mark.parametrize("csr", [False, True])
def test_a_window_that_is_never_full_changes_nothing(csr):
    sample = long_stream(86, n=200, missing=0.1, weighted=True, density=0.4 if csr else 1.0)
    plain = native_votes(ds.NaiveBayes, sample, csr=csr)
    np.testing.assert_allclose(
        native_votes(lambda: ds.NaiveBayes(window=200), sample, csr=csr), plain, rtol=1e-9, atol=1e-200
    )


@pytest.mark.parametrize("outlier", [1e6, 1e9, 1e20, 1e100])
def test_an_outlier_that_left_leaves_no_trace(outlier):
    sample = long_stream(87, n=200, numeric=3, nominal=0)
    wild = replace(sample, X=sample.X.copy())
    wild.X[20:40:3] = outlier
    calm, disturbed = (trained(lambda: ds.NaiveBayes(window=60), each) for each in (sample, wild))
    np.testing.assert_allclose(disturbed.predict_proba(sample.X), calm.predict_proba(sample.X), rtol=1e-6, atol=1e-200)


@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_a_long_run_gathers_no_error(offset):
    sample = long_stream(88, n=30_000, numeric=3, nominal=1, offset=offset)
    recent = sample.part(29_900, 30_000)
    forgot, never_knew = trained(lambda: ds.NaiveBayes(window=100), sample), trained(ds.NaiveBayes, recent)
    np.testing.assert_allclose(
        forgot.predict_proba(recent.X), never_knew.predict_proba(recent.X), rtol=1e-5, atol=1e-200
    )


def test_a_class_that_left_the_window_gets_no_vote():
    sample = long_stream(89, n=200)
    sample.y[100:] %= 2
    votes = native_votes(lambda: ds.NaiveBayes(window=50), sample)
    assert votes[100, 2] > 0
    assert not votes[151:, 2].any()


# --- what holds for every learner -------------------------------------------------------------------------

ANY = [
    *[partial(bayes, Case(weighting=weighting), window=70) for weighting in (*OF_NAIVE_BAYES, "printed")],
    *[partial(neighbours, Case(weighting=weighting), window=70) for weighting in COMMON],
    partial(bayes, Case("InteractionLookahead", window=110)),
    partial(neighbours, Case("InteractionLookahead", window=110)),
]
NAMES = [f"{make.func.__name__}-{make.args[0].name}-{make.args[0].weighting}" for make in ANY]


@pytest.fixture(params=ANY, ids=NAMES)
def make(request):
    return request.param


def everything(csr=False):
    options = {"missing": 0.1, "unlabelled": 0.1, "weighted": True, "density": 0.3 if csr else 1.0}
    return long_stream(90, n=260, numeric=4, nominal=3, **options)


@pytest.mark.parametrize("csr", [False, True])
@pytest.mark.parametrize("chunk", [1, 7, 100])
def test_chunk_size_changes_no_byte(make, chunk, csr):
    sample = everything(csr)
    assert native_votes(make, sample, chunk, csr).tobytes() == native_votes(make, sample, None, csr).tobytes()


@pytest.mark.parametrize("window", [None, 70])
@pytest.mark.parametrize("options", [{}, {"missing": 0.002}, {"unlabelled": 0.02}, {"decimals": 0}], ids=str)
def test_what_is_looked_at_ahead_changes_no_byte(options, window):
    """Two classes, features that come and go, and weights that depend on every row."""
    sample = long_stream(91, n=700, numeric=5, nominal=2, n_classes=2, **options)
    sample.X[200:450, :3] = np.random.default_rng(92).normal(size=(250, 3))
    case = Case(alpha=0.2)
    by_rows, at_once = (native_votes(lambda: bayes(case, window=window), sample, chunk) for chunk in (1, None))
    assert by_rows.tobytes() == at_once.tobytes()
    assert_bayes(case, sample, window=window)


def through_file(model, path):
    model.save(path / "model.driftsift")
    return ds.load(path / "model.driftsift")


TRAVELS = [
    lambda model, path: copy.deepcopy(model),
    lambda model, path: pickle.loads(pickle.dumps(model)),
    through_file,
]


@pytest.mark.parametrize("travel", TRAVELS)
@pytest.mark.parametrize("stop", [0, 10, 130])
def test_a_copy_continues_with_the_same_bytes(make, travel, stop, tmp_path):
    sample = everything()
    model = prepared(make, sample)
    if stop:
        learn_and_vote(model, sample.part(0, stop))
    twin, rest = travel(model, tmp_path), sample.part(stop, len(sample))
    votes = learn_and_vote(model, rest)
    assert learn_and_vote(twin, rest).tobytes() == votes.tobytes()
    assert votes.tobytes() == native_votes(make, sample)[stop:].tobytes()


def test_predicting_changes_nothing(make):
    sample = everything()
    model = prepared(make, sample)
    learn_and_vote(model, sample.part(0, 150))
    twin = copy.deepcopy(model)
    twin.predict_proba(sample.X)
    rest = sample.part(150, len(sample))
    assert learn_and_vote(twin, rest).tobytes() == learn_and_vote(model, rest).tobytes()


def test_a_class_may_appear_at_any_time(make):
    sample = long_stream(91, n=240, numeric=2, nominal=2, n_classes=3)
    y = np.minimum(sample.y, np.arange(240) // 80)
    models = [make() for _ in range(2)]
    for i in range(0, 240, 40):
        models[0].partial_fit(sample.X[i : i + 40], y[i : i + 40])
    models[1].partial_fit(sample.X, y)
    assert models[0].classes_.tolist() == [0, 1, 2]
    assert models[0].predict_proba(sample.X).tobytes() == models[1].predict_proba(sample.X).tobytes()


def test_the_given_scorer_is_not_trained_itself(both):
    scorer = ds.SymmetricalUncertainty(window=30)
    before = pickle.dumps(scorer)
    weighted = both[1](weights=scorer, min_n=5)
    sample = long_stream(92, n=100)
    first = native_votes(lambda: weighted, sample)
    assert pickle.dumps(scorer) == before
    assert weighted.weights is scorer
    assert native_votes(lambda: weighted, sample).tobytes() == first.tobytes()


def test_two_learners_may_be_given_the_same_scorer(both):
    scorer, sample = ds.SymmetricalUncertainty(window=30), long_stream(93, n=100)
    models = [prepared(lambda: both[1](weights=scorer, min_n=5), sample) for _ in range(2)]
    votes = [[learn_and_vote(model, sample.part(i, i + 20)) for model in models] for i in range(0, 100, 20)]
    assert all(a.tobytes() == b.tobytes() for a, b in votes)


def test_a_clone_learns_the_same(make):
    sample = everything()
    assert native_votes(lambda: clone(make()), sample).tobytes() == native_votes(make, sample).tobytes()


def test_memory_is_bounded_by_the_parameters(make):
    sample = long_stream(94, n=2000)
    model = prepared(make, sample)
    model.partial_fit(sample.X[:1000], sample.labels[:1000])
    after = model.nbytes
    model.partial_fit(sample.X[1000:], sample.labels[1000:])
    assert 0 < model.nbytes <= 1.1 * after


def test_weights_take_memory_of_their_own(both):
    weighted, plain = both
    sample = long_stream(95, n=100)
    assert trained(lambda: weighted(Case()), sample).nbytes > trained(plain, sample).nbytes


BAD = [
    {"weighting": "heavy"},
    {"weighting": None},
    {"alpha": 0.0},
    {"alpha": -0.1},
    {"alpha": 1.5},
    {"alpha": math.nan},
    {"alpha": "small"},
    {"min_n": -1},
    {"min_n": 2.5},
    {"weights": "SymmetricalUncertainty"},
    {"weights": [0.5]},
    {"weights": ds.NaiveBayes()},
    {"window": 0},
    {"window": -5},
    {"window": 1.5},
]


@pytest.mark.parametrize("parameters", BAD, ids=str)
def test_impossible_parameters_are_refused(both, parameters):
    (name,) = parameters
    given_all = {"weights": ds.SymmetricalUncertainty(window=10), **parameters}
    with pytest.raises((ValueError, TypeError), match=name):
        both[1](**given_all).fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize("weighting", ["balanced", "printed"])
def test_forms_for_likelihoods_are_not_for_distances(weighting):
    with pytest.raises(ValueError, match="weighting"):
        ds.KNN(weights=ds.SymmetricalUncertainty(), weighting=weighting).fit([[0.0], [1.0]], [0, 1])


# --- what it is good for (sections 2 and 3, "A test must show") ------------------------------------------


def concepts(parts):
    """Streams one after the other, as one sample."""
    chunks = [part.take(part.n_instances) for part in parts]
    X, y = np.vstack([chunk.X for chunk in chunks]), np.concatenate([chunk.y for chunk in chunks])
    sizes = [len(feature.categories) if isinstance(feature, ds.Nominal) else 0 for feature in parts[0].schema.features]
    return Sample(tuple(sizes), 2, X, y)


def sea(d, seed, length, thresholds=(8.0, 9.0, 7.0, 9.5)):
    """Concepts of SEA, each with two features of its own and noise of 10 %."""
    return concepts([ds.SEA(length, theta, d, seed=10 * seed + c) for c, theta in enumerate(thresholds)])


def three_equal(d, seed, length, n_concepts=3):
    return concepts([ds.BG3(length, d, seed=10 * seed + c) for c in range(n_concepts)])


def binned(sample):
    """Values between 0 and 10 in ten bins of equal width."""
    return Sample((10,) * sample.X.shape[1], 2, np.floor(sample.X), sample.y)


def accuracy(make, sample):
    return 100 * np.mean(native_votes(make, sample).argmax(axis=1) == sample.y)


def mean_gain(weighted, plain, several):
    return np.mean([accuracy(weighted, sample) - accuracy(plain, sample) for sample in several])


@pytest.fixture(scope="module")
def many_irrelevant():
    return [sea(50, seed, 2500, (8.0, 9.0, 7.0)) for seed in range(5)]


PLAIN_NEIGHBOURS = partial(ds.KNN, k=10, window=500)
PLAIN_BAYES = partial(ds.NaiveBayes, window=1000)
SCORER = ds.SymmetricalUncertainty(window=300)


@pytest.mark.parametrize(("weighting", "gain"), [("raw", 6), ("significant", 12)])
def test_neighbours_gain_where_few_features_matter(many_irrelevant, weighting, gain):
    weighted = partial(PLAIN_NEIGHBOURS, weights=SCORER, weighting=weighting)
    assert mean_gain(weighted, PLAIN_NEIGHBOURS, many_irrelevant) >= gain


def test_neighbours_lose_little_where_no_feature_matters_alone():
    several = [three_equal(50, seed, 2500) for seed in range(5)]
    assert mean_gain(partial(PLAIN_NEIGHBOURS, weights=SCORER), PLAIN_NEIGHBOURS, several) >= -2


def test_neighbours_gain_much_from_what_matters_together():
    """Published are 30 points; here the rows before the first look, when the window is full, count as well."""
    several = [three_equal(50, seed, 4000) for seed in range(3)]
    weighted = partial(PLAIN_NEIGHBOURS, weights=ds.InteractionLookahead(window=300))
    assert mean_gain(weighted, PLAIN_NEIGHBOURS, several) >= 25


@pytest.mark.parametrize("d", [50, 200])
def test_bayes_of_bins_gains_where_few_features_matter(d):
    """The published gain is that of a naive Bayes of ten bins."""
    several = [binned(sea(d, seed, 4000)) for seed in range(5)]
    assert mean_gain(partial(PLAIN_BAYES, weights=SCORER), PLAIN_BAYES, several) >= 7


@pytest.mark.slow
@pytest.mark.parametrize(("d", "gain"), [(50, 3), (200, 7)])
def test_bayes_of_numbers_gains_where_few_features_matter(d, gain):
    """Gaussians have fewer numbers to learn than ten bins, so that irrelevant ones do less harm."""
    several = [sea(d, seed, 4000) for seed in range(5)]
    assert mean_gain(partial(PLAIN_BAYES, weights=SCORER), PLAIN_BAYES, several) >= gain
