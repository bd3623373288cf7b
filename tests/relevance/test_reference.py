"""The reference itself against the golden numbers of the specification."""

from __future__ import annotations

import math
from collections import Counter, deque
from decimal import Decimal, localcontext

import numpy as np
import pytest
from scipy import stats

from tests.reference.relevance import entropy
from tests.reference.relevance.fixed_range import EqualWidth, PiD
from tests.reference.relevance.pad import NOT_READY, REBUILT, SAME, PaD
from tests.reference.relevance.tables import Table, benjamini_hochberg, significant
from tests.reference.relevance.window import Window

GOLDEN_TABLE = [[10, 2], [3, 9], [4, 4]]
NAN = math.nan


def about(value):
    return pytest.approx(value, abs=5e-13)


# --- entropies --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("window", "bits"), [(1, 52), (10, 52), (200, 50), (1000, 47), (4000, 45)])
def test_the_table_has_as_many_bits_as_fit(window, bits):
    assert entropy.bits(window) == bits
    assert entropy.entry(window, window + 1) < 2**61


def test_entries_are_the_nearest_whole_numbers():
    with localcontext(prec=60):
        for n in range(202):
            exact = entropy.n_log_n(n) * 2 ** entropy.bits(200)
            assert abs(entropy.entry(200, n) - exact) <= Decimal("0.5")
    assert [entropy.entry(200, n) for n in (0, 1, 2, 4, 8)] == [0, 0, 2 << 50, 8 << 50, 24 << 50]


def sliding_counts(values, window):
    inside = deque(maxlen=window)
    for value in values:
        inside.append(value)
        yield list(Counter(inside).values())


GOLDEN_ENTROPIES = [0, 1, 0.918295834054, 0.811278124459, 1.5, 1.5, 1.5, 0.811278124459]


def test_golden_entropies():
    assert [entropy.entropy(4, counts) for counts in sliding_counts("ABAACBBB", 4)] == list(
        map(about, GOLDEN_ENTROPIES)
    )


