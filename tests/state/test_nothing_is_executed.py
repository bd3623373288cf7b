"""Loading makes models of this library from plain data, and nothing else: no call, no import, no other file."""

from __future__ import annotations

import os
import pickle

import pytest

import driftsift as ds
from driftsift.learners.modelfile import describe
from tests.learners.catalogue import BY_NAME
from tests.state.mutations import changed, value_at
from tests.state.support import Trained, assert_refused, assert_refused_file, seal


@pytest.fixture
def document(trained):
    return describe(trained.model(60))


class Bomb:
    """Makes a file when it is unpickled."""

    def __init__(self, trace):
        self.trace = trace

    def __reduce__(self):
        return os.mkdir, (str(self.trace),)


STRANGERS = [
    "os.system",
    "system",
    "eval",
    "__import__",
    "__class__",
    "load",
    "evaluate",
    "open_stream",
    "ModelFileError",
    "Schema",
    "SEA",
    "CSVStream",
    "ForeignClassifier",
    "StreamClassifier",
    "GaussianNB",
    "sklearn.naive_bayes.GaussianNB",
    "",
    7,
    None,
    ["KNN"],
]


@pytest.mark.parametrize("stranger", STRANGERS, ids=str)
@pytest.mark.parametrize("place", ["model", "step", "parameter"])
def test_only_models_of_the_library_are_made(stranger, place, path, tmp_path):
    trace = tmp_path / "trace"
    description = {"class": stranger, "parameters": {"path": str(trace), "command": f"touch {trace}"}}
    step = {"tuple": ["step", {"estimator": description}]}
    documents = {
        "model": description,
        "step": {"class": "Pipeline", "parameters": {"steps": [step], "replay": 3}},
        "parameter": {"class": "KNN", "parameters": {"k": {"estimator": description}}},
    }
    assert_refused(path, {"model": documents[place], "state": None})
    assert not trace.exists()


def test_a_file_cannot_make_another_file_be_read(path, tmp_path):
    ds.NoChange().save(tmp_path / "other.driftsift")
    for name in ("load", "Load"):
        description = {"class": name, "parameters": {"path": str(tmp_path / "other.driftsift")}}
        assert_refused(path, {"model": description, "state": None})


def test_a_pickle_in_the_state_is_not_opened(trained, document, path, tmp_path, monkeypatch):
    bomb = pickle.dumps(Bomb(tmp_path / "trace"))
    monkeypatch.setattr(pickle, "loads", lambda *_: pytest.fail("unpickled"))
    assert_refused(path, {**document, "state": {"pickle": bomb}})
    ds_like = {"class": "ForeignClassifier", "parameters": {"estimator": "GaussianNB"}}
    assert_refused(path, {**document, "model": ds_like, "built": {}, "state": {"pickle": bomb}})
    path.write_bytes(bomb)
    assert_refused_file(path)
    path.write_bytes(seal(bomb))
    assert_refused_file(path)
    assert not (tmp_path / "trace").exists()


@pytest.mark.parametrize(
    "text", ["os.system", "__import__('os').system('true')", "GaussianNB", {"class": "KNN"}, 7, None], ids=str
)
def test_the_last_step_of_a_pipeline_must_be_a_model(text, path):
    document = describe(Trained(BY_NAME["subset-knn"], False).model(60))
    at = ("model", "parameters", "steps", 1, "tuple", 1)
    assert value_at(document, at)["estimator"]["class"] == "KNN"
    assert_refused(path, changed(changed(document, at, text), ("built", *at[2:]), text))
