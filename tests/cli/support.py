"""Running the command: in this process, or as a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
COMMAND = [
    sys.executable,
    "-c",
    "import sys; from driftsift.cli import main; sys.argv[0] = 'driftsift'; main()",
]


def driftsift(*arguments, cwd=None, check=False):
    """Run the command as a process."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, timeout=120, check=check
    )


def start(*arguments, cwd=None):
    """Start the command and return at once."""
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd
    )
