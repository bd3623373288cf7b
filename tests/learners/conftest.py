"""The learners of the catalogue, as fixtures."""

import pytest

from tests.learners.catalogue import LEARNERS


@pytest.fixture(params=LEARNERS, ids=lambda entry: entry.name)
def entry(request):
    """One learner of the catalogue."""
    return request.param
