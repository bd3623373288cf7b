"""A publisher answers rightly, wrongly, partly or not at all; whatever happens, no half file is left."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import json
import tarfile
import time
import zipfile
from contextlib import contextmanager

import pytest

from driftsift.streams import datasets
from driftsift.streams.datasets import download as downloading
from driftsift.streams.datasets import unpacking
from driftsift.streams.datasets.dataset import Part, Source
from driftsift.streams.datasets.unpacking import unpack
from tests.streams.conftest import assert_refused
from tests.streams.datasets.conftest import files_in

URL = "https://archive.ics.uci.edu/static/public/158/poker+hand.zip"
ROWS = b"".join(b"%d,%d,2,11,3,13,4,10,1,1,%d\n" % (1 + i % 4, 1 + i % 13, i % 10) for i in range(520))
LAST = ROWS[ROWS.rindex(b"\n", 0, -1) + 1 :]
NAMES = ["poker-hand.receipt.json", "poker_hand_uci_train.parquet"]


def zipped(**members):
    """A zip file; a member is called as the keyword, with hyphens and .data."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(f"poker/{name.replace('_', '-')}.data", content)
    return out.getvalue()


GOOD = zipped(poker_hand_training_true=ROWS, poker_hand_testing=ROWS)


@pytest.fixture(autouse=True)
def small_poker(known):
    """520 rows, the content unknown."""
    return known("poker-hand", n_instances=520, content=None)


def assert_not_obtained(cache, *pieces, name="poker-hand"):
    assert_refused(lambda: datasets.load(name), [f"the data set {name!r} is not here", *pieces], FileNotFoundError)
    assert files_in(cache) == []


def test_a_download_is_converted_checked_and_kept(publish, cache):
    publish(URL, GOOD)
    stream = datasets.load("poker-hand")

    assert repr(stream) == "<ParquetStream 'Poker-Hand': 520 instances, 10 features, 10 classes>"
    assert stream.path == cache / "poker_hand_uci_train.parquet"
    assert stream.take(2).X[:, :4].tolist() == [[0, 1, 0, 11], [1, 2, 0, 11]]
    assert stream.schema.features[0].categories == ("1", "2", "3", "4")
    assert files_in(cache) == NAMES
    assert publish.asked == ["/archive.ics.uci.edu/static/public/158/poker+hand.zip"]
    assert repr(datasets.load("poker-hand", download=False)) == repr(stream)
    assert len(publish.asked) == 1
    receipt = json.loads((cache / NAMES[0]).read_text())
    assert receipt["sha256"] == {NAMES[1]: hashlib.sha256(stream.path.read_bytes()).hexdigest()}
    assert list(receipt["content"]) == ["poker-hand"]


def test_two_parts_of_one_archive_are_downloaded_once(publish, known):
    known("poker-hand-full", n_instances=1040)
    publish(URL, GOOD)
    full = datasets.load("poker-hand-full").take(1040)
    assert len(publish.asked) == 1
    assert (full[:520].X == full[520:].X).all()


def test_a_damaged_copy_in_the_cache_is_not_replaced_silently(publish, cache):
    publish(URL, GOOD)
    path = datasets.load("poker-hand").path
    path.write_bytes(path.read_bytes()[:-1])
    assert_refused(lambda: datasets.load("poker-hand"), [str(path), "the sha256 is", "Remove it"])
    path.unlink()
    assert datasets.load("poker-hand").n_instances == 520


@pytest.mark.parametrize("progress", [True, False, None])
def test_progress_is_told_in_bytes(publish, monkeypatch, progress):
    told = []

    @contextmanager
    def bar(show, label, total):
        told.extend([show, total])
        yield told.append

    publish(URL, GOOD)
    monkeypatch.setattr(downloading, "progress_bar", bar)
    datasets.load("poker-hand", progress=progress)
    assert told == [progress, len(GOOD), len(GOOD)]


