"""What holds for every scorer: chunks, copies, forgetting, permutations, symmetry, bounds."""

from __future__ import annotations

import copy
import math
import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import driftsift as ds
from tests.reference.relevance.window import SCORES
from tests.relevance.streams import SPARSE_STREAMS, STREAMS, late_classes
from tests.relevance.support import Bins, Setting, feed, scorer_after, settings_of, visible
from tests.strategies import Sample, long_stream, quick, samples, to_csr

DISCRETIZERS = [Bins(), Bins("PiD", {"lo": -5.0, "hi": 5.0}), Bins("EqualWidth", {"lo": -5.0, "hi": 5.0})]


@pytest.fixture(params=DISCRETIZERS, ids=lambda bins: bins.kind)
def bins(request):
    return request.param


@pytest.fixture(params=[False, True], ids=["dense", "sparse"])
def sparse(request):
    return request.param


def stream(sparse, seed=21):
    return SPARSE_STREAMS["missing"](seed) if sparse else STREAMS["missing"](seed)


def seen(sample, setting, chunk=None, name="SymmetricalUncertainty"):
    return visible(scorer_after(sample, name, setting, chunk))


# --- chunks and copies ------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", [1, 7, 199, 1000])
def test_chunk_size_changes_no_byte(bins, sparse, chunk):
    setting = Setting(60, bins, sparse)
    assert seen(stream(sparse), setting, chunk) == seen(stream(sparse), setting)


@quick
@given(sample=samples(weights=False), setting=settings_of(sparse=False), chunk=st.integers(1, 10))
def test_chunk_size_changes_no_byte_of_random_streams(sample, setting, chunk):
    for name in SCORES:
        assert seen(sample, setting, chunk, name) == seen(sample, setting, name=name)


@pytest.mark.parametrize("travel", [copy.deepcopy, copy.copy, lambda scorer: pickle.loads(pickle.dumps(scorer))])
@pytest.mark.parametrize("stop", [0, 1, 37, 59, 60, 61, 250])
def test_a_copy_continues_with_the_same_bytes(bins, sparse, travel, stop):
    sample, setting = stream(sparse), Setting(60, bins, sparse)
    original = setting.library("GainRatio").prepare(sample.schema)
    feed(original, sample, 0, stop, sparse)
    twin = travel(original)
    assert visible(twin) == visible(original)
    assert twin.nbytes == pytest.approx(original.nbytes, rel=0.5)  # more or less room to spare
    feed(twin, sample, stop, None, sparse)
    assert visible(twin) == seen(sample, setting, name="GainRatio")


@pytest.mark.parametrize("travel", [copy.deepcopy, lambda scorer: pickle.loads(pickle.dumps(scorer))])
def test_a_copy_shares_nothing(bins, travel):
    sample = stream(False)
    original = scorer_after(sample.part(0, 250), setting=Setting(60, bins))
    before = visible(original)
    feed(travel(original), sample, 250)
    assert visible(original) == before


def test_a_copy_of_a_scorer_without_rows_works(bins):
    sample = stream(False)
    fresh = Setting(60, bins).library("InformationGain")
    for twin in (copy.deepcopy(fresh), pickle.loads(pickle.dumps(fresh))):
        feed(twin.prepare(sample.schema), sample)
        assert visible(twin) == seen(sample, Setting(60, bins), name="InformationGain")


def test_a_copy_goes_on_with_the_classes_it_knows():
    sample = late_classes(22)
    scorer = ds.ConditionalEntropy(window=40).observe(sample.X[:150], sample.labels[:150])
    twin = pickle.loads(pickle.dumps(scorer))
    for each in (scorer, twin):
        each.observe(sample.X[150:], sample.labels[150:])
    assert visible(twin) == visible(scorer)
    assert scorer.counts(0).shape[1] == 3


def test_asking_changes_nothing(bins, sparse):
    sample, setting = stream(sparse), Setting(60, bins, sparse)
    asked = setting.library("SymmetricalUncertainty").prepare(sample.schema)
    for i in range(0, len(sample), 20):
        feed(asked, sample, i, i + 20, sparse)
        assert visible(asked) == visible(asked)
        asked.significant()
        asked.threshold(0.01)
    assert visible(asked) == seen(sample, setting)


def test_answers_belong_to_the_caller():
    scorer = scorer_after(STREAMS["mixed"](23))
    before = visible(scorer)
    for answer in (scorer.scores(), scorer.raw(), scorer.p_values(), scorer.counts(0), scorer.cuts(0), scorer.ready()):
        if answer.flags.writeable:
            answer[:] = 0
    assert visible(scorer) == before


