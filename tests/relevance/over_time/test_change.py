"""The test of two windows, against plain counting, a root finder, and independence."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from scipy import optimize, stats

import driftsift as ds
from driftsift.relevance.over_time import change, levels


def numeric(d, n_classes=2):
    return ds.Schema([ds.Numeric(f"x{i}") for i in range(d)], tuple(range(n_classes)))


def chunk(X, y):
    return ds.Chunk(X, np.asarray(y, dtype=np.int32))


def plain_levels(values):
    """Mid-ranks over the values that are there, cut in five parts."""
    present = sorted(v for v in values if v == v)
    codes = []
    for value in values:
        below, upto = sum(v < value for v in present), sum(v <= value for v in present)
        codes.append(-1 if value != value else min(4, (below + upto) * 5 // (2 * len(present))))
    return codes


def test_levels_of_numbers_are_parts_of_their_mid_ranks():
    rng = np.random.default_rng(0)
    columns = [rng.random(40), rng.integers(0, 3, 40), (rng.random(40) < 0.1), np.zeros(40), rng.integers(0, 9, 40)]
    X = np.array(columns, dtype=float)
    X[4, [3, 17, 39]] = np.nan
    codes = levels._levels(X, np.arange(5), numeric(5))
    assert [list(line) for line in codes] == [plain_levels(line) for line in X]


def test_a_value_that_most_rows_have_is_a_level_of_its_own():
    for share in (0.02, 0.3, 0.6, 0.95):
        few = int(600 * share)
        codes = plain_levels([1.0] * few + [0.0] * (600 - few))
        assert len(set(codes)) == 2


def test_levels_of_categories_are_the_most_frequent_ones():
    schema = ds.Schema([ds.Nominal("few", tuple("abc")), ds.Nominal("many", tuple("abcdefgh"))], (0, 1))
    few = np.array([0, 1, 2, np.nan, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    many = np.array([7, 7, 7, 7, 7, 6, 6, 6, 6, 5, 5, 5, 4, 4, 0], dtype=float)
    codes = levels._levels(np.array([few, many]), np.arange(2), schema)
    assert codes[0].tolist() == [0, 1, 2, -1, 2, 1] + [0] * 9
    assert codes[1].tolist() == [0] * 5 + [1] * 4 + [2] * 3 + [3] * 2 + [4]


def test_counts_are_counts():
    rng = np.random.default_rng(1)
    X, y = rng.integers(0, 2, (120, 3)).astype(float), rng.integers(0, 3, 120)
    X[:50, 2] = X[50:, 2] = 1.0
    features, counts = levels.joint_counts(chunk(X[:60], y[:60]), chunk(X[60:], y[60:]), numeric(3, 3))
    assert features.tolist() == [0, 1]
    for column, feature in enumerate(features):
        codes = plain_levels(X[:, feature])
        expected = np.zeros(counts.shape[:3])
        for row, code in enumerate(codes):
            expected[code, y[row], row // 60] += 1
        np.testing.assert_array_equal(counts[..., column], expected)


def test_rare_classes_are_one():
    y = np.array([0] * 60 + [1] * 30 + [2] * 20 + [3] * 10, dtype=np.int32)
    assert np.bincount(levels._joined_classes(y, 4)).tolist() == [60, 30, 30]


@pytest.mark.parametrize("at_once", [1, 7, 1024])
def test_sparse_rows_are_counted_like_dense_ones(at_once, monkeypatch):
    rng = np.random.default_rng(2)
    X, y = (rng.random((200, 30)) < 0.2) * rng.random((200, 30)), rng.integers(0, 2, 200)
    X[:, 5] *= rng.random(200) < 0.1
    dense = levels.joint_counts(chunk(X[:100], y[:100]), chunk(X[100:], y[100:]), numeric(30))
    monkeypatch.setattr(levels, "FEATURES_AT_ONCE", at_once)
    rows = sp.csr_array(X)
    sparse = levels.joint_counts(chunk(rows[:100], y[:100]), chunk(rows[100:], y[100:]), numeric(30))
    for one, other in zip(dense, sparse, strict=True):
        np.testing.assert_array_equal(one, other)
    assert len(dense[0]) < 30


def common_odds_ratio(table):
    """The 2 x 2 x 2 table with the same margins and one odds ratio, found with a root finder."""

    def shifted(by):
        return table + by * np.array([[[1, -1], [-1, 1]], [[-1, 1], [1, -1]]])

    def imbalance(by):
        t = np.log(shifted(by))
        return (t[0, 0] - t[0, 1] - t[1, 0] + t[1, 1]) @ np.array([1, -1])

    signs = np.array([[[1, -1], [-1, 1]], [[-1, 1], [1, -1]]])
    low, high = -table[signs > 0].min(), table[signs < 0].min()
    return shifted(optimize.brentq(imbalance, low + 1e-9, high - 1e-9))


def test_the_association_test_is_that_of_one_odds_ratio():
    rng = np.random.default_rng(3)
    tables = rng.integers(3, 60, (50, 2, 2, 2)).astype(float)
    p = change._same_association(np.moveaxis(tables, 0, -1))
    for table, found in zip(tables, p, strict=True):
        fitted = common_odds_ratio(table)
        ratio = 2 * (table * np.log(table / fitted)).sum()
        pearson = ((table - fitted) ** 2 / fitted).sum()
        assert found == pytest.approx(stats.chi2.sf(min(ratio, pearson), 1), rel=1e-3)


def test_degrees_of_freedom():
    full = np.ones((4, 3, 2, 1))
    assert change._freedom(full) == 3 * 2
    never_before = full.copy()
    never_before[0, :, 0] = 0
    assert change._freedom(never_before) == 2 * 2
    determines = np.zeros((2, 2, 2, 1))
    determines[[0, 1], [0, 1]] = 9
    assert change._freedom(determines) == 0


def test_the_gain_is_that_of_the_scorer():
    rng = np.random.default_rng(4)
    X, y = rng.integers(0, 3, (200, 2)), rng.integers(0, 2, 200)
    y[X[:, 0] == 2] = 1
    schema = ds.Schema([ds.Nominal(name, ("a", "b", "c")) for name in "xy"], (0, 1))
    scorer = ds.SymmetricalUncertainty(window=200, correct_bias=True).prepare(schema)
    scorer.observe_chunk(chunk(X.astype(float), y))
    found = change.compare(chunk(X[:0].astype(float), y[:0]), chunk(X.astype(float), y), schema)
    np.testing.assert_allclose(found.after, scorer.scores(), atol=1e-7)
    np.testing.assert_array_equal(found.before, 0)


def two_windows(seed, n, before, after):
    """Two classes; feature k is normal around strength * class, or a word some classes use."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, 2 * n)
    strength = np.repeat([before, after], n, axis=0)
    X = rng.normal(size=(2 * n, len(before))) + strength * y[:, None]
    return chunk(X[:n], y[:n]), chunk(X[n:], y[n:])


