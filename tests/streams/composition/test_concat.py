from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from driftsift.data import Chunk, Schema
from driftsift.streams import (
    ArrayStream,
    ChunkStream,
    Concat,
    Drift,
    Drifting,
    Imbalanced,
    Shuffled,
    Stream,
    WithRedundant,
)
from driftsift.streams.truth import Truth
from tests.streams.composition.samples import (
    UNSEEN,
    Sample,
    assert_same_rows,
    counted,
    everything,
    of_unknown_length,
    thin,
    with_unseen,
)
from tests.streams.conftest import assert_refused


def test_rows_come_one_stream_after_the_other():
    stream = Concat([counted(5, 0), counted(3, 1), counted(4, 2)])
    chunk = everything(stream)

    assert chunk.X[:, 0].tolist() == [0, 1, 2, 3, 4, 0, 1, 2, 0, 1, 2, 3]
    assert chunk.X[:, 1].tolist() == [0] * 5 + [1] * 3 + [2] * 4
    assert chunk.y.tolist() == [0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1]
    assert chunk.concept.tolist() == chunk.X[:, 1].tolist()
    assert stream.n_instances == 12
    assert stream.drifts == (Drift(5, 1), Drift(8, 1))
    assert stream.nominal_concept(np.arange(1, 13)).tolist() == chunk.concept.tolist()
    assert_same_rows(stream)


def test_the_last_one_may_have_no_end():
    stream = Concat([Sample(10), Sample(None, seed=1)])

    assert stream.n_instances is None
    assert stream.take(1, 10**12 + 10).X.tobytes() == Sample(None, seed=1).take(1, 10**12).X.tobytes()
    assert everything(Concat([counted(3), of_unknown_length(counted(4))])).X[:, 0].tolist() == [0, 1, 2, 0, 1, 2, 3]


def test_the_truth_of_the_parts_is_shifted():
    first = Drifting([Sample(90, numeric=3, relevant=r) for r in [(0,), (0, 1)]], at=40, width=10)
    second = Sample(50, numeric=3, relevant=(2,))
    third = Drifting([Sample(60, numeric=3, relevant=r) for r in [(1,), (1, 2), (0, 2)]], at=[10, 20], width=1)
    stream = Concat([first, second, third])

    assert stream.relevant == {
        0: frozenset({0}),
        1: frozenset({0, 1}),
        2: frozenset({2}),
        3: frozenset({1}),
        4: frozenset({1, 2}),
        5: frozenset({0, 2}),
    }
    assert stream.drifts == (Drift(40, 10), Drift(90, 1), Drift(140, 1), Drift(150, 1), Drift(160, 1))
    assert stream.ranges == Sample(9, numeric=3).ranges
    concept = everything(stream).concept
    assert concept[:90].tolist() == everything(first).concept.tolist()
    assert concept[90:].tolist() == [2] * 50 + [3] * 10 + [4] * 10 + [5] * 40
    assert (stream.nominal_concept(np.arange(91, 201)) == concept[90:]).all()
    assert_same_rows(stream)


def test_drifts_that_never_come_are_passed_at_the_end_of_their_stream():
    first = Drifting([counted(9)] * 3, at=[4, 90], width=1)
    stream = Concat([first, counted(5)])

    assert stream.drifts == (Drift(4, 1), Drift(9, 1), Drift(9, 1))
    assert everything(stream).concept.tolist() == [0] * 4 + [1] * 5 + [3] * 5
    assert stream.nominal_concept(np.arange(1, 15)).tolist() == everything(stream).concept.tolist()


def test_concept_numbers_without_drifts_do_not_meet():
    schema = Schema.numeric(1, (0, 1))
    chunk = Chunk(np.zeros((4, 1)), np.zeros(4, dtype=np.int32), concept=np.array([0, 2, 1, 2], dtype=np.int32))
    part = ChunkStream(schema, [chunk], n_instances=4, truth=Truth(dict.fromkeys(range(3), frozenset({0}))))

    assert everything(Concat([part, part])).concept.tolist() == [0, 2, 1, 2, 3, 5, 4, 5]


class Silent(Stream):
    """A stream that knows its drift, but does not number its rows."""

    def _blocks(self, start, rows):
        if start < self.n_instances:
            n = self.n_instances - start
            yield Chunk(np.zeros((n, 1)), np.zeros(n, dtype=np.int32))


def test_rows_without_a_number_have_that_of_their_place():
    part = Silent(Schema.numeric(1, (0, 1)), "silent", 6, Truth(drifts=(Drift(4, 1),)))
    stream = Concat([part, part])

    assert everything(stream).concept.tolist() == [0] * 4 + [1] * 2 + [2] * 4 + [3] * 2
    assert_same_rows(stream)


