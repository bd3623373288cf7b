"""Exact bounds and tests, each of which a right generator fails once in a million times."""

from __future__ import annotations

import numpy as np
from scipy import stats

ONCE_IN = 1e-6


def assert_share(hits, share, n=None, once_in=ONCE_IN):
    """As many hits as so many trials of this probability give."""
    n = len(hits) if n is None else n
    found = int(np.sum(hits))
    low, high = stats.binom.ppf([once_in / 2, 1 - once_in / 2], n, share)
    assert low <= found <= high, f"{found} of {n} hits, expected {share * n:.1f}, between {low:.0f} and {high:.0f}"


def assert_frequencies(values, shares, once_in=ONCE_IN):
    """Codes 0, 1, ... are as frequent as they should be (chi-square)."""
    counts = np.bincount(np.asarray(values, dtype=int), minlength=len(shares))
    expected = np.asarray(shares) / np.sum(shares) * len(values)
    assert len(counts) == len(shares)
    assert len(shares) == 1 or stats.chisquare(counts, expected).pvalue > once_in


def assert_uniform(values, low, high, once_in=ONCE_IN):
    """Numbers are spread evenly over an interval (Kolmogorov-Smirnov)."""
    assert low <= values.min()
    assert values.max() < high
    assert stats.kstest(values, stats.uniform(low, high - low).cdf).pvalue > once_in


def binned(values, bins=10):
    """Codes of values: themselves if they are few, else bins of equal frequency."""
    distinct, codes = np.unique(values, return_inverse=True)
    if len(distinct) <= 2 * bins:
        return codes
    return np.searchsorted(np.quantile(values, np.arange(1, bins) / bins), values, side="right")


def contingency(first, second):
    """How often each pair of codes occurs."""
    table = np.zeros((first.max() + 1, second.max() + 1))
    np.add.at(table, (first, second), 1)
    return table[table.any(axis=1)][:, table.any(axis=0)]


def dependence(values, labels):
    """The p-value of the chi-square test of independence; 1 if there is but one value."""
    table = contingency(binned(values), np.unique(labels, return_inverse=True)[1])
    return 1.0 if 1 in table.shape else stats.chi2_contingency(table, correction=False).pvalue


def entropy(weights):
    p = weights[weights > 0] / weights.sum()
    return -(p * np.log2(p)).sum()


def symmetrical_uncertainty(codes, labels):
    table = contingency(np.asarray(codes, dtype=int), np.asarray(labels, dtype=int))
    joint, x, y = entropy(table.ravel()), entropy(table.sum(axis=1)), entropy(table.sum(axis=0))
    return 2 * (x + y - joint) / (x + y) if x + y else 0.0
