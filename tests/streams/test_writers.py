"""Files written from streams, read back with the readers of the library."""

from __future__ import annotations

import os

import numpy as np
import pytest
import scipy.sparse as sp

import driftsift as ds
from driftsift.streams.writers import write_stream

SCHEMA = ds.Schema(
    [
        ds.Numeric("a b'c\\"),
        ds.Nominal("colour", ("red", "it's, {x} %", 'bl"ue', "never used")),
        ds.Nominal("flag", ("f0", "f1")),
        ds.Numeric("é"),
    ],
    ("no", "yes it's", "maybe"),
    "the class",
)


def mixed_chunk(n=3000, seed=1, missing=0.1, weighted=False):
    """Numbers of every size, nominal codes, missing values, unknown labels."""
    rng = np.random.default_rng(seed)
    sizes = 10.0 ** rng.integers(-300, 300, n)
    columns = [
        rng.normal(size=n) * sizes,
        rng.integers(0, 3, n),
        rng.integers(0, 2, n),
        rng.integers(-5, 5, n),
    ]
    X = np.column_stack(columns).astype(float)
    X[rng.random(X.shape) < missing] = np.nan
    return ds.Chunk(X, rng.integers(-1, 2, n), rng.integers(1, 9, n) / 4 if weighted else None)


def stream_of(chunk, schema=SCHEMA, at=1234):
    return ds.ChunkStream(schema, [chunk[:at], chunk[at:]], n_instances=len(chunk))


def written(tmp_path, stream, name, **options):
    path = tmp_path / name
    write_stream(stream, path, **options)
    return path


def categories_of(chunk, schema):
    """The rows in words, so that the numbering of categories does not matter."""
    rows = []
    for row, code in zip(chunk.X.tolist(), chunk.y.tolist(), strict=True):
        words = [
            None if value != value else f.categories[int(value)] if isinstance(f, ds.Nominal) else value
            for f, value in zip(schema.features, row, strict=True)
        ]
        rows.append((*words, schema.classes[code] if code >= 0 else None))
    return rows


ROUND_TRIPS = ["x.parquet", "x.csv", "x.tsv", "x.csv.gz", "x.arff", "x.arff.zst", "x.arff.xz", "x.arff.bz2"]


@pytest.mark.parametrize("name", ROUND_TRIPS)
def test_the_values_come_back(tmp_path, name):
    chunk = mixed_chunk()
    again = ds.open_stream(written(tmp_path, stream_of(chunk), name), target="the class")
    assert again.schema.names == SCHEMA.names
    assert categories_of(again.take(3000), again.schema) == categories_of(chunk, SCHEMA)


def test_parquet_and_arff_keep_all_categories_and_classes(tmp_path):
    stream = stream_of(mixed_chunk())
    assert ds.open_stream(written(tmp_path, stream, "x.arff"), target="the class").schema == SCHEMA
    schema = ds.open_stream(written(tmp_path, stream, "x.parquet"), target="the class").schema
    assert [set(f.categories) for f in schema.features if isinstance(f, ds.Nominal)] == [
        set(f.categories) for f in SCHEMA.features if isinstance(f, ds.Nominal)
    ]
    assert set(schema.classes) == set(SCHEMA.classes)


def test_arff_keeps_weights(tmp_path):
    chunk = mixed_chunk(weighted=True)
    again = ds.open_stream(written(tmp_path, stream_of(chunk), "x.arff"), target="the class").take(3000)
    np.testing.assert_array_equal(again.weight, chunk.weight)


@pytest.mark.parametrize("name", ["x.csv", "x.parquet", "x.libsvm"])
def test_other_formats_refuse_weights(tmp_path, name):
    chunk = mixed_chunk(weighted=True)
    stream = stream_of(chunk, ds.Schema(SCHEMA.features, ("a", "b", "c")))
    with pytest.raises(ValueError, match="instance weights, which only ARFF"):
        written(tmp_path, stream, name)
    assert not list(tmp_path.iterdir())


def sparse_stream(weighted=False):
    rng = np.random.default_rng(2)
    dense = np.where(rng.random((500, 40)) < 0.1, rng.integers(1, 4, (500, 40)) / 2, 0.0)
    dense[:, 7] = dense[:, 7] > 0
    dense[3, 5] = np.nan
    dense[:, 39] = 2.0
    schema = ds.Schema(
        [ds.Nominal(f"x{j}", ("0", "1")) if j == 7 else ds.Numeric(f"x{j}") for j in range(40)], ("a", "b")
    )
    weight = rng.integers(1, 5, 500) / 2 if weighted else None
    chunk = ds.Chunk(sp.csr_array(dense), rng.integers(-1, 2, 500), weight)
    return ds.ChunkStream(schema, [chunk[:123], chunk[123:]], n_instances=500), chunk, dense


@pytest.mark.parametrize("name", ["x.arff", "x.arff.gz", "x.libsvm", "x.svm.gz"])
def test_sparse_rows_stay_sparse(tmp_path, name):
    stream, chunk, dense = sparse_stream()
    again = ds.open_stream(written(tmp_path, stream, name)).take(500)
    assert sp.issparse(again.X)
    np.testing.assert_array_equal(again.X.toarray(), dense)
    np.testing.assert_array_equal(again.y, chunk.y)


