"""Interrupted runs go on where they stopped.

A checkpoint file is a model file that also holds how far the run has come. It is replaced as a whole, so a kill at
any moment leaves the last complete one.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from driftsift.learners.modelfile import ModelFileError, describe, read_document, rebuild, write_document

__all__ = ["Checkpoint"]


class Checkpoint:
    """Where and how often the state of a run is written.

    Parameters
    ----------
    path : path or None
        None: never.
    run : dict
        What identifies the run. A file of another run is refused.
    seconds : float
        Least time between two writes.
    """

    def __init__(self, path: Any, run: dict[str, Any], seconds: float) -> None:
        self._path = None if path is None else Path(path)
        self._run = run
        self._seconds = seconds
        self._written = time.monotonic()

    def read(self) -> dict[str, Any] | None:
        """Return the progress of the run with its model under ``"model"``, None if nothing was written yet."""
        if self._path is None or not self._path.exists():
            return None
        document = read_document(self._path)
        if "run" not in document:
            raise ModelFileError(f"{self._path}: a model file, not a checkpoint")
        if document["run"] != self._run:
            raise ValueError(
                f"{self._path} belongs to another run: {document['run']}. Delete it, or give another checkpoint path."
            )
        progress: dict[str, Any] = document["progress"]
        return {**progress, "model": rebuild(document["trained"])}

    def offer(self, model: Any, progress: dict[str, Any]) -> None:
        """Write the state if the last write is long enough ago."""
        if self._path is not None and time.monotonic() - self._written >= self._seconds:
            self.write(model, progress)

    def write(self, model: Any, progress: dict[str, Any]) -> None:
        """Write the state."""
        if self._path is None:
            return
        write_document(self._path, {"run": self._run, "progress": progress, "trained": describe(model)})
        self._written = time.monotonic()
