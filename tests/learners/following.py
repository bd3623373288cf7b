"""Comparing a native learner with an oracle that decides: by what it votes, as long as the decisions are clear.

Two correct programs may add in another order. Where the oracle's Naive Bayes scores are as good as equal, the class
that is called right is a matter of the last digit, and with it everything after. Such a stream is compared up to there.
"""

from __future__ import annotations

import math

import numpy as np

from tests.learners.support import offset_error

RELATIVE, ABSOLUTE = 1e-9, 1e-12
NEGLIGIBLE = 30  # e^-30 of a vote is below ABSOLUTE


def follow(votes, oracle, sample, heard, judged=True, possible=None):
    """Compare the votes row by row; how many rows were compared.

    Parameters
    ----------
    heard : callable
        The Naive Bayes statistics that concern a row, each with the terms of the score of every class it knows.
    judged : bool
        Whether it matters for what follows which class they predict.
    possible : callable, optional
        The votes that are right, where there is more than one way to round.
    """
    assert votes.shape == (len(sample), sample.n_classes)
    for i, (row, label) in enumerate(zip(sample.rows, sample.codes, strict=True)):
        concerned = list(heard(oracle, row))
        expected = possible(oracle, row) if possible else [oracle.votes(row)]
        assert_one_of(votes[i], expected, slack(concerned, row), i)
        weight = 1.0 if sample.weight is None else sample.weights[i]
        is_learned = label >= 0 and weight > 0
        if judged and is_learned and any(is_close_call(statistics, terms, row) for statistics, terms in concerned):
            return i + 1
        oracle.learn(row, label, weight)
    return len(sample)


def assert_one_of(votes, expected, relative, i):
    close = [np.allclose(votes, one, rtol=relative, atol=ABSOLUTE) for one in expected]
    assert any(close), f"row {i}: {votes.tolist()} is none of {expected}"


def slack(concerned, row):
    """How far correct votes may be apart: Naive Bayes with tiny variances has large scores."""
    errors = [error for statistics, terms in concerned for _, error, _ in in_the_running(statistics, terms, row)]
    return max([RELATIVE, *(math.expm1(min(2 * error, 700)) for error in errors)])


def is_close_call(statistics, terms, row):
    """Whether the two best classes have nearly the same score, but not for the same reasons."""
    ranked = in_the_running(statistics, terms, row)
    if len(ranked) < 2 or ranked[0][2] == ranked[1][2]:
        return False
    (best, error, _), (second, other, _) = ranked[:2]
    return best - second <= error + other


def in_the_running(statistics, terms, row):
    """Score, its error and its terms of the classes whose share is not negligible, the best first."""
    scores = [(math.fsum(own), error_of(statistics, own, k, row), own) for k, own in terms.items()]
    best = max((score for score, _, _ in scores), default=0.0)
    return sorted((one for one in scores if one[0] + one[1] >= best - NEGLIGIBLE), key=lambda one: -one[0])


def error_of(statistics, terms, k, row):
    """How far two correct computations of the score of a class may be apart (``support.score_error`` of all)."""
    exponents = statistics.exponents()
    numeric = [f for f, v in enumerate(row) if not statistics.n_categories[f] and not math.isnan(v)]
    shifts = [exponents[f] * offset_error(statistics, row, k, f) for f in numeric]
    return 1e-9 + 1e-12 * math.fsum(map(abs, terms)) + math.fsum(shifts)


def terms_of(statistics, row):
    """Terms of the scores of the classes that naive Bayes has seen."""
    return {k: statistics.terms(row, k) for k, weight in enumerate(statistics.class_weight) if weight}


def terms_with_prior(statistics, class_weight, row):
    """The same with the prior of a leaf or a rule, which is not normalised."""
    return {k: [math.log(class_weight[k] + 1), *own[1:]] for k, own in terms_of(statistics, row).items()}
