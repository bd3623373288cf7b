"""The library and the plain reference, written apart from the same definition, make the same rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from tests.streams.conftest import dense
from tests.streams.generators import strategies
from tests.streams.generators.catalogue import BY_NAME, CATALOGUE, rows_of

ROWS = 40

few = settings(max_examples=25, deadline=None)


def assert_same_rows(setting, start, n, seed):
    values, labels = rows_of(setting, start, n, seed)

    chunk = setting.make(seed=seed).take(n, start)

    tolerance = setting.tolerance(start + n)
    assert chunk.y.tolist() == labels
    if tolerance:
        np.testing.assert_allclose(dense(chunk.X), values, rtol=tolerance, atol=tolerance)
    else:
        assert dense(chunk.X).tolist() == values


@pytest.mark.parametrize(
    ("name", "start"), [(setting.name, start) for setting in CATALOGUE for start in setting.starts]
)
def test_rows_are_those_of_the_reference(name, start):
    assert_same_rows(BY_NAME[name], start, ROWS, seed=42)


@pytest.mark.parametrize("name", BY_NAME)
def test_relevant_features_are_those_of_the_reference(name):
    setting = BY_NAME[name]
    for seed in (0, 1, 2**64 - 1):
        assert setting.make(seed=seed).relevant == {0: setting.relevant(seed)}


def attempted(make):
    """What is made, or the sort of error."""
    try:
        return make(), None
    except (ValueError, RuntimeError) as error:
        return None, type(error)


@pytest.mark.parametrize("case", strategies.ALL)
def test_rows_of_random_parameters_are_those_of_the_reference(case):
    @few
    @given(strategies.ALL[case], strategies.SEEDS)
    def compare(case, seed):
        setting, start = case
        _, error = attempted(lambda: setting.row(start, seed))
        if error:
            assert attempted(lambda: setting.make(seed=seed))[1] == error
        else:
            assert_same_rows(setting, start, 5, seed)
            assert setting.make(seed=seed).relevant == {0: setting.relevant(seed)}

    compare()
