"""The interaction lookahead: what it finds, and that it is what the reference finds (thesis-methods.md, section 6)."""

from __future__ import annotations

import copy
import math
import pickle
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import driftsift as ds
from tests.reference.relevance.lookahead import Lookahead
from tests.reference.relevance.window import Window
from tests.reference.weighting import Together
from tests.relevance.support import feed
from tests.relevance.test_lookahead_reference import all_equal, parity, path, patterns
from tests.strategies import Sample, long_stream, quick, samples

NAN = math.nan


def about(value, digits=6):
    return pytest.approx(value, abs=0.6 * 10**-digits)


def sample_of(rows, labels, n_categories=None, n_classes=2):
    X = np.array(rows, dtype=float)
    return Sample(n_categories or (2,) * X.shape[1], n_classes, X, np.array(labels, dtype=np.int32))


def looking(sample, window=None, chunk=None, sparse=False, **options):
    """A lookahead that has seen all rows of a sample, and looked at the last ones."""
    scorer = ds.InteractionLookahead(window=window or len(sample), **options).prepare(sample.schema)
    size = chunk or max(1, len(sample))
    for start in range(0, len(sample), size):
        feed(scorer, sample, start, start + size, sparse)
    scorer.scan()
    return scorer


def reference(sample, window=None, **options):
    seen = Window(sample.n_categories, sample.n_classes, window or len(sample))
    for row, label in zip(sample.rows, sample.codes, strict=True):
        seen.observe(row, label)
    return Lookahead(seen, **options)


def named(scorer):
    """The pairs by their names."""
    return {pair.features: pair for pair in scorer.pairs()}


def names_of(pairs):
    return {tuple(f"x{f}" for f in pair.features): pair for pair in pairs}


def visible(scorer):
    """All that can be seen of a lookahead, as bytes where it is numbers."""
    arrays = [scorer.scores(), scorer.ready()]
    return scorer.n, repr(scorer.pairs()), repr(scorer.extensions()), [array.tobytes() for array in arrays]


# --- golden numbers ---------------------------------------------------------------------------------------


def test_three_that_are_equal_are_three_pairs():
    scorer = looking(sample_of(*patterns(all_equal)), extend=False)
    pairs = named(scorer)
    assert set(pairs) == {("x0", "x1"), ("x0", "x2"), ("x1", "x2")}
    for pair in pairs.values():
        assert list(pair.g) == [about(34.521849)] * 2
        assert list(pair.df) == [2, 2]
        assert list(pair.p) == [pytest.approx(3.189e-8, rel=2e-4)] * 2
        assert list(pair.scores) == [about(0.323798)] * 2
    assert scorer.scores().tolist() == [about(0.323798)] * 3


def test_features_on_one_path_are_pairs_with_its_root():
    pairs = named(looking(sample_of(*patterns(path))))
    assert set(pairs) == {("x0", "x2"), ("x1", "x2")}
    for pair in pairs.values():
        assert list(pair.g) == [about(34.521849), about(55.451774)]


def test_parity_of_three_has_no_pair():
    scorer = looking(sample_of(*patterns(parity)))
    assert list(scorer.pairs()) == []
    assert scorer.scores().tolist() == [0.0] * 3
    assert list(scorer.prune()) == []


def test_parity_of_three_is_seen_by_looking_at_triples():
    rows, labels = patterns(parity)
    noise = np.random.default_rng(0).integers(0, 2, (len(rows), 2))
    sample = sample_of(np.hstack([rows, noise]), labels)
    scores = looking(sample, order=3).scores()
    assert (scores[:3] > 0.5).all()
    assert (scores[3:] == 0).all()


# --- against the reference --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Additive:
    """Every feature adds to the class, so that each says something whichever is known, and many pairs count."""

    window: int
    most_levels: int = 5
    n_classes: int = 2
    missing: float = 0.0
    d: int = 7
    noise: float = 0.2

    def sample(self, seed=0, n=None):
        rng = np.random.default_rng([seed, self.window, self.most_levels, self.n_classes])
        sizes = tuple(2 + f % (self.most_levels - 1) for f in range(self.d))
        X = np.column_stack([rng.integers(0, size, n or self.window) for size in sizes]).astype(float)
        total = (X / (np.array(sizes) - 1)).sum(axis=1) + rng.normal(size=len(X)) * self.noise
        cuts = np.quantile(total, np.arange(1, self.n_classes) / self.n_classes)
        X[rng.random(X.shape) < self.missing] = NAN
        return Sample(sizes, self.n_classes, X, np.searchsorted(cuts, total).astype(np.int32))


