"""Files of every format version so far are read; those of later versions are refused."""

from __future__ import annotations

import json

import numpy as np
import pytest

import driftsift as ds
from driftsift.data.documents import FORMAT_VERSION, HEADER
from tests.state.make_files import FILES, recorded
from tests.state.support import ALL_TRAINED, seal

KEPT = sorted(FILES.glob("v*/*.driftsift"))
BY_NAME = {str(trained): trained for trained in ALL_TRAINED}


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_kept_file_gives_the_recorded_votes(kept):
    trained = BY_NAME[kept.stem]
    expected = json.loads(kept.with_suffix(".json").read_text())
    found = recorded(trained, ds.load(kept))
    assert found["classes"] == expected["classes"]
    np.testing.assert_allclose(found["votes"], expected["votes"], rtol=1e-9, atol=1e-300)
    assert_like(found["explain"], expected["explain"])


def assert_like(found, expected):
    """Equal, numbers up to rounding."""
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        for key, value in expected.items():
            assert_like(found[key], value)
    elif isinstance(expected, float):
        np.testing.assert_allclose(found, expected, rtol=1e-9)
    else:
        assert found == expected


def test_every_learner_has_a_file_of_the_present_version():
    here = {path.stem for path in KEPT if path.parent.name == f"v{FORMAT_VERSION}"}
    assert here == set(BY_NAME), "run python -m tests.state.make_files"


def test_the_version_in_the_header_is_that_of_the_folder():
    for kept in KEPT:
        _, version, _ = HEADER.unpack_from(kept.read_bytes())
        assert kept.parent.name == f"v{version}"


@pytest.mark.parametrize("version", [FORMAT_VERSION + 1, FORMAT_VERSION + 300, 65535])
def test_a_newer_version_is_refused_naming_both(version, path):
    ds.NoChange().save(path)
    path.write_bytes(seal(path.read_bytes()[HEADER.size :], version))
    with pytest.raises(ds.ModelFileError, match=rf"version {version}\b.*version {FORMAT_VERSION}\b") as caught:
        ds.load(path)
    assert str(path) in str(caught.value)


def test_there_is_no_version_0(path):
    ds.NoChange().save(path)
    path.write_bytes(seal(path.read_bytes()[HEADER.size :], 0))
    with pytest.raises(ds.ModelFileError, match="damaged"):
        ds.load(path)
