"""The core built with other options, beside a copy of the Python side: what `sanitize.py` and `coverage.py` run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULE = "_core.abi3.so"
FAST = "not slow and not peers"


def build(name: str, **options: str) -> Path:
    """Build the core in ``build/<name>`` with these CMake options; return the folder that holds the package."""
    _provide_build_tools()
    folder = ROOT / "build" / name
    definitions = [f"-D{option}={value}" for option, value in options.items()]
    python = f"-DPython_EXECUTABLE={sys.executable}"
    _run("cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", python, *definitions)
    _run("cmake", "--build", folder, "--target", "_core")
    package = folder / "package"
    shutil.rmtree(package, ignore_errors=True)
    unwanted = shutil.ignore_patterns("_core.*", ".*", "__pycache__")
    shutil.copytree(ROOT / "src" / "driftsift", package / "driftsift", ignore=unwanted)
    shutil.copy2(folder / MODULE, package / "driftsift" / MODULE)
    return package


def run_tests(package: Path, *arguments: str, **environment: str) -> int:
    """Run the fast tests, or those named in the arguments, on this package; return pytest's exit code."""
    chosen = arguments or ("-m", FAST)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", str(os.cpu_count() or 1), *chosen]
    variables = os.environ | {"PYTHONPATH": str(package)} | environment
    where = [sys.executable, "-c", "import driftsift._core as core; print(core.__file__)"]
    used = subprocess.run(where, cwd=ROOT, env=variables, check=True, capture_output=True, text=True).stdout.strip()
    if not Path(used).is_relative_to(package):
        raise SystemExit(f"the tests would run on {used} instead of {package}")
    return subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode


def _run(program: str, *arguments: str | Path) -> None:
    """Run a program of this virtual environment, or of the system."""
    local = Path(sys.executable).with_name(program)
    subprocess.run([local if local.exists() else program, *arguments], cwd=ROOT, check=True, env=_with_tools())


def _with_tools() -> dict[str, str]:
    return os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def _provide_build_tools() -> None:
    """Install what `pip install .` uses in a build environment of its own."""
    missing = [name for name in ("cmake", "ninja") if not shutil.which(name, path=_with_tools()["PATH"])]
    if not find_spec("nanobind"):
        requirements = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
        missing += [requirement for requirement in requirements if requirement.startswith("nanobind")]
    if missing:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *missing], check=True)
