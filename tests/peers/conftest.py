"""MOA, if it is here."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="session")
def moa():
    """The module that calls MOA."""
    spec = importlib.util.spec_from_file_location("moa_peer", BENCHMARKS / "moa_peer.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["moa_peer"] = module
    spec.loader.exec_module(module)
    if reason := module.why_missing():
        pytest.skip(reason)
    return module
