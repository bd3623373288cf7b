"""From the publisher into the cache: download, unpack, convert, check, and only then take the name."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from driftsift.data.hints import shorten
from driftsift.streams.datasets.checks import require_content, sha256_of
from driftsift.streams.datasets.dataset import DataSet, Part, Source
from driftsift.streams.datasets.download import address, download
from driftsift.streams.datasets.opening import opened
from driftsift.streams.datasets.places import CACHE
from driftsift.streams.datasets.unpacking import unpack
from driftsift.streams.paths import split_suffix

__all__ = ["obtain"]


def obtain(base: DataSet, family: Sequence[DataSet], cache: Path, show: bool | None) -> list[str]:
    """Put a data set into the cache; return what went wrong at each source if all of them failed.

    Parameters
    ----------
    base : DataSet
        The data set whose file is made.
    family : sequence of DataSet
        All data sets that are read from it; all of them are checked.
    cache : Path
    show : bool, optional
        Show a progress bar; None: on a terminal only.
    """
    _make(cache)
    failures = []
    for source in base.sources:
        try:
            _take_from(source, base, family, cache, show)
        except (OSError, ValueError) as error:
            addresses = dict.fromkeys(address(part.url) for part in source.parts)
            failures.append(f"{' and '.join(addresses)}: {error}")
        else:
            return []
    return failures


def _make(cache: Path) -> None:
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=cache):
            pass
    except OSError as error:
        raise OSError(
            f"nothing can be written to the cache {cache} ({error.strerror or error}); "
            f"the environment variable {CACHE} names the folder it is in"
        ) from None


def _take_from(source: Source, base: DataSet, family: Sequence[DataSet], cache: Path, show: bool | None) -> None:
    with tempfile.TemporaryDirectory(prefix=".incomplete-", dir=cache) as temporary:
        try:
            _make_in(Path(temporary), source, base, family, show)
        except ValueError as error:
            raise ValueError(str(error).replace(f"{temporary}{os.sep}", "")) from None
        for name in (base.receipt, *base.files):  # the file itself comes last: where it is, everything is
            os.replace(Path(temporary) / name, cache / name)


def _make_in(folder: Path, source: Source, base: DataSet, family: Sequence[DataSet], show: bool | None) -> None:
    """Write the files of a data set and their receipt."""
    source.convert(_parts(source.parts, folder, show), base, folder)
    contents = {data.name: require_content(data, opened(data, folder)) for data in family}
    checksums = {name: sha256_of(folder / name) for name in base.files}
    receipt = {"content": contents, "sha256": checksums}
    (folder / base.receipt).write_text(json.dumps(receipt, indent=1) + "\n", encoding="utf-8")


def _parts(parts: Sequence[Part], folder: Path, show: bool | None) -> list[Path]:
    """Download and unpack the parts; each file is downloaded once."""
    packed: dict[str, Path] = {}
    unpacked = []
    for i, part in enumerate(parts):
        name = urlsplit(part.url).path.rpartition("/")[2]
        if part.url not in packed:
            packed[part.url] = folder / f"download {i} {name}"
            download(part.url, packed[part.url], show)
            _require(part.packed, sha256_of(packed[part.url]), name)
        member = part.inside[-1] if part.inside else name
        unpacked.append(folder / f"part {i} {_plain(member)}")
        found = unpack(packed[part.url], name, part.inside, unpacked[-1])
        _require(part.sha256, found, f"{member}, unpacked")
    return unpacked


def _plain(member: str) -> str:
    """Return a name without folders and without the suffix of what it was packed with."""
    name = Path(member.rpartition("/")[2])
    return name.stem if split_suffix(name)[1] else name.name


def _require(expected: str | None, found: str, name: str) -> None:
    if expected not in (None, found):
        raise ValueError(f"the sha256 of {shorten(name)} is {found}, expected {expected}: it is not the published file")