def close_early(handler):
    handler.give(GOOD[: len(GOOD) // 2], length=len(GOOD))


def close_at_once(handler):
    handler.connection.close()


def say_something_else(handler):
    handler.wfile.write(b"220 ftp.example ready\r\n")


def fail(handler):
    handler.send_error(500)


def refuse(handler):
    handler.send_error(403)


def redirect_to(target):
    def redirect(handler):
        handler.send_response(302)
        handler.send_header("Location", target)
        handler.end_headers()

    return redirect


def never_end(handler):
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(b"x" * 200_000)


def announce_too_much(handler):
    handler.give(b"", length=2**40)


HTML = b"<!DOCTYPE html><html><body>Please accept our cookies</body></html>"
ANSWERS = {
    "404": (None, "HTTP Error 404"),
    "403": (refuse, "HTTP Error 403"),
    "500": (fail, "HTTP Error 500"),
    "closed early": (close_early, f"the connection ended after {len(GOOD) // 2:,} of {len(GOOD):,} bytes"),
    "closed at once": (close_at_once, "no connection ("),
    "no HTTP": (say_something_else, "the server does not speak HTTP"),
    "announces too much": (announce_too_much, "the file has 1,099,511,627,776 bytes, more than 1,073,741,824"),
    "to a file": (redirect_to("file:///etc/hostname"), "HTTP Error 302"),
    "to nowhere": (redirect_to("/nowhere"), "HTTP Error 404"),
    "to itself": (redirect_to("/archive.ics.uci.edu/static/public/158/poker+hand.zip"), "HTTP Error 302"),
    "empty": (b"", "poker+hand.zip is no readable archive"),
    "html": (HTML, "poker+hand.zip is no readable archive (File is not a zip file); it begins with b'<!DOCTYPE html>"),
    "cut": (GOOD[:-30], "poker+hand.zip is no readable archive"),
    "other members": (
        zipped(readme=b"moved"),
        "poker+hand.zip holds 0 files called 'poker-hand-training-true.data', expected 1; it holds 'poker/readme.data'",
    ),
    "fewer rows": (
        zipped(poker_hand_training_true=ROWS[: len(ROWS) // 2]),
        "Poker-Hand from this source has instances:",
    ),
    "another class": (
        zipped(poker_hand_training_true=ROWS + b"1,1,1,1,1,1,1,1,1,1,10\n"),
        "label '10' is not a known class",
    ),
    "another column": (
        zipped(poker_hand_training_true=ROWS.replace(b"\n", b",5\n")),
        "zip: part 0 poker-hand-training-true.data: names= lists 11 columns, the file has 12",
    ),
    "letters": (
        zipped(poker_hand_training_true=ROWS[: -len(LAST)] + b"1,K,2,11,3,13,4,10,1,1,9\n"),
        "nominal features: 6, expected 5",
    ),
}


@pytest.mark.parametrize(("answer", "message"), ANSWERS.values(), ids=ANSWERS)
def test_what_a_server_can_do_wrong(publish, cache, answer, message):
    publish(URL, answer)
    assert_not_obtained(
        cache, message, f"{URL.replace('https:/', '')}: ", "page: https://archive.ics.uci.edu/dataset/158"
    )


def test_flipped_bits_in_an_archive(publish, cache):
    damaged = bytearray(GOOD)
    damaged[200] ^= 0xFF
    publish(URL, bytes(damaged))
    assert_not_obtained(cache, "poker-hand-training-true.data is damaged or cut off after")


def test_a_stream_without_an_end(publish, cache, monkeypatch):
    monkeypatch.setattr(downloading, "MOST_BYTES", 100_000)
    publish(URL, never_end)
    assert_not_obtained(cache, "the file has more than 100,000 bytes")


def test_a_bomb(publish, cache, monkeypatch):
    monkeypatch.setattr(unpacking, "MOST_BYTES", 10_000)
    publish(URL, zipped(poker_hand_training_true=b"0" * 5_000_000))
    assert_not_obtained(cache, "poker-hand-training-true.data is longer than 10,000 bytes when unpacked")


def test_a_server_that_falls_asleep(publish, cache, monkeypatch):
    monkeypatch.setattr(downloading, "SECONDS", 0.2)
    publish(URL, lambda handler: time.sleep(1))
    assert_not_obtained(cache, "timed out")


@pytest.mark.parametrize("mirror", ["ftp://127.0.0.1", "file:///tmp", "/tmp"])
def test_only_http_is_spoken(cache, monkeypatch, mirror):
    monkeypatch.setenv("DRIFTSIFT_MIRROR", mirror)
    pieces = [f"DRIFTSIFT_MIRROR={mirror!r} does not begin with http:// or https://"]
    assert_refused(lambda: datasets.load("poker-hand"), pieces)
    assert files_in(cache) == []


def test_a_changed_file_is_noticed_by_its_content(publish, cache, known):
    publish(URL, GOOD)
    content = json.loads((datasets.load("poker-hand").path.parent / NAMES[0]).read_text())["content"]["poker-hand"]
    for name in NAMES:
        (cache / name).unlink()
    known("poker-hand", content=content)

    publish(URL, zipped(poker_hand_training_true=ROWS.replace(b"1,1,0\n", b"1,2,0\n", 1)))
    assert_not_obtained(cache, "not the expected values: their checksum is", f"expected {content}")
    publish(URL, GOOD)
    assert datasets.load("poker-hand").n_instances == 520


@pytest.mark.parametrize("which", ["packed", "sha256"])
def test_a_changed_file_is_noticed_by_its_checksum(publish, cache, known, which):
    entry = datasets.describe("poker-hand")
    content = GOOD if which == "packed" else ROWS
    part = Part(URL, ("poker-hand-training-true.data",), **{which: hashlib.sha256(content).hexdigest()})
    known("poker-hand", sources=(Source((part,), entry.sources[0].convert),))

    publish(URL, zipped(poker_hand_training_true=ROWS + ROWS))
    name = "poker+hand.zip" if which == "packed" else "poker-hand-training-true.data, unpacked"
    assert_not_obtained(cache, f"the sha256 of {name!r} is", f"expected {hashlib.sha256(content).hexdigest()}")
    publish(URL, GOOD)
    assert datasets.load("poker-hand").n_instances == 520


def test_the_next_source_is_tried(publish, cache, known):
    entry = datasets.describe("poker-hand")
    elsewhere = "https://mirror.example/poker.tgz"
    second = Source((Part(elsewhere, ("poker-hand-training-true.data",)),), entry.sources[0].convert)
    known("poker-hand", sources=(*entry.sources, second))
    publish(URL, HTML)
    assert_not_obtained(cache, "it begins with b'<!DOCTYPE", "mirror.example/poker.tgz: HTTP Error 404")

    publish(elsewhere, tarred({"poker/poker-hand-training-true.data": ROWS}))
    assert datasets.load("poker-hand").n_instances == 520
    assert files_in(cache) == NAMES


def test_nothing_can_be_written_to_the_cache(publish, cache, monkeypatch):
    publish(URL, GOOD)
    cache.parent.write_text("a file where a folder should be")
    pieces = [f"nothing can be written to the cache {cache}", "the environment variable XDG_CACHE_HOME"]
    assert_refused(lambda: datasets.load("poker-hand"), pieces, OSError)
    assert publish.asked == []


def test_a_full_disk(publish, cache, monkeypatch):
    def full(*arguments):
        raise OSError(28, "No space left on device")

    publish(URL, GOOD)
    monkeypatch.setattr(downloading, "_copy", full)
    assert_not_obtained(cache, "No space left on device")


def test_an_interruption_leaves_nothing(publish, cache, monkeypatch):
    def interrupt(*arguments):
        raise KeyboardInterrupt

    publish(URL, GOOD)
    monkeypatch.setattr("driftsift.streams.datasets.obtain.require_content", interrupt)
    with pytest.raises(KeyboardInterrupt):
        datasets.load("poker-hand")
    assert files_in(cache) == []


def tarred(members):
    """A .tar.gz file."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def test_names_in_archives_are_no_paths(tmp_path):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("../../evil.txt", "x")
        archive.writestr("/etc/rows.data", "1")
        archive.writestr("__MACOSX/etc/rows.data", "2")
    for name, content in {
        "a.zip": out.getvalue(),
        "a.tar.gz": tarred({"../../evil.txt": b"x", "/etc/rows.data": b"1"}),
    }.items():
        packed = tmp_path / "in" / "deep" / name
        packed.parent.mkdir(parents=True, exist_ok=True)
        packed.write_bytes(content)
        unpack(packed, name, ["evil.txt"], tmp_path / "in" / "target")
        assert files_in(tmp_path) == sorted({name, "target"} | set(files_in(packed.parent)))
        unpack(packed, name, ["rows.data"], tmp_path / "in" / "target")
        assert (tmp_path / "in" / "target").read_bytes() == b"1"


def test_links_in_archives_are_not_followed(tmp_path):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        entry = tarfile.TarInfo("rows.data")
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/hostname"
        archive.addfile(entry)
    (tmp_path / "a.tgz").write_bytes(out.getvalue())
    pieces = ["a.tgz holds 0 files called 'rows.data'", "nothing"]
    assert_refused(lambda: unpack(tmp_path / "a.tgz", "a.tgz", ["rows.data"], tmp_path / "target"), pieces)


def test_a_locked_archive(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("rows.data", "1")
    locked = bytearray(path.read_bytes())
    for begin in (locked.index(b"PK\3\4") + 6, locked.index(b"PK\1\2") + 8):
        locked[begin] |= 1
    path.write_bytes(locked)
    pieces = ["a.zip is no readable archive", "encrypted"]
    assert_refused(lambda: unpack(path, "a.zip", ["rows.data"], tmp_path / "target"), pieces)


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress)])
def test_packed_files(tmp_path, suffix, pack):
    content = bytes(range(256)) * 1000
    path = tmp_path / f"a{suffix}"
    path.write_bytes(pack(content))
    assert unpack(path, path.name, [], tmp_path / "target") == hashlib.sha256(content).hexdigest()
    assert (tmp_path / "target").read_bytes() == content
    path.write_bytes(pack(content)[:-10])
    pieces = [f"{path.name} is damaged or cut off after"]
    assert_refused(lambda: unpack(path, path.name, [], tmp_path / "target"), pieces)
    path.write_bytes(HTML)
    pieces = [f"{path.name} is damaged or cut off after 0 unpacked bytes"]
    assert_refused(lambda: unpack(path, path.name, [], tmp_path / "target"), pieces)
