"""Where files are looked for, what is said when they are nowhere, and how they are told from others."""

from __future__ import annotations

import hashlib
import json
import shutil

import numpy as np
import pytest

from driftsift.streams import ArrayStream, datasets, write_stream
from driftsift.streams.datasets import checks
from driftsift.streams.datasets.opening import shuffled
from driftsift.streams.datasets.places import CACHE, DATA
from tests.reference import philox
from tests.streams.conftest import assert_refused
from tests.streams.datasets.conftest import files_in

VALUES = np.array([[0.5, 1.0], [2.0, 0.0], [-1.0, 1.0]])


def small(value=0.5):
    """Three rows."""
    return ArrayStream(VALUES + (value - 0.5), ["UP", "DOWN", "UP"])


@pytest.fixture
def copy(tmp_path, known):
    """A function that puts a copy of a small data set called electricity into a folder."""
    original = tmp_path / "original.parquet"
    write_stream(small(), original)
    known("electricity", n_instances=3, sha256=hashlib.sha256(original.read_bytes()).hexdigest())

    def copy_into(folder):
        folder.mkdir(parents=True, exist_ok=True)
        return shutil.copyfile(original, folder / "electricity.parquet")

    return copy_into


def test_root_comes_before_the_environment_and_that_before_the_cache(copy, tmp_path, monkeypatch, cache):
    monkeypatch.setenv(DATA, str(tmp_path / "data"))
    for folder in (cache, tmp_path / "data", tmp_path / "root"):
        path = copy(folder)
        root = tmp_path / "root" if folder.name == "root" else None
        assert datasets.load("electricity", root).path == path
    assert datasets.load("electricity").path == tmp_path / "data" / "electricity.parquet"


def test_an_empty_root_does_not_hide_the_others(copy, tmp_path, cache):
    (tmp_path / "root").mkdir()
    path = copy(cache)
    assert datasets.load("electricity", tmp_path / "root").path == path
    assert datasets.load("electricity", str(tmp_path / "root")).path == path


def test_without_settings_the_cache_is_in_the_home_folder(copy, tmp_path, monkeypatch):
    monkeypatch.delenv(CACHE)
    monkeypatch.setenv("HOME", str(tmp_path))
    path = copy(tmp_path / ".cache" / "driftsift")
    assert datasets.load("electricity").path == path


def test_an_empty_variable_is_none(copy, tmp_path, monkeypatch, cache):
    monkeypatch.setenv(DATA, "")
    monkeypatch.chdir(tmp_path)
    copy(tmp_path)
    pieces = [f"looked in: {cache} (cache"]
    assert_refused(lambda: datasets.load("electricity", download=False), pieces, FileNotFoundError)


def test_nowhere_and_no_network_wanted(tmp_path, monkeypatch, cache, publish):
    monkeypatch.setenv(DATA, str(tmp_path / "absent"))
    data = datasets.describe("enron")
    pieces = [
        "the data set 'enron' is not here: no enron.libsvm.gz",
        f"looked in: {tmp_path} (root)",
        f"looked in: {tmp_path / 'absent'} (DRIFTSIFT_DATA; there is no such folder)",
        f"looked in: {cache} (cache; there is no such folder)",
        "download: not tried, because of download=False",
        f"publisher: {data.publisher}",
        f"page: {data.page}",
        f"licence: {data.licence}",
        "what to do: load it once where the network allows",
        f"put enron.libsvm.gz (sha256 {data.sha256}) together with 'enron_features.txt', 'enron_labels.parquet'",
    ]
    assert_refused(lambda: datasets.load("enron", tmp_path, download=False), pieces, FileNotFoundError)
    assert publish.asked == []
    assert not cache.exists()


def test_nowhere_and_no_connection(cache):
    pieces = ["the data set 'poker-hand' is not here", "/poker+hand.zip: no connection (", "licence: CC BY 4.0"]
    assert_refused(lambda: datasets.load("poker-hand"), pieces, FileNotFoundError)
    assert files_in(cache) == []


@pytest.mark.parametrize("name", ["absent", "file"])
def test_a_root_that_is_no_folder(tmp_path, name):
    (tmp_path / "file").touch()
    path = tmp_path / name
    pieces = [f"root={str(path)!r} is not a folder"]
    assert_refused(lambda: datasets.load("spam", path), pieces, NotADirectoryError)


def test_a_root_of_another_type():
    assert_refused(lambda: datasets.load("spam", 5), ["expected the path of a file, got int"], TypeError)


def test_a_companion_is_missing(tmp_path):
    (tmp_path / "imdb.libsvm.gz").touch()
    pieces = [str(tmp_path / "imdb_features.txt"), "does not exist", "IMDB Comedy is read from imdb.libsvm.gz together"]
    assert_refused(lambda: datasets.load("imdb-comedy", tmp_path), pieces, FileNotFoundError)


def flip(data):
    """The bytes with one bit changed."""
    return data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]


