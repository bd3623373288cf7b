"""Where data sets are looked for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from driftsift.streams.datasets.dataset import DataSet
from driftsift.streams.paths import as_path

__all__ = ["CACHE", "DATA", "Place", "cache_folder", "find", "places"]

DATA = "DRIFTSIFT_DATA"
CACHE = "XDG_CACHE_HOME"


class Place(NamedTuple):
    """A folder, and what made it one to look into."""

    folder: Path
    origin: str

    def __str__(self) -> str:
        state = "" if self.folder.is_dir() else "; there is no such folder"
        return f"{self.folder} ({self.origin}{state})"


def places(root: str | os.PathLike[str] | None) -> list[Place]:
    """Return the folders to look into, in their order.

    Examples
    --------
    >>> places(".")[0].origin, places(".")[-1].origin
    ('root', 'cache')
    """
    found = [] if root is None else [Place(_root(root), "root")]
    if os.environ.get(DATA):
        found.append(Place(Path(os.environ[DATA]).expanduser(), DATA))
    return [*found, Place(cache_folder(), "cache")]


def cache_folder() -> Path:
    """Return the folder that downloads are kept in."""
    base = os.environ.get(CACHE)
    return (Path(base) if base else Path.home() / ".cache") / "driftsift"


def find(data: DataSet, looked: list[Place]) -> Path | None:
    """Return the first folder that holds the file of a data set; all its companions must be there too."""
    folder = next((place.folder for place in looked if (place.folder / data.file).is_file()), None)
    if folder is None:
        return None
    for companion in data.companions:
        if not (folder / companion).is_file():
            raise FileNotFoundError(
                f"{folder / companion} does not exist; {data.title} is read from {data.file} together with it"
            )
    return folder


def _root(root: str | os.PathLike[str]) -> Path:
    folder = as_path(root)
    if not folder.is_dir():
        raise NotADirectoryError(f"root={str(folder)!r} is not a folder")
    return folder
