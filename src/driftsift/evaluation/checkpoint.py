"""Interrupted runs go on where they stopped.

A checkpoint file is a model file that also holds how far the run has come. It is replaced as a whole, so a kill at
any moment leaves the last complete one.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import scipy.sparse as sp

from driftsift.data.documents import ModelFileError, pack, read_document, write_document
from driftsift.learners.modelfile import DAMAGE, describe, rebuild
from driftsift.streams.stream import Stream

if TYPE_CHECKING:
    from driftsift.evaluation.run import Run

__all__ = ["Checkpoint", "fingerprint"]

FIRST_ROWS = 100
UNSHOWN = ("parameters", "schema", "beginning of the data")


class Checkpoint:
    """Where and how often the state of a run is written.

    Parameters
    ----------
    path : path or None
        None: never.
    identity : dict
        What identifies the run. A file of another run is refused.
    seconds : float
        Least time between two writes.
    """

    def __init__(self, path: Any, identity: dict[str, Any], seconds: float) -> None:
        self._path = None if path is None else Path(path)
        self._identity = identity
        self._seconds = seconds
        self._written = time.monotonic()

    def restore(self, run: Run) -> None:
        """Bring a run to where the file says it was; nothing happens if there is no file yet."""
        if self._path is None or not self._path.exists():
            return
        document = read_document(self._path)
        if "run" not in document:
            raise ModelFileError(f"{self._path}: a model file, not a checkpoint")
        try:
            self._refuse_another_run(document["run"])
            progress, model = document["progress"], rebuild(document["trained"])
            run.resume(progress, model)
        except AnotherRunError:
            raise
        except DAMAGE as error:
            raise ModelFileError(f"{self._path}: damaged checkpoint ({error})") from None

    def offer(self, model: Any, progress: Callable[[], dict[str, Any]]) -> None:
        """Write the state if the last write is long enough ago."""
        if self._path is not None and time.monotonic() - self._written >= self._seconds:
            self.write(model, progress)

    def write(self, model: Any, progress: Callable[[], dict[str, Any]]) -> None:
        """Write the state."""
        if self._path is None:
            return
        write_document(self._path, {"run": self._identity, "progress": progress(), "trained": describe(model)})
        self._written = time.monotonic()

    def _refuse_another_run(self, saved: dict[str, Any]) -> None:
        differences = [
            f"other {key}" if key in UNSHOWN else f"{key} {saved.get(key)!r}, not {wanted!r}"
            for key, wanted in self._identity.items()
            if pack({"": saved.get(key)}) != pack({"": wanted})
        ]
        if differences:
            raise AnotherRunError(
                f"{self._path} belongs to another run: {'; '.join(differences)}. Delete it, or give another checkpoint "
                "path."
            )


class AnotherRunError(ValueError):
    """A checkpoint of another run was given."""


def fingerprint(stream: Stream) -> str:
    """Return a digest of the first rows of a stream: streams of the same name may hold other data."""
    chunk = stream.take(FIRST_ROWS)
    parts = (chunk.X.data, chunk.X.indices, chunk.X.indptr) if sp.issparse(chunk.X) else (chunk.X,)
    digest = hashlib.sha256(chunk.y.tobytes())
    for part in parts:
        digest.update(part.tobytes())
    return digest.hexdigest()
