"""The command as a real process: what it imports, how it is interrupted, how it ends in a pipe."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

import pytest

from tests.cli.support import COMMAND, driftsift, start

HEAVY = {
    "numpy",
    "scipy",
    "sklearn",
    "pyarrow",
    "pandas",
    "polars",
    "narwhals",
    "matplotlib",
    "plotly",
    "river",
}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["evaluate", "--help"], ["frobnicate"]])
def test_help_imports_nothing_heavy(arguments):
    code = f"""
import sys
import threading
sys.argv = ["driftsift", *{arguments!r}]
from driftsift.cli import main
try:
    main()
except SystemExit:
    pass
print("imported:", sorted({HEAVY!r} & set(sys.modules)))
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "imported: []" in result.stdout


def test_a_run_with_everything(tmp_path):
    result = driftsift("evaluate", "sea(n=3000,seed=1)", "-m", "knn", "--html", "p.html", "--json", cwd=tmp_path)
    assert result.returncode == 0
    assert json.loads(result.stdout)["complete"] is True
    assert result.stderr == "driftsift: wrote p.html\n"


def test_errors_are_one_sentence():
    result = driftsift("evaluate", "missing.csv", "-m", "knn")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "driftsift: missing.csv does not exist\n"


def test_debug_shows_the_traceback():
    result = driftsift("evaluate", "missing.csv", "-m", "knn", "--debug")
    assert result.returncode == 1
    assert "Traceback" in result.stderr
    assert "missing.csv does not exist" in result.stderr


LONG = ["evaluate", "sea(n=1e8, seed=1)", "-m", "majority-class", "--n", "1e8", "--every", "1e5"]


def wait_for(path, process):
    deadline = time.monotonic() + 60
    while not path.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)


def interrupted(*arguments, cwd, ready):
    """Start the command, press Ctrl-C once the file `ready` exists, return what it printed."""
    process = start(*arguments, cwd=cwd)
    wait_for(ready, process)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@pytest.mark.slow
def test_finished_models_survive_an_interruption(tmp_path):
    """The first model is small and done at once; the second would take minutes."""
    arguments = [
        "evaluate",
        "sea(seed=1)",
        "-n",
        "3e6",
        "-m",
        "no-change",
        "-m",
        "knn",
        "--checkpoint",
        "run",
    ]
    code, out, err = interrupted(*arguments, "--json", cwd=tmp_path, ready=tmp_path / "run.1")
    assert code == 130
    content = json.loads(out)
    assert content["complete"] is False
    assert [entry["model"] for entry in content["evaluations"]] == ["NoChange"]
    assert err.endswith("driftsift: interrupted\n")
    assert (tmp_path / "run.2").exists()


@pytest.mark.slow
def test_an_interrupted_run_goes_on(tmp_path):
    arguments = ["evaluate", "sea(seed=1)", "-n", "2e5", "-m", "knn(window=2000)", "--json"]
    whole = json.loads(driftsift(*arguments, cwd=tmp_path, check=True).stdout)
    process = start(*arguments, "--checkpoint", "run", cwd=tmp_path)
    time.sleep(2.5)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode in (0, 130)
    resumed = json.loads(driftsift(*arguments, "--checkpoint", "run", cwd=tmp_path, check=True).stdout)
    first, second = whole["evaluations"][0], resumed["evaluations"][0]
    assert second["confusion"] == first["confusion"]
    assert second["curve"]["kappa"] == first["curve"]["kappa"]


def test_an_interrupted_generate_leaves_no_file(tmp_path):
    process = start("generate", "sea(n_features=50)", "-n", "1e8", "-o", "big.csv", cwd=tmp_path)
    deadline = time.monotonic() + 60
    while not list(tmp_path.iterdir()):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.endswith("driftsift: interrupted\n")
    assert not list(tmp_path.iterdir())


def test_a_closed_pipe_ends_quietly():
    command = " ".join(f'"{part}"' for part in COMMAND)
    result = subprocess.run(["bash", "-c", f"{command} list | head -1"], capture_output=True, text=True, check=True)
    assert "streams" in result.stdout
    assert "Traceback" not in result.stderr
    assert "Exception" not in result.stderr


def read_until_closed(terminal, pieces):
    try:
        while piece := os.read(terminal, 65536):
            pieces.append(piece)
    except OSError:
        pass


def test_a_progress_bar_is_shown_on_a_terminal(tmp_path):
    pty = pytest.importorskip("pty")
    parent, child = pty.openpty()
    command = [*COMMAND, "evaluate", "sea(seed=1)", "-n", "4e5", "-m", "knn(k=1, window=500)", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=child, cwd=tmp_path)
    os.close(child)
    pieces = []
    reader = threading.Thread(target=read_until_closed, args=(parent, pieces))  # a full terminal stops the writer
    reader.start()
    out = process.stdout.read()
    assert process.wait(timeout=60) == 0
    reader.join()
    os.close(parent)
    assert json.loads(out)["complete"] is True
    text = b"".join(pieces).decode()
    assert "KNN" in text
    assert re.search(r"\d[\d,]*/s", text)
    assert re.search(r"\d:\d\d:\d\d", text)
