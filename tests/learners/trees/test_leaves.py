"""Leaves with learners of their own (thesis-methods.md, section 4)."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest

import driftsift as ds
from tests.learners.concepts import changing
from tests.learners.support import native_votes

EAGER = {"grace": 50, "delta": 0.05, "tau": 0.3}
LEAVES = ["majority", "nb", "nba", "adaptive", ds.NaiveBayes(), ds.KNN(k=3, window=50)]


@pytest.mark.parametrize("make", [ds.HoeffdingTree, lambda **options: ds.HoeffdingTree(**options, numeric="histogram")])
def test_the_shape_of_the_tree_does_not_depend_on_its_leaves(make):
    sample = changing(71, n=1500, sizes=(0, 3, 2, 0), n_classes=3)
    texts = set()
    for leaf in LEAVES:
        model = make(leaf=leaf, **EAGER).prepare(sample.schema)
        texts.add(model.partial_fit(sample.X, sample.labels).to_text())
    assert len(texts) == 1
    assert texts.pop().count("\n") > 3


def test_bayes_as_a_learner_of_its_own_is_the_leaf_nb_as_long_as_there_is_one_leaf():
    sample = changing(72, n=400)
    bayes, own = (
        native_votes(lambda leaf=leaf: ds.HoeffdingTree(leaf=leaf, max_depth=0, min_leaf=0), sample)
        for leaf in ("nb", ds.NaiveBayes())
    )
    both_classes = int(np.flatnonzero(sample.y != sample.y[0])[0]) + 1
    np.testing.assert_allclose(own[both_classes:], bayes[both_classes:], rtol=1e-9)


def test_bayes_as_a_learner_of_its_own_is_nearly_the_leaf_nb():
    """The leaf counts what its split predicted into the prior; the learner has learned the last rows again."""
    sample = changing(73, n=3000, concepts=1)
    bayes, own = (
        native_votes(lambda leaf=leaf: ds.HoeffdingTree(leaf=leaf, **EAGER), sample) for leaf in ("nb", ds.NaiveBayes())
    )
    assert not np.allclose(own, bayes)
    assert np.mean(own.argmax(axis=1) == bayes.argmax(axis=1)) > 0.97


@pytest.mark.parametrize("make", [ds.HoeffdingTree, ds.HoeffdingAdaptiveTree])
def test_no_row_of_the_window_is_lost_at_a_split(make):
    """The learners of the children have learned as many rows again as the leaf kept."""
    sample = changing(74, n=200, sizes=(2, 2), concepts=1, noise=0.0)
    model = make(grace=100, tau=2.0, leaf=ds.KNN(k=1, window=500), leaf_window=60).prepare(sample.schema)
    for i in range(len(sample)):
        model.partial_fit(sample.X[i : i + 1], sample.labels[i : i + 1])
        if model.explain()["leaves"] > 1:
            break
    state = model._model.state()
    leaves = [state[f"node {k}"]["leaf"] for k, kind in enumerate(state["kind"]) if kind == 0]
    assert sum(leaf["expert 0"]["rows"] for leaf in leaves) == 60


WEIGHTED = {
    "bayes": {"leaf": ds.NaiveBayes(weights=ds.SymmetricalUncertainty(window=200))},
    "neighbours": {"leaf": ds.KNN(k=9, window=200, weights=ds.SymmetricalUncertainty(window=200))},
}


def one_drift(generator, seed):
    concepts = [generator(3000, 20, relevant, seed) for relevant in ((0, 1, 2), (3, 4, 5))]
    return ds.Drifting(concepts, at=1500, width=1)


STREAMS = {
    "SEA": lambda n, d, relevant, seed: ds.SEA(n, n_features=d, relevant=relevant[:2], seed=seed),
    "BG2": lambda n, d, relevant, seed: ds.BG2(n, d, relevant, seed=seed),
}


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("leaf", WEIGHTED)
def test_weighted_leaves_are_better_after_a_drift(name, leaf):
    gains = []
    for seed in range(5):
        stream = one_drift(STREAMS[name], seed)
        plain, weighted = (
            ds.evaluate(ds.HoeffdingTree(**options), stream).overall["accuracy"] for options in ({}, WEIGHTED[leaf])
        )
        gains.append(weighted - plain)
    assert fmean(gains) > 0.02
