"""Every learner of the catalogue on dense and on sparse rows."""

import pytest

from tests.state.support import ALL_TRAINED


@pytest.fixture(params=ALL_TRAINED, ids=str)
def trained(request):
    return request.param


@pytest.fixture
def path(tmp_path):
    return tmp_path / "model.driftsift"
