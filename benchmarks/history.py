"""One JSON line per complete race: when, which commit, which machine, all figures."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
PATH = HERE / "history.jsonl"


def append(held: Sequence[tuple[Any, Sequence[Any]]], spam: list[dict]) -> None:
    """Add the record of a race: pairs of a contest and its contenders' figures, and the spam results."""
    contests = [
        {
            "learner": contest.learner,
            "features": contest.features,
            "kind": contest.kind,
            "rows": contest.rows,
            "figures": [asdict(row) for row in figures],
        }
        for contest, figures in held
    ]
    write(PATH, {"contests": contests, "spam": spam})


def write(path: Path, results: dict[str, Any]) -> None:
    """Add a line with results to a file."""
    record = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit(),
        "machine": machine(),
        **results,
    }
    with path.open("a") as file:
        file.write(json.dumps(record) + "\n")


def commit() -> str | None:
    """The commit that was measured, with a plus sign if tracked files had been changed since."""
    head = output("git", "rev-parse", "--short", "HEAD")
    changed = output("git", "status", "--porcelain", "--untracked-files=no")
    return f"{head}+" if head and changed else head


def machine() -> dict[str, Any]:
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "java": output("java", "--version"),
        "peers": [line for line in (HERE / "requirements-peers.txt").read_text().split("\n") if "==" in line],
    }


def processor() -> str:
    information = Path("/proc/cpuinfo")
    lines = information.read_text().splitlines() if information.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def output(*command: str) -> str | None:
    """The first line a command prints, None if it fails."""
    try:
        done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.partition("\n")[0].strip()
