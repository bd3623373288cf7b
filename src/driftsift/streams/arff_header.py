"""The header of an ARFF file: its attributes, in order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from driftsift.data.hints import shorten
from driftsift.streams.errors import malformed
from driftsift.streams.lines import LineReader

__all__ = ["Attribute", "read_header"]

QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
NAME = re.compile(rf"\s*({QUOTED}|[^\s{{'\"]\S*)\s*")
CATEGORY = re.compile(rf"\s*({QUOTED}|[^\s,{{}}'\"]+)\s*,?")
NUMERIC_TYPES = ("numeric", "real", "integer")
ISO_PATTERN = "yyyy-MM-dd'T'HH:mm:ss"


@dataclass(frozen=True)
class Attribute:
    """One `@attribute` line.

    Parameters
    ----------
    name : str
        Name of the attribute.
    kind : {"numeric", "nominal", "string", "date"}
        Its declared type.
    categories : tuple of str
        The declared values of a nominal attribute.
    pattern : str
        How the dates of a date attribute are written.
    line : int
        Line of the declaration.
    """

    name: str
    kind: str
    categories: tuple[str, ...] = ()
    pattern: str = ISO_PATTERN
    line: int = 0


def read_header(reader: LineReader, path: Path) -> list[Attribute]:
    """Read up to and including the `@data` line."""
    attributes: dict[str, Attribute] = {}
    while (line := reader.readline()) is not None:
        number = reader.line - 1
        text = line.strip()
        if not text or text.startswith("%"):
            continue
        keyword, _, rest = text.replace("\t", " ", 1).partition(" ") if text[0] == "@" else (text, "", "")
        if keyword.casefold() == "@data":
            if not attributes:
                raise malformed(path, "the header declares no attribute", line=number)
            return list(attributes.values())
        if keyword.casefold() == "@attribute":
            attribute = _Declaration(path, number, rest).attribute()
            if attribute.name in attributes:
                raise malformed(path, f"attribute {attribute.name!r} is declared twice", line=number)
            attributes[attribute.name] = attribute
        elif keyword.casefold() != "@relation":
            raise malformed(path, f"expected @relation, @attribute or @data, found {shorten(text)}", line=number)
    raise malformed(path, "the file ends before @data" if reader.line > 1 else "the file is empty")


class _Declaration:
    """What follows the word @attribute."""

    def __init__(self, path: Path, line: int, text: str) -> None:
        self._path = path
        self._line = line
        self._text = text

    def attribute(self) -> Attribute:
        name = NAME.match(self._text)
        if name is None:
            raise self._error(f"an attribute needs a name, found {shorten(self._text)}")
        kind = self._text[name.end() :]
        plain = _unquoted(name[1])
        if kind.startswith("{"):
            return Attribute(plain, "nominal", self._categories(plain, kind), line=self._line)
        word = kind.split("[")[0].split(maxsplit=1) or [""]
        if word[0].casefold() in NUMERIC_TYPES:
            return Attribute(plain, "numeric", line=self._line)
        if word[0].casefold() == "string":
            return Attribute(plain, "string", line=self._line)
        if word[0].casefold() == "date":
            pattern = _unquoted(word[1].strip()) if len(word) > 1 else ISO_PATTERN
            return Attribute(plain, "date", pattern=pattern, line=self._line)
        raise self._error(
            f"attribute {plain!r} has type {shorten(kind)}; known are numeric, real, integer, "
            "string, date and a list of values in braces"
        )

    def _categories(self, name: str, text: str) -> tuple[str, ...]:
        values: list[str] = []
        at = 1
        while found := CATEGORY.match(text, at):
            values.append(_unquoted(found[1]))
            at = found.end()
        rest = text[at:].strip()
        behind = rest[1:].strip()
        if not rest.startswith("}") or (behind and not behind.startswith("%")):
            raise self._error(f"the values of attribute {name!r} cannot be read from {shorten(text[at:] or text)}")
        if not values:
            raise self._error(f"attribute {name!r} has an empty list of values")
        for value in values:
            if values.count(value) > 1:
                raise self._error(f"attribute {name!r} lists the value {value!r} twice")
        return tuple(values)

    def _error(self, message: str) -> ValueError:
        return malformed(self._path, message, line=self._line)


def _unquoted(token: str) -> str:
    if token[:1] in ("'", '"') and token[-1:] == token[:1]:
        return re.sub(r"\\(.)", r"\1", token[1:-1])
    return token
