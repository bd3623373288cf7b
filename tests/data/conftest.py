"""Frames of every kind from one dict of columns."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

CONSTRUCTORS = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "arrow": pa.table}


@pytest.fixture(params=CONSTRUCTORS)
def constructor(request):
    """A function that makes a data frame from a dict of columns."""
    return CONSTRUCTORS[request.param]


def assert_refused(attempt, pieces, error=ValueError):
    """The attempt fails, and the message holds every piece."""
    with pytest.raises(error) as caught:
        attempt()
    for piece in pieces:
        assert piece in str(caught.value)
