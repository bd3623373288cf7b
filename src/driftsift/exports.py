"""The public names of the library and the room each one lives in."""

from __future__ import annotations

__all__ = ["NAMES_BY_ROOM", "ROOMS", "ROOM_OF"]

NAMES_BY_ROOM: dict[str, tuple[str, ...]] = {
    "data": ("Chunk", "Nominal", "Numeric", "Schema"),
    "streams": (
        "ARFFStream",
        "Agrawal",
        "ArrayStream",
        "AssetNegotiation",
        "BG1",
        "BG2",
        "BG3",
        "CSVStream",
        "ChunkStream",
        "Concat",
        "Delayed",
        "Drifting",
        "FrameStream",
        "Hyperplane",
        "Imbalanced",
        "LED",
        "LibSVMStream",
        "Missing",
        "Mixed",
        "ParquetStream",
        "RandomRBF",
        "RandomTree",
        "SEA",
        "STAGGER",
        "Shuffled",
        "Sine",
        "Stream",
        "Tweets",
        "Waveform",
        "WithIrrelevant",
        "WithNoise",
        "WithRedundant",
        "open_stream",
        "preset",
        "preset_names",
        "write_stream",
    ),
    "detectors": ("ADWIN", "DDM", "ECDD", "EDDM", "HDDM_A", "HDDM_W", "Level", "PageHinkley"),
    "relevance": (
        "ConditionalEntropy",
        "EqualWidth",
        "GainRatio",
        "InformationGain",
        "InteractionLookahead",
        "PaD",
        "PiD",
        "SymmetricalUncertainty",
        "relevance_over_time",
    ),
    "learners": (
        "KNN",
        "VFDR",
        "AdaptiveVFDR",
        "DecisionStump",
        "HoeffdingAdaptiveTree",
        "HoeffdingTree",
        "MajorityClass",
        "ModelFileError",
        "NaiveBayes",
        "NoChange",
        "load",
    ),
    "transformers": ("Pipeline", "Subset", "TopK"),
    "evaluation": ("Evaluation", "evaluate", "holdout"),
    "reports": ("Inspection", "RelevanceReport", "Report", "inspect"),
}

ROOM_OF: dict[str, str] = {name: room for room, names in NAMES_BY_ROOM.items() for name in names}

ROOMS = (*NAMES_BY_ROOM, "interop", "cli")
