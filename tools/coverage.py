"""Count the lines the fast tests execute, Python and C++: `make coverage`.

kernels.cpp is compiled once per instruction set, and only the best one runs; gcovr joins the counts by line.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from variant import FAST, ROOT, build, run_tests

FOLDER = ROOT / "build" / "coverage"
LEAST_COVERED = 8


def main() -> int:
    """Build, run, and print two totals with the files that have the most lines left."""
    package = build("coverage", DRIFTSIFT_COVERAGE="ON", CMAKE_BUILD_TYPE="Debug")
    for counts in FOLDER.rglob("*.gcda"):
        counts.unlink()
    shutil.rmtree(ROOT / "coverage", ignore_errors=True)
    data = FOLDER / ".coverage"
    failed = run_tests(
        package,
        *("-m", FAST, f"--cov={package / 'driftsift'}", "--cov-report="),
        COVERAGE_FILE=str(data),
    )
    print("\nPython")
    _print_worst(_output("coverage", "report", f"--data-file={data}", "--sort=-miss"))
    print("\nC++")
    _print_worst(
        _output(
            "gcovr", "--root", ROOT, "--filter", "src/core/", "--sort", "uncovered-number", "--sort-reverse", FOLDER
        )
    )
    return failed


def _output(program: str, *arguments: str | Path) -> list[str]:
    command = [Path(sys.executable).with_name(program), *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"GCOV": _gcov()}, check=True, capture_output=True, text=True
    )
    return done.stdout.splitlines()


def _print_worst(report: list[str]) -> None:
    """Print the files with the most lines left, and the line of the total."""
    files = [line for line in report if line.startswith(("src/", "build/"))]
    total = next(line for line in report if line.startswith("TOTAL"))
    print("\n".join([*files[:LEAST_COVERED], total]))


def _gcov() -> str:
    compiler = os.environ.get("CXX", "c++")
    found = subprocess.run([compiler, "-print-prog-name=gcov"], check=True, capture_output=True, text=True)
    return found.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
