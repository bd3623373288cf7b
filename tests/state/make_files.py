"""Write the files of the present format version that are kept: ``python -m tests.state.make_files``.

A file that is there already is left alone: what an old driftsift wrote must stay readable.
"""

from __future__ import annotations

import json
from pathlib import Path

from driftsift.data.documents import FORMAT_VERSION
from tests.state.support import ALL_TRAINED

FILES = Path(__file__).parent / "files"
LEARNED, PROBED = 40, 6
LEARNED_TO_GROW = 300  # by trees and rules, so that there is something to keep


def learned(trained) -> int:
    """How many rows a model has learned when it is kept."""
    return LEARNED_TO_GROW if trained.entry.grows else LEARNED


def stream(trained):
    """Four numeric and two nominal features; the last rows are for the predictions."""
    return trained.stream(seed=77, n=learned(trained) + PROBED)


def recorded(trained, model) -> dict:
    """Votes on the last rows, given while they are learned, and what `explain` says before."""
    sample = stream(trained)
    explained = json.loads(json.dumps(model.explain()))
    votes = trained.learn(model, sample.part(learned(trained), len(sample)))
    return {"votes": votes.tolist(), "explain": explained, "classes": model.classes_.tolist()}


def main() -> None:
    folder = FILES / f"v{FORMAT_VERSION}"
    folder.mkdir(parents=True, exist_ok=True)
    for trained in ALL_TRAINED:
        path = folder / f"{trained}.driftsift"
        if path.exists():
            continue
        sample = stream(trained)
        model = trained.new(sample)
        trained.learn(model, sample.part(0, learned(trained)))
        model.save(path)
        path.with_suffix(".json").write_text(json.dumps(recorded(trained, model), indent=1) + "\n")


if __name__ == "__main__":
    main()
