"""Where chunks come from: files, tables, arrays, generators, and streams made of other streams.

Every `Stream` has a `schema` and gives chunks as often as it is asked (`for chunk in stream`,
`stream.chunks(size, start)`, `stream.take(n)`): always the same instances, whatever the chunk size, with no
more than a few megabytes of them in memory.

======================  =====================================================================
in memory               `ArrayStream` (arrays, sparse matrices), `FrameStream` (pandas, Polars,
                        Arrow), `ChunkStream` (chunks made elsewhere)
files                   `CSVStream`, `ARFFStream`, `ParquetStream`, `LibSVMStream`;
                        `open_stream` chooses by suffix, .gz, .zst, .bz2 and .xz included
generators              `Agrawal`, `AssetNegotiation`, `BG1`, `BG2`, `BG3`, `Hyperplane`, `LED`, `Mixed`,
                        `RandomRBF`, `RandomTree`, `SEA`, `Sine`, `STAGGER`, `Tweets`, `Waveform`;
                        `stream.relevant` lists the features that matter
composition             `Drifting` (one concept after the other), `Concat`, `WithIrrelevant`, `WithRedundant`,
                        `WithNoise`, `Imbalanced`, `Delayed`, `Missing`, `Shuffled`; what is known of a
                        stream is carried along
presets                 `preset`: the synthetic streams of published experiments, by name
data sets               `datasets.load`: the real ones
======================  =====================================================================

>>> stream = Drifting([SEA(None, theta=8, relevant=(0, 1)), SEA(None, theta=9, relevant=(1, 2))], at=5000)
>>> chunk = stream.take(10_000)
>>> chunk.X.shape, stream.relevant
((10000, 3), {0: frozenset({0, 1}), 1: frozenset({1, 2})})

What a file holds is learned by reading it through once, so that no row contradicts the schema; a line that
cannot be read gives a ValueError that names the file, the line and the column.
"""

from driftsift.streams import datasets
from driftsift.streams.arff import ARFFStream
from driftsift.streams.composition import (
    Concat,
    Delayed,
    Drifting,
    Imbalanced,
    Missing,
    Shuffled,
    WithIrrelevant,
    WithNoise,
    WithRedundant,
)
from driftsift.streams.csv import CSVStream
from driftsift.streams.generators import (
    BG1,
    BG2,
    BG3,
    LED,
    SEA,
    STAGGER,
    Agrawal,
    AssetNegotiation,
    Hyperplane,
    Mixed,
    RandomRBF,
    RandomTree,
    Sine,
    Tweets,
    Waveform,
)
from driftsift.streams.iterable import ChunkStream
from driftsift.streams.libsvm import LibSVMStream
from driftsift.streams.memory import ArrayStream, FrameStream
from driftsift.streams.open import open_stream
from driftsift.streams.parquet import ParquetStream
from driftsift.streams.presets import preset, preset_names
from driftsift.streams.schedule import Drift
from driftsift.streams.stream import Stream
from driftsift.streams.truth import Truth
from driftsift.streams.writers import write_stream

__all__ = [
    "BG1",
    "BG2",
    "BG3",
    "LED",
    "SEA",
    "STAGGER",
    "ARFFStream",
    "Agrawal",
    "ArrayStream",
    "AssetNegotiation",
    "CSVStream",
    "ChunkStream",
    "Concat",
    "Delayed",
    "Drift",
    "Drifting",
    "FrameStream",
    "Hyperplane",
    "Imbalanced",
    "LibSVMStream",
    "Missing",
    "Mixed",
    "ParquetStream",
    "RandomRBF",
    "RandomTree",
    "Shuffled",
    "Sine",
    "Stream",
    "Truth",
    "Tweets",
    "Waveform",
    "WithIrrelevant",
    "WithNoise",
    "WithRedundant",
    "datasets",
    "open_stream",
    "preset",
    "preset_names",
    "write_stream",
]
