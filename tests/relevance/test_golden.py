"""The library against the golden numbers of the specification."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds
from tests.relevance.test_reference import GOLDEN_ENTROPIES, GOLDEN_TABLE, GOLDEN_THRESHOLDS


def about(value):
    return pytest.approx(value, abs=5e-13)


def nominal_schema(kinds, classes=2):
    return ds.Schema([ds.Nominal("x", tuple(map(str, range(kinds))))], tuple(f"class {k}" for k in range(classes)))


def observing(name, kinds, labels, window, schema=None, **options):
    """A scorer that has seen one nominal feature."""
    chunk = ds.Chunk(np.array(kinds, dtype=float)[:, None], np.array(labels))
    return getattr(ds, name)(window=window, **options).prepare(schema or nominal_schema(3)).observe_chunk(chunk)


def rows_of(table):
    """Kinds and classes that make up a table."""
    cells = [(q, k) for q, row in enumerate(table) for k, count in enumerate(row) for _ in range(count)]
    return [q for q, _ in cells], [k for _, k in cells]


@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("ConditionalEntropy", 1 - 0.797987704790),
        ("InformationGain", 0.199192694104),
        ("GainRatio", 0.127583094250),
        ("SymmetricalUncertainty", 0.155713053220),
    ],
)
def test_golden_table(name, score):
    scorer = observing(name, *rows_of(GOLDEN_TABLE), window=100)
    assert scorer.scores().tolist() == [about(score)]
    assert scorer.raw().tolist() == [about(0.797987704790 if name == "ConditionalEntropy" else score)]
    assert scorer.counts("x").tolist() == scorer.counts(0).tolist() == GOLDEN_TABLE
    assert scorer.n == 32


def test_golden_entropies():
    """H(Y|X) of a constant X is H(Y)."""
    scorer = ds.ConditionalEntropy(window=4).prepare(nominal_schema(1, 3))
    found = []
    for label in "ABAACBBB":
        scorer.observe_chunk(ds.Chunk([[0.0]], ["ABC".index(label)]))
        found.append(scorer.raw()[0])
    assert found == list(map(about, GOLDEN_ENTROPIES))
    assert found[0] == 0.0


def state_of_bins(scorer):
    grid = scorer.cuts("x0") / 0.95
    return grid.tolist(), scorer.counts("x0").sum(axis=1).tolist()


def test_golden_bins():
    scorer = ds.SymmetricalUncertainty(window=20, discretizer=ds.PaD(bins=4, fine=20))
    scorer.observe(np.arange(19.0)[:, None], [0, 1] * 9 + [0])
    assert scorer.ready().tolist() == [False]
    for value, cuts in [(19.0, [5, 10, 15]), (25.0, [6, 11, 16]), (-3.0, [6, 11, 16]), (9.5, [7, 11, 16])]:
        scorer.observe([[value]], [1])
        assert state_of_bins(scorer) == ([about(cut) for cut in cuts], [5] * 4)
    assert scorer.ready().tolist() == [True]


@pytest.mark.parametrize(("n", "r", "alpha", "value"), GOLDEN_THRESHOLDS)
def test_golden_thresholds(n, r, alpha, value):
    """The published ones leave out Williams' divisor."""
    kinds, labels = rows_of([[n // (2 * r)] * 2 for _ in range(r)])
    scorer = observing("SymmetricalUncertainty", kinds, labels, n, nominal_schema(r))
    divisor = 1 + (r * r - 1) * 3 / (6 * n * (r - 1))
    assert scorer.threshold(alpha) / divisor == pytest.approx(value, abs=5e-7)


def test_the_bias_is_taken_off():
    gain = 0.199192694104 - 2 / (2 * 32 * np.log(2))
    for name, score in [
        ("InformationGain", gain),
        ("GainRatio", gain / 1.561278124459),
        ("SymmetricalUncertainty", 2 * gain / (1.561278124459 + 0.997180398894)),
        ("ConditionalEntropy", 1 - 0.797987704790),
    ]:
        scorer = observing(name, *rows_of(GOLDEN_TABLE), window=100, correct_bias=True)
        assert scorer.scores().tolist() == [pytest.approx(score, abs=1e-11)]


@pytest.mark.parametrize(
    ("kinds", "labels"), [([0, 1, 2], [0, 0, 0]), ([1, 1, 1], [0, 1, 0]), ([1, 1, 1], [1, 1, 1]), ([2], [1]), ([], [])]
)
@pytest.mark.parametrize("corrected", [False, True])
@pytest.mark.parametrize("name", ["InformationGain", "GainRatio", "SymmetricalUncertainty"])
def test_where_nothing_varies_the_score_is_exactly_0(name, kinds, labels, corrected):
    X, y = np.array(kinds, dtype=float).reshape(-1, 1), np.array(labels, dtype=np.int32)
    scorer = (
        getattr(ds, name)(window=5, correct_bias=corrected).prepare(nominal_schema(3)).observe_chunk(ds.Chunk(X, y))
    )
    assert scorer.scores().tolist() == [0.0]
    assert scorer.p_values().tolist() == [1.0]
    assert not scorer.significant(0.5, None).any()


def test_a_feature_that_names_every_row_has_all_of_the_gain():
    """Its uncertainty is 2 H(Y) / (log2 n + H(Y)): the bias of a feature with many values."""
    kinds, labels = range(16), [0, 1] * 8
    score = observing("SymmetricalUncertainty", kinds, labels, 16, nominal_schema(16)).scores()[0]
    assert score == 2 / 5
    assert observing("ConditionalEntropy", kinds, labels, 16, nominal_schema(16)).raw().tolist() == [0.0]


def test_an_independent_table_has_a_score_of_0_or_nearly():
    kinds, labels = rows_of([[7, 14], [5, 10], [11, 22]])
    for name in ("InformationGain", "GainRatio", "SymmetricalUncertainty"):
        assert 0 <= observing(name, kinds, labels, 100).scores()[0] < 1e-13


@pytest.mark.parametrize(
    ("table", "p"), [([[20, 0], [19, 1]], 0.331997), ([[100, 1], [98, 0], [1, 1]], 0.452539)], ids=["even", "rare"]
)
def test_few_expected_counts_must_pass_both_tests(table, p):
    """Pearson's alone gives p = 2e-11 to the second table, of which half a row is out of the ordinary."""
    kinds, labels = rows_of(table)
    scorer = observing("SymmetricalUncertainty", kinds, labels, 400, nominal_schema(len(table)))
    assert scorer.p_values()[0] == pytest.approx(p, abs=1e-6)
