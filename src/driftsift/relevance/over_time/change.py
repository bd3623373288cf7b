"""The test whether what a feature says about the class has changed between two windows of rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from driftsift.data.chunk import Chunk
from driftsift.data.schema import Schema
from driftsift.relevance.over_time.levels import joint_counts

__all__ = ["Changes", "compare"]

MOST_ROUNDS = 100
CLOSE_ENOUGH = 1e-3
CLEAR = 1.96
CELLS = (0, 1, 2)  # axes of level, class and window

Values = NDArray[np.float64]


class Changes(NamedTuple):
    """One test per feature that varies.

    Attributes
    ----------
    features : int array
    p_values : float64 array
        How probable so great a difference is if nothing has changed.
    before, after : float64 arrays
        Symmetrical uncertainty with the class, less its bias, on the levels that both windows share.
    turn : int array
        1: the feature says more than before, -1: less, 0: as much, but something else.
    """

    features: NDArray[np.intp]
    p_values: Values
    before: Values
    after: Values
    turn: NDArray[np.int8]


class _Gain(NamedTuple):
    """The information gain of every feature in one window, in nats, less its bias; its variance; its test."""

    gain: Values
    variance: Values
    statistic: Values
    freedom: Values
    uncertainty: Values


def compare(before: Chunk, after: Chunk, schema: Schema, least_change: float = 0.0, block: int = 1) -> Changes:
    """Test for every feature whether its relation to the class is the same in two windows that share no row.

    Two tests, of which the clearer one counts, at twice its probability:

    * Is the association the same? The likelihood ratio (and Pearson's statistic, the smaller of both) of the log-linear
      model without interaction of level, class and window. It does not see changes of the class shares, nor of the
      values of a feature that says nothing.
    * Is the information gain the same? Its difference by its variance; where the gain may be 0, so that the variance
      says little, the difference must also be rare among those of two chi-square variables. It sees what the first test
      cannot: a feature that has no values to compare in one of the windows, such as a word that was never used.

    All labels must be known.

    Parameters
    ----------
    before, after : Chunk
    schema : Schema
    least_change : float
        Features whose score changes by less (or, if it says something else now, is less in both windows) count as
        unchanged.
    block : int
        So many rows count as one.
    """
    features, counts = joint_counts(before, after, schema, block)
    gains = [_gain(counts[:, :, window]) for window in (0, 1)]
    error = np.sqrt(2.0 * np.maximum(gains[0].variance, gains[1].variance))
    difference = gains[1].gain - gains[0].gain
    z = np.divide(difference, error, out=np.zeros_like(difference), where=error > 0)
    p_values = np.minimum(1.0, 2.0 * np.minimum(_same_association(counts), _same_gain(z, *gains)))
    turn = np.where(np.abs(z) < CLEAR, 0, np.sign(z)).astype(np.int8)
    was, now = gains[0].uncertainty, gains[1].uncertainty
    size = np.where(turn == 0, np.maximum(was, now), np.abs(now - was))
    return Changes(features, np.where(size < least_change, 1.0, p_values), was, now, turn)


def _same_association(counts: Values) -> Values:
    fitted = _without_interaction(counts)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = 2.0 * np.where(counts > 0, counts * np.log(counts / fitted), 0.0).sum(axis=CELLS)
        pearson = np.where(fitted > 0, (counts - fitted) ** 2 / fitted, 0.0).sum(axis=CELLS)
    freedom = _freedom(counts)
    p = stats.chi2.sf(np.minimum(ratio, pearson), np.maximum(freedom, 1))
    return np.where(freedom > 0, p, 1.0)


def _without_interaction(counts: Values) -> Values:
    """Fit the counts from their three two-way tables, by iterative proportional fitting."""
    fitted = np.ones_like(counts)
    tables = [counts.sum(axis=axis, keepdims=True) for axis in CELLS]
    for _ in range(MOST_ROUNDS):
        furthest = 0.0
        for axis, table in zip(CELLS, tables, strict=True):
            now = fitted.sum(axis=axis, keepdims=True)
            furthest = max(furthest, float(np.abs(now - table).max(initial=0.0)))
            fitted *= np.divide(table, now, out=np.zeros_like(now), where=now > 0)
        if furthest < CLOSE_ENOUGH:
            break
    return fitted


def _freedom(counts: Values) -> Values:
    """Return the degrees of freedom, those of cells that cannot but be empty taken off."""
    by_two = [counts.sum(axis=axis, keepdims=True) > 0 for axis in CELLS]
    by_one = [counts.sum(axis=axes) > 0 for axes in ((0, 1), (0, 2), (1, 2))]
    possible = (by_two[0] & by_two[1] & by_two[2]).sum(axis=CELLS)
    pairs, margins = sum(two.sum(axis=CELLS) for two in by_two), sum(one.sum(axis=0) for one in by_one)
    return np.asarray(np.maximum(possible - (pairs - margins + 1), 0.0))


def _same_gain(z: Values, before: _Gain, after: _Gain) -> Values:
    by_variance = 2.0 * stats.norm.sf(np.abs(z))
    freedom = np.maximum(before.freedom, after.freedom)
    beyond = (after.statistic - after.freedom) - (before.statistic - before.freedom)
    # The tail of the difference of two chi-square variables, as a multiple of that of one of them.
    multiple = np.maximum(1.0, 2.0 ** (1.0 - freedom / 2.0))
    by_chance = np.minimum(1.0, multiple * stats.chi2.sf(np.abs(beyond), np.maximum(freedom, 1.0)))
    return np.where(freedom > 0, np.maximum(by_variance, by_chance), 1.0)


def _gain(counts: Values) -> _Gain:
    by_level, by_class = counts.sum(axis=1), counts.sum(axis=0)
    n = np.maximum(by_level.sum(axis=0), 1.0)
    freedom = np.maximum((by_level > 0).sum(axis=0) - 1, 0) * np.maximum((by_class > 0).sum(axis=0) - 1, 0)
    expected = by_level[:, None] * by_class / n
    with np.errstate(divide="ignore", invalid="ignore"):
        pointwise = np.where(counts > 0, np.log(counts / expected), 0.0)
        pearson = np.where(expected > 0, (counts - expected) ** 2 / expected, 0.0).sum(axis=(0, 1))
    gain = (counts * pointwise).sum(axis=(0, 1)) / n
    spread = (counts * pointwise**2).sum(axis=(0, 1)) / n - gain**2
    corrected = gain - freedom / (2.0 * n)
    entropies = _entropy(by_level, n) + _entropy(by_class, n)
    uncertainty = np.divide(2.0 * np.maximum(corrected, 0.0), entropies, out=np.zeros_like(n), where=entropies > 0)
    statistic = np.minimum(2.0 * n * gain / _williams(by_level, by_class, n, freedom), pearson)
    variance = np.maximum(spread, 0.0) / n + freedom / (2.0 * n**2)
    return _Gain(corrected, variance, statistic, freedom, uncertainty)


def _williams(by_level: Values, by_class: Values, n: Values, freedom: Values) -> Values:
    levels, classes = (n * _inverses(counts) - 1.0 for counts in (by_level, by_class))
    return 1.0 + levels * classes / (6.0 * n * np.maximum(freedom, 1.0))


def _inverses(counts: Values) -> Values:
    inverses = np.divide(1.0, counts, out=np.zeros_like(counts), where=counts > 0)
    return np.asarray(inverses.sum(axis=0))


def _entropy(counts: Values, n: Values) -> Values:
    share = counts / n
    return np.asarray(-(share * np.log(np.where(share > 0, share, 1.0))).sum(axis=0))
