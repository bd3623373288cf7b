"""What needs the rows: the confusion matrix, and the accuracies of the two baselines (section 6.1)."""

from __future__ import annotations

from collections import deque

from tests.reference.measures import NAN, ratio


def confusion(labels, predictions, n_classes, weights=None):
    """Unlabelled rows (negative label) do not count."""
    matrix = [[0.0] * n_classes for _ in range(n_classes)]
    for i, (label, predicted) in enumerate(zip(labels, predictions, strict=True)):
        if label >= 0:
            matrix[label][predicted] += 1.0 if weights is None else weights[i]
    return matrix


def majority_hits(labels, n_classes, window=None, weights=None):
    """For every row that counts: is it of the strictly past majority class (of the last ``window`` rows)?"""
    past, hits = deque(maxlen=window), []
    for label, weight in counted(labels, weights):
        shares = [sum(w for seen, w in past if seen == c) for c in range(n_classes)]
        hits.append(label == shares.index(max(shares)))
        past.append((label, weight))
    return hits


def counted(labels, weights=None):
    """Label and weight of the rows that are labelled and weigh something."""
    weights = [1.0] * len(labels) if weights is None else weights
    return [(label, weight) for label, weight in zip(labels, weights, strict=True) if label >= 0 and weight > 0]


def majority_accuracy(labels, n_classes, window=None, weights=None):
    """Accuracy of the strictly past majority: of all rows, or of the last ``window`` ones."""
    hits = majority_hits(labels, n_classes, window, weights)
    kept = [weight for _, weight in counted(labels, weights)]
    return ratio(sum(hit * weight for hit, weight in zip(hits, kept, strict=True)), sum(kept), NAN)


def persistent_accuracy(labels, n_classes, weights=None):
    """Accuracy of repeating the label before; class 0 at the start."""
    return majority_accuracy(labels, n_classes, window=1, weights=weights)
