"""Opening a file as a stream after its name."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from driftsift.streams.arff import ARFFStream
from driftsift.streams.composition.recorded import Recorded
from driftsift.streams.csv import CSVStream
from driftsift.streams.libsvm import LibSVMStream
from driftsift.streams.lines import LineReader
from driftsift.streams.parquet import ParquetStream
from driftsift.streams.paths import CODECS, as_path, require_file, split_suffix
from driftsift.streams.stream import Stream
from driftsift.streams.truth_file import truth_path

__all__ = ["FORMATS", "open_stream"]

FORMATS: Mapping[str, Callable[..., Stream]] = {
    ".csv": CSVStream,
    ".tsv": CSVStream,
    ".arff": ARFFStream,
    ".parquet": ParquetStream,
    ".pq": ParquetStream,
    ".libsvm": LibSVMStream,
    ".svm": LibSVMStream,
    ".svmlight": LibSVMStream,
}
TEXT_SUFFIXES = (".txt", ".data")
LIBSVM_LINE = re.compile(r"\S+(\s+\d+:\S+)+\s*")


def open_stream(
    path: str | os.PathLike[str], target: str | int | None = None, *, truth: bool = True, **options: Any
) -> Stream:
    r"""Open a file as a stream.

    The suffix names the format: .csv, .tsv, .arff, .parquet, .pq, .libsvm, .svm, .svmlight; behind any of
    these but Parquet may stand .gz, .zst, .bz2 or .xz. A .txt or .data file is looked into.

    Parameters
    ----------
    path : str or path
        The file.
    target : str or int, optional
        Name or position of the label column; by default the column called class, target, label or y, else the
        last one. A LibSVM file begins each row with its label and needs no target.
    truth : bool
        Take up the ground truth of the side file, if there is one: `write_stream` and ``driftsift generate``
        write it beside the file as ``FILE.truth.json``.
    **options
        Handed on to `CSVStream`, `ARFFStream`, `ParquetStream` or `LibSVMStream`.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "prices.csv"
    >>> _ = path.write_text("price,direction\n1.5,UP\n0.5,DOWN\n")
    >>> open_stream(path, target="direction")
    <CSVStream 'prices': 2 instances, 1 features, 2 classes>
    """
    file = as_path(path)
    require_file(file)
    side_file = truth_path(file)
    stream = _opened(file, target, options)
    return Recorded(stream, side_file) if truth and side_file.exists() else stream


def _opened(file: Path, target: str | int | None, options: Mapping[str, Any]) -> Stream:
    kind = _format(file)
    if kind is not LibSVMStream:
        return kind(file, target, **options)
    if target is not None:
        raise ValueError(f"{file}: a LibSVM file has no column {target!r}; each row begins with its label")
    return LibSVMStream(file, **options)


def _format(path: Path) -> Callable[..., Stream]:
    suffix, _ = split_suffix(path)
    if suffix in FORMATS:
        return FORMATS[suffix]
    if suffix in TEXT_SUFFIXES:
        return _format_of_text(path)
    known = ", ".join([*FORMATS, *TEXT_SUFFIXES])
    codecs = ", ".join(CODECS)
    raise ValueError(f"{path}: no format is known by the suffix {suffix!r}; known are {known}, each also with {codecs}")


def _format_of_text(path: Path) -> Callable[..., Stream]:
    with LineReader(path) as reader:
        while (line := reader.readline()) is not None:
            if line.startswith(("@", "%")):
                return ARFFStream
            if line.strip():
                return LibSVMStream if LIBSVM_LINE.fullmatch(line) else CSVStream
    return CSVStream
