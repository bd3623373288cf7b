"""The bytes of a file, unpacked while they are read."""

from __future__ import annotations

import io
import lzma
from pathlib import Path
from typing import Any

import pyarrow as pa

from driftsift.streams.errors import malformed
from driftsift.streams.paths import require_file, split_suffix

__all__ = ["ByteSource", "open_bytes"]


class ByteSource(io.RawIOBase):
    """The unpacked bytes of a file; a damaged or truncated file gives a ValueError that names it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._delivered = 0
        self._raw = _open_raw(path)

    def readable(self) -> bool:
        """Return True."""
        return True

    def read(self, size: int | None = -1) -> bytes:
        """Return at most `size` bytes; nothing at the end of the file."""
        try:
            data = bytes(self._raw.read() if size is None or size < 0 else self._raw.read(size))
        except (OSError, EOFError, lzma.LZMAError) as error:
            raise malformed(
                self._path,
                f"the data is damaged or cut off after {self._delivered:,} unpacked bytes ({error})",
            ) from None
        self._delivered += len(data)
        return data

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close the file."""
        if not self.closed:
            self._raw.close()
        super().close()


def open_bytes(path: Path) -> ByteSource:
    """Open a file, unpacked after its suffix; precise errors for what is not a readable file."""
    require_file(path)
    return ByteSource(path)


def _open_raw(path: Path) -> Any:
    codec = split_suffix(path)[1]
    if codec == "xz":
        return lzma.open(path)
    return pa.input_stream(str(path), compression=codec)
