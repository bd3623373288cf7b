"""Files from the web."""

from __future__ import annotations

import os
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib import request
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from driftsift.progress import progress_bar

__all__ = ["MIRROR", "address", "download"]

MIRROR = "DRIFTSIFT_MIRROR"
MOST_BYTES = 2**30
BLOCK_BYTES = 2**18
SECONDS = 60
HANDLERS = (  # those of urllib without ftp: and file:
    request.ProxyHandler,
    request.HTTPHandler,
    request.HTTPSHandler,
    request.HTTPRedirectHandler,
    request.HTTPDefaultErrorHandler,
    request.HTTPErrorProcessor,
)


def address(url: str) -> str:
    """Return where a URL is downloaded from: there, or from the mirror, where its path begins with the host.

    A mirror is a copy as ``wget --force-directories`` makes it.

    Examples
    --------
    >>> os.environ["DRIFTSIFT_MIRROR"] = "http://localhost:8000"
    >>> address("https://archive.ics.uci.edu/static/public/31/covertype.zip")
    'http://localhost:8000/archive.ics.uci.edu/static/public/31/covertype.zip'
    >>> del os.environ["DRIFTSIFT_MIRROR"]
    """
    mirror = os.environ.get(MIRROR)
    if not mirror:
        return url
    if urlsplit(mirror).scheme not in ("http", "https"):
        raise ValueError(f"{MIRROR}={mirror!r} does not begin with http:// or https://")
    parts = urlsplit(url)
    return f"{mirror.rstrip('/')}/{parts.netloc}{parts.path}"


def download(url: str, path: Path, show: bool | None = False) -> None:
    """Write what is at a URL to a file; OSError if it cannot be had whole.

    Parameters
    ----------
    url : str
    path : Path
    show : bool, optional
        Show a progress bar; None: on a terminal only.
    """
    opener = request.OpenerDirector()
    for handler in HANDLERS:
        opener.add_handler(handler())
    opener.addheaders = [("User-Agent", "driftsift")]
    try:
        with opener.open(address(url), timeout=SECONDS) as response, path.open("wb") as file:
            size = _announced(response)
            with progress_bar(show, f"{path.name}, bytes", size) as advance:
                received = _copy(response, file, advance)
    except HTTPError:
        raise
    except URLError as error:
        raise OSError(f"no connection ({error.reason})") from None
    except ConnectionError as error:
        raise OSError(f"no connection ({error})") from None
    except HTTPException as error:
        raise OSError(f"the server does not speak HTTP as expected ({error!r})") from None
    if size is not None and received != size:
        raise OSError(f"the connection ended after {received:,} of {size:,} bytes")


def _announced(response: Any) -> int | None:
    size = response.headers.get("Content-Length")
    if size is None:
        return None
    if int(size) > MOST_BYTES:
        raise OSError(f"the file has {int(size):,} bytes, more than {MOST_BYTES:,}")
    return int(size)


def _copy(response: Any, file: Any, advance: Callable[[int], None]) -> int:
    received = 0
    while block := response.read(BLOCK_BYTES):
        received += len(block)
        if received > MOST_BYTES:
            raise OSError(f"the file has more than {MOST_BYTES:,} bytes")
        file.write(block)
        advance(received)
    return received
