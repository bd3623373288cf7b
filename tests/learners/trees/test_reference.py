"""The trees of the core against their plain-Python references, row by row."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import driftsift as ds
from tests.learners.concepts import changing, changing_streams
from tests.learners.following import follow, terms_of, terms_with_prior
from tests.learners.support import native_votes
from tests.reference import knn, naive_bayes
from tests.reference.relevance.window import Window
from tests.reference.trees import cvfdt, decision_stump, hoeffding_adaptive_tree, hoeffding_tree
from tests.reference.weighting import Sliding, Weights
from tests.strategies import Sample, quick

SMALL_WINDOW = 40


def weights(n_categories, n_classes):
    return Weights(Sliding(Window(n_categories, n_classes, SMALL_WINDOW)), "significant", min_n=20)


def weighted_bayes(n_categories, n_classes):
    return naive_bayes.NaiveBayes(n_categories, n_classes, weights=weights(n_categories, n_classes))


def weighted_neighbours(n_categories, n_classes):
    return knn.KNN(n_categories, n_classes, k=3, window=30, weights=weights(n_categories, n_classes))


def neighbours(n_categories, n_classes):
    return knn.KNN(n_categories, n_classes, k=3, window=30)


def scorer():
    return {"weights": ds.SymmetricalUncertainty(window=SMALL_WINDOW), "min_n": 20}


LEAVES = {
    **{name: (lambda name=name: name, name) for name in ("majority", "nb", "nba", "adaptive")},
    "a learner": (lambda: ds.NaiveBayes(), naive_bayes.NaiveBayes),
    "neighbours": (lambda: ds.KNN(k=3, window=30), neighbours),
    "weighted bayes": (lambda: ds.NaiveBayes(**scorer()), weighted_bayes),
    "weighted neighbours": (lambda: ds.KNN(k=3, window=30, **scorer()), weighted_neighbours),
}
CRITERIA = ["information-gain", "gini", "hellinger", "symmetrical-uncertainty"]
OBSERVERS = {
    "criterion": st.sampled_from(CRITERIA),
    "numeric": st.sampled_from(["gaussian", "histogram", "exhaustive"]),
    "cuts": st.sampled_from([1, 3, 10]),
    "bins": st.sampled_from([2, 5, 64]),
    "nominal": st.sampled_from(["multiway", "binary"]),
}
TREE = OBSERVERS | {
    "grace": st.sampled_from([1, 5, 20, 60]),
    "delta": st.sampled_from([1e-7, 1e-2, 0.3]),
    "tau": st.sampled_from([0.05, 0.3, 0.8]),
    "leaf": st.sampled_from(["majority", "nb", "nba", "nba", "a learner", "neighbours"]),
    "max_depth": st.sampled_from([None, None, 0, 1, 3]),
    "subspace": st.sampled_from([None, None, 1, 2]),
    "prepruning": st.booleans(),
    "remove_poor": st.booleans(),
    "regularisation": st.sampled_from([1.0, 1.0, 0.5, 0.1]),
    "branch_gain": st.sampled_from([0.0, 0.0, 0.01, 0.5]),
    "min_leaf": st.sampled_from([1, 10, 30]),
    "leaf_window": st.sampled_from([1, 20, 200]),
    "seed": st.sampled_from([1, 7]),
}
STREAMS = {
    "numeric": {"sizes": (0, 0, 0)},
    "nominal": {"sizes": (2, 3, 4, 2), "weighted": "irregular"},
    "counts": {"sizes": (2, 3, 4, 2), "n_classes": 3},
    "mixed": {"sizes": (0, 0, 3, 2)},
    "one feature": {"sizes": (0,)},
    "many equal numbers": {"sizes": (0, 0, 0), "decimals": 0},
    "missing": {"missing": 0.2},
    "almost all missing": {"missing": 0.9, "noise": 0.0},
    "weights": {"weighted": True},
    "unlabelled": {"unlabelled": 0.4},
    "several classes": {"n_classes": 4, "sizes": (0, 3, 0, 5), "weighted": "irregular"},
    "many changes": {"concepts": 6},
    "everything": {"missing": 0.1, "weighted": True, "unlabelled": 0.2, "n_classes": 3, "concepts": 3},
}
QUICK = {"grace": 15, "delta": 0.05, "tau": 0.3}


# --- oracles ----------------------------------------------------------------------------------------------


def leaves_on_the_way(node, row):
    """The leaves that a row reaches, also in alternates."""
    if getattr(node, "alternate", None) is not None:
        yield from leaves_on_the_way(node.alternate, row)
    if node.leaf is not None:
        yield node.leaf
    else:
        yield from leaves_on_the_way(node.child(row), row)


def heard_in_leaves(oracle, row):
    if oracle.options.leaf == "majority":
        return
    for leaf in leaves_on_the_way(oracle.root, row):
        statistics = leaf.prediction.bayes.statistics
        yield statistics, terms_with_prior(statistics, leaf.class_weight, row)
        for own in leaf.prediction.own:
            if isinstance(own.learner, naive_bayes.NaiveBayes):
                yield own.learner, terms_of(own.learner, row)


def heard_nowhere(oracle, row):
    return []


def check(name, module, sample, parameters, heard=heard_in_leaves, judged=True):
    """Compare the class of the library with the one of the same name; the oracle, and how many rows agreed."""
    leaf = parameters.get("leaf", "nba")
    native = dict(parameters)
    plain = dict(parameters)
    if heard is heard_in_leaves:
        native["leaf"], plain["leaf"] = LEAVES[leaf][0](), LEAVES[leaf][1]
    votes = native_votes(lambda: getattr(ds, name)(**native), sample)
    oracle = getattr(module, name)(sample.n_categories, sample.n_classes, **plain)
    return oracle, follow(votes, oracle, sample, heard, judged)


def check_tree(sample, **parameters):
    judged = parameters.get("leaf", "nba") not in ("majority", "nb")
    return check("HoeffdingTree", hoeffding_tree, sample, parameters, judged=judged)


def check_adaptive(sample, **parameters):
    return check("HoeffdingAdaptiveTree", hoeffding_adaptive_tree, sample, parameters)


def check_stump(sample, **parameters):
    return check("DecisionStump", decision_stump, sample, parameters, heard=heard_nowhere)


def check_cvfdt(sample, **parameters):
    return check("CVFDT", cvfdt, sample, parameters, heard=heard_nowhere)


def splits(oracle):
    return sum(node.leaf is None for node in oracle.root.within())


# --- HoeffdingTree ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("leaf", ["majority", "nb", "nba"])
def test_streams(stream, leaf):
    oracle, compared = check_tree(changing(len(stream), n=600, **STREAMS[stream]), leaf=leaf, **QUICK)
    assert compared > 300 or stream == "counts"  # equal counts make equal scores, most of them early
    assert stream in ("one feature", "almost all missing") or splits(oracle) > 0


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("numeric", ["gaussian", "histogram", "exhaustive"])
@pytest.mark.parametrize("nominal", ["multiway", "binary"])
def test_splits(criterion, numeric, nominal):
    sample = changing(21, n=800, noise=0.1, missing=0.05, n_classes=3)
    parameters = {"criterion": criterion, "numeric": numeric, "nominal": nominal, "bins": 12, **QUICK}
    oracle, _ = check_tree(sample, leaf="majority", **parameters)
    assert splits(oracle) > 2


@pytest.mark.parametrize("leaf", LEAVES)
def test_leaves(leaf):
    sample = changing(22, n=500, missing=0.05)
    oracle, compared = check_tree(sample, leaf=leaf, leaf_window=60, **QUICK)
    assert compared > 250
    assert splits(oracle) > 1


@pytest.mark.parametrize(
    "parameters",
    [
        {"max_depth": 2},
        {"subspace": 1},
        {"subspace": 3, "seed": 99},
        {"remove_poor": True},
        {"prepruning": False},
        {"regularisation": 0.2},
        {"branch_gain": 0.3},
        {"regularisation": 0.5, "branch_gain": 0.01, "remove_poor": True, "subspace": 3},
    ],
    ids=str,
)
def test_growth(parameters):
    sample = changing(23, n=1200, sizes=(0, 0, 3, 2, 4, 0), n_classes=3, concepts=3, noise=0.1)
    oracle, _ = check_tree(sample, leaf="nb", **QUICK, **parameters)
    assert splits(oracle) > 0


@quick
@given(sample=changing_streams(), parameters=st.fixed_dictionaries(TREE))
def test_random_trees(sample, parameters):
    check_tree(sample, **parameters)


def test_the_defaults():
    oracle, _ = check_tree(changing(24, n=2500, concepts=1, noise=0.0))
    assert splits(oracle) > 0


# --- HoeffdingAdaptiveTree --------------------------------------------------------------------------------


class Watched(hoeffding_adaptive_tree.HoeffdingAdaptiveTree):
    """An oracle that counts what it does."""

    begun = taken = dropped = 0

    def new_leaf(self, **start):
        self.begun += "class_weight" not in start
        return super().new_leaf(**start)

    def alternate_is_better(self, node):
        before = node.alternate
        better = super().alternate_is_better(node)
        self.taken += better
        self.dropped += node.alternate is not before
        return better


@pytest.mark.parametrize("leaf", ["majority", "nb", "nba"])
@pytest.mark.parametrize("bootstrap", [True, False])
def test_changes_of_the_concept(leaf, bootstrap, monkeypatch):
    monkeypatch.setattr(hoeffding_adaptive_tree, "HoeffdingAdaptiveTree", Watched)
    sample = changing(25, n=3000, sizes=(0, 3, 2, 0), n_classes=3, concepts=3, weighted="irregular", decimals=8)
    oracle, compared = check_adaptive(sample, leaf=leaf, bootstrap=bootstrap, **QUICK)
    assert compared == len(sample)
    assert oracle.begun > 2  # the first is the root
    assert oracle.taken > 0


def test_a_change_that_does_not_last(monkeypatch):
    """The alternate is one leaf for long, and the split is right again: the alternate is dropped."""
    monkeypatch.setattr(hoeffding_adaptive_tree, "HoeffdingAdaptiveTree", Watched)
    rng = np.random.default_rng(28)
    X = rng.integers(0, 2, (2400, 2)).astype(float)
    shown = np.where((np.arange(2400) // 150) == 8, X[:, 1], X[:, 0])  # rows 1200 to 1349 are of another concept
    y = np.where(rng.random(2400) < 0.02, 0, shown).astype(np.int32)
    parameters = {"leaf": "majority", "grace": 800, "bootstrap": False}
    oracle, compared = check_adaptive(Sample((2, 2), 2, X, y), **parameters)
    assert compared == 2400
    assert (oracle.dropped, oracle.taken) == (1, 0)


@pytest.mark.parametrize("leaf", LEAVES)
def test_leaves_of_adaptive_trees(leaf):
    sample = changing(26, n=700, missing=0.05, weighted="irregular")
    oracle, compared = check_adaptive(sample, leaf=leaf, drift_delta=0.3, leaf_window=60, **QUICK)
    assert compared > 350
    assert splits(oracle) > 0


@quick
@given(
    sample=changing_streams(),
    parameters=st.fixed_dictionaries(
        TREE | {"drift_delta": st.sampled_from([0.002, 0.3, 0.9]), "bootstrap": st.booleans()}
    ),
)
def test_random_adaptive_trees(sample, parameters):
    check_adaptive(sample, **parameters)


# --- DecisionStump ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("stream", STREAMS)
def test_stumps(stream):
    oracle, _ = check_stump(changing(len(stream), n=500, **STREAMS[stream]), grace=25)
    assert oracle.chosen is not None


def test_a_stump_that_finds_nothing_keeps_what_it_had():
    X = np.array([[0.0], [0.0], [1.0], [1.0]] * 3)
    y = np.array([0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 1], dtype=np.int32)
    oracle, _ = check_stump(Sample((2,), 2, X, y), grace=4)
    assert oracle.best() is None
    assert oracle.votes([0.0]) == [2, 0]


@quick
@given(sample=changing_streams(), parameters=st.fixed_dictionaries(OBSERVERS | {"grace": st.sampled_from([1, 7, 30])}))
def test_random_stumps(sample, parameters):
    check_stump(sample, **parameters)


# --- CVFDT ------------------------------------------------------------------------------------------------

CVFDT = {"window": 300, "check": 60, "cycle": 100, "test": 25, "grace": 25, "delta": 0.05, "tau": 0.3, "warm_up": 40}


@pytest.mark.parametrize("stream", STREAMS)
def test_windowed_trees(stream):
    sample = changing(len(stream), n=1500, **{"concepts": 4, **STREAMS[stream]})
    oracle, _ = check_cvfdt(sample, **CVFDT)
    assert stream in ("one feature", "almost all missing") or oracle.root.test is not None


def test_alternatives(monkeypatch):
    promoted = []
    become = cvfdt.Node.become
    monkeypatch.setattr(cvfdt.Node, "become", lambda node, other: (promoted.append(other), become(node, other)))
    sample = changing(27, n=4000, sizes=(2, 3, 0, 2), concepts=5)
    check_cvfdt(sample, **CVFDT)
    assert promoted


@quick
@given(
    sample=changing_streams(),
    parameters=st.fixed_dictionaries(
        {
            "window": st.sampled_from([10, 50, 1000]),
            "check": st.sampled_from([1, 10, 1000]),
            "cycle": st.sampled_from([10, 40]),
            "test": st.sampled_from([1, 5, 10]),
            "grace": st.sampled_from([1, 10, 40]),
            "delta": st.sampled_from([1e-4, 0.3]),
            "tau": st.sampled_from([0.05, 0.5, 2.0]),
            "bins": st.sampled_from([2, 5, 10]),
            "warm_up": st.sampled_from([1, 10, 40]),
        }
    ),
)
def test_random_windowed_trees(sample, parameters):
    check_cvfdt(sample, **parameters)
