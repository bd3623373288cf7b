"""The package as a whole: what it exports, what importing it costs, how its rooms depend on each other."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import driftsift
from driftsift.exports import NAMES_BY_ROOM, ROOM_OF

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(driftsift.__path__, "driftsift.")
    if not module.name.endswith("_core")
)


def run(code):
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_all_is_sorted_and_complete():
    assert driftsift.__all__ == sorted(driftsift.__all__)
    assert set(driftsift.__all__) == set(ROOM_OF)
    assert set(driftsift.__all__) <= set(dir(driftsift))


@pytest.mark.parametrize("room", NAMES_BY_ROOM)
def test_every_exported_name_is_public_in_its_room(room):
    module = importlib.import_module(f"driftsift.{room}")
    for name in NAMES_BY_ROOM[room]:
        assert name in module.__all__
        assert getattr(driftsift, name) is getattr(module, name)


def test_unknown_names_are_attribute_errors():
    with pytest.raises(AttributeError, match="has no attribute 'HoeffdingTreee'"):
        _ = driftsift.HoeffdingTreee


@pytest.mark.parametrize("name", sorted(ROOM_OF))
def test_every_public_class_has_a_runnable_example(name):
    documented = getattr(driftsift, name)
    if name == "ModelFileError":
        return
    assert inspect.getdoc(documented)
    if name not in {"Stream", "load"}:
        assert ">>>" in documented.__doc__, name


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    assert module.__doc__, f"{name} has no docstring"
    assert doctest.testmod(module).failed == 0


def test_importing_the_package_is_cheap():
    heavy = ["numpy", "scipy", "sklearn", "pyarrow", "matplotlib", "plotly", "rich", "driftsift._core"]
    code = f"import sys, driftsift; print([name for name in {heavy} if name in sys.modules])"
    assert run(code) == "[]"
    code = "import time; start = time.process_time(); import driftsift; print(time.process_time() - start)"
    assert min(float(run(code)) for _ in range(3)) < 0.3


def test_rooms_keep_their_order():
    pytest.importorskip("importlinter")
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
