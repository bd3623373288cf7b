"""Reading a text file line by line, or in large blocks of complete lines, as UTF-8."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from driftsift.streams.compression import open_bytes
from driftsift.streams.errors import malformed

__all__ = ["LineReader", "require_encoding"]

BLOCK_BYTES = 2**20
LONGEST_LINE = 2**28
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


class LineReader:
    """The lines of a text file, compressed or not.

    Parameters
    ----------
    path : Path
        The file.
    encoding : str
        How its text is encoded; what comes out is always UTF-8.

    Attributes
    ----------
    line : int
        Number of the next line, counted from 1.
    """

    def __init__(self, path: Path, encoding: str = "utf-8") -> None:
        require_encoding(encoding)
        self._path = path
        self._encoding = encoding
        self._source = open_bytes(path)
        self._rest = b""
        self._ended = False
        self.line = 1
        self._fill()
        if self._rest.startswith(WIDE_MARKS):
            raise malformed(path, "the text is UTF-16; save the file as UTF-8")
        self._rest = self._rest.removeprefix(BYTE_ORDER_MARK)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._source.close()

    def readline(self) -> str | None:
        """Return the next line without its end; None at the end of the file."""
        while b"\n" not in self._rest and not self._ended:
            self._fill()
        if not self._rest:
            return None
        line, _, self._rest = self._rest.partition(b"\n")
        text = self._utf8(line).decode().rstrip("\r")
        self.line += 1
        return text

    def blocks(self) -> Iterator[tuple[bytes, int]]:
        """Yield what is left in blocks of complete lines, each with the number of its first line."""
        while not self._ended or self._rest:
            block = self._next_block()
            if block:
                yield self._utf8(block), self.line
                self.line += block.count(b"\n")

    def _next_block(self) -> bytes:
        end = self._rest.rfind(b"\n") + 1
        if self._ended:
            end = len(self._rest)
        block, self._rest = self._rest[:end], self._rest[end:]
        if not self._ended:
            self._fill()
        return block

    def _fill(self) -> None:
        more = self._source.read(BLOCK_BYTES)
        self._ended = not more
        self._rest += more
        if len(self._rest) > LONGEST_LINE:
            raise malformed(self._path, f"a line is longer than {LONGEST_LINE:,} bytes", line=self.line)

    def _utf8(self, block: bytes) -> bytes:
        if block.isascii():
            return block
        try:
            text = block.decode(self._encoding)
        except UnicodeDecodeError as error:
            raise unreadable_text(self._path, block, error, self.line) from None
        return block if self._encoding == "utf-8" else text.encode()


def require_encoding(encoding: str) -> None:
    """Raise ValueError for the name of an encoding that does not exist."""
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise ValueError(f"encoding={encoding!r} is not known; usual ones are 'utf-8', 'latin-1', 'cp1252'") from None


def unreadable_text(path: Path, block: bytes, error: UnicodeDecodeError, first_line: int) -> ValueError:
    """Return the error for a byte that does not fit the encoding."""
    before = block[: error.start]
    return malformed(
        path,
        f"byte 0x{block[error.start]:02x} is not valid {error.encoding}; if the file is encoded otherwise, "
        "say so, for example encoding='latin-1'",
        line=first_line + before.count(b"\n"),
        column=error.start - before.rfind(b"\n"),
    )
