"""Where MOA is, how it is compiled and called, and the files it reads.

``predictions`` also serves tests as an oracle: MOA's class index for every row, given before it was learned.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "moa"
CLASSES = HERE / ".cache" / "classes"
# A small young generation keeps MOA's short-lived objects in the cache: its fastest setting of those tried.
JAVA_OPTIONS = ("-XX:+UseSerialGC", "-Xmn64m", "-Xms1g", "-Xmx8g", "-Djava.awt.headless=true")


def peers_venv() -> Path:
    """The virtual environment made by ``setup_peers.sh``."""
    return Path(os.environ.get("DRIFTSIFT_PEERS", HERE.parent / ".venv-peers"))


def jar() -> Path | None:
    """The MOA jar inside the installed ``capymoa`` wheel, or None."""
    return next(peers_venv().glob("lib/python*/site-packages/capymoa/jar/moa.jar"), None)


def why_missing() -> str | None:
    """What keeps MOA from running here, or None if nothing does."""
    if jar() is None:
        return "no MOA jar (run benchmarks/setup_peers.sh)"
    if not (shutil.which("java") and shutil.which("javac")):
        return "no java and javac on the path"
    return None


def command(program: str, *arguments: str | Path) -> list[str]:
    """The command line that runs a program of the folder ``moa``, compiled first if need be."""
    path = f"{jar()}{os.pathsep}{CLASSES}"
    _compile(program, path)
    return ["java", *JAVA_OPTIONS, "-cp", path, program, *map(str, arguments)]


def _compile(program: str, path: str) -> None:
    source, compiled = SOURCES / f"{program}.java", CLASSES / f"{program}.class"
    if compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime:
        return
    CLASSES.mkdir(parents=True, exist_ok=True)
    options = ["-nowarn", "-proc:none", "-cp", path, "-sourcepath", SOURCES, "-d", CLASSES]
    subprocess.run(["javac", *options, source], check=True)


def write_data(folder: Path, X: np.ndarray, y: np.ndarray, n_classes: int, n_categories=None) -> None:
    """Write rows for the peers: ``X.f64`` and ``y.i32`` (row by row, little endian), ``shape.properties``.

    ``n_categories`` has one entry per feature, 0 = numeric, as in ``Schema.n_categories``; NaN is missing and
    the class -1 unlabelled.
    """
    n, d = X.shape
    categories = [0] * d if n_categories is None else n_categories
    np.ascontiguousarray(X, dtype="<f8").tofile(folder / "X.f64")
    np.ascontiguousarray(y, dtype="<i4").tofile(folder / "y.i32")
    lines = [f"rows={n}", f"classes={n_classes}", "categories=" + " ".join(map(str, categories))]
    (folder / "shape.properties").write_text("\n".join(lines) + "\n")


def predictions(learner: str, X: np.ndarray, y: np.ndarray, n_classes: int, n_categories=None) -> np.ndarray:
    """MOA's predicted class index of every row, test then train, from a fresh ``learner``."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_data(folder, X, y, n_classes, n_categories)
        subprocess.run(command("Race", folder, learner, folder / "predictions.i32"), check=True)
        return np.fromfile(folder / "predictions.i32", dtype="<i4")


def counts(path: Path) -> tuple[int, list[int]]:
    """The number of attributes of an ARFF file, and the number of rows of each class, as MOA reads them."""
    done = subprocess.run(command("Counts", path), check=True, capture_output=True, text=True)
    attributes, *rows = map(int, done.stdout.strip().splitlines()[-1].split())
    return attributes, rows
