"""A place to work in that sees no other data, and a web server that plays all publishers."""

from __future__ import annotations

import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest

from driftsift.streams.datasets import checks
from driftsift.streams.datasets.catalogue import CATALOGUE
from driftsift.streams.datasets.download import MIRROR
from driftsift.streams.datasets.places import CACHE, DATA
from tests.streams.conftest import REAL_DATA


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """An empty cache; no other place is known, and no server."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    monkeypatch.delenv(DATA, raising=False)
    monkeypatch.setenv(MIRROR, "http://127.0.0.1:9")  # nobody listens there
    monkeypatch.setenv("no_proxy", "*")
    return tmp_path / "cache" / "driftsift"


@pytest.fixture
def data_folder(monkeypatch):
    """The folder of real data, named by the environment."""
    if not REAL_DATA.is_dir():
        pytest.skip(f"{REAL_DATA} is not here")
    monkeypatch.setenv(DATA, str(REAL_DATA))
    return REAL_DATA


class Publisher(BaseHTTPRequestHandler):
    """Answers with what the test has put under the host and path of the real publisher."""

    def do_GET(self):
        self.server.asked.append(self.path)
        answer = self.server.answers.get(self.path)
        if answer is None:
            self.send_error(404)
        elif callable(answer):
            answer(self)
        else:
            self.give(answer)

    def give(self, body, length=None):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def publish(monkeypatch):
    """A function that puts an answer behind a URL; its attribute `asked` lists the paths asked for."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Publisher) as server:
        server.answers, server.asked, server.daemon_threads = {}, [], True
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        monkeypatch.setenv(MIRROR, f"http://127.0.0.1:{server.server_port}")

        def publish_answer(url, answer):
            parts = urlsplit(url)
            server.answers[f"/{parts.netloc}{parts.path}"] = answer

        publish_answer.asked = server.asked
        yield publish_answer
        server.shutdown()


@pytest.fixture
def known(monkeypatch):
    """A function that changes what the catalogue says about a data set; returns the new entry."""

    def change(name, **changes):
        monkeypatch.setitem(CATALOGUE, name, replace(CATALOGUE[name], **changes))
        return CATALOGUE[name]

    return change


@pytest.fixture(autouse=True)
def no_memory_of_files(monkeypatch):
    """Every test hashes its files itself."""
    monkeypatch.setattr(checks, "_known", {})


def files_in(folder):
    """All files below a folder."""
    return sorted(path.name for path in folder.rglob("*") if path.is_file()) if folder.exists() else []
