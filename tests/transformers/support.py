"""Pipelines of the library beside their references, and what to do where rounding decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import driftsift as ds
from tests.learners.support import assert_exact_row, assert_naive_bayes_row
from tests.reference import knn, majority, naive_bayes, no_change, top_k

# name: how the library makes it, how the reference is made from (categories, classes)
LEARNERS = {
    "knn": (lambda: ds.KNN(k=3, window=11), lambda sizes, c: knn.KNN(sizes, c, 3, 11)),
    "naive bayes": (ds.NaiveBayes, naive_bayes.NaiveBayes),
    "majority": (lambda: ds.MajorityClass(window=7), lambda _, c: majority.MajorityClass(c, 7)),
    "no change": (ds.NoChange, lambda _, c: no_change.NoChange(c)),
}
CLOSE = 1e-9


@dataclass(frozen=True)
class Selecting:
    """The options of a TopK and its pipeline."""

    k: int
    window: int
    every: int
    replay: int

    def transformer(self):
        return ds.TopK(k=self.k, window=self.window, every=self.every)

    def library(self, learner):
        return ds.Pipeline([("select", self.transformer()), ("learn", LEARNERS[learner][0]())], replay=self.replay)

    def reference(self, learner, sample):
        def make(features):
            return LEARNERS[learner][1]([sample.n_categories[f] for f in features], sample.n_classes)

        return top_k.Pipeline(top_k.TopK(len(sample.n_categories), self.k, self.window, self.every), make, self.replay)


def compare(model: Any, oracle: top_k.Pipeline, sample, csr=False) -> int:
    """Row by row: the votes, then the features chosen. The number of rows that could be compared.

    Where two variances differ by rounding only, either choice is right and the comparison ends.
    """
    model.prepare(sample.schema)
    X = sample.csr if csr else sample.X
    weights = sample.weight
    for i, row in enumerate(sample.rows):
        weight = None if weights is None else weights[i : i + 1]
        votes = model.test_then_train(X[i : i + 1], sample.labels[i : i + 1], weight)[0].tolist()
        assert_votes(votes, oracle, row, i)
        oracle.learn(row, sample.codes[i], 1.0 if weights is None else weights[i])
        explained = model.explain()
        if explained["features"] != names(oracle.transformer.features):
            assert oracle.transformer.margin() < CLOSE, f"row {i}"
            return i
        assert explained["changes"][-1] == oracle.changes, f"row {i}"
    return len(sample)


def assert_votes(votes, oracle, row, i):
    """Of the learner behind the transformer, for the projected row."""
    learner, projected = oracle.learner, oracle.transformer.project(row)
    if isinstance(learner, naive_bayes.NaiveBayes):
        assert_naive_bayes_row(votes, learner, projected, i)
    else:
        assert_exact_row(votes, learner, projected, i)


def names(features):
    return [f"x{f}" for f in features]


def with_columns(sample, *columns):
    """The sample with other columns, all numeric."""
    X = np.ascontiguousarray(np.column_stack(columns))
    return type(sample)((0,) * X.shape[1], sample.n_classes, X, sample.y, sample.weight)