@pytest.mark.parametrize(("window", "m"), [(10, 2), (200, 2), (200, 10), (1000, 10)])
def test_entropies_of_the_table_are_right_to_the_last_bits(window, m):
    values = np.random.default_rng(window + m).integers(0, m, 2 * window).tolist()
    for counts in list(sliding_counts(values, window))[:: max(1, window // 50)]:
        exact = entropy.precise_entropy(counts)
        assert abs(Decimal(entropy.entropy(window, counts)) - exact) < Decimal("1e-15")


@pytest.mark.parametrize(("window", "m"), [(1, 1), (1, 3), (2, 2), (3, 2), (200, 1), (200, 10), (200, 100)])
def test_the_recursions_of_the_thesis_drift_about_the_same_values(window, m):
    values = np.random.default_rng(m).integers(0, m, 3000).tolist()
    counts, inside, found = Counter(), deque(), 0.0
    for value in values:
        if len(inside) == window:
            oldest = inside.popleft()
            counts[oldest] -= 1
            found = entropy.entropy_after_departure(found, len(inside), counts[oldest])
        inside.append(value)
        counts[value] += 1
        found = entropy.entropy_after_arrival(found, len(inside), counts[value])
        assert found == pytest.approx(entropy.entropy(window, [c for c in counts.values() if c]), abs=1e-10)


def test_an_empty_window_and_a_single_value_have_exactly_no_entropy():
    assert entropy.entropy(200, []) == entropy.entropy(200, [7]) == 0.0
    assert entropy.entropy(200, [50] * 4) == 2.0


# --- tables -----------------------------------------------------------------------------------------------


def test_golden_table():
    table = Table(36, GOLDEN_TABLE)
    assert table.entropy_of_kinds == about(1.561278124459)
    assert table.entropy_of_classes == about(0.997180398894)
    assert table.conditional_entropy == about(0.797987704790)
    assert table.entropy_of_kinds_given_class == about(1.362085430355)
    assert table.gain() == about(0.199192694104)
    assert table.gain_ratio() == about(0.127583094250)
    assert table.symmetrical_uncertainty() == about(0.155713053220)


def test_the_statistics_are_those_of_scipy():
    table = Table(36, GOLDEN_TABLE)
    g, _, df, expected = stats.chi2_contingency(GOLDEN_TABLE, correction=False, lambda_="log-likelihood")
    pearson = stats.chi2_contingency(GOLDEN_TABLE, correction=False).statistic
    assert (table.g, table.df) == (pytest.approx(g, rel=1e-12), df)
    assert table.pearson == pytest.approx(pearson, rel=1e-12)
    assert table.smallest_expected == pytest.approx(expected.min(), rel=1e-12)


def test_empty_rows_and_columns_do_not_count():
    padded = Table(36, [[0, 0, 0], [10, 0, 2], [3, 0, 9], [0, 0, 0], [4, 0, 4]])
    plain = Table(36, GOLDEN_TABLE)
    for name in ("df", "g", "williams", "pearson", "p_value", "smallest_expected", "plain_gain"):
        assert getattr(padded, name) == getattr(plain, name)


@pytest.mark.parametrize("counts", [[], [[0, 0]], [[5, 0]], [[5, 3]], [[5, 0], [3, 0]]])
def test_where_nothing_varies_nothing_is_relevant(counts):
    table = Table(10, counts)
    assert table.gain() == table.gain_ratio() == table.symmetrical_uncertainty() == 0.0
    assert table.gain(corrected=True) == 0.0
    assert (table.df, table.p_value) == (0, 1.0)


@pytest.mark.parametrize(
    ("alpha", "df", "value"),
    [(0.05, 1, 3.841459), (0.05, 9, 16.918978), (0.001, 1, 10.827566), (0.001, 9, 27.877165)],
)
def test_golden_quantiles(alpha, df, value):
    assert stats.chi2.isf(alpha, df) == pytest.approx(value, abs=5e-7)


def even_table(n, r):
    """Two classes and r kinds, as frequent as each other."""
    return Table(n, [[n // (2 * r)] * 2 for _ in range(r)])


GOLDEN_THRESHOLDS = [
    (200, 2, 0.05, 0.013855),
    (200, 2, 0.001, 0.039052),
    (200, 10, 0.05, 0.028238),
    (200, 10, 0.001, 0.046528),
    (300, 2, 0.001, 0.026035),
    (300, 10, 0.001, 0.031019),
    (500, 10, 0.001, 0.018611),
]


@pytest.mark.parametrize(("n", "r", "alpha", "value"), GOLDEN_THRESHOLDS)
def test_golden_thresholds_but_for_the_divisor(n, r, alpha, value):
    table = even_table(n, r)
    assert table.threshold(alpha) / table.williams == pytest.approx(value, abs=5e-7)


def test_exactly_those_beyond_the_threshold_have_a_smaller_p_value():
    for counts in ([[30, 20], [20, 30]], [[29, 21], [21, 29]], [[28, 22], [22, 28]]):
        table = Table(100, counts)
        assert (table.symmetrical_uncertainty() > table.threshold(0.05)) == (table.p_value < 0.05)


def test_corrections_for_many_tests_by_hand():
    p = [0.04, 0.001, 0.03, 0.9]
    assert significant(p, 0.05, None) == [True, True, True, False]
    assert significant(p, 0.05, "bonferroni") == [False, True, False, False]
    assert significant(p, 0.05, "fdr") == [False, True, False, False]
    assert benjamini_hochberg([0.04, 0.02, 0.03, 0.9], 0.06) == [True, True, True, False]


# --- PaD --------------------------------------------------------------------------------------------------


def filled(values, **options):
    pad = PaD(len(values), **options)
    for i, value in enumerate(values, 1):
        pad.update(value, None, i == len(values))
    return pad


def test_golden_bins():
    pad = filled(list(map(float, range(20))), bins=4, fine=20)
    assert (pad.o, pad.h, pad.cuts, pad.counts) == (0, 0.95, [5, 10, 15], [5] * 4)
    steps = [(25.0, 0.0, REBUILT, [6, 11, 16]), (-3.0, 1.0, SAME, [6, 11, 16]), (9.5, 2.0, REBUILT, [7, 11, 16])]
    for entering, leaving, answer, cuts in steps:
        assert (pad.update(entering, leaving, True), pad.cuts, pad.counts) == (answer, cuts, [5] * 4)
    assert [pad.bin(value) for value in (25, -3, 9.5)] == [3, 0, 1]


def slide(pad, window, values):
    """Values enter and leave; the PaD after each."""
    inside = deque()
    for value in values:
        inside.append(value)
        leaving = inside.popleft() if len(inside) > window else None
        pad.update(value, leaving, len(inside) == window)
        yield pad


def test_a_constant_that_starts_to_vary_has_bins_at_once():
    varied = np.random.default_rng(1).random(400).tolist()
    after = [len(pad.cuts or []) for pad in slide(PaD(200), 200, [0.0] * 300 + varied)]
    assert set(after[:300]) == {0}
    assert after[300] >= 1
    assert after[-1] == 9


@pytest.mark.parametrize("alpha", [0.01, 0.25])
def test_counts_of_the_bins_are_those_of_a_recount(alpha):
    values = np.random.default_rng(2).exponential(size=700).round(2).tolist()
    for pad in slide(PaD(100, alpha=alpha), 100, values):
        if pad.ready:
            recount = Counter(map(pad.bin, pad.values))
            assert pad.counts == [recount[b] for b in range(len(pad.cuts) + 1)]
            assert sum(pad.counts) == len(pad.values)


def test_without_values_there_are_no_bins():
    pad = filled([1.0, 2.0], bins=2)
    assert pad.update(None, 1.0, True) in (SAME, REBUILT)
    assert (pad.update(None, 2.0, True), pad.ready) == (NOT_READY, False)
    assert pad.update(None, None, True) == NOT_READY
    assert (pad.update(7.0, None, True), pad.cuts, pad.counts) == (REBUILT, [], [1])


def test_two_values_have_two_bins_and_few_values_at_most_one_each():
    assert len(filled([1.0, 5.0] * 10).cuts) == 1
    assert len(filled([1.0, 2.0, 3.0] * 10).cuts) == 2


def rebuilds(values, window, alpha):
    pad, inside, answers = PaD(window, alpha=alpha), deque(), []
    for value in values:
        inside.append(value)
        leaving = inside.popleft() if len(inside) > window else None
        answers.append(pad.update(value, leaving, len(inside) == window))
    return answers.count(REBUILT) / len(answers) * 1000


@pytest.mark.parametrize(("alpha", "published"), [(0.01, 255), (0.25, 15)])
def test_uniform_values_rebuild_as_often_as_published(alpha, published):
    values = np.random.default_rng(3).random(4000).tolist()
    assert rebuilds(values, 200, alpha) == pytest.approx(published, rel=0.15)


# --- PiD and equal width ----------------------------------------------------------------------------------


def test_final_bins_of_uniform_values_hold_about_a_tenth_each():
    pid = PiD(1000)
    values = np.random.default_rng(4).random(20_000)
    for value in values.tolist():
        pid.add(value)
    shares = np.bincount(np.searchsorted(pid.final_cuts(), values, side="right"), minlength=10) / len(values)
    assert len(shares) == 10
    assert shares.min() > 0.08
    assert shares.max() < 0.12


def test_bins_of_equal_width_are_open_outside():
    bins = EqualWidth(10, bins=4, lo=-1.0, hi=1.0)
    assert [bins.bin(v) for v in (-1e300, -1, -0.51, -0.5, 0, 0.5, 1, 1e300)] == [0, 0, 0, 1, 2, 3, 3, 3]


# --- windows ----------------------------------------------------------------------------------------------


def test_a_window_by_hand():
    window = Window((2, 0), 2, 3)
    for row, label in [([0, 1.0], 0), ([1, NAN], 1), ([0, 2.0], -1), ([1, 3.0], 1)]:
        window.observe(row, label)
    assert (window.n, window.ready(0), window.ready(1)) == (3, True, True)
    assert window.counts(0) == [[1, 0], [0, 2]]
    assert window.counts(1) == [[1, 0], [0, 1]]
    window.observe([NAN, NAN], 2)
    assert window.counts(0) == [[0, 0, 0], [0, 2, 0]]
    assert window.counts(1) == [[0, 1, 0]]


def test_a_sparse_window_by_hand():
    window = Window((3, 0), 2, 3, sparse=True)
    for row, label in [([0, 0.0], 0), ([2, NAN], 1), ([0, 0.0], 1)]:
        window.observe(row, label)
    assert window.counts(0) == [[0, 0], [0, 0], [0, 1], [1, 1]]
    assert window.ready(1)
    assert window.counts(1) == [[1, 1]]
    window.observe([1, 5.0], 0)
    assert window.counts(1) == [[1, 0], [0, 1]]
