"""How a CSV file is laid out: separator, header, column names; and where in the file a record stands."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from driftsift.streams.compression import open_bytes
from driftsift.streams.errors import malformed
from driftsift.streams.lines import LineReader, require_encoding
from driftsift.streams.paths import split_suffix

__all__ = ["Layout", "find_layout"]

SEPARATORS = (",", ";", "\t")
LONGEST_HEADER = 2**24
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


@dataclass(frozen=True)
class Layout:
    """How a CSV file is to be read.

    Parameters
    ----------
    path : Path
        The file.
    names : tuple of str
        The columns, in the order of the file.
    cells : tuple of str
        The cells of the first record as they stand in the file.
    delimiter, encoding : str
        What separates cells, and how the text is encoded.
    header : bool
        Whether the first record holds the names.
    first_line_bytes : int
        Length of the first line.
    """

    path: Path
    names: tuple[str, ...]
    cells: tuple[str, ...]
    delimiter: str
    encoding: str
    header: bool
    first_line_bytes: int = 0

    def line_of(self, row: int) -> int:
        """Return the line in which data row `row` (counted from 0) begins."""
        wanted = row + self.header
        with _text(self.path, self.encoding) as text:
            reader = csv.reader(text, delimiter=self.delimiter)
            records = _record_lines(reader)
            return next(itertools.islice(records, wanted, None), reader.line_num)

    def refuse_open_quote(self) -> None:
        """Raise if the last quoted cell of the file is never closed."""
        with _text(self.path, self.encoding) as text:
            reader = csv.reader(text, delimiter=self.delimiter, strict=True)
            begin = 1
            try:
                for _ in reader:
                    begin = reader.line_num + 1
            except csv.Error as error:
                if "unexpected end" in str(error):
                    message = "a quoted cell of the row that begins here is never closed"
                    raise malformed(self.path, message, line=begin) from None

    def refuse_bad_encoding(self) -> None:
        """Raise if some byte does not fit the encoding."""
        with LineReader(self.path, self.encoding) as reader:
            for _ in reader.blocks():
                pass


def find_layout(
    path: Path, delimiter: str | None, header: bool | None, names: Sequence[str] | None, encoding: str
) -> Layout:
    """Look at the first record of a file and settle what is left open."""
    require_encoding(encoding)
    try:
        with _text(path, encoding) as text:
            first_line = next((line for line in iter(lambda: text.readline(LONGEST_HEADER), "") if line.strip()), "")
            if not first_line:
                raise malformed(path, "the file is empty")
            delimiter = delimiter or _separator(path, first_line)
            cells = next(csv.reader(itertools.chain([first_line], text), delimiter=delimiter))
    except UnicodeDecodeError:
        Layout(path, (), (), delimiter or ",", encoding, True).refuse_bad_encoding()
        raise
    except csv.Error as error:
        raise malformed(path, f"the header cannot be read ({error})", line=1) from None
    if names is not None:
        header = bool(header)
    columns = _columns(path, [cell.strip() for cell in cells], header, names)
    return Layout(path, columns, tuple(cells), delimiter, encoding, header is not False, len(first_line.encode()))


def _columns(path: Path, cells: list[str], header: bool | None, names: Sequence[str] | None) -> tuple[str, ...]:
    if names is not None:
        if len(names) != len(cells):
            raise malformed(path, f"names= lists {len(names)} columns, the file has {len(cells)}")
        columns = tuple(names)
    elif header is False:
        columns = (*(f"x{i}" for i in range(len(cells) - 1)), "class")
    else:
        if header is None and _looks_like_data(cells):
            raise malformed(
                path,
                f"the first line looks like data, not like column names ({', '.join(cells[:5])}, ...); "
                "pass header=False, or header=True if these are names",
                line=1,
            )
        _refuse_repeats(path, cells)
        columns = tuple(cell or f"column{i}" for i, cell in enumerate(cells, 1))
    _refuse_repeats(path, columns)
    return columns


def _refuse_repeats(path: Path, names: Sequence[str]) -> None:
    places: dict[str, int] = {}
    for place, name in enumerate(names, 1):
        first = places.setdefault(name, place)
        if first != place:
            raise malformed(path, f"columns {first} and {place} are both called {name!r}", line=1)


def _looks_like_data(cells: list[str]) -> bool:
    others = [cell for cell in cells if not NUMBER.fullmatch(cell)]
    counted = cells[: len(cells) - len(others)] == [str(i) for i in range(len(cells) - len(others))]
    return len(others) <= 1 < len(cells) and not counted


def _separator(path: Path, line: str) -> str:
    if split_suffix(path)[0] == ".tsv":
        return "\t"
    bare = re.sub(r'"[^"]*"', "", line)
    return max(SEPARATORS, key=bare.count)


def _record_lines(reader: Any) -> Iterator[int]:
    """Yield the line in which each record begins; empty lines are no records."""
    begin = 1
    for record in reader:
        if record:
            yield begin
        begin = reader.line_num + 1


@contextmanager
def _text(path: Path, encoding: str) -> Iterator[io.TextIOWrapper]:
    encoding = "utf-8-sig" if encoding == "utf-8" else encoding
    with (
        open_bytes(path) as source,
        io.TextIOWrapper(io.BufferedReader(source), encoding, newline="") as text,
    ):
        yield text
