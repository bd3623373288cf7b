"""A save is all or nothing, also for a process that is killed in the middle of it."""

from __future__ import annotations

import os
import signal
import time

import numpy as np
import pytest

import driftsift as ds
from driftsift.data import documents
from tests.strategies import long_stream


def saving_for_ever(path):
    """A child that saves the same model again and again; its process id."""
    sample = long_stream(81, n=1200, numeric=20, nominal=0)
    model = ds.KNN(window=1000).fit(sample.X, sample.y)
    model.save(path)
    child = os.fork()
    while not child:
        model.save(path)
    return child


def end(child):
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def test_a_kill_leaves_the_last_complete_file(path):
    rng = np.random.default_rng(82)
    for _ in range(20):
        child = saving_for_ever(path)
        time.sleep(rng.uniform(0.0, 0.02))
        end(child)
        assert ds.load(path).n_features_in_ == 20


def test_a_kill_at_any_step_of_a_save_leaves_a_whole_file(path, tmp_path):
    """The process dies at each of the calls a save makes; the file is the old one or the new one."""
    ds.KNN().save(path)
    for call in ("mkstemp", "fdopen", "fsync", "replace"):
        child = os.fork()
        if not child:
            module = documents.tempfile if call == "mkstemp" else documents.os
            setattr(module, call, lambda *_, **__: os._exit(7))
            ds.NoChange().save(path)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 7
        assert isinstance(ds.load(path), ds.KNN)


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_save_that_fails_leaves_the_old_file_and_no_other(call, path, monkeypatch):
    ds.KNN().save(path)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(documents.os, call, full)
    with pytest.raises(OSError, match="No space left"):
        ds.NoChange().save(path)
    assert isinstance(ds.load(path), ds.KNN)
    assert list(path.parent.iterdir()) == [path]


def test_readers_see_whole_files_only(path):
    """Loaded over and over while another process saves over and over."""
    child = saving_for_ever(path)
    try:
        for _ in range(100):
            assert ds.load(path).n_features_in_ == 20
    finally:
        end(child)