def test_prepare_starts_afresh(bins, sparse):
    sample, setting = stream(sparse), Setting(60, bins, sparse)
    used = scorer_after(stream(sparse, 24), setting=setting).prepare(sample.schema)
    feed(used, sample, sparse=sparse)
    assert visible(used) == seen(sample, setting)


def test_rows_without_a_label_change_nothing(bins):
    sample = STREAMS["mixed"](25)
    scorer = scorer_after(sample, setting=Setting(60, bins))
    before = visible(scorer)
    scorer.observe(sample.X, np.array([None] * len(sample), dtype=object))
    scorer.observe_chunk(ds.Chunk(sample.X, np.full(len(sample), -1)))
    assert visible(scorer) == before


def test_nothing_observed_changes_nothing(sparse):
    sample = stream(sparse)
    scorer = scorer_after(sample, setting=Setting(60, sparse=sparse))
    before = visible(scorer)
    feed(scorer, sample, 0, 0, sparse)
    assert visible(scorer) == before


def test_memory_stops_growing_when_the_window_is_full(bins, sparse):
    sample = long_stream(26, n=2000, density=0.3 if sparse else 1.0)
    scorer = Setting(100, bins, sparse).library("SymmetricalUncertainty").prepare(sample.schema)
    sizes = []
    for start in range(0, 2000, 50):
        feed(scorer, sample, start, start + 50, sparse)
        sizes.append(scorer.nbytes)
    assert max(sizes[4:]) <= 1.5 * max(sizes[:4])
    assert sizes[0] > 0


# --- forgetting -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("window", [1, 2, 3, 20, 200])
def test_nominal_features_know_the_rows_of_the_window_only(name, window):
    before, after = (STREAMS["nominal"](seed) for seed in (27, 28))
    both = replace(after, X=np.vstack([before.X, after.X[:window]]), y=np.concatenate([before.y, after.y[:window]]))
    setting = Setting(window)
    assert seen(both, setting, name=name) == seen(after.part(0, window), setting, name=name)


@pytest.mark.parametrize("window", [1, 20, 200])
def test_numeric_features_forget_all_but_their_grid_with_the_window(window):
    """With bins made anew at every row, the values in the window are all that is left."""
    before, after = (STREAMS["numeric"](seed) for seed in (29, 30))
    both = replace(after, X=np.vstack([before.X * 50, after.X]), y=np.concatenate([before.y, after.y]))
    setting = Setting(window, Bins("PaD", {"period": 1}))
    assert seen(both, setting) == seen(after.part(len(after) - window, len(after)), setting)


def test_bins_follow_a_change_of_scale_within_two_windows():
    before, after = (STREAMS["numeric"](seed).part(0, 450) for seed in (31, 32))
    both = replace(after, X=np.vstack([before.X * 1e6, after.X]), y=np.concatenate([before.y, after.y]))
    scorer = scorer_after(both, setting=Setting(200))
    for f in range(4):
        shares = scorer.counts(f).sum(axis=1)
        assert len(shares) == 10
        assert shares.max() < 40


# --- what may be permuted ---------------------------------------------------------------------------------


@quick
@given(sample=samples(weights=False), setting=settings_of(sparse=False), data=st.data())
def test_the_order_of_the_features_does_not_matter(sample, setting, data):
    order = data.draw(st.permutations(range(len(sample.n_categories))))
    for name in SCORES:
        plain = scorer_after(sample, name, setting)
        permuted = scorer_after(sample.permuted(order), name, setting)
        assert permuted.scores().tobytes() == plain.scores()[order].tobytes()
        assert permuted.p_values().tobytes() == plain.p_values()[order].tobytes()


def recoded(sample, rng):
    """The same stream with other codes for its categories."""
    X = sample.X.copy()
    for f, size in enumerate(sample.n_categories):
        present = ~np.isnan(X[:, f])
        X[present, f] = rng.permutation(size)[X[present, f].astype(int)]
    return replace(sample, X=X)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", SCORES)
def test_the_names_of_the_categories_do_not_matter(name, seed):
    sample = long_stream(33, n=300, numeric=0, nominal=4, categories=6, missing=0.1)
    other = recoded(sample, np.random.default_rng(seed))
    assert not np.array_equal(other.X, sample.X, equal_nan=True)
    assert scorer_after(other, name).scores().tobytes() == scorer_after(sample, name).scores().tobytes()


@pytest.mark.parametrize("name", SCORES)
def test_the_order_of_the_classes_does_not_matter(name):
    sample = STREAMS["missing"](34)
    other = replace(sample, y=np.array([2, 0, 1], dtype=np.int32)[sample.y])
    assert scorer_after(other, name).scores().tobytes() == scorer_after(sample, name).scores().tobytes()


