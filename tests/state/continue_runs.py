"""Run in a process of its own: load every model of a folder, continue its stream, print digests of the votes.

``python -m tests.state.continue_runs FOLDER``; the folder holds ``<name>.driftsift``, and ``starts.json`` says at
which instance each of them stopped.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import driftsift as ds
from tests.state.support import ALL_TRAINED

N = 300


def rest_of(trained, start):
    """The instances after the first `start`."""
    return trained.stream(n=N).part(start, N)


def digest(trained, model, start):
    """Of the votes on the rest of the stream."""
    return hashlib.sha256(trained.learn(model, rest_of(trained, start)).tobytes()).hexdigest()


def main(folder: Path) -> None:
    starts = json.loads((folder / "starts.json").read_text())
    models = {trained: ds.load(folder / f"{trained}.driftsift") for trained in ALL_TRAINED}
    digests = {str(trained): digest(trained, model, starts[str(trained)]) for trained, model in models.items()}
    sys.stdout.write(json.dumps(digests))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
