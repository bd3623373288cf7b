"""What all reference learners share: prediction from votes, and the loop of testing, then training."""

from __future__ import annotations

import math


def argmax(votes):
    """Index of the largest vote; the lowest index among equals."""
    return max(range(len(votes)), key=lambda c: (votes[c], -c))


def is_missing(value):
    return math.isnan(value)


def is_learned(label, weight):
    """Unlabelled rows and rows of weight 0 are never learned."""
    return label >= 0 and weight > 0


def run(model, rows, labels, weights=None):
    """Votes for every row, each given before that row was learned."""
    collected = []
    for i, row in enumerate(rows):
        collected.append(model.votes(row))
        model.learn(row, labels[i], 1.0 if weights is None else weights[i])
    return collected
