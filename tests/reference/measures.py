"""Measures of a confusion matrix (online-evaluation.md, section 6); ``matrix[i][j]``: true i, predicted j."""

from __future__ import annotations

import math

NAN = math.nan


def row_sums(matrix):
    return [sum(row) for row in matrix]


def column_sums(matrix):
    return [sum(column) for column in zip(*matrix, strict=True)]


def total(matrix):
    return sum(row_sums(matrix))


def hits(matrix):
    return sum(matrix[i][i] for i in range(len(matrix)))


def ratio(numerator, denominator, otherwise):
    return numerator / denominator if denominator else otherwise


def accuracy(matrix):
    return ratio(hits(matrix), total(matrix), NAN)


def chance_accuracy(matrix):
    products = sum(r * c for r, c in zip(row_sums(matrix), column_sums(matrix), strict=True))
    return ratio(products, total(matrix) ** 2, NAN)


def skill(p0, baseline, zero_division=0.0):
    """(p0 - baseline) / (1 - baseline): how much of what the baseline leaves is gained."""
    if baseline == 1:
        return 0.0 if p0 == 1 else zero_division
    return (p0 - baseline) / (1 - baseline)


def kappa(matrix):
    return skill(accuracy(matrix), chance_accuracy(matrix))


def kappa_m(matrix, baseline_accuracy=None):
    """Skill over the majority class; without a baseline the static one, the largest class share."""
    if baseline_accuracy is None:
        baseline_accuracy = ratio(max(row_sums(matrix)), total(matrix), NAN)
    return skill(accuracy(matrix), baseline_accuracy)


def kappa_per(matrix, baseline_accuracy):
    return skill(accuracy(matrix), baseline_accuracy)


def mcc(matrix):
    n, rows, columns = total(matrix), row_sums(matrix), column_sums(matrix)
    numerator = n * hits(matrix) - sum(r * c for r, c in zip(rows, columns, strict=True))
    spread = (n**2 - sum(c * c for c in columns)) * (n**2 - sum(r * r for r in rows))
    return ratio(numerator, math.sqrt(spread), 0.0)


def cmd(matrix, normalised=False):
    if len(matrix) != 2:
        raise ValueError("defined for two classes")
    (a, b), (c, d) = matrix
    determinant = a * d - b * c
    return determinant / total(matrix) ** 2 if normalised else determinant


def recall(matrix):
    return [ratio(matrix[i][i], r, NAN) for i, r in enumerate(row_sums(matrix))]


def seen_recalls(matrix):
    return [value for value in recall(matrix) if not math.isnan(value)]


def arithmetic_mean(matrix):
    recalls = seen_recalls(matrix)
    return ratio(math.fsum(recalls), len(recalls), NAN)


def geometric_mean(matrix):
    recalls = seen_recalls(matrix)
    return math.prod(recalls) ** (1 / len(recalls)) if recalls else NAN


def harmonic_mean(matrix):
    recalls = seen_recalls(matrix)
    if not recalls:
        return NAN
    return 0.0 if 0 in recalls else len(recalls) / math.fsum(1 / value for value in recalls)


def f1(matrix, average="macro"):
    rows, columns = row_sums(matrix), column_sums(matrix)
    sizes = [r + c for r, c in zip(rows, columns, strict=True)]
    scores = [ratio(2 * matrix[i][i], size, 0.0) for i, size in enumerate(sizes)]
    if average is None:
        return scores
    if average == "weighted":
        return ratio(math.fsum(s * r for s, r in zip(scores, rows, strict=True)), sum(rows), 0.0)
    occurring = [s for s, size in zip(scores, sizes, strict=True) if size]
    return ratio(math.fsum(occurring), len(occurring), 0.0)


def f1_prime(matrix):
    (tp, fn), (fp, tn) = matrix
    return 1 / (1 + (fn / tp + fp / tn) / 2) if tp and tn else 0.0