def assert_same(scorer, expected):
    """Pairs, their tests, extensions, scores and what remains of them after pruning."""
    found, wanted = named(scorer), names_of(expected.pairs)
    assert set(found) == set(wanted)
    for names, pair in found.items():
        tests = wanted[names].given
        assert list(pair.g) == [pytest.approx(each.g, rel=1e-9, abs=1e-9) for each in tests]
        assert list(pair.df) == [each.df for each in tests]
        assert list(pair.p) == [pytest.approx(each.p_value, rel=1e-6, abs=1e-290) for each in tests]
        assert list(pair.scores) == [pytest.approx(each.uncertainty, rel=1e-9, abs=1e-12) for each in tests]
    assert_same_extensions(scorer, expected)
    scores = expected.scores()
    assert scorer.scores().tolist() == [pytest.approx(score, rel=1e-9, abs=1e-12) for score in scores]
    assert set(scorer.prune()) == {f"x{f}" for f in expected.prune(scores)}


def assert_same_extensions(scorer, expected):
    found = {(extension.feature, extension.given): extension for extension in scorer.extensions()}
    wanted = {
        (f"x{k}", tuple(f"x{f}" for f in seed)): test for (k, seed), test in expected.extensions(expected.pairs).items()
    }
    assert set(found) == set(wanted)
    for key, extension in found.items():
        test = wanted[key]
        assert (extension.g, extension.df) == (pytest.approx(test.g, rel=1e-9), test.df)
        assert extension.p == pytest.approx(test.p_value, rel=1e-6, abs=1e-290)
        assert extension.score == pytest.approx(test.uncertainty, rel=1e-9, abs=1e-12)


WINDOWS = [1, 2, 63, 64, 65, 127, 128, 300]
LENIENT = {"alpha": 0.99, "min_support": 1}


@pytest.mark.parametrize("missing", [0.0, 0.1])
@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("most_levels", [2, 3, 5])
@pytest.mark.parametrize("window", WINDOWS)
def test_counts_are_those_of_a_loop_over_rows_and_levels(window, most_levels, n_classes, missing):
    for seed in range(3):
        sample = Additive(window, most_levels, n_classes, missing).sample(seed)
        assert_same(looking(sample, **LENIENT), reference(sample, **LENIENT))


@pytest.mark.parametrize("missing", [0.0, 0.1])
@pytest.mark.parametrize("sizes", [(2, 2), (2, 5), (3, 4), (5, 5)])
@pytest.mark.parametrize("window", [63, 64, 65, 130])
def test_counts_of_two_features_that_say_nothing(window, sizes, missing):
    """With a single pair at this level chance lets many pass."""
    passed = 0
    for seed in range(30):
        rng = np.random.default_rng([seed, window, *sizes])
        X = np.column_stack([rng.integers(0, size, window) for size in sizes]).astype(float)
        X[rng.random(X.shape) < missing] = NAN
        sample = sample_of(X, rng.integers(0, 3, window), sizes, 3)
        expected = reference(sample, **LENIENT)
        assert_same(looking(sample, **LENIENT), expected)
        passed += len(expected.pairs)
    assert passed >= 3


