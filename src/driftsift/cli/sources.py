"""What a SOURCE on the command line stands for: a file, or a stream expression."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from driftsift.cli.errors import UsageError

if TYPE_CHECKING:
    from driftsift.streams import Stream

__all__ = ["open_source", "require_end"]


def open_source(text: str, target: str | None) -> Stream:
    """Return the stream of a file or expression."""
    from driftsift.expressions import build_stream
    from driftsift.streams import open_stream

    if _is_file(text):
        stream: Stream = open_stream(text, target=target)
        return stream
    if "(" not in text and re.search(r"[/\\]|\.\w+$", text):
        raise FileNotFoundError(f"{text} does not exist")
    if target is not None:
        raise UsageError("--target goes with a file; a generator knows its labels")
    built: Stream = build_stream(text)
    return built


def require_end(stream: Stream, n: int | None) -> None:
    """Raise if reading the stream would never end."""
    from driftsift.streams.files import FileStream

    if n is None and stream.n_instances is None and not isinstance(stream, FileStream):
        raise UsageError(f"{stream.name} has no known end; say with -n how many instances to read")


def _is_file(text: str) -> bool:
    try:
        return Path(text).expanduser().exists()
    except (OSError, ValueError):
        return False
