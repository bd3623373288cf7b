"""The public names of the library and the room each one lives in."""

from __future__ import annotations

__all__ = ["NAMES_BY_ROOM", "ROOMS", "ROOM_OF"]

NAMES_BY_ROOM: dict[str, tuple[str, ...]] = {
    "data": ("Chunk", "Nominal", "Numeric", "Schema"),
    "streams": (
        "ARFFStream",
        "ArrayStream",
        "CSVStream",
        "ChunkStream",
        "Drifting",
        "FrameStream",
        "LibSVMStream",
        "ParquetStream",
        "SEA",
        "Stream",
        "open_stream",
        "write_stream",
    ),
    "learners": ("KNN", "MajorityClass", "ModelFileError", "NaiveBayes", "NoChange", "load"),
    "transformers": ("Pipeline", "Subset", "TopK"),
    "evaluation": ("Evaluation", "evaluate", "holdout"),
    "reports": ("Report",),
}

ROOM_OF: dict[str, str] = {name: room for room, names in NAMES_BY_ROOM.items() for name in names}

ROOMS = (*NAMES_BY_ROOM, "interop", "cli")
