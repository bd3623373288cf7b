"""Streams into files, chunk by chunk: a file of any length takes a few megabytes of memory.

* `write_stream`: any stream into a file of any format.
* `tables`: Parquet and CSV. `arff`, `libsvm`: text formats that also hold sparse rows.
* `columns`: chunks as Arrow columns and texts.
* `output`: a file that is complete or not there.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path

from driftsift.streams.files import FileStream
from driftsift.streams.paths import CODECS, as_path, split_suffix
from driftsift.streams.stream import Stream
from driftsift.streams.truth_file import ConceptRuns, truth_path, truth_text
from driftsift.streams.writers.arff import ARFFWriter
from driftsift.streams.writers.libsvm import LibSVMWriter
from driftsift.streams.writers.output import complete_or_nothing, opened, refuse_target
from driftsift.streams.writers.tables import CSVWriter, ParquetWriter
from driftsift.streams.writers.writer import Writer

__all__ = ["write_stream"]

WRITERS: Mapping[str, type[Writer]] = {
    ".parquet": ParquetWriter,
    ".pq": ParquetWriter,
    ".csv": CSVWriter,
    ".tsv": CSVWriter,
    ".arff": ARFFWriter,
    ".libsvm": LibSVMWriter,
    ".svm": LibSVMWriter,
    ".svmlight": LibSVMWriter,
}


def write_stream(
    stream: Stream,
    path: str | os.PathLike[str],
    *,
    n: int | None = None,
    overwrite: bool = False,
    truth: bool = False,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Write a stream to a file; return the number of instances written.

    The suffix names the format: .parquet, .pq, .csv, .tsv, .arff, .libsvm, .svm, .svmlight; behind any of
    these but Parquet may stand .gz, .zst, .bz2 or .xz. The file appears under its name when it is
    complete.

    What comes back when the file is opened again: from Parquet everything, categories in alphabetical
    order; from CSV the values, with texts that look like numbers read as numbers; from ARFF all but the
    type of whole-number labels, which become texts; from LibSVM the numbers and category codes. Concept
    numbers are written to the side file only, instance weights only to ARFF.

    Parameters
    ----------
    stream : Stream
    path : str or path
        The file to write.
    n : int, optional
        Write at most so many instances; needed for a stream without an end.
    overwrite : bool
        Replace a file that exists.
    truth : bool
        Write what is known of the stream beyond its rows, concept numbers among them, to a side file called
        FILE.truth.json, which `open_stream` reads.
    progress : callable, optional
        Called with the number of instances written so far.

    Examples
    --------
    >>> import tempfile
    >>> from driftsift import SEA, open_stream
    >>> path = Path(tempfile.mkdtemp()) / "sea.csv.gz"
    >>> write_stream(SEA(1000, seed=1), path)
    1000
    >>> bool((open_stream(path).take(1000).X == SEA(1000, seed=1).take(1000).X).all())
    True
    """
    target = as_path(path)
    if n is None and stream.n_instances is None and not isinstance(stream, FileStream):
        raise ValueError(f"{stream.name} has no known end; say how many instances to write")
    writer, codec = _writer_for(target)
    side_file = truth_path(target)
    refuse_target(target, overwrite)
    concepts = ConceptRuns()
    with contextlib.ExitStack() as files:
        side = files.enter_context(complete_or_nothing(side_file)) if truth else None
        temporary = files.enter_context(complete_or_nothing(target))
        with opened(temporary, codec) as sink:
            rows = writer(sink, target, stream.schema)
            try:
                done = _write_rows(rows, stream, n, concepts, progress or _ignore)
            finally:
                rows.close()
        if side is None:
            side_file.unlink(missing_ok=True)  # it told of the file that is replaced
        else:
            side.write_text(truth_text(stream, done, concepts), encoding="utf-8")
    return done


def _write_rows(
    rows: Writer, stream: Stream, n: int | None, concepts: ConceptRuns, progress: Callable[[int], None]
) -> int:
    done = 0
    for chunk in stream.chunks() if n != 0 else ():
        part = chunk if n is None else chunk[: n - done]
        rows.write(part)
        if part.concept is not None:
            concepts.add(part.concept)
        done += len(part)
        progress(done)
        if done == n:
            break
    return done


def _ignore(done: int) -> None:  # noqa: ARG001
    return


def _writer_for(path: Path) -> tuple[type[Writer], str | None]:
    suffix, codec = split_suffix(path)
    if suffix not in WRITERS:
        raise ValueError(
            f"{path}: no format is known by the suffix {suffix!r}; known are {', '.join(WRITERS)}, "
            f"each but Parquet also with {', '.join(CODECS)}"
        )
    if codec and WRITERS[suffix] is ParquetWriter:
        raise ValueError(f"{path}: a Parquet file is compressed inside; leave out {path.suffix!r}")
    return WRITERS[suffix], codec