DAMAGE = {
    "flipped": flip,
    "cut": lambda data: data[:-20],
    "empty": lambda data: b"",
    "longer": lambda data: data + b"\0",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_refused(copy, tmp_path, damage):
    path = copy(tmp_path / "root")
    path.write_bytes(damage(path.read_bytes()))
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    pieces = [str(path), f"the sha256 is {found}, expected {datasets.describe('electricity').sha256}", "Remove it"]

    assert_refused(lambda: datasets.load("electricity", tmp_path / "root"), pieces)
    assert path.exists()


def test_a_damaged_companion_is_refused(data_folder, tmp_path):
    for file in datasets.describe("enron").files:
        shutil.copyfile(data_folder / file, tmp_path / file)
    assert datasets.load("enron", tmp_path).take(1).X.shape == (1, 1001)
    with (tmp_path / "enron_features.txt").open("a") as names:
        names.write("zebra\n")
    assert_refused(lambda: datasets.load("enron", tmp_path), [str(tmp_path / "enron_features.txt"), "the sha256 is"])


def test_a_file_is_hashed_once_and_again_when_it_changes(copy, tmp_path, monkeypatch):
    path = copy(tmp_path / "root")
    hashed = []
    digest = hashlib.file_digest
    monkeypatch.setattr(checks.hashlib, "file_digest", lambda *arguments: hashed.append(1) or digest(*arguments))
    for _ in range(3):
        datasets.load("electricity", tmp_path / "root")
    assert len(hashed) == 1
    path.write_bytes(path.read_bytes() + b"\0")
    assert_refused(lambda: datasets.load("electricity", tmp_path / "root"), ["the sha256 is"])
    assert len(hashed) == 2


@pytest.fixture
def made_here(cache, known):
    """A cached file of which only the receipt tells that it is right."""
    cache.mkdir(parents=True)
    path = cache / "electricity.parquet"
    write_stream(small(), path)
    content = checks.content_of(small())
    known("electricity", n_instances=3, content=content)
    receipt = {"content": {"electricity": content}, "sha256": {path.name: checks.sha256_of(path)}}
    (cache / "electricity.receipt.json").write_text(json.dumps(receipt))
    return path


def test_a_file_with_a_receipt_is_accepted(made_here):
    assert datasets.load("electricity", download=False).path == made_here


def test_a_file_that_is_not_that_of_its_receipt_is_refused(made_here):
    made_here.write_bytes(made_here.read_bytes() + b"\0")
    assert_refused(lambda: datasets.load("electricity"), [str(made_here), "the sha256 is"])


def test_a_receipt_for_another_content_is_not_enough(made_here, known):
    known("electricity", content="0" * 64)
    assert_refused(lambda: datasets.load("electricity"), [str(made_here), "the sha256 is"])


@pytest.mark.parametrize("text", ["", "[]", '{"sha256": 5, "content": {}}', "{", "\udcff"])
def test_a_receipt_that_cannot_be_read_is_none(made_here, text):
    receipt = made_here.with_name("electricity.receipt.json")
    receipt.write_bytes(text.encode(errors="surrogateescape"))
    assert_refused(lambda: datasets.load("electricity"), [str(made_here), "the sha256 is"])


def test_without_checksum_and_receipt_nothing_is_believed(tmp_path):
    write_stream(small(), tmp_path / "har.parquet")
    assert_refused(lambda: datasets.load("har", tmp_path), ["the sha256 is", "expected one in har.receipt.json"])


def test_content_is_what_is_read_and_nothing_else():
    content = checks.content_of(small())
    chunked = small()
    chunked.__class__ = type("Chunked", (ArrayStream,), {"chunk_rows": 1})
    signed = ArrayStream(np.where(VALUES == 0, -0.0, VALUES), ["UP", "DOWN", "UP"])

    assert content == checks.content_of(chunked) == checks.content_of(signed)
    others = [
        small(0.25),
        ArrayStream(VALUES, ["UP", "UP", "DOWN"]),
        ArrayStream(VALUES, ["UP", "DOWN", "UP"], names=["x0", "y"]),
        ArrayStream(VALUES, ["up", "down", "up"]),
        ArrayStream(VALUES[:, ::-1], ["UP", "DOWN", "UP"]),
        ArrayStream(VALUES, ["UP", "DOWN", "UP"], nominal={"x1": ["no", "yes"]}),
        ArrayStream(VALUES, ["UP", "DOWN", "UP"], nominal={"x1": ["yes", "no"]}),
        ArrayStream(np.where(VALUES == 0, np.nan, VALUES), ["UP", "DOWN", "UP"]),
        ArrayStream(VALUES[:2], ["UP", "DOWN"]),
    ]
    assert len({content, *map(checks.content_of, others)}) == 1 + len(others)


def test_a_shuffled_stream_is_sorted_by_its_words():
    n, seed = 50, 11
    stream = ArrayStream(np.arange(n, dtype=float)[:, None], ["a", "b"] * (n // 2))
    order = sorted(range(n), key=lambda t: (philox.words(seed, 10, 0, t)[0], t))
    chunk = shuffled(stream, seed).take(n)

    assert chunk.X.ravel().tolist() == order
    assert chunk.y.tolist() == [t % 2 for t in order]
