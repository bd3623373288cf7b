"""What is known about a real data set, and where it can be had."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import fill
from typing import TypeAlias

from driftsift.data import Label
from driftsift.data.hints import enumerated

__all__ = ["Converter", "DataSet", "Part", "Source"]

Converter: TypeAlias = "Callable[[Sequence[Path], DataSet, Path], None]"

WIDTH = 100


@dataclass(frozen=True)
class Part:
    """One file at a source.

    Parameters
    ----------
    url : str
        What is downloaded.
    inside : tuple of str
        The way into it: the name of a member, the name of a member of that, ...
    sha256 : str, optional
        Checksum of the file at the end of that way, unpacked, where it is known.
    packed : str, optional
        Checksum of what is downloaded, where it is known.

    Examples
    --------
    >>> Part("https://archive.ics.uci.edu/static/public/31/covertype.zip", ("covtype.data.gz",)).inside
    ('covtype.data.gz',)
    """

    url: str
    inside: tuple[str, ...] = ()
    sha256: str | None = None
    packed: str | None = None


@dataclass(frozen=True)
class Source:
    """Files from which a data set can be made, and how.

    Parameters
    ----------
    parts : tuple of Part
    convert : callable
        Given the unpacked parts, the data set and a folder, writes the files of the data set into the folder.
    """

    parts: tuple[Part, ...]
    convert: Converter


@dataclass(frozen=True)
class DataSet:
    """What is known about a real data set.

    Parameters
    ----------
    name : str
        What `load` knows it by.
    title : str
        Name for tables and plots.
    n_instances, n_features, n_numeric, n_nominal : int
        Its size, measured on the file.
    classes : tuple of labels
        The classes, in the order of their codes.
    publisher, page, licence : str
        Who published it, where, and under which licence as stated there.
    papers : tuple of str
        The papers that use it.
    notes : str
        What one should know before using it.
    file : str
        The file that holds it.
    target : str
        Name of the class column.
    sha256 : str, optional
        Checksum of the file; None if no copy was at hand.
    companions : mapping of str to str
        Further files it needs, with their checksums.
    content : str, optional
        Checksum of what is read from the file (see `content_of`), so that a file made from a download can be
        compared with the one at hand; None if no copy was at hand.
    sources : tuple of Source
        Where it can be downloaded, in the order in which they are tried.
    obstacle : str, optional
        Why it cannot be loaded at all.
    base : str, optional
        The data set whose file it is a view of.
    groups : mapping of str to str
        The class that each class of the base becomes; only the numeric features are kept.
    labels : pair of str, optional
        Companion and column that hold the labels, instead of those in the file.

    Examples
    --------
    >>> from driftsift.streams import datasets
    >>> covertype = datasets.describe("covertype")
    >>> covertype.n_instances, covertype.n_features, covertype.classes
    (581012, 54, ('1', '2', '3', '4', '5', '6', '7'))
    """

    name: str
    title: str
    n_instances: int
    n_features: int
    n_numeric: int
    n_nominal: int
    classes: tuple[Label, ...]
    publisher: str
    page: str
    licence: str
    papers: tuple[str, ...]
    notes: str
    file: str
    target: str = "class"
    sha256: str | None = None
    companions: Mapping[str, str | None] = field(default_factory=dict, hash=False)
    content: str | None = None
    sources: tuple[Source, ...] = field(default=(), repr=False)
    obstacle: str | None = None
    base: str | None = None
    groups: Mapping[str, str] = field(default_factory=dict, hash=False, repr=False)
    labels: tuple[str, str] | None = None

    @property
    def files(self) -> dict[str, str | None]:
        """The files it is read from, with their checksums."""
        return {**self.companions, self.file: self.sha256}

    @property
    def urls(self) -> tuple[str, ...]:
        """The addresses it can be downloaded from."""
        return tuple(dict.fromkeys(part.url for source in self.sources for part in source.parts))

    @property
    def receipt(self) -> str:
        """Name of the file in which `load` notes what it has downloaded and checked."""
        return f"{self.base or self.name}.receipt.json"

    def __str__(self) -> str:
        kinds = f"{self.n_numeric:,} numeric, {self.n_nominal:,} nominal"
        entries = {
            "size": f"{self.n_instances:,} instances, {self.n_features:,} features ({kinds})",
            "classes": f"{len(self.classes)}: {enumerated(self.classes)}",
            "publisher": self.publisher,
            "page": self.page,
            "licence": self.licence,
            "used by": "; ".join(self.papers),
            "file": self.file,
            "sha256": self.sha256,
            "download": "\n".join(self.urls),
            "notes": self.notes,
            "obstacle": self.obstacle,
        }
        return "\n".join([self.title, *(_entry(key, text) for key, text in entries.items() if text)])


def _entry(key: str, text: str) -> str:
    head = f"  {key:<10}"
    lines = [
        fill(line, WIDTH, initial_indent=" " * 12, subsequent_indent=" " * 12, break_long_words=False)
        for line in text.splitlines()
    ]
    return head + "\n".join(lines)[len(head) :]
