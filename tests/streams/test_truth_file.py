"""The ground truth beside a file: written with the rows, read with them, never for other rows."""

from __future__ import annotations

import json

import numpy as np
import pytest

import driftsift as ds
from driftsift.streams import Truth
from driftsift.streams.truth_file import ConceptRuns, truth_path
from tests.streams.conftest import assert_refused, assert_same

N = 3000
STREAM = ds.preset("thesis/SEA", seed=3, n=N)


@pytest.mark.parametrize("name", ["a.parquet", "a.csv", "a.tsv.gz", "a.arff", "a.libsvm"])
def test_the_truth_comes_back(tmp_path, name):
    path = tmp_path / name
    ds.write_stream(STREAM, path, truth=True)

    again = ds.open_stream(path)

    assert again.relevant == STREAM.relevant
    assert again.redundant == STREAM.redundant
    assert again.drifts == STREAM.drifts
    assert again.ranges == STREAM.ranges
    assert (again.take(N).concept == STREAM.take(N).concept).all()
    assert (again.take(7, start=2000).concept == STREAM.take(7, start=2000).concept).all()


def test_everything_that_can_be_known_comes_back(tmp_path):
    concepts = [ds.Imbalanced(ds.SEA(None, seed=k), [[0.9, 0.1], [0.2, 0.8]], at=500, n=N) for k in range(2)]
    stream = ds.Delayed(concepts[0], 25)
    path = tmp_path / "a.csv"
    written = ds.write_stream(stream, path, truth=True)

    again = ds.open_stream(path)

    assert again.label_delay == 25
    assert again.prior_drifts == stream.prior_drifts != ()
    assert again.n_instances == written == N


def test_features_are_found_where_they_stand_now(tmp_path):
    path = tmp_path / "a.parquet"
    ds.write_stream(STREAM, path, truth=True)

    again = ds.open_stream(path, drop=["x0", "x3"])

    for concept, features in STREAM.relevant.items():
        names = {STREAM.schema.names[i] for i in features} - {"x0", "x3"}
        assert {again.schema.names[i] for i in again.relevant[concept]} == names


def test_without_truth_nothing_is_written_and_nothing_read(tmp_path):
    path = tmp_path / "a.parquet"
    ds.write_stream(STREAM, path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.parquet"]
    ds.write_stream(STREAM, path, truth=True, overwrite=True)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.parquet", "a.parquet.truth.json"]
    assert ds.open_stream(path, truth=False).relevant is None


def test_a_file_that_is_replaced_takes_its_truth_along(tmp_path):
    path = tmp_path / "a.parquet"
    ds.write_stream(STREAM, path, truth=True)
    ds.write_stream(STREAM, path, overwrite=True)
    assert ds.open_stream(path).relevant is None


def test_a_failure_leaves_neither_file(tmp_path):
    def chunks():
        yield STREAM.take(100)
        raise OSError("the source is gone")

    failing = ds.ChunkStream(STREAM.schema, chunks, n_instances=N, truth=STREAM.truth)
    with pytest.raises(OSError, match="gone"):
        ds.write_stream(failing, tmp_path / "a.csv", truth=True)
    assert list(tmp_path.iterdir()) == []


def test_concepts_are_left_out_if_some_are_unknown(tmp_path):
    chunk = STREAM.take(50)
    bare = ds.Chunk(chunk.X, chunk.y)
    stream = ds.ChunkStream(STREAM.schema, [chunk, bare], n_instances=100, truth=Truth({0: frozenset({1})}))
    ds.write_stream(stream, tmp_path / "a.csv", truth=True)

    again = ds.open_stream(tmp_path / "a.csv")

    assert again.relevant == {0: {1}}
    assert again.take(100).concept is None


def test_runs_of_concepts():
    concept = np.random.default_rng(1).integers(0, 3, 500).astype(np.int32)
    runs = ConceptRuns()
    for part in np.array_split(concept, [0, 1, 7, 7, 200]):
        runs.add(part)

    assert runs.total == 500
    assert all(before[0] != after[0] for before, after in zip(runs.pairs(), runs.pairs()[1:], strict=False))
    for start, n in [(0, 500), (13, 0), (499, 1), (100, 250)]:
        assert runs.between(start, n).tolist() == concept[start : start + n].tolist()


def damaged(change):
    def damage(path):
        content = json.loads(path.read_text())
        change(content)
        path.write_text(json.dumps(content))

    return damage


DAMAGES = {
    "no JSON": (lambda path: path.write_text("{"), []),
    "cut": (lambda path: path.write_text(path.read_text()[:200]), []),
    "a list": (lambda path: path.write_text("[]"), ["no ground truth"]),
    "binary": (lambda path: path.write_bytes(b"\xff\xfe\x00"), []),
    "another format": (damaged(lambda c: c.update(format="x")), ["no ground truth"]),
    "a newer version": (damaged(lambda c: c.update(version=2)), ["version 2", "up to version 1"]),
    "drifts are missing": (damaged(lambda c: c.pop("drifts")), ["'drifts' is missing"]),
    "a drift is no drift": (damaged(lambda c: c.update(drifts=[3])), []),
    "relevant is a number": (damaged(lambda c: c.update(relevant=3)), []),
    "concepts of other rows": (damaged(lambda c: c.update(concept_runs=[[0, 5]])), ["5 rows", "3,000"]),
    "other rows": (
        damaged(lambda c: c.update(instances=5, concept_runs=[[0, 5]])),
        ["about 5 instances", "has 3,000"],
    ),
}


@pytest.mark.parametrize("case", DAMAGES)
def test_a_damaged_side_file_is_named(tmp_path, case):
    damage, pieces = DAMAGES[case]
    path = tmp_path / "a.parquet"
    ds.write_stream(STREAM, path, truth=True)
    damage(truth_path(path))

    assert_refused(lambda: ds.open_stream(path), ["a.parquet.truth.json", "truth=False", *pieces])
    assert_same(
        ds.open_stream(path, truth=False).take(10),
        ds.ChunkStream(STREAM.schema, [ds.Chunk(STREAM.take(10).X, STREAM.take(10).y)]).take(10),
    )
