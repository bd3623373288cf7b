"""What the name of a file says: its format, its codec, a short name."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["CODECS", "as_path", "require_file", "short_name", "split_suffix"]

CODECS = {".gz": "gzip", ".zst": "zstd", ".bz2": "bz2", ".xz": "xz"}


def as_path(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file given as text or path; TypeError for anything else."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"expected the path of a file, got {type(path).__name__}")
    return Path(path).expanduser()


def require_file(path: Path) -> None:
    """Raise if the path is not that of a file."""
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a directory, expected a file")
    if not path.exists():
        raise FileNotFoundError(f"{path} does not exist")


def split_suffix(path: Path) -> tuple[str, str | None]:
    """Return the suffix that names the format, in lower case, and the codec.

    Examples
    --------
    >>> split_suffix(Path("a.CSV.gz")), split_suffix(Path("a.arff"))
    (('.csv', 'gzip'), ('.arff', None))
    """
    codec = CODECS.get(path.suffix.lower())
    inner = path.with_suffix("") if codec else path
    return inner.suffix.lower(), codec


def short_name(path: Path) -> str:
    """Return the file name without its suffixes.

    Examples
    --------
    >>> short_name(Path("data/spam.libsvm.gz"))
    'spam'
    """
    codec = split_suffix(path)[1]
    return (path.with_suffix("") if codec else path).stem