def test_sparse_arff_keeps_weights(tmp_path):
    stream, chunk, dense = sparse_stream(weighted=True)
    again = ds.open_stream(written(tmp_path, stream, "x.arff")).take(500)
    np.testing.assert_array_equal(again.weight, chunk.weight)
    np.testing.assert_array_equal(again.X.toarray(), dense)


@pytest.mark.parametrize("name", ["x.csv", "x.parquet"])
def test_sparse_rows_in_dense_formats(tmp_path, name):
    stream, _, dense = sparse_stream()
    np.testing.assert_array_equal(ds.open_stream(written(tmp_path, stream, name)).take(500).X, dense)


@pytest.mark.parametrize(
    ("classes", "name", "back"),
    [
        ((3, 1), "x.parquet", (1, 3)),
        ((False, True), "x.parquet", (False, True)),
        ((3, 1), "x.csv", (1, 3)),
        ((3, 1), "x.arff", ("3", "1")),
        ((3, 1), "x.libsvm", (1, 3)),
    ],
)
def test_classes_that_are_not_texts(tmp_path, classes, name, back):
    X, y = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), np.array([0, 1, -1])
    stream = ds.ChunkStream(ds.Schema.numeric(2, classes), [ds.Chunk(X, y)], n_instances=3)
    again = ds.open_stream(written(tmp_path, stream, name))
    labels = [again.schema.classes[code] if code >= 0 else None for code in again.take(3).y]
    assert again.schema.classes == back
    assert [None if label is None else str(label) for label in labels] == [
        str(classes[0]),
        str(classes[1]),
        None,
    ]


@pytest.mark.parametrize("name", ["x.parquet", "x.csv", "x.arff", "x.libsvm"])
def test_a_number_of_instances(tmp_path, name):
    seen = []
    assert write_stream(ds.SEA(None, seed=1), tmp_path / name, n=40_000, progress=seen.append) == 40_000
    assert seen == sorted(seen)
    assert seen[-1] == 40_000
    np.testing.assert_array_equal(
        np.asarray(sp.csr_array(ds.open_stream(tmp_path / name).take(50_000).X).toarray()),
        ds.SEA(40_000, seed=1).take(40_000).X,
    )


def test_the_same_stream_gives_the_same_bytes(tmp_path):
    for name in ("x.csv.gz", "x.parquet", "x.arff.zst"):
        first = written(tmp_path, ds.SEA(500, seed=1), name).read_bytes()
        assert written(tmp_path, ds.SEA(500, seed=1), name, overwrite=True).read_bytes() == first


def failing(error):
    def chunks():
        yield ds.SEA(100, seed=1).take(100)
        raise error

    return ds.ChunkStream(ds.SEA(1).schema, chunks, n_instances=200)


@pytest.mark.parametrize("error", [ValueError("broken"), KeyboardInterrupt()])
@pytest.mark.parametrize("name", ["x.parquet", "x.csv", "x.arff.gz", "x.libsvm.xz"])
def test_an_interrupted_write_leaves_nothing(tmp_path, name, error):
    with pytest.raises(type(error)):
        written(tmp_path, failing(error), name)
    assert not list(tmp_path.iterdir())


def test_an_interrupted_write_leaves_the_old_file(tmp_path):
    path = written(tmp_path, ds.SEA(10, seed=1), "x.csv")
    before = path.read_bytes()
    with pytest.raises(ValueError, match="broken"):
        written(tmp_path, failing(ValueError("broken")), "x.csv", overwrite=True)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["x.csv"]


def with_category(text):
    return ds.ChunkStream(ds.Schema([ds.Nominal("f", (text, "b"))], ("u", "v")), [], n_instances=0)


def with_class(text):
    return ds.ChunkStream(ds.Schema([ds.Numeric("f")], (text, "v")), [], n_instances=0)


REFUSED = [
    (lambda p: write_stream(ds.SEA(None), p / "x.csv"), ValueError, "SEA has no known end; say how many"),
    (lambda p: write_stream(ds.SEA(5), p / "x.xlsx"), ValueError, "no format is known by the suffix '.xlsx'"),
    (lambda p: write_stream(ds.SEA(5), p / "x.parquet.gz"), ValueError, "leave out '.gz'"),
    (lambda p: write_stream(ds.SEA(5), p / "no" / "x.csv"), FileNotFoundError, "is not a directory"),
    (lambda p: write_stream(ds.SEA(5), p / "there.csv"), FileExistsError, "there.csv exists"),
    (lambda p: write_stream(ds.SEA(5), p / "folder.csv", overwrite=True), FileExistsError, "is not a file"),
    (
        lambda p: write_stream(with_category("NA"), p / "x.csv"),
        ValueError,
        "category of feature 'f' 'NA' cannot",
    ),
    (lambda p: write_stream(with_class(" u"), p / "x.csv"), ValueError, "class ' u' cannot be read back"),
    (lambda p: write_stream(with_category("a\nb"), p / "x.arff"), ValueError, "holds a line break or tab"),
    (lambda p: write_stream(with_class("a b"), p / "x.libsvm"), ValueError, "label 'a b' cannot stand"),
]


@pytest.mark.parametrize(("write", "error", "message"), REFUSED)
def test_refused(tmp_path, write, error, message):
    (tmp_path / "there.csv").write_text("kept")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(error, match=message):
        write(tmp_path)
    assert (tmp_path / "there.csv").read_text() == "kept"
    assert sorted(os.listdir(tmp_path)) == ["folder.csv", "there.csv"]
