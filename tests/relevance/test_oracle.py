"""Every scorer against the plain reference: tables exactly, scores bit for bit, after every chunk."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

import driftsift as ds
from tests.reference.relevance.window import Window
from tests.relevance.streams import SPARSE_STREAMS, STREAMS, late_classes
from tests.relevance.support import Bins, Setting, assert_same, borders, compare, settings_of
from tests.strategies import long_stream, quick, samples, sparse_samples

CHUNKS = st.integers(1, 12)


@quick
@given(sample=samples(weights=False, max_rows=60), setting=settings_of(sparse=False), chunk=CHUNKS)
def test_random_streams(sample, setting, chunk):
    compare(setting, sample, chunk)


@quick
@given(sample=sparse_samples(max_rows=60, max_features=6), setting=settings_of(sparse=True), chunk=CHUNKS)
def test_random_sparse_streams(sample, setting, chunk):
    compare(setting, sample, chunk)


@quick
@given(sample=samples(weights=False, max_rows=60), setting=settings_of(sparse=True), chunk=CHUNKS)
def test_random_sparse_streams_with_nominal_features(sample, setting, chunk):
    """Rows of which any may be zero, handed over as sparse ones."""
    compare(setting, sample, chunk)


@pytest.mark.parametrize("window", [1, 2, 3, 20, 200])
@pytest.mark.parametrize("stream", STREAMS)
def test_long_streams(stream, window):
    reference = compare(Setting(window), STREAMS[stream](len(stream)), chunk=47)
    assert reference.n == window or reference.arrivals < window


@pytest.mark.parametrize("window", [1, 2, 3, 20, 200])
@pytest.mark.parametrize("stream", SPARSE_STREAMS)
def test_long_sparse_streams(stream, window):
    compare(Setting(window, sparse=True), SPARSE_STREAMS[stream](len(stream)), chunk=47)


QUANTILES = [{}, {"bins": 2}, {"bins": 100}, {"alpha": 0.0}, {"alpha": 10.0, "period": 13}]


@pytest.mark.parametrize("options", QUANTILES, ids=str)
@pytest.mark.parametrize("stream", ["numeric", "sometimes missing", "heavy ties", "heavy tails", "outliers", "trend"])
def test_bins_of_exact_quantiles(options, stream):
    compare(Setting(60, Bins("PaD", {"method": "quantile", **options})), STREAMS[stream](12), chunk=31)


PADS = [
    {"bins": 2, "fine": 2},
    {"bins": 255, "fine": 1000},
    {"bins": 4, "fine": 20, "alpha": 0.0},
    {"alpha": 0.5},
    {"alpha": 10.0},
    {"alpha": 10.0, "period": 1},
    {"alpha": 10.0, "period": 13},
    {"alpha": 10.0, "period": 10**6, "refit": False},
    {"period": 10**6},
    {"refit": False},
    {"fine": 10},
    {"fine": 1000},
    *({"bins": bins} for bins in (15, 16, 17)),
]


@pytest.mark.parametrize("options", PADS, ids=str)
@pytest.mark.parametrize(
    "stream", ["numeric", "two classes", "changes of scale", "sometimes missing", "heavy ties", "heavy tails"]
)
def test_parameters_of_pad(options, stream):
    compare(Setting(60, Bins("PaD", options)), STREAMS[stream](3), chunk=31)


@pytest.mark.parametrize("options", [{}, {"bins": 2}, {"bins": 255, "lo": -7.3, "hi": 9.1}, {"lo": 5.0, "hi": 6.0}])
@pytest.mark.parametrize("stream", ["mixed", "missing", "changes of scale", "outliers"])
def test_bins_of_equal_width(options, stream):
    compare(Setting(50, Bins("EqualWidth", options)), STREAMS[stream](4), chunk=31)


@pytest.mark.parametrize("kind", ["PaD", "EqualWidth"])
def test_bins_of_sparse_rows(kind):
    compare(Setting(50, Bins(kind), sparse=True), SPARSE_STREAMS["mixed"](5), chunk=31)


DYADIC = {"bins": 5, "lo": -4.0, "hi": 4.0, "step": 2.0**-4}


@pytest.mark.parametrize("stream", ["numeric", "missing", "heavy ties", "late classes"])
@pytest.mark.parametrize("options", [DYADIC, {**DYADIC, "alpha": 0.1}, {**DYADIC, "period": 7}], ids=str)
def test_bins_of_pid(options, stream):
    """With borders that are powers of two, so that no sum of steps is rounded."""
    compare(Setting(50, Bins("PiD", options)), STREAMS[stream](6), chunk=31)


def appearing(labels):
    """Codes in the order in which labels come."""
    order = list(dict.fromkeys(labels))
    return [order.index(label) for label in labels], len(order)


@pytest.mark.parametrize("chunk", [1, 7, 400])
def test_without_a_schema_all_features_are_numeric_and_classes_come_as_they_are_met(chunk):
    sample = late_classes(7)
    codes, n_classes = appearing(sample.y.tolist())
    scorer, reference = ds.ConditionalEntropy(window=30), Window((0,) * 4, 0, 30)
    for start, stop in borders(len(sample), chunk):
        scorer.observe(sample.X[start:stop], sample.labels[start:stop])
        for row, code in zip(sample.rows[start:stop], codes[start:stop], strict=True):
            reference.observe(row, code)
        assert_same(scorer, reference, "ConditionalEntropy")
    assert reference.n_classes == n_classes == 3


def test_chunks_say_the_same_as_rows_and_labels():
    sample = long_stream(8, n=300, unlabelled=0.2, missing=0.1)
    by_rows, by_chunks = (ds.InformationGain(window=40).prepare(sample.schema) for _ in range(2))
    by_rows.observe(sample.X, sample.labels)
    for start, stop in borders(300, 70):
        by_chunks.observe_chunk(ds.Chunk(sample.X[start:stop], sample.y[start:stop]))
    assert by_rows.scores().tobytes() == by_chunks.scores().tobytes()
    assert by_rows.n == by_chunks.n == 40


def test_weights_of_a_chunk_count_for_nothing():
    sample = long_stream(9, n=200, weighted=True)
    weighted, plain = (ds.GainRatio(window=40).prepare(sample.schema) for _ in range(2))
    weighted.observe_chunk(ds.Chunk(sample.X, sample.y, sample.weight))
    plain.observe_chunk(ds.Chunk(sample.X, sample.y))
    assert weighted.scores().tobytes() == plain.scores().tobytes()


def test_a_stored_zero_is_a_zero_like_any_other():
    sample = long_stream(10, n=150, numeric=4, nominal=2, density=0.4, decimals=0)
    stored = sparse.csr_array(np.ones(sample.X.shape))
    stored.data[:] = sample.X.ravel()
    scorers = [ds.SymmetricalUncertainty(window=40).prepare(sample.schema) for _ in range(2)]
    for scorer, X in zip(scorers, [sample.csr, stored], strict=True):
        scorer.observe(X, sample.labels)
    assert stored.nnz == sample.X.size > sample.csr.nnz
    assert scorers[0].scores().tobytes() == scorers[1].scores().tobytes()


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow"])
def test_frames_are_rows_like_any_others(kind):
    from driftsift.data.frames import decode

    sample = long_stream(11, n=200, missing=0.1)
    frame = decode(ds.Chunk(sample.X, sample.y), sample.schema, kind)
    from_frame, from_array = (ds.SymmetricalUncertainty(window=40).prepare(sample.schema) for _ in range(2))
    from_frame.observe(frame, sample.labels)
    from_array.observe(sample.X, sample.labels)
    assert from_frame.scores().tobytes() == from_array.scores().tobytes()


def test_a_frame_tells_which_features_are_nominal():
    import pandas as pd

    colours = np.array(["red", "green"] * 10)
    scorer = ds.SymmetricalUncertainty(window=50).observe(
        pd.DataFrame({"size": np.arange(20.0), "colour": colours}), np.where(colours == "red", "yes", "no")
    )
    assert scorer.ready().tolist() == [False, True]
    assert scorer.scores().tolist() == [0.0, 1.0]


@pytest.mark.slow
@pytest.mark.parametrize(
    "bins", [Bins(), Bins("PaD", {"method": "quantile"}), Bins("PaD", {"alpha": 0.25, "period": 77})], ids=str
)
@pytest.mark.parametrize("stream", STREAMS)
def test_settings_with_other_seeds(stream, bins):
    for seed in range(100, 106):
        compare(Setting(35, bins), STREAMS[stream](seed), chunk=9)


@pytest.mark.slow
def test_a_million_steps_leave_no_trace():
    """Tables, scores and p-values are those of the last rows alone, bit for bit."""
    rng = np.random.default_rng(13)
    n, window = 1_000_000, 200
    X = np.column_stack([rng.normal(size=n).cumsum() * 0.01, rng.exponential(size=n), rng.integers(0, 5, (n, 2))])
    X[rng.random(X.shape) < 0.01] = np.nan
    y = rng.integers(0, 3, n)
    schema = ds.Schema([ds.Numeric("a"), ds.Numeric("b"), *(ds.Nominal(f, tuple("vwxyz")) for f in "cd")], (0, 1, 2))
    bins = ds.PaD(period=1)  # bins made anew with every row depend on the rows of the window alone
    for name in ("SymmetricalUncertainty", "ConditionalEntropy", "GainRatio"):
        old, new = (getattr(ds, name)(window=window, discretizer=bins).prepare(schema) for _ in range(2))
        old.observe(X, y)
        new.observe(X[-window:], y[-window:])
        assert old.scores().tobytes() == new.scores().tobytes()
        assert old.p_values().tobytes() == new.p_values().tobytes()
        assert [old.counts(f).tolist() for f in range(4)] == [new.counts(f).tolist() for f in range(4)]
