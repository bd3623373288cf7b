"""What a run was made with: versions, machine, time."""

from __future__ import annotations

import os
import platform
from datetime import datetime

import numpy as np

import driftsift
from driftsift import _core

__all__ = ["environment"]


def environment() -> dict[str, str]:
    """Return versions, machine and time as texts."""
    return {
        "driftsift": driftsift.__version__,
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "NumPy": np.__version__,
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "processors": str(os.cpu_count()),
        "vector instructions": _core.simd_level(),
        "written": datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %z"),
    }
