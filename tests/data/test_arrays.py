from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from driftsift.data import Nominal, Numeric, Schema, encode_array
from tests.data.conftest import assert_refused

NAN = float("nan")
INF = float("inf")
SCHEMA = Schema([Numeric("a"), Nominal("b", ("u", "v"))], (0, 1))


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.uint8, bool])
def test_numbers_of_any_type_become_float64(dtype):
    X = encode_array(np.array([[1, 0], [0, 1]], dtype=dtype), SCHEMA).X

    assert X.dtype == np.float64
    assert X.tolist() == [[1, 0], [0, 1]]


def test_nothing_is_copied_without_need():
    X = np.array([[1.0, 0.0]])
    S = sp.csr_array(X)

    assert encode_array(X, SCHEMA).X is X
    assert np.shares_memory(encode_array(S, SCHEMA).X.data, S.data)


def test_objects_that_are_numbers_are_read():
    X = encode_array(np.array([[1, None], ["2.5", True]], dtype=object), SCHEMA).X

    assert np.array_equal(X, [[1, NAN], [2.5, 1]], equal_nan=True)


def test_fortran_order_becomes_c_order():
    assert encode_array(np.asfortranarray(np.ones((3, 2))), SCHEMA).X.flags.c_contiguous


@pytest.mark.parametrize("convert", [np.asarray, sp.csr_array, sp.csc_matrix, sp.coo_array])
def test_unseen_codes_are_missing_and_counted_and_the_given_array_is_left_alone(convert):
    given = convert(np.array([[7.0, 2.0], [0.0, 1.0], [0.0, 9.0]]))
    before = given.copy()

    encoded = encode_array(given, SCHEMA)

    X = encoded.X.toarray() if sp.issparse(encoded.X) else encoded.X
    assert np.array_equal(X, [[7, NAN], [0, 1], [0, NAN]], equal_nan=True)
    assert encoded.unseen == {"b": 2}
    assert (abs(given - before) > 0).sum() == 0


def test_sparse_matrices_are_brought_into_order():
    X = sp.csr_array((np.array([1.0, 2.0, 3.0]), np.array([1, 0, 0]), np.array([0, 3])), shape=(1, 2))

    canonical = encode_array(X, Schema.numeric(2, (0, 1))).X

    assert canonical.has_canonical_format
    assert canonical.toarray().tolist() == [[5, 1]]


def test_finite_values_whose_sum_overflows_are_fine():
    assert encode_array([[1e308, 1e308], [1e308, 1e308]], Schema.numeric(2, (0, 1))).X.shape == (2, 2)


REFUSED = {
    "one dimension": ([1.0, 2.0], ValueError, ["1 dimension"]),
    "three dimensions": (np.zeros((1, 2, 1)), ValueError, ["3 dimension"]),
    "width": (np.zeros((1, 3)), ValueError, ["3 columns", "2 features"]),
    "inf": ([[1, 0], [INF, 0]], ValueError, ["'a'", "row 1", "inf"]),
    "-inf": ([[-INF, 0]], ValueError, ["'a'", "row 0", "-inf"]),
    "inf code": ([[0, INF]], ValueError, ["'b'", "row 0", "inf"]),
    "fraction of a code": ([[0, 0], [0, 0.5]], ValueError, ["'b'", "row 1", "0.5", "category code"]),
    "negative code": ([[0, -1]], ValueError, ["'b'", "row 0", "-1", "missing value is NaN"]),
    "stored inf": (sp.csr_array([[0, 0], [INF, 0]]), ValueError, ["'a'", "row 1", "inf"]),
    "stored fraction": (sp.csr_array([[0, 0], [1, 0.5]]), ValueError, ["'b'", "row 1", "0.5"]),
    "text": ([["x", "0"]], TypeError, ["dtype", "data frame"]),
    "text among objects": (
        np.array([[1, "x"]], dtype=object),
        TypeError,
        ["row 0, column 1", "'x'", "data frame"],
    ),
    "list among objects": (
        np.array([[1, 2], [None, [3]]], dtype=object),
        TypeError,
        ["row 1, column 1", "[3]"],
    ),
    "complex": ([[1j, 0]], TypeError, ["complex"]),
    "sparse complex": (sp.csr_array([[1j, 0]]), TypeError, ["complex"]),
    "dates": (np.array([["2020", "2021"]], dtype="datetime64[Y]"), TypeError, ["datetime64"]),
    "sparse width": (sp.csr_array((1, 5)), ValueError, ["5 columns", "2 features"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_row_of_the_schema_is_refused(case):
    X, error, pieces = REFUSED[case]
    assert_refused(lambda: encode_array(X, SCHEMA), pieces, error)
