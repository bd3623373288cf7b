"""Running a native learner over a sample, and comparing its votes with those of an oracle."""

from __future__ import annotations

import math

import numpy as np

from tests.reference.common import argmax
from tests.reference.naive_bayes import NaiveBayes

EPSILON = np.finfo(float).eps


def prepared(make, sample):
    """A fresh model that knows the schema of the sample."""
    model = make()
    model.prepare(sample.schema)
    return model


def learn_and_vote(model, sample, chunk=None, csr=False):
    """Votes of ``test_then_train`` over the sample, in chunks of the given size."""
    X = sample.csr if csr else sample.X
    labels, weight = sample.labels, sample.weight
    size = chunk or max(len(sample), 1)
    votes = [
        model.test_then_train(
            X[start : start + size],
            labels[start : start + size],
            None if weight is None else weight[start : start + size],
        )
        for start in range(0, len(sample), size)
    ]
    return np.concatenate(votes)


def native_votes(make, sample, chunk=None, csr=False):
    return learn_and_vote(prepared(make, sample), sample, chunk, csr)


def assert_agrees(votes, oracle, sample):
    """Votes of every row equal the oracle's: exactly, or for Naive Bayes within its rounding."""
    assert votes.shape == (len(sample), sample.n_classes)
    check = assert_naive_bayes_row if isinstance(oracle, NaiveBayes) else assert_exact_row
    for i, row in enumerate(sample.rows):
        check(votes[i].tolist(), oracle, row, i)
        oracle.learn(row, sample.codes[i], 1.0 if sample.weight is None else sample.weights[i])


def assert_exact_row(native, oracle, row, i):
    assert native == oracle.votes(row), f"row {i}"


def assert_naive_bayes_row(native, oracle, row, i):
    """Probabilities within the rounding of the scores; the same prediction unless the scores nearly tie."""
    expected, error = oracle.votes(row), score_error(oracle, row)
    np.testing.assert_allclose(native, expected, rtol=math.expm1(min(error, 700)), atol=1e-200, err_msg=f"row {i}")
    if margin(oracle.scores(row)) > error:
        assert argmax(native) == argmax(expected), f"row {i}"


def margin(scores):
    """Distance between the two best scores."""
    finite = sorted((score for score in scores if score > -math.inf), reverse=True)
    return finite[0] - finite[1] if len(finite) > 1 else math.inf


def score_error(oracle, row):
    """How far two correct computations of a score may be apart.

    1e-9 for scores of ordinary size, 1e-12 of the summands beyond, and what the rounding of a mean far
    from 0 does to ``(x - mean) / sd``.
    """
    seen = [c for c in range(oracle.n_classes) if oracle.class_weight[c]]
    sizes = [math.fsum(map(abs, oracle.terms(row, c))) for c in seen]
    exponents = oracle.exponents()
    shifts = [
        exponents[f] * offset_error(oracle, row, c, f)
        for c in seen
        for f, value in enumerate(row)
        if not oracle.n_categories[f] and not math.isnan(value)
    ]
    return 1e-9 + 1e-12 * max(sizes, default=0.0) + math.fsum(shifts)


def offset_error(oracle, row, label, f):
    """Effect of an error of a few units in the last place of the mean on a Gaussian log density."""
    gaussian = oracle.gaussian(label, f)
    if gaussian is None:
        return 0.0
    mean, deviation = gaussian[0], math.sqrt(gaussian[1])
    mean_error = 4 * math.sqrt(oracle.pooled[f].n + 1) * EPSILON * abs(mean)
    z = abs(row[f] - mean) / deviation
    return mean_error / deviation * (1 + z + z * z)
