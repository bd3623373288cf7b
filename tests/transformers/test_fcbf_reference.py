"""FCBF against plain Python, row by row and event by event."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import driftsift as ds
from tests.strategies import quick, samples
from tests.transformers.selecting import Concepts, Setting, concepts, follow, in_chunks

WALKS = {
    "chunk": st.integers(4, 40),
    "every": st.sampled_from([None, 1, 5]),
    "threshold": st.sampled_from([0.0, 0.05, "significance"]),
    "alpha": st.sampled_from([0.001, 0.2]),
    "bins": st.integers(2, 5),
    "binning": st.sampled_from(["frequency", "width"]),
    "max_features": st.sampled_from([None, 1, 2]),
    "min_change": st.sampled_from([1, 2]),
    "on_empty": st.sampled_from(["keep", "all"]),
}


@quick
@given(sample=concepts(), options=st.fixed_dictionaries(WALKS))
def test_fcbf(sample, options):
    follow(Setting("FCBF", options), sample)


@quick
@given(sample=samples(max_rows=40), options=st.fixed_dictionaries(WALKS))
def test_fcbf_on_rows_with_many_ties(sample, options):
    follow(Setting("FCBF", options), sample)


@quick
@given(sample=concepts(sizes=(0, 0, 3), segments=((0,), (2,)), density=0.5), options=st.fixed_dictionaries(WALKS))
def test_fcbf_on_sparse_rows(sample, options):
    """The same as on dense ones."""
    follow(Setting("FCBF", options), sample, csr=True)


@pytest.mark.parametrize("size", [1, 7, 64])
def test_chunks_change_nothing(size):
    stream = Concepts(306, segments=((0,), (2,), (1,)), length=100, n_classes=4, missing=0.05, unlabelled=0.1)
    sample = stream.sample()

    def make():
        return ds.FCBF(chunk=40, threshold=0.02) | ds.KNN(k=3, window=50)

    assert in_chunks(make, sample, size) == in_chunks(make, sample, len(sample))


@pytest.mark.slow
def test_fcbf_without_a_threshold_finds_a_drift_in_every_chunk_of_led():
    stream = ds.LED(100_000, seed=1)
    counts = {}
    for threshold in (0.0, "significance"):
        pipeline = (ds.FCBF(threshold=threshold) | ds.MajorityClass()).prepare(stream.schema)
        for chunk in stream.chunks(1000):
            pipeline.partial_fit(chunk.X, np.asarray(stream.schema.classes)[chunk.y])
        counts[threshold] = len(pipeline.events_) - 1
    assert counts[0.0] == 99
    assert counts["significance"] < 30
