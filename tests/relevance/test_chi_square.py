"""The native chi-square distribution beside SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from driftsift import _core

FREEDOMS = [1, 2, 3, 4, 5, 8, 9, 17, 50, 81, 200, 621]


@pytest.mark.parametrize("freedom", FREEDOMS)
@pytest.mark.parametrize("p", [0.9, 0.5, 0.05, 1e-3, 1e-8, 1e-12, 1e-40])
def test_quantiles_and_tails_are_those_of_scipy(p, freedom):
    quantile = stats.chi2.isf(p, freedom)
    assert _core.chi_square_quantile(p, freedom) == pytest.approx(quantile, rel=1e-10)
    assert _core.chi_square_survival(quantile, freedom) == pytest.approx(stats.chi2.sf(quantile, freedom), rel=1e-10)


def test_quantiles_of_the_tables():
    found = [_core.chi_square_quantile(p, freedom) for p in (0.05, 0.001) for freedom in (1, 9)]
    np.testing.assert_allclose(found, [3.841459, 16.918978, 10.827566, 27.877165], atol=1e-6)


@pytest.mark.parametrize("x", [-1.0, 0.0])
def test_nothing_lies_below_zero(x):
    assert _core.chi_square_survival(x, 3) == 1.0


def test_the_far_tail_is_zero_and_not_an_error():
    assert _core.chi_square_survival(1e5, 1) == 0.0
    assert _core.chi_square_survival(1e5, 4) == 0.0