def test_what_changed_is_found_and_in_which_direction():
    pair = two_windows(5, 400, before=[2.0, 0.0, 1.5, 0.0, 1.5], after=[0.0, 2.0, 1.5, 0.0, -1.5])
    found = change.compare(*pair, numeric(5))
    assert (found.p_values < 1e-6).tolist() == [True, True, False, False, True]
    assert found.turn[[0, 1, 4]].tolist() == [-1, 1, 0]
    assert found.p_values[[2, 3]].min() > 0.01
    assert found.before[0] > 0.2 > 0.02 > found.after[0]


def test_a_word_that_was_never_used_before():
    rng = np.random.default_rng(6)
    y = rng.integers(0, 2, 600)
    word = (rng.random(600) < 0.3) & (y == 1) & (np.arange(600) >= 300)
    X = np.column_stack([word, rng.random(600) < 0.3]).astype(float)
    found = change.compare(chunk(X[:300], y[:300]), chunk(X[300:], y[300:]), numeric(2))
    assert found.p_values[0] < 1e-4
    assert found.turn[0] == 1
    assert found.p_values[1] > 0.01


def test_other_class_shares_are_no_change_of_a_feature_that_says_nothing():
    rng = np.random.default_rng(7)
    y = np.concatenate([rng.random(400) < 0.5, rng.random(400) < 0.15]).astype(int)
    X = rng.random((800, 200))
    X[400:] **= 3
    found = change.compare(chunk(X[:400], y[:400]), chunk(X[400:], y[400:]), numeric(200))
    assert found.p_values.min() > 0.01 / 200


def test_small_changes_count_as_none():
    pair = two_windows(8, 5000, before=[0.5, 1.0], after=[0.35, 0.0])
    small, large = change.compare(*pair, numeric(2)), change.compare(*pair, numeric(2), least_change=0.05)
    assert small.p_values[0] < 1e-3
    assert large.p_values[0] == 1.0
    assert large.p_values[1] == small.p_values[1] < 1e-6


def test_rows_that_stand_for_one_count_as_one():
    before, after = two_windows(10, 150, before=[1.0, 0.3], after=[0.3, 0.8])
    repeated = [chunk(np.repeat(part.X, 4, axis=0), np.repeat(part.y, 4)) for part in (before, after)]
    once, as_one = change.compare(before, after, numeric(2)), change.compare(*repeated, numeric(2), block=4)
    for field in ("p_values", "before", "after", "turn"):
        np.testing.assert_allclose(getattr(once, field), getattr(as_one, field), rtol=0.01)
    assert change.compare(*repeated, numeric(2)).p_values[0] < once.p_values[0] ** 2


@pytest.mark.parametrize(
    ("X", "y"),
    [
        (np.zeros((60, 2)), np.tile([0, 1], 30)),
        (np.arange(120.0).reshape(60, 2), np.zeros(60)),
        (np.full((60, 2), np.nan), np.tile([0, 1], 30)),
        (np.zeros((0, 2)), np.zeros(0)),
    ],
    ids=["constant", "one class", "missing", "no rows"],
)
def test_nothing_to_test(X, y):
    assert len(change.compare(chunk(X, y), chunk(X, y), numeric(2)).features) == 0


CASES = {
    "nothing": (0.5, 0.0, 300),
    "weak": (0.5, 0.5, 300),
    "strong": (0.5, 2.0, 300),
    "few of a class": (0.1, 1.0, 300),
    "short": (0.5, 1.0, 100),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_p_values_are_not_too_small(case):
    """2000 tests of features with labels of their own: false alarms within binomial bounds of the nominal level."""
    share, strength, w = CASES[case]
    rng = np.random.default_rng(9)
    p = []
    for _ in range(2000):
        y = (rng.random(2 * w) < share).astype(int)
        X = rng.normal(size=(2 * w, 1)) + strength * y[:, None]
        p.extend(change.compare(chunk(X[:w], y[:w]), chunk(X[w:], y[w:]), numeric(1)).p_values)
    for level in (0.05, 0.01, 0.001):
        assert np.sum(np.array(p) <= level) <= stats.binom.ppf(0.9999, len(p), level)