@pytest.mark.parametrize("name", SCORES)
def test_the_order_of_the_rows_does_not_matter_to_nominal_features(name):
    sample = long_stream(35, n=100, numeric=0, nominal=4)
    order = np.random.default_rng(36).permutation(100)
    other = replace(sample, X=sample.X[order], y=sample.y[order])
    setting = Setting(100)
    assert seen(other, setting, name=name) == seen(sample, setting, name=name)


@pytest.mark.parametrize("factor", [2.0**-40, 2.0, 2.0**40])
def test_a_change_of_unit_by_a_power_of_two_changes_nothing(factor):
    sample = STREAMS["numeric"](37)
    scorer, plain = scorer_after(replace(sample, X=factor * sample.X)), scorer_after(sample)
    assert scorer.scores().tobytes() == plain.scores().tobytes()
    assert (scorer.cuts(0) == factor * plain.cuts(0)).all()


def test_sparse_rows_of_categories_say_what_dense_ones_say():
    """The rest is the first category."""
    sample = long_stream(38, n=400, numeric=0, nominal=5, density=0.5, missing=0.1)
    for name in SCORES:
        dense, sparse = (scorer_after(sample, name, Setting(70, sparse=s)) for s in (False, True))
        assert sparse.scores().tobytes() == dense.scores().tobytes()
        np.testing.assert_allclose(sparse.p_values(), dense.p_values(), rtol=1e-12)


def test_sparse_features_without_zeros_say_what_dense_ones_say():
    sample = long_stream(39, n=400, numeric=3, nominal=0, offset=100.0)
    for name in SCORES:
        dense, sparse = (scorer_after(sample, name, Setting(70, sparse=s)) for s in (False, True))
        assert sparse.scores().tobytes() == dense.scores().tobytes()


# --- symmetry and bounds ----------------------------------------------------------------------------------


def nominal_sample(x, y):
    sizes = int(max(x)) + 1, int(max(y)) + 1
    return Sample(sizes[:1], sizes[1], np.array(x, dtype=float)[:, None], np.array(y, dtype=np.int32))


PAIRS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=1, max_size=80)


@quick
@given(pairs=PAIRS, window=st.sampled_from([1, 2, 3, 20, 200]))
def test_feature_and_class_may_change_places(pairs, window):
    x, y = zip(*pairs, strict=True)
    for name in ("SymmetricalUncertainty", "InformationGain"):
        there = scorer_after(nominal_sample(x, y), name, Setting(window))
        back = scorer_after(nominal_sample(y, x), name, Setting(window))
        assert there.scores().tobytes() == back.scores().tobytes()


@quick
@given(codes=st.lists(st.integers(0, 5), min_size=1, max_size=80), window=st.sampled_from([1, 2, 3, 20, 200]))
def test_a_copy_of_the_class_has_an_uncertainty_of_exactly_1(codes, window):
    sample = nominal_sample(codes, codes)
    varies = len(set(codes[-window:])) > 1
    assert scorer_after(sample, setting=Setting(window)).scores().tolist() == [float(varies)]
    assert scorer_after(sample, "GainRatio", Setting(window)).scores().tolist() == [float(varies)]
    assert scorer_after(sample, "ConditionalEntropy", Setting(window)).raw().tolist() == [0.0]


@quick
@given(sample=samples(weights=False), setting=settings_of(sparse=False))
def test_scores_keep_to_their_bounds(sample, setting):
    most = math.log2(sample.n_classes)
    for name, top in [
        ("SymmetricalUncertainty", 1.0),
        ("GainRatio", 1.0),
        ("InformationGain", most),
        ("ConditionalEntropy", most),
    ]:
        scorer = scorer_after(sample, name, setting)
        assert (scorer.scores() >= 0).all()
        assert (scorer.scores() <= top + 1e-12).all()
        assert (scorer.scores()[~scorer.ready()] == 0).all()
        assert ((scorer.p_values() >= 0) & (scorer.p_values() <= 1)).all()


@quick
@given(sample=samples(weights=False), setting=settings_of(sparse=False))
def test_the_correction_only_takes_off(sample, setting):
    for name in SCORES:
        plain, corrected = (scorer_after(sample, name, setting, correct_bias=c).scores() for c in (False, True))
        assert ((corrected >= 0) & (corrected <= plain)).all()
        if name == "ConditionalEntropy":
            assert corrected.tobytes() == plain.tobytes()