def test_what_is_known_of_some_parts_only_is_not_known():
    known = WithRedundant(Sample(9, numeric=3), linear=1)
    unknown = ArrayStream(np.ones((2, 4)), [0, 1], schema=Schema(known.schema.features, (0, 1)))
    known.schema = unknown.schema

    assert Concat([known, unknown]).relevant is None
    assert Concat([known, unknown]).redundant == {}
    assert Concat([known, unknown]).ranges == {}
    assert Concat([known, known]).redundant == {3: 0}
    assert Concat([known, known]).ranges == known.ranges


def test_changes_of_the_class_shares_are_moved():
    part = Imbalanced(Sample(None), [[0.5, 0.5], [0.1, 0.9]], at=20, width=5, n=50)
    assert Concat([part, part]).prior_drifts == (Drift(20, 5), Drift(70, 5))


def test_weights_that_some_parts_have_are_one_elsewhere():
    stream = Concat([counted(3, weight=[2, 3, 4]), counted(2)])
    assert everything(stream).weight.tolist() == [2, 3, 4, 1, 1]


def test_one_sparse_part_makes_all_chunks_sparse():
    sparse = ArrayStream(sp.csr_array(np.eye(4, 2)), [0, 1, 0, 1])
    stream = Concat([counted(5), sparse])

    assert all(sp.issparse(chunk.X) for chunk in stream.chunks(2))
    assert sp.issparse(stream.take(0).X)
    assert everything(stream).X.toarray().tolist() == [[k, 0] for k in range(5)] + np.eye(4, 2).tolist()
    assert_same_rows(stream)


def test_unseen_categories_are_counted_over_all_parts():
    stream = Concat([with_unseen(), with_unseen()])

    list(stream)
    assert stream.unseen == {name: 2 * count for name, count in UNSEEN.items()}
    stream.take(24)
    assert stream.unseen == UNSEEN


def test_empty_parts_have_a_concept_without_rows():
    stream = Concat([counted(0), counted(3), counted(0), counted(2)])

    assert everything(stream).concept.tolist() == [1, 1, 1, 3, 3]
    assert stream.nominal_concept(np.arange(1, 6)).tolist() == [1, 1, 1, 3, 3]
    assert_same_rows(stream)
    assert_same_rows(Concat([counted(0)]))


def test_one_stream_stays_what_it_is():
    part = Drifting([Sample(40), Sample(40, seed=1)], at=20, width=5)
    stream = Concat([part])

    assert (stream.truth, stream.n_instances) == (part.truth, 40)
    assert everything(stream).X.tobytes() == everything(part).X.tobytes()


def test_concats_in_concats():
    inner = Concat([counted(2, 0), counted(3, 1)])
    stream = Concat([inner, inner, counted(1, 2)])

    assert everything(stream).concept.tolist() == [0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4]
    assert stream.drifts == tuple(Drift(at, 1) for at in (2, 5, 7, 10))
    assert stream.layer == 2
    assert_same_rows(stream)


@pytest.mark.parametrize(("says", "found"), [(20, "12"), (7, "more")])
@pytest.mark.parametrize("start", [0, 3])
def test_a_part_has_to_be_as_long_as_it_says(says, found, start):
    part = ChunkStream(counted(1).schema, lambda: counted(12).chunks(5), n_instances=says)
    stream = Concat([part, counted(5)])

    assert_refused(lambda: everything(stream, start=start), ["stream 0", f"{says} instances", f"gives {found}"])


REFUSED = {
    "nothing": (lambda: Concat([]), ValueError, ["streams is empty", "at least one"]),
    "one stream": (lambda: Concat(Sample()), TypeError, ["streams", "Sample", "list of streams"]),
    "a number": (lambda: Concat(3), TypeError, ["streams", "int", "list of streams"]),
    "no stream": (lambda: Concat([Sample(), 3]), TypeError, ["streams[1]", "int", "expected a Stream"]),
    "no end": (
        lambda: Concat([Sample(5), Sample(None), Sample(5)]),
        ValueError,
        ["stream 1", "<Sample 'Sample'", "no end", "only the last"],
    ),
    "unknown end": (lambda: Concat([of_unknown_length(counted(3)), counted(3)]), ValueError, ["stream 0", "not known"]),
    "other features": (lambda: Concat([Sample(5), Sample(5, numeric=3)]), ValueError, ["stream 1", "3 features", "2"]),
    "other order": (
        lambda: Concat([Sample(5, numeric=5), Shuffled(Sample(5, numeric=5))]),
        ValueError,
        ["stream 1 has the feature", "in its place"],
    ),
    "other classes": (
        lambda: Concat([Sample(5), Sample(5, classes=("a", "b"))]),
        ValueError,
        ["stream 1 has the classes ('a', 'b')", "('no', 'yes')"],
    ),
    "mixed": (lambda: Concat([thin(), Sample(5)]), ValueError, ["stream 1"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_parameters_are_checked(case):
    attempt, error, pieces = REFUSED[case]
    assert_refused(attempt, pieces, error)
