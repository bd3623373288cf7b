"""The first rows of every generator as they are written down: they never change."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.streams.conftest import dense
from tests.streams.generators.catalogue import BY_NAME
from tests.streams.generators.make_golden import PATH, ROWS, SEEDS, document

GOLDEN = json.loads(PATH.read_text())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", BY_NAME)
def test_the_first_rows_are_the_golden_ones(name, seed):
    setting = BY_NAME[name]
    written = [values for values, _ in GOLDEN[f"{name} seed={seed}"]]

    chunk = setting.make(seed=seed).take(ROWS)

    X = dense(chunk.X)
    made = [np.flatnonzero(row).tolist() for row in X] if setting.generator == "Tweets" else X.tolist()
    assert chunk.y.tolist() == [label for _, label in GOLDEN[f"{name} seed={seed}"]]
    if setting.tolerance(ROWS):
        np.testing.assert_allclose(made, written, rtol=1e-12, atol=1e-12)
    else:
        assert made == written


def test_the_golden_rows_are_those_of_the_reference():
    assert document() == PATH.read_text()
