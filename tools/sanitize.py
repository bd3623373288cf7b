"""Run the tests on a core built with AddressSanitizer and UndefinedBehaviorSanitizer: `make sanitize`.

Arguments go to pytest in place of the choice of the fast tests. Any report makes the exit code 1, also one of a
process that a test had started.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from variant import ROOT, build, run_tests

REPORTS = ROOT / "build" / "sanitize" / "reports"
# Leaks are not looked for: CPython and NumPy keep memory until the end of the process.
ADDRESS = "detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=64:detect_stack_use_after_return=1"
UNDEFINED = "print_stacktrace=1"


def main() -> int:
    """Build, run, and look for reports."""
    package = build("sanitize", DRIFTSIFT_SANITIZE="ON", CMAKE_BUILD_TYPE="RelWithDebInfo")
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    failed = run_tests(
        package,
        *sys.argv[1:],
        LD_PRELOAD=" ".join(map(library, ("libasan.so", "libstdc++.so"))),
        ASAN_OPTIONS=f"{ADDRESS}:log_path={REPORTS / 'report'}",
        UBSAN_OPTIONS=f"{UNDEFINED}:log_path={REPORTS / 'report'}",
        DRIFTSIFT_SANITIZED="1",
    )
    reports = sorted(REPORTS.iterdir())
    for report in reports:
        print(f"--- {report.relative_to(ROOT)}\n{report.read_text(errors='replace')}")
    print(f"{len(reports)} reports of the sanitizers; the tests {'failed' if failed else 'passed'}")
    return 1 if failed or reports else 0


def library(name: str) -> str:
    """Return the path of a library of the compiler."""
    compiler = os.environ.get("CXX", "c++")
    found = subprocess.run([compiler, f"-print-file-name={name}"], check=True, capture_output=True, text=True)
    return str(Path(found.stdout.strip()).resolve())


if __name__ == "__main__":
    sys.exit(main())
