"""A file out of an archive, possibly out of an archive inside an archive.

Members are found by their names and copied to a name of our choice; no path out of an archive is ever used.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from driftsift.data.hints import enumerated

__all__ = ["unpack"]

MOST_BYTES = 2**31
BLOCK_BYTES = 2**20
DAMAGED = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    RuntimeError,  # a zip file with a password, or packed in a way zipfile does not know
)


def unpack(packed: Path, name: str, inside: Sequence[str], target: Path) -> str:
    """Copy what a way into a file leads to, unpacked; return its sha256.

    Parameters
    ----------
    packed : Path
        The file; what it is called does not matter.
    name : str
        Its name at the source, whose suffix tells what it is.
    inside : sequence of str
        The name of a member, the name of a member of that, ...; the last part of a path is enough.
    target : Path
        The file to write.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> with zipfile.ZipFile(folder / "download", "w") as archive:
    ...     archive.writestr("set/rows.data.gz", gzip.compress(b"1,2"))
    >>> unpack(folder / "download", "set.zip", ["rows.data.gz"], folder / "rows")[:16]
    '17f8af97ad4a7f76'
    >>> (folder / "rows").read_bytes()
    b'1,2'
    """
    with ExitStack() as opened:
        stream: Any = opened.enter_context(packed.open("rb"))
        for member in inside:
            stream = opened.enter_context(_member(stream, name, member, opened))
            name = member
        return _copy(opened.enter_context(_decoded(stream, name)), name, target)


def _member(stream: Any, name: str, member: str, opened: ExitStack) -> Any:
    begin = stream.read(16)
    stream.seek(0)
    try:
        if name.endswith(".zip"):
            archive = opened.enter_context(zipfile.ZipFile(stream))
            return archive.open(_only(member, archive.namelist(), name))
        tar = opened.enter_context(tarfile.TarFile.open(fileobj=stream))
        files = [entry.name for entry in tar if entry.isfile()]
        return tar.extractfile(_only(member, files, name))
    except DAMAGED as error:
        raise ValueError(f"{name} is no readable archive ({error}); it begins with {begin!r}") from None


def _only(member: str, names: Sequence[str], archive: str) -> str:
    """Return the one name that is `member` or ends with it."""
    found = [n for n in names if f"/{n}".endswith(f"/{member}") and not n.startswith("__MACOSX/")]
    if len(found) != 1:
        holds = enumerated(names) or "nothing"
        raise ValueError(f"{archive} holds {len(found)} files called {member!r}, expected 1; it holds {holds}")
    return found[0]


def _decoded(stream: Any, name: str) -> Any:
    if name.endswith(".gz"):
        return gzip.GzipFile(fileobj=stream)
    if name.endswith(".bz2"):
        return bz2.BZ2File(stream)
    return stream


def _copy(stream: Any, name: str, target: Path) -> str:
    digest = hashlib.sha256()
    copied = 0
    with target.open("wb") as file:
        while block := _read(stream, name, copied):
            copied += len(block)
            if copied > MOST_BYTES:
                raise ValueError(f"{name} is longer than {MOST_BYTES:,} bytes when unpacked")
            digest.update(block)
            file.write(block)
    return digest.hexdigest()


def _read(stream: Any, name: str, copied: int) -> bytes:
    try:
        return bytes(stream.read(BLOCK_BYTES))
    except DAMAGED as error:
        raise ValueError(f"{name} is damaged or cut off after {copied:,} unpacked bytes ({error})") from None
