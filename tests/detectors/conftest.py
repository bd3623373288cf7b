"""The detectors of the catalogue, as fixtures."""

import pytest

from tests.detectors.catalogue import ENTRIES


@pytest.fixture(params=ENTRIES, ids=str)
def entry(request):
    """One detector of the catalogue."""
    return request.param