def test_there_is_something_to_compare():
    """Of 21 pairs most are significant in a large window, and some in a small one."""
    counts = {w: [len(reference(Additive(w, 3).sample(s), **LENIENT).pairs) for s in range(3)] for w in (64, 300)}
    assert sum(counts[64]) >= 10
    assert min(counts[300]) >= 15


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("noise", [0.0, 0.3])
def test_extensions_are_those_of_the_reference(seed, noise):
    """The class follows one of three paths, by two features that decide which."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 3, (300, 6))
    y = np.where(X[:, 0] == 0, X[:, 1] == 0, np.where(X[:, 1] == 1, X[:, 2] > 0, X[:, 3] > 0))
    y = np.where(rng.random(300) < noise, rng.integers(0, 2, 300), y)
    sample = sample_of(X, y, (3,) * 6)
    expected = reference(sample)
    scorer = looking(sample)
    assert_same(scorer, expected)
    assert scorer.extensions()


@pytest.mark.parametrize("missing", [0.0, 0.1])
@pytest.mark.parametrize("extend", [False, True])
@pytest.mark.parametrize("window", [64, 200, 300])
def test_triples_are_those_of_the_reference(window, extend, missing):
    options = {"order": 3, "extend": extend, **LENIENT}
    sample = Additive(window, 3, missing=missing).sample(5)
    scorer, expected = looking(sample, **options), reference(sample, **options)
    wanted = {tuple(f"x{f}" for f in members): given for members, given in expected.triples.items()}
    assert {triple.features for triple in scorer.triples()} == set(wanted)
    for triple in scorer.triples():
        tests = wanted[triple.features]
        assert list(triple.g) == [pytest.approx(each.g, rel=1e-9, abs=1e-9) for each in tests]
        assert list(triple.df) == [each.df for each in tests]
        assert list(triple.scores) == [pytest.approx(each.uncertainty, rel=1e-9, abs=1e-12) for each in tests]
    assert_same(scorer, expected)


@pytest.mark.parametrize(
    "options",
    [
        {"alpha": 1e-6},
        {"min_cell": 1},
        {"min_cell": 60},
        {"min_cell": 10**6},
        {"max_seeds": 1},
        {"max_seeds": 3},
        {"min_support": 1},
        {"min_support": 40},
        {"min_support": 10**6},
        {"extend": False},
    ],
    ids=str,
)
@pytest.mark.parametrize("missing", [0.0, 0.05])
def test_parameters_mean_what_they_mean_in_the_reference(options, missing):
    sample = Additive(300, 3, missing=missing).sample(1)
    assert_same(looking(sample, **options), reference(sample, **options))


def test_anchors_leave_out_pairs_without_them():
    sample = Additive(300, 3).sample(2)
    expected = reference(sample, anchors=[1, 4])
    scorer = looking(sample, anchors=["x1", "x4"])
    assert_same(scorer, expected)
    assert all({"x1", "x4"} & set(pair.features) for pair in scorer.pairs())


@quick
@given(sample=samples(max_rows=60, max_features=5, weights=False), window=st.sampled_from([1, 5, 30, 64]))
def test_random_samples(sample, window):
    nominal = [f for f, size in enumerate(sample.n_categories) if size] or [0]
    only = sample.permuted(nominal)
    if only.n_categories != (0,):
        options = {"alpha": 0.9, "min_support": 1, "min_cell": 3}
        assert_scores_when_full(only, window, options)


def assert_scores_when_full(sample, window, options):
    """Fewer rows than the window and than 100 are not looked at."""
    expected = reference(sample, window, **options)
    if expected.window.full:
        assert_same(looking(sample, window, **options), expected)


@pytest.mark.parametrize("categories", [6, 9])
def test_many_categories_are_the_most_frequent_and_the_rest(categories):
    rng = np.random.default_rng(3)
    X = np.minimum(rng.geometric(0.35, (300, 4)) - 1, categories - 1)
    y = (X[:, 0] > 0) ^ (X[:, 1] > 0) ^ (rng.random(300) < 0.05)
    sample = sample_of(X, y, (categories,) * 4)
    options = {"min_support": 1}
    found, expected = looking(sample, **options), reference(sample, **options)
    assert set(named(found)) == set(names_of(expected.pairs)) != set()
    assert found.scores().tolist() == [pytest.approx(score, rel=1e-9) for score in expected.scores()]


@pytest.mark.parametrize("window", [40, 60, 130])
@pytest.mark.parametrize("period", [None, 30, 1])
def test_scores_at_every_row(window, period):
    """It looks when the window fills and every period after that; single features are exact at any time."""
    sample = Additive(window, 3, missing=0.02).sample(4, n=window + 150)
    options = {"alpha": 0.2, "min_support": 1}
    scorer = ds.InteractionLookahead(window=window, period=period, **options).prepare(sample.schema)
    expected = Together(Window(sample.n_categories, 2, window), period, **options)
    for i, (row, label) in enumerate(zip(sample.rows, sample.codes, strict=True)):
        feed(scorer, sample, i, i + 1)
        expected.observe(row, label)
        assert scorer.scores().tolist() == [pytest.approx(s, rel=1e-9, abs=1e-12) for s in expected.scores()], i


# --- the same window, the same answer ---------------------------------------------------------------------


@pytest.mark.parametrize("missing", [0.0, 0.1])
@pytest.mark.parametrize("categories", [3, 8])
@pytest.mark.parametrize("past", [1, 63, 64, 300, 777])
def test_history_does_not_matter(past, categories, missing):
    late = long_stream(5, n=300, numeric=0, nominal=5, categories=categories, missing=missing)
    early = long_stream(6, n=past, numeric=0, nominal=5, categories=categories, missing=0.2)
    both = replace(late, X=np.vstack([early.X, late.X]), y=np.concatenate([early.y, late.y]))
    assert visible(looking(both, 300)) == visible(looking(late, 300))


@pytest.mark.parametrize("chunk", [1, 7, 64, 199])
@pytest.mark.parametrize("window", [60, 150])
def test_chunk_size_changes_no_byte(chunk, window):
    sample = long_stream(7, n=400, missing=0.1, unlabelled=0.1)
    assert visible(looking(sample, window, chunk)) == visible(looking(sample, window))


@pytest.mark.parametrize("window", [60, 150])
def test_chunk_size_changes_no_look(window):
    sample = long_stream(7, n=420, missing=0.1, unlabelled=0.1)
    seen = []
    for size in (1, 13, 420):
        scorer = ds.InteractionLookahead(window=window).prepare(sample.schema)
        for start in range(0, 420, size):
            feed(scorer, sample, start, start + size)
        seen.append(visible(scorer))
    assert seen[0] == seen[1] == seen[2]


def test_the_order_of_the_rows_does_not_matter():
    sample = Additive(300, 4, missing=0.05).sample(8)
    order = np.random.default_rng(9).permutation(300)
    other = replace(sample, X=sample.X[order], y=sample.y[order])
    assert visible(looking(other)) == visible(looking(sample))


def test_the_order_of_the_classes_does_not_matter():
    sample = Additive(300, 4, 3).sample(10)
    other = replace(sample, y=np.array([2, 0, 1], dtype=np.int32)[sample.y])
    np.testing.assert_allclose(looking(other).scores(), looking(sample).scores(), rtol=1e-12)


def test_the_order_of_the_features_does_not_matter():
    sample = Additive(300, 4, missing=0.05).sample(11)
    order = [3, 6, 0, 5, 1, 4, 2]
    np.testing.assert_allclose(
        looking(sample.permuted(order)).scores(), looking(sample).scores()[order], rtol=1e-12, atol=1e-15
    )


@pytest.mark.parametrize("travel", [copy.deepcopy, copy.copy, lambda scorer: pickle.loads(pickle.dumps(scorer))])
@pytest.mark.parametrize("stop", [0, 1, 63, 64, 149, 150, 151, 300])
def test_a_copy_continues_with_the_same_bytes(travel, stop):
    sample = long_stream(12, n=400, missing=0.1)
    original = ds.InteractionLookahead(window=150).prepare(sample.schema)
    feed(original, sample, 0, stop)
    twin = travel(original)
    assert visible(twin) == visible(original)
    assert twin.nbytes == pytest.approx(original.nbytes, rel=0.5)  # more or less room to spare
    for each in (original, twin):
        feed(each, sample, stop)
    assert visible(twin) == visible(original)


def test_asking_changes_nothing():
    sample = long_stream(13, n=400)
    asked, left_alone = (ds.InteractionLookahead(window=150).prepare(sample.schema) for _ in range(2))
    for start in range(0, 400, 20):
        for each in (asked, left_alone):
            feed(each, sample, start, start + 20)
        assert visible(asked) == visible(asked)
        assert asked.prune() == asked.prune()
    assert visible(asked) == visible(left_alone)


def test_looking_twice_is_looking_once():
    scorer = looking(Additive(300, 3).sample(14))
    before = visible(scorer)
    scorer.scan()
    assert visible(scorer) == before


def test_rows_without_a_label_change_nothing():
    sample = Additive(300, 3).sample(15)
    scorer = looking(sample)
    before = visible(scorer)
    scorer.observe(sample.X, np.array([None] * 300, dtype=object))
    assert visible(scorer) == before


def test_prepare_starts_afresh():
    first, second = Additive(200, 3).sample(16), Additive(300, 3).sample(17)
    scorer = looking(first, 300).prepare(second.schema)
    feed(scorer, second)
    scorer.scan()
    assert visible(scorer) == visible(looking(second))


def test_memory_stops_growing_when_the_window_is_full():
    sample = long_stream(18, n=2000)
    scorer = ds.InteractionLookahead(window=100).prepare(sample.schema)
    sizes = []
    for start in range(0, 2000, 50):
        feed(scorer, sample, start, start + 50)
        sizes.append(scorer.nbytes)
    assert 0 < max(sizes[4:]) <= 1.5 * max(sizes[:4])


# --- edges (section 6.7) ----------------------------------------------------------------------------------


def xor(n=300, d=6, seed=19, noise=0.05):
    """The class is 1 iff the first two of some fair bits differ."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (n, d))
    return sample_of(X, (X[:, 0] ^ X[:, 1]) ^ (rng.random(n) < noise))


