"""MOA reads the ARFF files that are written here, and counts the same classes."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds

pytestmark = pytest.mark.peers

N = 2000
STREAMS = {
    "thesis/SEA": ds.preset("thesis/SEA", n=N),
    "thesis/AN": ds.preset("thesis/AN", n=N),
    "Agrawal": ds.Agrawal(N, function=7, seed=1),
    "RandomTree": ds.RandomTree(N, n_classes=3, seed=1),
    "LED": ds.LED(N, seed=1),
    "STAGGER": ds.STAGGER(N, function=2, seed=1),
    "Mixed": ds.Mixed(N, seed=1),
    "Waveform": ds.Waveform(N, noise=0.2, seed=1),
    "missing values": ds.Missing(ds.RandomRBF(N, n_classes=4, seed=1), rate=0.2),
    "sparse": ds.Tweets(N, n_words=300, seed=2),
}


@pytest.mark.parametrize("name", STREAMS)
def test_moa_counts_the_same_classes(moa, name, tmp_path):
    stream = STREAMS[name]
    path = tmp_path / "stream.arff"
    ds.write_stream(stream, path)

    attributes, counts = moa.counts(path)

    assert attributes == stream.schema.n_features + 1
    assert counts == np.bincount(stream.take(N).y, minlength=stream.schema.n_classes).tolist()
