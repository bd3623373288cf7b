"""The reference of the lookahead against the golden numbers of the specification (sections 6.2, 6.3 and 6.8)."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from tests.reference.relevance.lookahead import Given, Lookahead
from tests.reference.relevance.window import Window
from tests.strategies import quick

NAN = math.nan
PATTERNS = list(product((0, 1), repeat=3))
ALPHA = 0.01


def all_equal(a, b, e):
    return int(a == b == e)


def path(a, b, e):
    """The example of the thesis for a tree: only behind e is a + b worth asking for."""
    return int(e == (a and b))


def parity(a, b, e):
    return a ^ b ^ e


def patterns(concept, times=10):
    """Rows and labels of a concept: every pattern as often as the others."""
    return [list(bits) for bits in PATTERNS] * times, [concept(*bits) for bits in PATTERNS] * times


def lookahead(rows, labels, n_categories=None, n_classes=2, **options):
    n_categories = n_categories or (2,) * len(rows[0])
    window = Window(n_categories, n_classes, max(1, len(rows)))
    for row, label in zip(rows, labels, strict=True):
        window.observe([float(value) for value in row], label)
    return Lookahead(window, **options)


def about(value, digits=6):
    return pytest.approx(value, abs=0.6 * 10**-digits)


# --- golden numbers ---------------------------------------------------------------------------------------


def test_three_that_are_equal_are_three_pairs():
    found = lookahead(*patterns(all_equal))
    assert {pair.features for pair in found.pairs} == {(0, 1), (0, 2), (1, 2)}
    for pair in found.pairs:
        for given_other in pair.given:
            assert given_other.information == about(0.311278)
            assert (given_other.g, given_other.df) == (about(34.521849), 2)
            assert given_other.p_value == pytest.approx(3.189e-8, rel=2e-4)
            assert given_other.bias == about(0.018034)
            assert given_other.uncertainty == about(0.323798)
    assert [found.window.table(f).g for f in range(3)] == [0.0] * 3
    assert lookahead(*patterns(all_equal), extend=False).scores() == [about(0.323798)] * 3
    assert found.scores() == [about(0.642622)] * 3  # the third one settles the cells in which two are equal


def test_features_on_one_path_are_pairs_with_its_root():
    found = lookahead(*patterns(path))
    pairs = {pair.features: pair for pair in found.pairs}
    assert set(pairs) == {(0, 2), (1, 2)}
    assert [each.g for each in pairs[0, 2].given] == [about(34.521849), about(55.451774)]
    assert [each.g for each in found.pair(0, 1).given] == [about(0), about(0)]


def test_parity_of_three_has_no_pair_but_one_triple():
    found = lookahead(*patterns(parity))
    assert found.pairs == []
    assert found.scores() == [0.0] * 3
    triples = lookahead(*patterns(parity), order=3).triples
    assert list(triples) == [(0, 1, 2)]
    assert [each.information for each in triples[0, 1, 2]] == [about(1)] * 3


@pytest.mark.parametrize(("information", "d", "window"), [(0.3113, 50, 86), (0.1468, 200, 219), (0.5310, 2000, 77)])
def test_window_needed(information, d, window):
    """The published table rests on the quantile at a level shared by all pairs: 0.025/m."""
    x = stats.chi2.isf(0.025 / math.comb(d, 2), 2)
    needed = (x + 1.645 * math.sqrt(2 * (2 + 2 * x))) / (2 * math.log(2) * information)
    assert round(needed) == pytest.approx(window, abs=1)


# --- each piece against its definition --------------------------------------------------------------------

ROWS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=80)


def entropy_of(values):
    counts = np.unique(np.array(values), axis=0, return_counts=True)[1]
    return float(stats.entropy(counts, base=2))


@quick
@given(rows=ROWS)
def test_information_is_the_difference_of_what_is_known_with_and_without(rows):
    z, x, y = (np.array(column)[:, None] for column in zip(*rows, strict=True))

    def shared_with_class(known):
        return entropy_of(known) + entropy_of(y) - entropy_of(np.hstack([known, y]))

    expected = shared_with_class(np.hstack([x, z])) - shared_with_class(z)
    found = Given(rows)
    assert found.information == pytest.approx(expected, abs=1e-12)
    entropies = entropy_of(np.hstack([x, z])) + entropy_of(np.hstack([y, z])) - 2 * entropy_of(z)
    assert found.entropies == pytest.approx(entropies, abs=1e-12)
    assert 0 <= found.uncertainty <= 1 + 1e-12


@quick
@given(rows=ROWS)
def test_statistics_and_degrees_of_freedom_are_sums_over_the_cells(rows):
    g, pearson, df, smallest = 0.0, 0.0, 0, math.inf
    for z in {row[0] for row in rows}:
        table = np.zeros((4, 3))
        for _, x, y in (row for row in rows if row[0] == z):
            table[x, y] += 1
        table = table[table.any(axis=1)][:, table.any(axis=0)]
        if min(table.shape) > 1:
            found = stats.chi2_contingency(table, correction=False, lambda_="log-likelihood")
            g, df = g + found.statistic, df + found.dof
            pearson += stats.chi2_contingency(table, correction=False).statistic
            smallest = min(smallest, found.expected_freq.min())
    assert (Given(rows).g, Given(rows).df) == (pytest.approx(g, abs=1e-9), df)
    assert Given(rows).pearson == pytest.approx(pearson, abs=1e-9)
    assume(abs(smallest - 1) > 1e-9)
    statistic = min(g, pearson) if smallest < 1 else g
    assert Given(rows).p_value == pytest.approx(stats.chi2.sf(statistic, df) if df else 1.0, rel=1e-6)


def test_where_hardly_any_row_is_expected_both_statistics_must_pass():
    """One row of a rare value and a rare class is much for Pearson, many empty cells are much for G."""
    alone = [(0, 0, 0)] * 99 + [(0, 1, 1)]
    assert Given(alone).smallest_expected == 0.01
    assert Given(alone).pearson == pytest.approx(100)
    assert Given(alone).statistic == Given(alone).g == pytest.approx(11.2, abs=0.01)
    spread = [(0, n % 20, n // 20) for n in range(20)] + [(0, n % 20, 1) for n in range(20)]
    assert Given(spread).smallest_expected == 1.0
    assert Given(spread).statistic == Given(spread).g
    apart = [(0, n, n % 2) for n in range(8)]
    assert Given(apart).smallest_expected == 0.5
    assert Given(apart).g == pytest.approx(16 * math.log(2))
    assert Given(apart).statistic == Given(apart).pearson == pytest.approx(8)


def test_independent_rows_pass_at_the_nominal_rate():
    """G has no divisor here; with cells of 75 rows of even classes the level is kept to within a quarter."""
    rng = np.random.default_rng(1)
    p = [Given(list(map(tuple, rng.integers(0, 2, (300, 3)).tolist()))).p_value for _ in range(4000)]
    assert np.mean(np.array(p) < 0.05) == pytest.approx(0.05, abs=0.0125)


# --- what the method is made of ---------------------------------------------------------------------------


def test_a_copy_is_not_a_pair_and_is_pruned():
    rows, labels = patterns(all_equal)
    copied = [[*row, row[0]] for row in rows]
    found = lookahead(copied, labels)
    assert (0, 3) not in {pair.features for pair in found.pairs}
    scores = found.scores()
    assert scores[3] == scores[0] > 0
    assert found.prune(scores) == [0, 1, 2]


def test_more_than_five_categories_are_four_and_the_rest():
    codes = [0] * 6 + [1] * 2 + [2] * 5 + [3] * 2 + [4] * 4 + [5] * 3 + [6]
    found = lookahead([[code] for code in codes], [0] * len(codes), (7,))
    assert found.levels[0] == [code if code in (0, 2, 4, 5) else "rest" for code in codes]


def test_an_extension_follows_a_path():
    """y tells a = b, unless a = b = 0: then it is k. Nobody sees k but behind the pair."""
    rows = [list(bits) for bits in PATTERNS] * 40
    labels = [k if a == b == 0 else int(a == b) for a, b, k in rows]
    assert set(lookahead(rows, labels, extend=False).extensions(lookahead(rows, labels).pairs)) == set()
    found = lookahead(rows, labels)
    extended = found.extensions([found.pair(0, 1)])[2, (0, 1)]
    assert (extended.n, extended.df) == (320, 1)
    assert extended.g == pytest.approx(2 * 80 * math.log(2))
    assert found.extension(2, (0, 1)).n == 320
    assert lookahead(rows, labels, min_cell=81).extension(2, (0, 1)).n == 0


def test_a_cell_is_as_large_as_it_is_with_all_of_its_rows():
    """Whether a third feature is missing does not make a cell too small."""
    rows, labels = patterns(all_equal, 20)
    holed = [[*row[:2], NAN if r % 2 else row[2]] for r, row in enumerate(rows)]
    assert lookahead(holed, labels, min_cell=40).extension(2, (0, 1)).n == sum(r % 2 == 0 for r in range(160))


def test_missing_values_take_their_row_out_of_their_pairs_only():
    rows, labels = patterns(all_equal, 20)
    holed = [[NAN if r < 80 else row[0], *row[1:]] for r, row in enumerate(rows)]
    found = lookahead(holed, labels)
    assert [found.pair(0, 1).given[0].n, found.pair(1, 2).given[0].n] == [80, 160]
    assert found.pair(1, 2).given[0].g == about(2 * 34.5218494, 5)


@pytest.mark.parametrize(
    ("codes", "supported"), [([1] * 4, False), ([1] * 5, True), ([1] * 3 + [2] * 2, True), ([1] * 3 + [2], False)]
)
def test_a_feature_with_few_rows_outside_its_commonest_level_is_kept_out(codes, supported):
    rows = [[code] for code in codes + [0] * 50]
    assert lookahead(rows, [r % 2 for r in range(len(rows))], (3,)).supported(0) is supported


def test_only_pairs_with_an_anchor_are_looked_at():
    found = lookahead(*patterns(all_equal), anchors=[0], extend=False)
    assert {pair.features for pair in found.pairs} == {(0, 1), (0, 2)}
    assert found.scores() == [about(0.323798)] * 3


@pytest.mark.parametrize("rows", [[], [[0, 1]], [[0, 0], [0, 1]]])
def test_where_nothing_varies_there_is_nothing(rows):
    found = lookahead(rows or [[NAN, NAN]], [0] * max(1, len(rows)), (2, 2))
    assert found.pairs == []
    assert found.scores() == [0.0, 0.0]
    assert found.prune(found.scores()) == []