XOR = {("x0", "x1")}


def test_a_window_that_is_not_full_is_looked_at_from_100_rows_on():
    sample = xor()
    assert set(named(looking(sample.part(0, 100), 300))) == XOR
    assert_same(looking(sample.part(0, 100), 300), reference(sample.part(0, 100)))


def test_fewer_rows_are_not_looked_at_unless_they_are_the_window():
    sample = xor()
    with pytest.raises(ValueError, match="100 rows"):
        looking(sample.part(0, 99), 300)
    assert set(named(looking(sample.part(0, 99), 99))) == XOR


def test_before_any_row_there_is_nothing():
    scorer = ds.InteractionLookahead().prepare(xor().schema)
    assert (scorer.n, list(scorer.pairs()), list(scorer.extensions()), list(scorer.prune())) == (0, [], [], [])
    assert scorer.scores().tolist() == [0.0] * 6


def test_one_class_has_no_pair():
    sample = replace(xor(), y=np.zeros(300, dtype=np.int32))
    scorer = looking(sample)
    assert list(scorer.pairs()) == []
    assert scorer.scores().tolist() == [0.0] * 6


def test_a_constant_is_never_in_a_pair():
    sample = xor()
    sample.X[:, 2] = 1
    assert set(named(looking(sample))) == XOR
    assert looking(sample).scores()[2] == 0


