"""Real data sets by name: found on this machine, or downloaded from their publishers, and checked.

>>> from driftsift.streams import datasets
>>> datasets.names()[:4]
('spam', 'iads', 'nomao', 'electricity')
>>> datasets.describe("electricity").classes
('DOWN', 'UP')

* `names`, `describe`, `load`: all one needs. `DataSet`: what is known about a data set.
* `catalogue`: what is known about every data set.
* `places`, `opening`, `checks`: where files are looked for, how they are read, whether they are the right ones.
* `obtain`, `download`, `unpacking`, `convert`: from the publisher's file to ours.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from driftsift.data.hints import did_you_mean, enumerated
from driftsift.streams.datasets.catalogue import CATALOGUE
from driftsift.streams.datasets.checks import sha256_of
from driftsift.streams.datasets.dataset import DataSet
from driftsift.streams.datasets.opening import opened, shuffled
from driftsift.streams.datasets.places import DATA, Place, cache_folder, find, places
from driftsift.streams.stream import Stream

__all__ = ["DataSet", "describe", "load", "names"]


def names() -> tuple[str, ...]:
    """Return the names of all data sets.

    Examples
    --------
    >>> "covertype" in names()
    True
    """
    return tuple(CATALOGUE)


def describe(name: str) -> DataSet:
    """Return what is known about a data set: size, classes, origin, licence, checksums, the papers that use it.

    Examples
    --------
    >>> describe("mnist").n_features
    780
    >>> describe("mnist").papers
    ('Heterogeneous Ensemble for Feature Drifts in Data Streams (PAKDD 2012)',)
    """
    if name not in CATALOGUE:
        hint = did_you_mean(name, names()) or "."
        raise ValueError(f"there is no data set {name!r}{hint} There are {', '.join(map(repr, names()))}")
    return CATALOGUE[name]


def load(
    name: str,
    root: str | os.PathLike[str] | None = None,
    *,
    shuffle: int | None = None,
    download: bool = True,
    progress: bool | None = None,
) -> Stream:
    """Return a real data set as a stream.

    Its file is looked for in `root`, in the folder that the environment variable DRIFTSIFT_DATA names, and in the
    cache (driftsift in XDG_CACHE_HOME or in ~/.cache). If it is in none of them, it is downloaded from its
    publisher into the cache, converted and checked. A file whose checksum is not the expected one is refused.

    Parameters
    ----------
    name : str
        One of `names`.
    root : str or path, optional
        A folder with files of data sets.
    shuffle : int, optional
        Seed of a random order of the rows; the data set is then held in memory. By default the order is that of
        the publisher.
    download : bool
        False: never use the network.
    progress : bool, optional
        Show a progress bar while downloading; by default on a terminal only.

    Returns
    -------
    Stream
        Named after the data set, with its features and classes.

    Examples
    --------
    >>> load("covertype", download=False)  # doctest: +SKIP
    <ParquetStream 'Covertype': 581,012 instances, 54 features, 7 classes>
    """
    data = describe(name)
    if data.obstacle:
        raise ValueError(f"{data.title} cannot be loaded. {data.obstacle}")
    looked = places(root)
    folder = find(data, looked) or _obtained(data, looked, download, progress)
    _check(data, folder)
    stream = opened(data, folder)
    return stream if shuffle is None else shuffled(stream, shuffle)


def _obtained(data: DataSet, looked: list[Place], allowed: bool, show: bool | None) -> Path:
    """Return the cache, with the data set in it."""
    failures = ["not tried, because of download=False"]
    if allowed:
        from driftsift.streams.datasets.obtain import obtain

        family = [other for other in CATALOGUE.values() if other.file == data.file]
        failures = obtain(CATALOGUE[data.base or data.name], family, cache_folder(), show)
    if failures:
        raise FileNotFoundError(_advice(data, looked, failures))
    return cache_folder()


def _advice(data: DataSet, looked: list[Place], failures: list[str]) -> str:
    checksum = f" (sha256 {data.sha256})" if data.sha256 else ""
    others = [*data.companions, *([] if data.sha256 else [data.receipt])]
    together = f" together with {enumerated(others)}" if others else ""
    return "\n".join(
        [
            f"the data set {data.name!r} is not here: no {data.file}",
            *(f"looked in: {place}" for place in looked),
            *(f"download: {failure}" for failure in failures),
            f"publisher: {data.publisher}",
            f"page: {data.page}",
            f"licence: {data.licence}",
            f"what to do: load it once where the network allows, and copy what is then in the cache into one of these "
            f"folders; or put {data.file}{checksum}{together} into a folder and name that folder with root= or in the "
            f"environment variable {DATA}",
        ]
    )


def _check(data: DataSet, folder: Path) -> None:
    """Raise if the files are neither those of the catalogue nor those that were made and checked here."""
    receipt: dict[str, dict[str, str]] | None = None
    for name, expected in data.files.items():
        found = sha256_of(folder / name)
        if found == expected:
            continue
        receipt = _receipt(data, folder) if receipt is None else receipt
        noted = receipt["sha256"].get(name)
        if found != noted or data.content not in (None, receipt["content"].get(data.name)):
            raise ValueError(
                f"{folder / name}: the sha256 is {found}, expected {noted or expected or 'one in ' + data.receipt}; "
                f"the file is damaged, or it is not the {data.title} that driftsift knows. Remove it to look elsewhere"
            )


def _receipt(data: DataSet, folder: Path) -> dict[str, dict[str, str]]:
    try:
        receipt = json.loads((folder / data.receipt).read_text(encoding="utf-8"))
        return {key: dict(receipt[key]) for key in ("content", "sha256")}
    except (OSError, ValueError, KeyError, TypeError):
        return {"content": {}, "sha256": {}}
