"""What `inspect` says of a stream is what a look at all of its rows says."""

from __future__ import annotations

import json

import numpy as np
import pytest
import scipy.sparse as sp

import driftsift as ds
from driftsift.reports.over_time import MOST_PARTS, OverTime


def test_counts_and_summaries_of_dense_rows():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1000, 3))
    X[rng.random(X.shape) < 0.2] = np.nan
    X[:, 2] = rng.integers(0, 2, 1000)
    y = np.where(rng.random(1000) < 0.1, None, rng.integers(0, 3, 1000).astype(object))
    stream = ds.ArrayStream(X, y, nominal={"x2": ("no", "yes")}, classes=(0, 1, 2))

    found = ds.inspect(stream)

    assert (found.n, found.complete, found.stored) == (1000, True, None)
    assert found.missing == np.isnan(X).sum()
    assert found.class_counts == {k: int((y == k).sum()) for k in range(3)}
    assert found.unlabelled == sum(label is None for label in y)
    for j in range(2):
        feature = found.features[j]
        assert feature.missing == np.isnan(X[:, j]).sum()
        assert (feature.lowest, feature.highest) == (np.nanmin(X[:, j]), np.nanmax(X[:, j]))
        assert feature.mean == pytest.approx(np.nanmean(X[:, j]))
    assert found.features[2].categories == ("no", "yes")


def test_sparse_rows_give_what_dense_ones_give():
    rng = np.random.default_rng(1)
    X = np.where(rng.random((500, 20)) < 0.3, rng.normal(size=(500, 20)), 0.0)
    X[:, 4] = np.abs(X[:, 4]) + 1
    X[:, 5] = 0
    X[3, 6] = X[7, 4] = np.nan
    y = rng.integers(0, 2, 500)

    dense, sparse = (ds.inspect(ds.ArrayStream(rows, y)) for rows in (X, sp.csr_array(X)))

    assert sparse.stored == sp.csr_array(X).nnz
    for one, other in zip(dense.features, sparse.features, strict=True):
        assert (one.missing, one.lowest, one.highest) == (other.missing, other.lowest, other.highest)
        assert one.mean == pytest.approx(other.mean)


def test_the_truth_of_a_preset_is_told():
    stream = ds.preset("thesis/SEA", seed=1, n=4000)
    found = ds.inspect(stream)

    assert found.drifts == stream.drifts
    assert len(found.relevant) == 10
    assert found.relevant[3] == tuple(stream.schema.names[i] for i in sorted(stream.relevant[3]))
    assert found.concepts.sum(axis=0).tolist() == np.bincount(stream.take(4000).concept).tolist()
    text = str(found)
    for piece in ("thesis/SEA", "4,000", "width 40", "x10_linear35"[:3], "redundant features", "share"):
        assert piece in text
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["instances"] == 4000


def test_part_of_an_endless_stream():
    found = ds.inspect(ds.SEA(None), n=100)
    assert (found.n, found.complete) == (100, False)
    assert ds.inspect(ds.SEA(None), n=0).n == 0
    with pytest.raises(ValueError, match="n=-1"):
        ds.inspect(ds.SEA(None), n=-1)


@pytest.mark.parametrize("n", [0, 1, 7])
def test_short_streams_are_told_of_and_drawn(n, tmp_path):
    found = ds.inspect(ds.LED(n))
    assert sum(found.class_counts.values()) == n
    assert str(found)
    assert found.png(tmp_path / "p.png").stat().st_size > 1000


def test_all_missing_and_names_with_brackets():
    stream = ds.ArrayStream(np.full((5, 1), np.nan), ["[red]a[/red]"] * 5, names=["[bold]x"])
    text = str(ds.inspect(stream))
    assert "[bold]x" in text
    assert "[red]a[/red]" in text
    assert "100.00 %" in text
    assert "none" in text


def test_many_features_are_cut_short():
    found = ds.inspect(ds.ArrayStream(np.zeros((2, 100)), [0, 1]))
    assert "and 40 more" in str(found)
    assert len(found.to_dict()["features"]) == 100


def test_delay_and_changing_shares_are_told():
    stream = ds.Delayed(ds.Imbalanced(ds.SEA(None), [[0.9, 0.1], [0.5, 0.5]], at=500, width=1, n=1000), 30)
    text = str(ds.inspect(stream))
    assert "30 instances later" in text
    assert "behind 500, suddenly" in text


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("n", [0, 5, MOST_PARTS, MOST_PARTS + 1, 3000])
def test_counts_over_time_do_not_depend_on_chunks(n, size):
    values = np.random.default_rng(n).integers(0, 4, n)
    counts = OverTime(2)
    for begin in range(0, n, size):
        counts.add(values[begin : begin + size])

    edges, found = counts.edges, counts.counts

    assert len(found) <= MOST_PARTS
    assert edges[-1] == n
    for begin, end, row in zip(edges, edges[1:], found, strict=False):
        assert row.tolist() == np.bincount(values[begin:end], minlength=found.shape[1]).tolist()