def test_a_feature_that_is_always_missing_is_never_in_a_pair():
    sample = xor()
    sample.X[:, 2] = NAN
    scorer = looking(sample)
    assert set(named(scorer)) == XOR
    assert scorer.scores()[2] == 0
    assert_same(scorer, reference(sample))


def test_one_feature_has_only_itself():
    rng = np.random.default_rng(20)
    x = rng.integers(0, 2, 300)
    for y, expected in ((x, 1.0), (rng.integers(0, 2, 300), 0.0)):
        scorer = looking(sample_of(x[:, None], y))
        assert list(scorer.pairs()) == []
        assert scorer.scores().tolist() == [pytest.approx(expected, abs=0.01)]


def test_a_single_feature_scores_as_its_corrected_uncertainty():
    rng = np.random.default_rng(21)
    X = rng.integers(0, 3, (300, 3))
    y = (X[:, 0] == 0) ^ (rng.random(300) < 0.2)
    sample = sample_of(X, y, (3, 3, 3))
    corrected = ds.SymmetricalUncertainty(window=300, correct_bias=True).prepare(sample.schema)
    feed(corrected, sample)
    scores = looking(sample, extend=False).scores()
    assert scores[0] == pytest.approx(corrected.scores()[0], rel=1e-12)
    assert scores[1:].tolist() == [0.0, 0.0]


def test_a_copy_is_not_a_pair_and_is_pruned():
    sample = xor()
    copied = sample_of(np.hstack([sample.X, sample.X[:, :1]]), sample.y)
    scorer = looking(copied)
    assert set(named(scorer)) == {("x0", "x1"), ("x1", "x6")}
    assert scorer.scores()[6] == scorer.scores()[0]
    assert set(scorer.prune()) == {"x0", "x1"}


def test_cells_that_are_too_small_have_no_extension():
    rows, labels = patterns(all_equal)
    assert list(looking(sample_of(rows, labels)).extensions())
    assert list(looking(sample_of(rows, labels), min_cell=21).extensions()) == []


def many_classes(c, n=600):
    rng = np.random.default_rng(22)
    X = rng.integers(0, 2, (n, 4))
    y = np.where(rng.random(n) < 0.1, rng.integers(0, c, n), X[:, 0] ^ X[:, 1])
    return sample_of(X, y, n_classes=c)


@pytest.mark.parametrize("c", [3, 12, 32])
def test_many_classes(c):
    sample = many_classes(c)
    scorer = looking(sample)
    assert_same(scorer, reference(sample))
    assert set(named(scorer)) == XOR


def test_more_classes_than_are_kept_apart():
    scorer = looking(many_classes(40))
    assert set(named(scorer)) == XOR
    assert (scorer.scores()[:2] > 0.1).all()
    assert (scorer.scores()[2:] == 0).all()


def test_a_new_class_joins():
    sample = xor()
    scorer = looking(sample)
    scorer.observe(sample.X[:30], ["a third one"] * 30)
    scorer.scan()
    grown = replace(
        sample,
        n_classes=3,
        X=np.vstack([sample.X, sample.X[:30]])[-300:],
        y=np.concatenate([sample.y, np.full(30, 2, np.int32)])[-300:],
    )
    np.testing.assert_allclose(scorer.scores(), looking(grown).scores(), rtol=1e-12)


def test_features_too_rare_to_be_tested_are_left_out():
    sample = xor()
    rare = sample.X.copy()
    rare[:, 2] = 0
    rare[:4, 2] = 1
    scorer = looking(replace(sample, X=rare))
    assert set(named(scorer)) == XOR
    assert_same(scorer, reference(replace(sample, X=rare)))


def test_sparse_rows_say_what_dense_ones_say():
    sample = xor()
    assert visible(looking(sample, sparse=True)) == visible(looking(sample))


@pytest.mark.parametrize("levels", [2, 3, 4])
def test_numbers_are_cut_into_levels(levels):
    rng = np.random.default_rng(23)
    X = rng.normal(size=(500, 6))
    y = ((X[:, 0] > 0) ^ (X[:, 1] > 0)).astype(np.int32)
    scorer = looking(Sample((0,) * 6, 2, X, y), levels=levels)
    pairs = named(scorer)
    assert set(pairs) == XOR
    assert list(pairs["x0", "x1"].df) == [levels * (levels - 1)] * 2
    assert (scorer.scores()[:2] > 0.2).all()
    assert (scorer.scores()[2:] == 0).all()


def test_numbers_are_not_ready_until_the_window_is_full():
    sample = long_stream(24, n=100, numeric=2, nominal=1)
    scorer = ds.InteractionLookahead(window=100).prepare(sample.schema)
    feed(scorer, sample, 0, 99)
    assert scorer.ready().tolist() == [False, False, True]
    assert scorer.scores()[:2].tolist() == [0.0, 0.0]
    feed(scorer, sample, 99, 100)
    assert scorer.ready().all()