@pytest.mark.parametrize("value", [1e308, 1e300, 5e-324, -1e308])
def test_extreme_values_have_a_score(bins, value):
    sample = long_stream(40, n=150, numeric=2, nominal=0)
    sample.X[::3, 0] = value
    sample.X[1::5, 1] = -value
    scorer = scorer_after(sample, setting=Setting(50, bins))
    assert np.isfinite(scorer.scores()).all()
    assert scorer.counts(0).sum() == scorer.counts(1).sum() == 50


def test_every_value_is_counted_in_some_bin(bins):
    sample = STREAMS["changes of scale"](41)
    scorer = Setting(60, bins).library("SymmetricalUncertainty").prepare(sample.schema)
    for i in range(len(sample)):
        feed(scorer, sample, i, i + 1)
        for f in np.flatnonzero(scorer.ready()):
            assert scorer.counts(f).sum() == scorer.n
            assert len(scorer.cuts(f)) + 1 == len(scorer.counts(f))


def test_a_monotone_transform_changes_the_score_a_little():
    """The fine grid is of equal width, the bins are of about equal frequency."""
    sample = STREAMS["numeric"](42)
    plain = scorer_after(sample).scores()
    other = scorer_after(replace(sample, X=np.arctan(sample.X / 4))).scores()
    assert not np.array_equal(plain, other)
    np.testing.assert_allclose(other, plain, atol=0.2)


@pytest.mark.parametrize("transform", [np.exp, np.arctan, lambda x: x**3])
def test_with_exact_quantiles_only_the_order_of_values_matters(transform):
    sample = STREAMS["numeric"](42)
    setting = Setting(60, Bins("PaD", {"method": "quantile"}))
    plain, other = (scorer_after(each, setting=setting) for each in (sample, replace(sample, X=transform(sample.X))))
    assert other.scores().tobytes() == plain.scores().tobytes()


def test_numeric_features_wait_until_the_window_is_full():
    sample = STREAMS["mixed"](43)
    scorer = Setting(50).library("SymmetricalUncertainty").prepare(sample.schema)
    feed(scorer, sample, 0, 49)
    assert scorer.ready().tolist() == [False, False, True, True]
    assert scorer.scores()[:2].tolist() == [0.0, 0.0]
    assert scorer.p_values()[:2].tolist() == [1.0, 1.0]
    assert (scorer.scores()[2:] > 0).all()
    feed(scorer, sample, 49, 50)
    assert scorer.ready().all()


def test_unlabelled_rows_do_not_fill_the_window():
    sample = STREAMS["numeric"](44)
    scorer = Setting(50).library("SymmetricalUncertainty").prepare(sample.schema)
    scorer.observe(sample.X, np.array([None] * len(sample), dtype=object))
    feed(scorer, sample, 0, 49)
    assert scorer.n == 49
    assert not scorer.ready().any()


def test_a_feature_without_values_is_not_ready_until_it_has_one():
    sample = STREAMS["numeric"](45)
    sample.X[:100, 1] = np.nan
    scorer = Setting(30).library("SymmetricalUncertainty").prepare(sample.schema)
    feed(scorer, sample, 0, 100)
    assert scorer.ready().tolist() == [True, False, True, True]
    assert scorer.scores()[1] == 0
    feed(scorer, sample, 100, 101)
    assert scorer.ready().all()


def test_a_missing_value_leaves_the_other_features_alone():
    sample = STREAMS["mixed"](46)
    holed = replace(sample, X=sample.X.copy())
    holed.X[::4, 1] = holed.X[::5, 3] = np.nan
    plain, other = scorer_after(sample).scores(), scorer_after(holed).scores()
    assert plain[[0, 2]].tobytes() == other[[0, 2]].tobytes()
    assert (plain[[1, 3]] != other[[1, 3]]).all()


def test_an_unseen_category_is_missing():
    sample = long_stream(47, n=100, numeric=1, nominal=2)
    strange, holed = replace(sample, X=sample.X.copy()), replace(sample, X=sample.X.copy())
    strange.X[::3, 1], holed.X[::3, 1] = 99.0, np.nan
    assert seen(strange, Setting()) == seen(holed, Setting())


def test_a_new_class_joins_at_the_end():
    sample = long_stream(48, n=90, numeric=1, nominal=1, n_classes=2)
    scorer = scorer_after(sample, "ConditionalEntropy", Setting(30))
    before = scorer.scores()
    scorer.observe(sample.X[:30], ["a third one"] * 30)
    assert scorer.counts(1).shape == (4, 3)
    assert scorer.counts(1)[:, :2].sum() == 0
    assert scorer.raw().tolist() == [0.0, 0.0]
    assert scorer.scores().tolist() == [math.log2(3)] * 2
    assert (before < 1).all()


