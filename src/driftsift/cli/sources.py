"""What a SOURCE on the command line stands for: a file, a preset, a data set, or a stream expression."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from driftsift.cli.errors import UsageError

if TYPE_CHECKING:
    from driftsift.streams import Stream

__all__ = ["Seed", "Source", "has_end", "open_source", "require_end"]

Source = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help='A file, a stream such as "sea(n=1e5, seed=1)", a preset such as thesis/SEA, or a data set.',
    ),
]
Seed = Annotated[int | None, typer.Option(metavar="N", help="Seed of a preset.")]


def open_source(text: str, target: str | None, seed: int | None = None) -> Stream:
    """Return the stream of a file, preset, data set or expression."""
    from driftsift.streams import datasets, open_stream, preset, preset_names

    if _is_file(text):
        _refuse(seed, "--seed goes with a preset")
        return open_stream(text, target=target)
    _refuse(target, "--target goes with a file; other streams know their labels")
    if text.partition("/")[0] in {name.partition("/")[0] for name in preset_names()}:
        return preset(text, seed or 0)
    _refuse(seed, "--seed goes with a preset; write the seed of another stream into its expression")
    if text in datasets.names():
        return datasets.load(text)
    return _built(text)


def has_end(stream: Stream) -> bool:
    """Tell whether reading the stream comes to an end."""
    from driftsift.streams.files import FileStream

    return stream.n_instances is not None or isinstance(stream, FileStream)


def require_end(stream: Stream, n: int | None) -> None:
    """Raise if reading the stream would never end."""
    if n is None and not has_end(stream):
        raise UsageError(f"{stream.name} has no known end; say with -n how many instances to read")


def _built(text: str) -> Stream:
    from driftsift.expressions import build_stream

    if "(" not in text and re.search(r"[/\\]|\.\w+$", text):
        raise FileNotFoundError(f"{text} does not exist")
    built: Stream = build_stream(text)
    return built


def _refuse(option: object, complaint: str) -> None:
    if option is not None:
        raise UsageError(complaint)


def _is_file(text: str) -> bool:
    try:
        return Path(text).expanduser().exists()
    except (OSError, ValueError):
        return False