def test_numbers_of_two_values_have_two_levels():
    """Whether bits are numbers or categories does not matter to a pair."""
    sample = xor()
    numbers = named(looking(replace(sample, n_categories=(0,) * 6)))
    assert set(numbers) == XOR
    assert list(numbers["x0", "x1"].df) == [2, 2]
    assert list(numbers["x0", "x1"].g) == pytest.approx(list(named(looking(sample))["x0", "x1"].g), rel=1e-12)


def test_too_many_features_take_turns():
    """One full round of the pairs takes as many rows as the window has."""
    sample = xor(n=400, d=30)
    scorer = ds.InteractionLookahead(window=100, max_features=10).prepare(sample.schema)
    feed(scorer, sample)
    assert set(named(scorer)) == XOR
    assert (scorer.scores()[:2] > 0.2).all()


def test_scores_keep_to_their_bounds():
    for seed in range(5):
        sample = long_stream(seed, n=200, missing=0.1, categories=7)
        scores = looking(sample).scores()
        assert ((scores >= 0) & (scores <= 1 + 1e-12)).all()


BAD = [
    {"window": 0},
    {"window": -1},
    {"window": 2.5},
    {"levels": 1},
    {"levels": 0},
    {"alpha": 0.0},
    {"alpha": -0.1},
    {"alpha": 1.5},
    {"alpha": NAN},
    {"period": 0},
    {"order": 1},
    {"order": 4},
    {"min_cell": 0},
    {"max_seeds": 0},
    {"max_features": 0},
    {"min_support": 0},
    {"significance": "guess"},
    {"permutations": 0},
    {"anchors": ["nobody"]},
    {"anchors": [17]},
    {"discretizer": "PaD"},
]


@pytest.mark.parametrize("parameters", BAD, ids=str)
def test_impossible_parameters_are_refused(parameters):
    (name,) = parameters
    with pytest.raises((ValueError, TypeError, IndexError), match=None if name == "anchors" else name):
        ds.InteractionLookahead(**parameters).prepare(xor().schema)


def test_triples_of_many_features_are_refused():
    rng = np.random.default_rng(25)
    sample = sample_of(rng.integers(0, 2, (10, 201)), rng.integers(0, 2, 10))
    with pytest.raises(ValueError, match=r"order|200"):
        ds.InteractionLookahead(order=3).prepare(sample.schema)


# --- permutations -----------------------------------------------------------------------------------------


def runs(n, length, rng):
    """Bits that keep their value for a while, which is of any length."""
    return ((rng.random(n) < 1 / length).cumsum() + rng.integers(0, 2)) % 2


