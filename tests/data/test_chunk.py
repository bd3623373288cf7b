from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from driftsift.data import Chunk
from tests.data.conftest import assert_refused


def chunk(n, d=2, **extra):
    return Chunk(np.arange(n * d, dtype=float).reshape(n, d), np.zeros(n), **extra)


def test_a_chunk_holds_float64_rows_and_int32_codes():
    made = Chunk([[1, 2], [3, 4]], [0, 1])

    assert made.X.dtype == np.float64
    assert made.X.flags.c_contiguous
    assert made.y.dtype == np.int32
    assert len(made) == 2


def test_slices_keep_weights_and_concepts():
    made = chunk(4, weight=np.arange(4.0), concept=np.arange(4, dtype=np.int32))[1:3]

    assert made.X.tolist() == [[2, 3], [4, 5]]
    assert made.weight.tolist() == [1, 2]
    assert made.concept.tolist() == [1, 2]


@pytest.mark.parametrize("convert", [np.asarray, sp.csr_array])
def test_concat_undoes_slicing(convert):
    whole = Chunk(convert(np.eye(6)), np.arange(6))

    joined = Chunk.concat([whole[:1], whole[1:4], whole[4:]])

    assert sp.issparse(joined.X) == sp.issparse(whole.X)
    assert sp.csr_array(joined.X).toarray().tolist() == np.eye(6).tolist()
    assert joined.y.tolist() == whole.y.tolist()


def test_a_chunk_without_weights_weighs_one_each_beside_one_with_weights():
    joined = Chunk.concat([chunk(2), chunk(1, weight=np.array([2.5]))])

    assert joined.weight.tolist() == [1, 1, 2.5]
    assert Chunk.concat([chunk(2), chunk(1)]).weight is None


def test_concepts_are_kept_only_if_all_are_known():
    known = chunk(1, concept=np.array([3], dtype=np.int32))

    assert Chunk.concat([known, known]).concept.tolist() == [3, 3]
    assert Chunk.concat([known, chunk(1)]).concept is None


@pytest.mark.parametrize(
    ("arguments", "pieces"),
    [
        (((np.zeros(3), np.zeros(3))), ["1 dimension"]),
        (((np.zeros((3, 1)), np.zeros(2))), ["y", "(2,)", "3 rows"]),
        (((np.zeros((3, 1)), np.zeros(3), np.ones(4))), ["weight", "(4,)", "3 rows"]),
        (((np.zeros((3, 1)), np.zeros(3), None, np.ones(2))), ["concept", "(2,)"]),
    ],
)
def test_shapes_that_do_not_fit_are_refused(arguments, pieces):
    assert_refused(lambda: Chunk(*arguments), pieces)
