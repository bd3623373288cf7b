"""Streams to make others of, and what two streams have to have in common."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from driftsift.data import Chunk, Nominal, Numeric, Schema
from driftsift.streams import ArrayStream, ChunkStream, Stream
from driftsift.streams.truth import Truth


class Sample(Stream):
    """Numeric features x0, ... uniform on [0, 10), nominal ones n{j} of m categories; class 1 iff x0 <= 5.

    Row t comes from a NumPy generator of its own block of rows, so that it is the same wherever reading starts.
    """

    BLOCK = 1000

    def __init__(self, n=5000, numeric=2, nominal=(), relevant=(0,), seed=0, classes=("no", "yes")):
        features = [Numeric(f"x{j}") for j in range(numeric)]
        features += [Nominal(f"n{numeric + i}", tuple(map(str, range(m)))) for i, m in enumerate(nominal)]
        self.seed, self.numeric, self.nominal = seed, numeric, tuple(nominal)
        truth = Truth({0: frozenset(relevant)}, ranges=dict.fromkeys(range(numeric), (0.0, 10.0)))
        super().__init__(Schema(features, classes), "Sample", n, truth)

    def _blocks(self, start, rows):
        while self.n_instances is None or start < self.n_instances:
            number, begin = divmod(start, self.BLOCK)
            end = self.BLOCK if self.n_instances is None else min(self.BLOCK, self.n_instances - start + begin)
            yield self._block(number)[begin:end]
            start += end - begin

    def _block(self, number):
        random = np.random.default_rng([self.seed, number])
        u = random.random((self.BLOCK, self.schema.n_features))
        spans = [10] * self.numeric + list(self.nominal)
        X = u * spans
        X[:, self.numeric :] = np.floor(X[:, self.numeric :])
        return Chunk(X, (X[:, 0] <= 5).astype(np.int32), concept=np.zeros(self.BLOCK, dtype=np.int32))


def counted(n, k=0, weight=None, **options):
    """A stream whose first feature is the number of the row and whose second is k."""
    X = np.column_stack([np.arange(n, dtype=float), np.full(n, float(k))])
    return ArrayStream(X, np.arange(n) % 2, classes=(0, 1), weight=weight, **options)


def labelled(y, classes=(0, 1, 2), **options):
    """A stream whose only feature is the number of the row."""
    return ArrayStream(np.arange(len(y), dtype=float)[:, None], y, classes=classes, **options)


def thin(n=60, d=4, seed=0, labels=2):
    """A sparse stream with a nominal feature, stored zeros, missing values, weights and unknown labels."""
    random = np.random.default_rng(seed)
    X = np.where(random.random((n, d)) < 0.4, random.integers(0, 3, (n, d)), 0).astype(float)
    X[:, :-1] *= 1.25
    matrix = sp.csr_array(X)
    matrix.data[::7] = 0.0
    matrix.data[3::11] = np.nan
    y = np.where(random.random(n) < 0.1, None, random.integers(0, labels, n).astype(object))
    return ArrayStream(
        matrix, y, classes=tuple(range(labels)), nominal={f"x{d - 1}": "abc"}, weight=random.integers(1, 4, n)
    )


def of_unknown_length(stream):
    """The same rows, but their number is not known."""
    return ChunkStream(stream.schema, lambda: stream.chunks(17), truth=stream.truth)


UNSEEN = {"n0": 12, "n1": 4}


def with_unseen(n=24):
    """A stream with 12 unseen categories in its first feature and 4 in its second, counted as they are met."""
    schema = Schema([Nominal("n0", "ab"), Nominal("n1", "abc")], (0, 1))

    def chunks():
        for t in range(n):
            X = [[5.0 if t % 2 else 1.0, 7.0 if t % 6 == 0 else 0.0]]
            yield Chunk(np.array(X), np.array([t % 2], dtype=np.int32))

    return ChunkStream(schema, chunks, n_instances=n)


def everything(stream, size=1000, start=0):
    """All rows of a stream as one chunk."""
    chunks = list(stream.chunks(size, start))
    return Chunk.concat(chunks) if chunks else stream.take(0)


def assert_identical(first, second):
    """Two chunks hold the same bytes, and store the same entries if they are sparse."""
    assert sp.issparse(first.X) == sp.issparse(second.X)
    assert first.X.shape == second.X.shape
    for ours, theirs in zip(arrays(first), arrays(second), strict=True):
        assert (ours is None) == (theirs is None)
        assert ours is None or (ours.shape == theirs.shape and ours.tobytes() == theirs.tobytes())


def arrays(chunk):
    X = (chunk.X.data, chunk.X.indices, chunk.X.indptr) if sp.issparse(chunk.X) else (chunk.X,)
    return *X, chunk.y, chunk.weight, chunk.concept


def assert_same_rows(stream, sizes=(1, 7, 1000), starts=(0, 1, 13)):
    """The rows do not depend on the size of the chunks, on where reading starts, or on the pass."""
    whole = everything(stream)
    n = len(whole)
    for size in (*sizes, max(n, 1)):
        assert_identical(everything(stream, size), whole)
    for start in sorted(start for start in {*starts, n // 2, n - 1} if 0 <= start < n):
        assert_identical(everything(stream, 7, start), whole[start:])
    assert len(everything(stream, 7, n)) == len(everything(stream, 7, n + 5)) == 0
    assert_identical(stream.take(n + 1), whole)


def same_truth(first, second):
    """Two streams know the same of themselves."""
    return (first.truth, first.label_delay, first.n_instances) == (
        second.truth,
        second.label_delay,
        second.n_instances,
    )