def autocorrelated(seed, n=300, d=12, length=15):
    """Labels and features in runs: rows are not exchangeable, and nothing has to do with anything."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([runs(n, length, rng) for _ in range(d)])
    return sample_of(X, runs(n, length, rng))


def test_permutations_are_not_fooled_by_runs():
    """The chi-square test finds pairs in most of these windows; shifted labels have the same runs."""
    found = {"chi2": 0, "permutation": 0}
    for seed in range(100):
        for significance in found:
            found[significance] += bool(looking(autocorrelated(seed), alpha=0.1, significance=significance).pairs())
    assert found["chi2"] >= 90
    assert found["permutation"] <= 12  # 4 expected


def test_permutations_find_what_is_there():
    for seed in range(20):
        assert set(named(looking(xor(seed=seed), alpha=0.1, significance="permutation"))) >= XOR


def test_permutations_are_drawn_from_the_seed():
    sample = autocorrelated(1)
    same = [visible(looking(sample, alpha=0.1, significance="permutation", seed=s)) for s in (3, 3)]
    assert same[0] == same[1]


# --- quality (sections 6.6 and 6.8) -----------------------------------------------------------------------


def window_of(stream, w):
    chunk = stream.take(w)
    return Sample((2,) * chunk.X.shape[1], 2, chunk.X, chunk.y)


def selected(scorer):
    return set(np.flatnonzero(scorer.scores() > 0).tolist())


def noise_window(seed, levels=2, n_classes=2, minority=0.5, d=50, w=300):
    rng = np.random.default_rng([seed, 99])
    shares = [1 - minority] + [minority / (n_classes - 1)] * (n_classes - 1)
    y = rng.choice(n_classes, w, p=shares)
    return sample_of(rng.integers(0, levels, (w, d)), y, (levels,) * d, n_classes)


KINDS_OF_NOISE = [
    {},
    {"minority": 0.1},
    {"levels": 3},
    {"levels": 5},
    {"levels": 3, "n_classes": 3, "minority": 0.67},
    {"w": 100},
    pytest.param({"levels": 5, "w": 100}, marks=pytest.mark.slow),
    pytest.param({"levels": 4, "n_classes": 4, "minority": 0.75}, marks=pytest.mark.slow),
    pytest.param({"levels": 5, "n_classes": 3, "minority": 0.67}, marks=pytest.mark.slow),
    pytest.param({"levels": 5, "n_classes": 5, "minority": 0.8}, marks=pytest.mark.slow),
]


def false_alarms(windows, **options):
    """In how many windows any feature has a score."""
    return sum(bool(selected(looking(window, alpha=0.05, **options))) for window in windows)


@pytest.mark.parametrize("kind", KINDS_OF_NOISE, ids=str)
def test_noise_gives_false_alarms_at_no_more_than_the_level(kind):
    """Of 200 windows at 0.05 10 are expected; more than 20 have a probability of 0.001."""
    assert false_alarms(noise_window(seed, **kind) for seed in range(200)) <= 20


@pytest.mark.parametrize("levels", [2, 3])
def test_looking_at_triples_gives_no_more_false_alarms(levels):
    assert false_alarms((noise_window(seed, levels, d=30) for seed in range(200)), order=3) <= 20


def test_numeric_noise_gives_false_alarms_at_no_more_than_the_level():
    windows = []
    for seed in range(200):
        rng = np.random.default_rng([seed, 98])
        windows.append(Sample((0,) * 30, 2, rng.normal(size=(300, 30)), rng.integers(0, 2, 300).astype(np.int32)))
    assert false_alarms(windows) <= 20


@pytest.mark.slow
@pytest.mark.parametrize(("alpha", "published"), [(0.01, 0.8), (0.05, 4.0)])
def test_false_entries_on_a_stream_of_noise(alpha, published):
    """Features that get a score from one look to the next, in 10 000 rows; the mean over five streams."""
    entries = 0
    for seed in range(5):
        sample, before = noise_window(seed, w=10_000), set()
        scorer = ds.InteractionLookahead(window=300, period=75, alpha=alpha).prepare(sample.schema)
        for start in range(0, 10_000, 75):
            feed(scorer, sample, start, start + 75)
            entries, before = entries + len(selected(scorer) - before), selected(scorer)
    assert entries / 5 <= 2 * published


@dataclass(frozen=True)
class Quality:
    recall: float
    precision: float
    exact: float


def quality(streams, w, **options):
    """Recall, precision and the share of exact hits over windows with a known truth."""
    hits = chosen = wanted = exact = 0
    for stream in streams:
        truth = set(stream.truth.relevant[0])
        found = selected(looking(window_of(stream, w), **options))
        hits, chosen, wanted = hits + len(found & truth), chosen + len(found), wanted + len(truth)
        exact += found == truth
    return Quality(hits / wanted, hits / max(chosen, 1), exact / len(streams))


def best_of_singles(streams, w, k=3):
    """Recall of the features with the greatest uncertainty when their number is told."""
    hits = 0
    for stream in streams:
        sample = window_of(stream, w)
        scorer = ds.SymmetricalUncertainty(window=w).prepare(sample.schema)
        feed(scorer, sample)
        hits += len(set(np.argsort(-scorer.scores())[:k].tolist()) & set(stream.truth.relevant[0]))
    return hits / (k * len(streams))


def natural(d, w, noise, windows, first=0):
    return [ds.BG3(w, d, noise=noise, balance="none", seed=first + s) for s in range(windows)]


def test_three_that_are_equal_are_found_among_two_hundred():
    streams = natural(200, 300, 0.1, 20)
    found = quality(streams, 300, alpha=0.05)
    assert found.recall >= 0.98
    assert found.precision >= 0.95
    assert best_of_singles(streams, 300) <= 0.2


ROWS_OF_THE_TABLE = {
    "natural, no noise, 50, 100": (50, 100, {"noise": 0.0, "balance": "none"}, 1.00, 0.98),
    "natural, 50, 100": (50, 100, {"noise": 0.1, "balance": "none"}, 0.67, 0.99),
    "natural, 50, 300": (50, 300, {"noise": 0.1, "balance": "none"}, 1.00, 0.99),
    "natural, 200, 200": (200, 200, {"noise": 0.1, "balance": "none"}, 0.98, 0.99),
    "natural, 20 % flip, 50, 300": (50, 300, {"noise": 0.2, "balance": "none"}, 0.93, 1.00),
    "balanced, 50, 100": (50, 100, {"noise": 0.1}, 1.00, 0.99),
    "balanced, 200, 200": (200, 200, {"noise": 0.1}, 1.00, 1.00),
    "author, 50, 300": (50, 300, {"noise": 0.1, "sampling": "author"}, 1.00, 1.00),
}


@pytest.mark.parametrize("row", ROWS_OF_THE_TABLE)
def test_rows_of_the_published_table(row):
    """100 windows each, without extensions as published; the standard error of a recall is at most 0.04."""
    d, w, options, recall, precision = ROWS_OF_THE_TABLE[row]
    streams = [ds.BG3(w, d, seed=1000 + s, **options) for s in range(100)]
    found = quality(streams, w, alpha=0.05, extend=False)
    assert found.recall >= recall - 0.08
    assert found.precision >= precision - 0.04


def tree(seed, w, numeric, nominal):
    return ds.RandomTree(w, numeric, nominal, 5, categories=5, noise=0.1, seed=3000 + seed)


def singles_of(sample):
    """Features that pass on their own, at the level that the lookahead leaves for them."""
    scorer = ds.SymmetricalUncertainty(window=len(sample)).prepare(sample.schema)
    feed(scorer, sample)
    return set(np.flatnonzero(scorer.p_values() < 0.4 * 0.05 / len(sample.n_categories)).tolist())


@pytest.mark.parametrize(("numeric", "nominal", "more"), [(50, 0, 0.03), (25, 25, 0.1)])
def test_features_on_paths_of_a_tree_are_found(numeric, nominal, more):
    """Published for 1000 rows: recall weighted by influence 0.78 to 0.88 of numbers, 0.65 to 0.94 of both kinds."""
    hits = {"alone": 0, "together": 0, "wrong": 0}
    for seed in range(25):
        stream = tree(seed, 1000, numeric, nominal)
        chunk, truth = stream.take(1000), set(stream.truth.relevant[0])
        sample = Sample((5,) * nominal + (0,) * numeric, 2, chunk.X, chunk.y)
        found = selected(looking(sample, alpha=0.05))
        hits["alone"] += len(singles_of(sample) & truth)
        hits["together"] += len(found & truth)
        hits["wrong"] += len(found - truth)
    assert hits["together"] >= hits["alone"] + more * 5 * 25
    assert hits["wrong"] <= 0.07 * hits["together"]


def test_copies_are_found_and_pruned():
    """Two noisy copies of each relevant feature: all nine have a score, about three remain."""
    exact = complete = 0
    for seed in range(30):
        sample, truth = with_copies(seed)
        scorer = looking(sample, alpha=0.05)
        complete += truth <= selected(scorer)
        exact += len(scorer.prune()) == 3
    assert complete >= 28
    assert exact >= 25


def with_copies(seed, w=500, d=50):
    """BG3 with two copies of each relevant feature, of which one value in ten is drawn anew."""
    stream = ds.BG3(w, d - 6, noise=0.1, seed=2000 + seed)
    chunk = stream.take(w)
    rng = np.random.default_rng(seed)
    sources = [f for f in stream.truth.relevant[0] for _ in range(2)]
    copies = np.where(rng.random((w, 6)) < 0.1, 1 - chunk.X[:, sources], chunk.X[:, sources])
    sample = sample_of(np.hstack([chunk.X, copies]), chunk.y)
    return sample, {*stream.truth.relevant[0], *range(d - 6, d)}


def test_a_drift_is_noticed_within_a_window():
    """All three new features are found, and all old ones dropped, 300 rows after an abrupt drift."""
    delays = []
    for seed in range(5):
        concepts = [ds.BG3(1000, 50, (c, c + 1, c + 2), 0.1, seed=50 * c + seed) for c in (0, 3)]
        stream = ds.Concat(concepts)
        scorer, chunk = ds.InteractionLookahead(window=300, period=25).prepare(stream.schema), stream.take(2000)
        scorer.observe_chunk(chunk[:1000])
        assert {0, 1, 2} <= selected(scorer)
        delays.append(next(n for n in range(25, 1000, 25) if arrived(scorer, chunk, 1000 + n)))
    assert np.median(delays) <= 225


def arrived(scorer, chunk, stop):
    scorer.observe_chunk(chunk[stop - 25 : stop])
    return {3, 4, 5} <= selected(scorer)


def test_all_pairs_are_counted_as_tests():
    """Whatever is left out: a pair that barely passes among three features does not among thirty."""
    sample = xor(n=300, d=3, noise=0.35, seed=22)
    expected = reference(sample)
    p = max(each.p_value for each in expected.pair(0, 1).given)
    alone = looking(sample, alpha=min(0.99, p * 3 / 0.4 * 1.01))
    assert set(named(alone)) == XOR
    assert set(named(looking(sample, alpha=min(0.99, p * 3 / 0.4 * 0.99)))) == set()
    constant = sample_of(np.hstack([sample.X, np.zeros((300, 27))]), sample.y)
    levels = {"few": p * math.comb(30, 2) / 0.4 * 0.99, "enough": p * math.comb(30, 2) / 0.4 * 1.01}
    assert [set(named(looking(constant, alpha=level))) for level in levels.values()] == [set(), XOR]
