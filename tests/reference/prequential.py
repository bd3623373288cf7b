"""Prequential accuracy with forgetting, label delay and unlabelled rows; RAM-hours.

thesis-foundations.md sections 4.2 and 4.3, online-evaluation.md section 7.
"""

from __future__ import annotations

from collections import deque

from tests.reference.common import argmax


def landmark(values, weights):
    """Mean of everything so far, after each value."""
    means, numerator, denominator = [], 0.0, 0.0
    for value, weight in zip(values, weights, strict=True):
        numerator += weight * value
        denominator += weight
        means.append(numerator / denominator)
    return means


def sliding(values, weights, window):
    """Mean of the last ``window`` values, after each value."""
    means, recent = [], deque(maxlen=window)
    for value, weight in zip(values, weights, strict=True):
        recent.append((value, weight))
        means.append(sum(w * v for v, w in recent) / sum(w for _, w in recent))
    return means


def fading(values, weights, factor=0.999):
    """S <- factor*S + x, B <- factor*B + 1, S/B after each value."""
    means, numerator, denominator = [], 0.0, 0.0
    for value, weight in zip(values, weights, strict=True):
        numerator = factor * numerator + weight * value
        denominator = factor * denominator + weight
        means.append(numerator / denominator)
    return means


def predictions(model, rows, labels, weights=None, delay=0):
    """Predict every row; learn row t once row t + delay has been predicted."""
    waiting, predicted = deque(), []
    for i, row in enumerate(rows):
        predicted.append(argmax(model.votes(row)))
        waiting.append((row, labels[i], 1.0 if weights is None else weights[i]))
        if len(waiting) > delay:
            model.learn(*waiting.popleft())
    return predicted


def counted_hits(labels, predicted, weights=None):
    """Hit (1) or miss (0) and weight of the rows that count: labelled, weight above 0."""
    values, kept = [], []
    for i, label in enumerate(labels):
        weight = 1.0 if weights is None else weights[i]
        if label >= 0 and weight > 0:
            values.append(float(label == predicted[i]))
            kept.append(weight)
    return values, kept


def ram_hours(checkpoints):
    """Sum of GiB times hours over (bytes, seconds since the checkpoint before)."""
    return sum(size / 2**30 * seconds / 3600 for size, seconds in checkpoints)
