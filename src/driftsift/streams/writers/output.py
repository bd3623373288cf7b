"""A file that is complete or not there, packed after its suffix."""

from __future__ import annotations

import lzma
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa

__all__ = ["complete_or_nothing", "opened", "refuse_target", "write_lines"]


def refuse_target(path: Path, overwrite: bool) -> None:
    """Raise if a file cannot or must not be written there."""
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{path.parent} is not a directory")
    if path.exists() and not path.is_file():
        raise FileExistsError(f"{path} exists and is not a file")
    if path.exists() and not overwrite:
        raise FileExistsError(f"{path} exists")


@contextmanager
def complete_or_nothing(path: Path) -> Iterator[Path]:
    """Yield the path of a file that takes the name `path` when all went well, and disappears otherwise."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield temporary
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def opened(path: Path, codec: str | None) -> Any:
    """Return a new file that packs what is written to it."""
    if codec == "xz":
        return lzma.open(path, "wb")
    return pa.output_stream(str(path), compression=codec)


def write_lines(sink: Any, lines: Iterable[str]) -> None:
    """Write lines, each with its end."""
    text = "\n".join(lines)
    if text:
        sink.write(text.encode() + b"\n")