def test_features_are_known_by_name_and_by_number():
    sample = STREAMS["mixed"](49)
    scorer = scorer_after(sample)
    for f, name in enumerate(sample.schema.names):
        assert scorer.counts(name).tolist() == scorer.counts(f).tolist()
    assert scorer.cuts("x1").tolist() == scorer.cuts(1).tolist()


def test_layout_of_the_rows_does_not_matter():
    sample = STREAMS["missing"](50)
    expected = seen(sample, Setting())
    for convert in (np.asfortranarray, lambda X: X.tolist(), lambda X: np.repeat(X, 2, axis=0)[::2]):
        scorer = Setting().library("SymmetricalUncertainty").prepare(sample.schema)
        assert visible(scorer.observe(convert(sample.X), sample.labels)) == expected


def test_sparse_layout_does_not_matter():
    sample = SPARSE_STREAMS["mixed"](51)
    expected = seen(sample, Setting(sparse=True))
    for convert in ("tocsc", "tocoo", "tocsr"):
        scorer = Setting().library("SymmetricalUncertainty").prepare(sample.schema)
        assert visible(scorer.observe(getattr(to_csr(sample.X), convert)(), sample.labels)) == expected


# --- features among each other ----------------------------------------------------------------------------


def codes_of(scorer, sample, f):
    """The lines of the table in which the last rows of a feature are; -1 where it is missing."""
    x = sample.X[-scorer.n :, f]
    codes = np.searchsorted(scorer.cuts(f), x, side="right") if sample.n_categories[f] == 0 else x
    return np.where(np.isnan(x), -1, codes)


def uncertainty(a, b, corrected):
    both = (a >= 0) & (b >= 0)
    table = np.histogram2d(a[both], b[both], bins=[np.arange(-0.5, 30), np.arange(-0.5, 30)])[0]
    n, rows, columns = table.sum(), table.sum(1), table.sum(0)

    def entropy(counts):
        shares = counts[counts > 0] / n
        return -(shares * np.log2(shares)).sum()

    of_both = entropy(rows) + entropy(columns)
    df = ((rows > 0).sum() - 1) * ((columns > 0).sum() - 1)
    gain = of_both - entropy(table.ravel()) - (df / (2 * n * np.log(2)) if corrected else 0)
    return 2 * max(gain, 0) / of_both if of_both else 0.0


@pytest.mark.parametrize("corrected", [False, True])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_uncertainty_between_features(corrected, missing):
    sample = long_stream(52, n=400, numeric=3, nominal=3, missing=missing)
    sample.X[:, 1] = sample.X[:, 0] + np.random.default_rng(53).normal(size=400)
    scorer = scorer_after(sample, setting=Setting(150))
    for f in range(6):
        expected = [uncertainty(codes_of(scorer, sample, f), codes_of(scorer, sample, g), corrected) for g in range(6)]
        np.testing.assert_allclose(scorer.between(f, correct_bias=corrected), expected, atol=1e-12)
    assert scorer.between("x0", ["x1"])[0] > 3 * scorer.between("x0", ["x2"])[0]


def test_uncertainty_between_features_of_sparse_rows():
    """A feature says everything about itself; what is not stored is a value like any other."""
    sample = long_stream(54, n=400, numeric=0, nominal=5, density=0.5, missing=0.1)
    dense, sparse = (scorer_after(sample, setting=Setting(150, sparse=s)) for s in (False, True))
    for f in range(5):
        assert sparse.between(f, correct_bias=False)[f] == 1.0
        np.testing.assert_allclose(sparse.between(f), dense.between(f), atol=1e-12)


def test_features_that_are_not_ready_say_nothing_about_each_other():
    sample = STREAMS["mixed"](55)
    scorer = scorer_after(sample.part(0, 30), setting=Setting(50))
    assert scorer.between(0).tolist() == [0.0] * 4
    assert scorer.between(2)[3] >= 0
    with pytest.raises(ValueError, match="no feature 'y'"):
        scorer.between("x0", ["y"])


@pytest.mark.parametrize(
    ("scorer", "name"),
    [
        (ds.InformationGain(window=2**22 + 1), "window"),
        (ds.InteractionLookahead(window=2**22 + 1), "window"),
        (ds.GainRatio(discretizer=ds.PaD(fine=2**16 + 1)), "fine"),
    ],
    ids=["window", "window of a lookahead", "cells"],
)
def test_tables_that_would_fill_the_memory_are_refused(scorer, name):
    """A few bytes of a damaged file must not ask for gigabytes."""
    with pytest.raises(ValueError, match=f"{name} must be at most"):
        scorer.prepare(STREAMS["numeric"](56).schema)
