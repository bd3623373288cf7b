"""What the options of the interaction lookahead promise, and its state."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import scipy.sparse as sp

import driftsift as ds
from driftsift import _core
from driftsift.relevance import InteractionLookahead


def bits(d):
    return ds.Schema([ds.Nominal(f"f{i}", ("0", "1")) for i in range(d)], ("0", "1"))


def xor_rows(n, d, pair=(0, 1), seed=1, flip=0.0):
    random = np.random.default_rng(seed)
    X = random.integers(0, 2, (n, d)).astype(float)
    y = X[:, pair[0]].astype(int) ^ X[:, pair[1]].astype(int)
    return X, np.where(random.random(n) < flip, 1 - y, y).astype(str)


def lookahead(d, window=200, **options):
    return InteractionLookahead(window=window, **options).prepare(bits(d))


def found(scorer):
    return [pair.features for pair in scorer.pairs()]


# --- when a scan takes place ------------------------------------------------------------------------------


def test_pairs_are_looked_at_when_the_window_is_full():
    X, y = xor_rows(200, 6)
    scorer = lookahead(6).observe(X[:199], y[:199])
    assert found(scorer) == []
    assert found(scorer.observe(X[199:], y[199:])) == [("f0", "f1")]


def test_between_scans_what_was_found_is_kept():
    X, y = xor_rows(200, 6)
    noise, labels = xor_rows(200, 6, pair=(4, 5), seed=2)
    scorer = lookahead(6, period=150).observe(X, y).observe(noise[:149], labels[:149])
    assert found(scorer) == [("f0", "f1")]
    assert found(scorer.observe(noise[149:], labels[149:])) != [("f0", "f1")]


def test_a_scan_on_request_needs_a_hundred_rows():
    X, y = xor_rows(100, 6)
    scorer = lookahead(6).observe(X[:99], y[:99])
    with pytest.raises(ValueError, match="there are 99 of 200"):
        scorer.scan()
    assert found(scorer.observe(X[99:], y[99:]).scan()) == [("f0", "f1")]


# --- options ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", [(0, 29), (3, 4), (28, 29), (11, 23)])
def test_a_round_of_shares_looks_at_all_pairs(pair):
    X, y = xor_rows(400, 30, pair)
    scorer = lookahead(30, period=50, max_features=10).observe(X, y)
    assert found(scorer) == [tuple(f"f{i}" for i in pair)]


def test_a_pair_of_another_share_is_kept_until_its_turn():
    X, y = xor_rows(400, 30, (3, 4))
    scorer = lookahead(30, period=50, max_features=10).observe(X, y)
    for _ in range(4):
        assert found(scorer.scan()) == [("f3", "f4")]
    noise, labels = xor_rows(200, 30, (20, 21), seed=5)
    scorer.observe(noise, labels)
    for _ in range(4):
        scorer.scan()
    assert found(scorer) == [("f20", "f21")]


@pytest.mark.parametrize(
    ("anchors", "expected"), [(["f1"], [("f0", "f1")]), ([0, 3], [("f0", "f1")]), (["f3"], []), ([], [])]
)
def test_only_pairs_with_an_anchor_are_looked_at(anchors, expected):
    assert found(lookahead(9, anchors=anchors).observe(*xor_rows(200, 9))) == expected


def test_the_rarest_features_take_no_part():
    X, y = xor_rows(200, 6)
    X[:, 0] = 0
    X[:4, 0] = 1
    y = (X[:, 0].astype(int) ^ X[:, 1].astype(int)).astype(str)
    assert all("f0" not in pair for pair in found(lookahead(6, alpha=0.5).observe(X, y)))


def test_parity_of_three_needs_triples():
    X, _ = xor_rows(200, 8)
    y = (X[:, :3].sum(1) % 2).astype(int).astype(str)
    assert lookahead(8).observe(X, y).relevant() == []
    scorer = lookahead(8, order=3).observe(X, y)
    assert [triple.features for triple in scorer.triples()] == [("f0", "f1", "f2")]
    assert sorted(scorer.relevant()) == ["f0", "f1", "f2"]


def test_small_cells_of_a_pair_are_not_extended():
    X, y = xor_rows(200, 8, flip=0.1)
    X[:, 2] = np.where(np.arange(200) % 3 == 0, X[:, 2], y.astype(int))
    assert lookahead(8).observe(X, y).extensions()
    scorer = lookahead(8, min_cell=200).observe(X, y)
    assert found(scorer)
    assert scorer.extensions() == []


def test_shifted_labels_decide_on_a_pair():
    X, y = xor_rows(200, 6, flip=0.1)
    scorer = lookahead(6, significance="permutation", seed=3).observe(X, y)
    assert found(scorer) == [("f0", "f1")]
    assert scorer.pairs()[0].p == (0.01, 0.01)


def test_labels_that_stay_for_long_are_no_evidence_against_shifted_ones():
    """Slow features and slow labels: chi-square takes each row for a new witness."""
    random = np.random.default_rng(4)
    alarms = {"chi2": 0, "permutation": 0}
    for _ in range(10):
        slow = (np.cumsum(random.random((300, 11)) < 0.04, axis=0) + random.integers(0, 2, 11)) % 2
        X, y = slow[:, :10].astype(float), slow[:, 10].astype(str)
        for significance in alarms:
            scorer = lookahead(10, window=300, significance=significance, extend=False).observe(X, y)
            alarms[significance] += bool(found(scorer))
    assert alarms["chi2"] == 10
    assert alarms["permutation"] <= 2


def test_redundant_copies_are_pruned():
    X, y = xor_rows(300, 4)
    X = np.hstack([X, X[:, :2]])
    scorer = lookahead(6, window=300).observe(X, y)
    assert len(scorer.relevant()) == 4
    assert sorted(scorer.prune()) == ["f0", "f1"]


def test_what_sparse_rows_do_not_store_is_zero():
    X, y = xor_rows(300, 12, (2, 9), flip=0.1)
    X[:, 4:8] *= np.random.default_rng(8).random((300, 4)) < 0.1
    schema = ds.Schema([ds.Numeric(f"f{i}") for i in range(12)], ("0", "1"))
    dense = InteractionLookahead().prepare(schema).observe(X, y)
    sparse = InteractionLookahead().prepare(schema).observe(sp.csr_array(X), y)
    assert found(dense) == [("f2", "f9")]
    assert dense.pairs() == sparse.pairs()
    assert dense.extensions() == sparse.extensions()


def test_history_leaves_no_trace():
    X, y = xor_rows(300, 8, flip=0.2)
    other, labels = xor_rows(170, 8, (4, 5), seed=9)
    fresh = lookahead(8, window=300).observe(X, y).scan()
    used = lookahead(8, window=300).observe(other, labels).observe(X, y).scan()
    assert used.pairs() == fresh.pairs()
    assert used.scores().tobytes() == fresh.scores().tobytes()


@pytest.mark.parametrize(
    "wrong",
    [
        {"levels": 1},
        {"levels": 17},
        {"alpha": 0.0},
        {"alpha": 1.0},
        {"order": 4},
        {"period": 0},
        {"significance": "fisher"},
        {"anchors": ["f9"]},
        {"anchors": [9]},
        {"permutations": 0},
    ],
    ids=str,
)
def test_options_without_sense_are_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        lookahead(5, **wrong)


def test_triples_of_many_features_are_refused():
    with pytest.raises(ValueError, match="up to 200 features, got 201"):
        lookahead(201, order=3)


# --- state ------------------------------------------------------------------------------------------------


def observed(n=330):
    X, y = xor_rows(n, 8, flip=0.1)
    return lookahead(8, order=3, alpha=0.5).observe(X, y)


@pytest.mark.parametrize("n", [0, 1, 150, 200, 230, 300])
def test_a_copy_goes_on_with_the_same_bytes(n):
    X, y = xor_rows(600, 8, flip=0.1)
    scorer = lookahead(8, alpha=0.5).observe(X[:n], y[:n])
    copy = pickle.loads(pickle.dumps(scorer))
    for one in (scorer, copy):
        one.observe(X[n:], y[n:])
    assert copy.scores().tobytes() == scorer.scores().tobytes()
    assert (copy.explain(), copy.prune()) == (scorer.explain(), scorer.prune())


def damage(tree, path, value):
    *parents, name = path
    for parent in parents:
        tree = tree[parent]
    tree[name] = value(tree[name]) if callable(value) else value


DAMAGE = {
    "since below 0": (("since",), -1),
    "turn too high": (("turn",), 99),
    "too many levels": (("levels", "inner"), lambda old: old + 100),
    "levels upside down": (("levels", "low"), lambda old: old + np.inf),
    "levels cut off": (("levels", "high"), lambda old: old[1:]),
    "no such feature": (("pairs", "features"), lambda old: old + 8),
    "a feature with itself": (("pairs", "features"), lambda old: old * 0),
    "half a pair": (("pairs", "features"), lambda old: old[1:]),
    "no statistic": (("pairs", "g"), lambda old: old * np.nan),
    "improbable": (("pairs", "p"), lambda old: old + 2),
    "score below 0": (("pairs", "score"), lambda old: old - 2),
    "no freedom": (("pairs", "freedom"), lambda old: old * 0),
    "turns below 0": (("pairs", "turns"), lambda old: old - 1),
    "no array": (("extensions", "score"), "no array"),
    "singles": (("singles", "now"), -1),
}


@pytest.mark.parametrize(("path", "value"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_noticed_and_changes_nothing(path, value):
    scorer = observed()
    before = scorer.explain()
    tree = scorer._model.state()
    damage(tree, path, value)
    with pytest.raises(_core.StateError):
        scorer._model.restore(tree)
    assert scorer.explain() == before


def test_memory_is_counted():
    small, large = lookahead(5), lookahead(50)
    assert 0 < small.nbytes < large.nbytes


def test_new_classes_grow_the_scorer():
    X, y = xor_rows(200, 6)
    names = np.where(y == "0", "no", "yes").astype("U5")
    schema = ds.Schema(bits(6).features, ("no", "yes"))
    scorer = InteractionLookahead(window=200).prepare(schema).observe(X[:100], names[:100])
    scorer.observe(X, np.where(np.arange(200) % 5 == 0, "maybe", names))
    assert scorer.n == 200
    assert found(scorer) == [("f0", "f1")]
    assert scorer.pairs()[0].df == (4, 4)
