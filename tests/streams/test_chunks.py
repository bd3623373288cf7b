"""Whatever the chunk size and the start, a stream gives the same bytes."""

from __future__ import annotations

import pickle
from itertools import pairwise

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from driftsift.data import Chunk, Schema
from driftsift.streams import SEA, ArrayStream, ChunkStream, Drifting, FrameStream, open_stream
from driftsift.streams.stream import regrouped, rows_per_chunk
from tests.streams.conftest import (
    COLUMNS,
    arff_text,
    arrow_table,
    assert_refused,
    assert_same,
    csv_text,
    sparse_arff_text,
)

N = 23
LIBSVM = "".join(f"{i % 3} {1 + i % 4}:{i} 7:0.5\n" for i in range(N))


def chunked(sizes):
    """A stream of chunks of the given sizes."""

    def make():
        begin = 0
        for size in sizes:
            X = np.arange(begin, begin + size, dtype=float)[:, None]
            yield Chunk(X, np.zeros(size), concept=np.zeros(size, dtype=np.int32))
            begin += size

    return ChunkStream(Schema.numeric(1, (0, 1)), make)


def weighted():
    X = np.arange(2.0 * N).reshape(N, 2)
    return ArrayStream(X, [i % 2 for i in range(N)], weight=np.linspace(0, 2, N))


def sparse():
    return ArrayStream(sp.random_array((N, 9), density=0.3, rng=0, format="csr"), ["ab"[i % 2] for i in range(N)])


def drifting():
    return Drifting([SEA(N, relevant=(0, 1)), SEA(N, relevant=(1, 2))], at=10, width=8)


STREAMS = {
    "array": lambda write: weighted(),
    "sparse array": lambda write: sparse(),
    "frame": lambda write: FrameStream(arrow_table()),
    "chunks": lambda write: chunked([5, 0, 1, 9, 8]),
    "csv": lambda write: open_stream(write("t.csv", csv_text())),
    "arff": lambda write: open_stream(write("t.arff", arff_text())),
    "sparse arff": lambda write: open_stream(write("s.arff", sparse_arff_text())),
    "libsvm": lambda write: open_stream(write("t.libsvm", LIBSVM)),
    "SEA": lambda write: SEA(N, n_features=5, seed=3),
    "drifting": lambda write: drifting(),
    "drifting files": lambda write: Drifting(
        [open_stream(write("a.libsvm", LIBSVM)), open_stream(write("b.libsvm", LIBSVM))], at=10, width=8
    ),
}


@pytest.fixture(params=STREAMS)
def stream(request, write):
    return STREAMS[request.param](write)


@pytest.mark.parametrize("size", [1, 7, 1000, N, None])
@pytest.mark.parametrize("start", [0, 1, 5, N - 1, N, N + 3])
def test_chunk_size_and_start_change_nothing(stream, size, start):
    whole = stream.take(N + 10)
    assert len(whole) == N

    chunks = list(stream.chunks(size, start))

    assert [len(chunk) for chunk in chunks[:-1]] == [size] * (len(chunks) - 1)
    assert sum(map(len, chunks)) == max(N - start, 0)
    if chunks:
        assert_same(Chunk.concat(chunks), whole[start:])


def test_streams_start_again_as_often_as_asked(stream):
    first, second = Chunk.concat(list(stream)), Chunk.concat(list(stream))
    assert_same(first, second)


def test_two_passes_at_once_do_not_disturb_each_other(stream):
    whole = stream.take(N)
    one, other = stream.chunks(4), stream.chunks(4)
    pairs = list(zip(one, other, strict=True))

    assert_same(Chunk.concat([first for first, _ in pairs]), whole)
    assert_same(Chunk.concat([second for _, second in pairs]), whole)


def test_take_gives_at_most_what_is_there(stream):
    assert [len(stream.take(n)) for n in (0, 1, N, N + 1)] == [0, 1, N, N]
    assert stream.take(0).X.shape == (0, stream.schema.n_features)
    assert sp.issparse(stream.take(0).X) == sp.issparse(stream.take(1).X)
    assert_same(stream.take(5, start=3), stream.take(8)[3:])


def test_streams_can_be_sent_to_another_process(stream):
    if isinstance(stream, ChunkStream):
        pytest.skip("a local function cannot be pickled")
    assert_same(pickle.loads(pickle.dumps(stream)).take(N), stream.take(N))


def test_a_stream_says_what_it_is(stream):
    assert stream.name in repr(stream)
    assert f"{stream.schema.n_features} features" in repr(stream)


@pytest.mark.parametrize(
    ("attempt", "pieces"),
    [
        (lambda s: s.chunks(0), ["size is 0", "at least 1"]),
        (lambda s: s.chunks(-5), ["size is -5"]),
        (lambda s: s.chunks(5, start=-1), ["start is -1"]),
        (lambda s: s.take(-1), ["n is -1"]),
    ],
)
def test_impossible_requests_are_refused_at_once(stream, attempt, pieces):
    assert_refused(lambda: attempt(stream), pieces)


def test_the_default_chunk_is_about_two_megabytes():
    assert rows_per_chunk(1) == 16384
    assert rows_per_chunk(100_000) == 64
    assert all(1.9e6 < rows_per_chunk(d) * d * 8 <= 2**21 for d in (20, 100, 1000, 4000))
    assert [len(chunk) for chunk in ArrayStream(np.zeros((6000, 50)), [0] * 6000)] == [5242, 758]


@given(st.lists(st.integers(0, 9), max_size=8), st.integers(1, 12))
def test_regrouping_keeps_every_row_in_its_place(sizes, size):
    ends = np.cumsum([0, *sizes])
    blocks = [Chunk(np.arange(a, b, dtype=float)[:, None], np.zeros(b - a)) for a, b in pairwise(ends)]

    chunks = list(regrouped(blocks, size))

    assert [value for chunk in chunks for value in chunk.X[:, 0]] == list(range(sum(sizes)))
    assert all(len(chunk) == size for chunk in chunks[:-1])
    assert all(0 < len(chunk) <= size for chunk in chunks[-1:])


def test_small_read_blocks_change_nothing(write, monkeypatch):
    files = [write("t.csv", csv_text()), write("t.arff", arff_text()), write("t.libsvm", LIBSVM)]
    whole = [open_stream(path).take(N) for path in files]

    monkeypatch.setattr("driftsift.streams.lines.BLOCK_BYTES", 50)
    monkeypatch.setattr("driftsift.streams.csv_reader.FIRST_LINES_PER_BLOCK", 1)
    monkeypatch.setattr("driftsift.streams.csv_reader.BLOCK_BYTES", 100)

    for path, expected in zip(files, whole, strict=True):
        assert_same(open_stream(path).take(N), expected)
        assert_same(open_stream(path).take(N, start=9), expected[9:])


def test_row_groups_before_the_start_are_not_read(tmp_path):
    import pyarrow.parquet as pq

    path = tmp_path / "t.parquet"
    pq.write_table(arrow_table(), path, row_group_size=4)
    whole = open_stream(path).take(N)

    for start in range(N + 2):
        assert_same(open_stream(path).take(5, start), whole[start : start + 5])
    assert len(COLUMNS["class"]) == N
