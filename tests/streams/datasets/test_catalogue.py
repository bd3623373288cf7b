"""What is known about the data sets, and the names they go by."""

from __future__ import annotations

import re

import pytest

from driftsift.streams import datasets
from driftsift.streams.datasets.catalogue import CATALOGUE, KDD_ATTACKS
from driftsift.streams.datasets.download import address
from tests.streams.conftest import REAL_DATA, assert_refused

LOADABLE = [name for name in datasets.names() if name != "cryst"]
WITHOUT_A_COPY = {"poker-hand-full", "poker-lsn", "har"}
SHA256 = re.compile(r"[0-9a-f]{64}")


def test_names():
    assert datasets.names() == (
        *("spam", "iads", "nomao", "electricity", "kddcup99", "kddcup99-groups", "covertype"),
        *("poker-hand", "poker-hand-full", "poker-lsn", "har", "har-binary", "mnist", "enron", "imdb", "imdb-comedy"),
        "cryst",
    )
    assert [datasets.describe(name).name for name in datasets.names()] == list(datasets.names())


def test_titles_are_unique():
    titles = [data.title for data in CATALOGUE.values()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("name", LOADABLE)
def test_everything_is_known_about_every_data_set(name):
    data = datasets.describe(name)

    assert data.n_numeric + data.n_nominal == data.n_features > 0
    assert len(set(data.classes)) == len(data.classes) >= 2
    assert data.publisher
    assert data.licence
    assert data.notes
    assert data.page.startswith(("https://", "http://"))
    assert data.target == "class"
    assert data.sources
    assert all(url.startswith(("https://", "http://")) for url in data.urls)
    assert data.papers or name == "har-binary"


@pytest.mark.parametrize("name", LOADABLE)
def test_checksums_are_known_wherever_a_copy_was_at_hand(name):
    data = datasets.describe(name)
    sums = [*data.files.values(), data.content]

    if name in WITHOUT_A_COPY:
        assert sums == [None, None]
        assert "No copy was at hand" in data.notes
    else:
        assert all(SHA256.fullmatch(value) for value in sums)
    for part in (part for source in data.sources for part in source.parts):
        assert all(SHA256.fullmatch(value) for value in (part.sha256, part.packed) if value is not None)


def test_the_checksums_are_those_of_the_readme():
    readme = REAL_DATA / "README.md"
    if not readme.exists():
        pytest.skip(f"{readme} is not here")
    text = readme.read_text(encoding="utf-8")
    for name in set(LOADABLE) - WITHOUT_A_COPY:
        for file, sha256 in datasets.describe(name).files.items():
            assert re.search(rf"`{re.escape(file)}`[^\n]*`{sha256}`", text), file


def test_attack_groups_cover_all_labels_once():
    labels = [label for labels in KDD_ATTACKS.values() for label in labels.split()]
    assert sorted(labels) == list(datasets.describe("kddcup99").classes)
    assert {group: len(labels.split()) for group, labels in KDD_ATTACKS.items()} == {
        "normal": 1,
        "dos": 6,
        "probe": 4,
        "r2l": 8,
        "u2r": 4,
    }


def test_a_description_can_be_read():
    text = str(datasets.describe("imdb-comedy"))

    assert text.startswith("IMDB Comedy\n  size      120,919 instances, 1,001 features (1,001 numeric, 0 nominal)\n")
    assert "licence   not stated for the data" in text
    assert "cd38f9c2adfa33e6de56c9dcaa6d7bcf8f7977ea24bf9c9e6fbd7910d913f1d7" in text
    assert max(map(len, text.splitlines())) <= 112


def test_a_description_cannot_be_changed():
    with pytest.raises(AttributeError):
        datasets.describe("spam").n_instances = 1
    assert hash(datasets.describe("imdb")) != hash(datasets.describe("imdb-comedy"))


@pytest.mark.parametrize(
    ("wrong", "hint"), [("covtype", "'covertype'"), ("IMDB", "'imdb'"), ("minst", "'mnist'"), ("kddcup", "'kddcup99'")]
)
def test_a_wrong_name(wrong, hint):
    pieces = [f"there is no data set {wrong!r}; did you mean {hint}?", "There are 'spam', 'iads', 'nomao'", "'cryst'"]
    assert_refused(lambda: datasets.load(wrong), pieces)
    assert_refused(lambda: datasets.describe(wrong), pieces)


def test_a_name_that_resembles_nothing():
    assert_refused(lambda: datasets.load("%"), ["there is no data set '%'. There are 'spam'"])


def test_what_nobody_has():
    assert_refused(lambda: datasets.load("cryst"), ["CRYST cannot be loaded", "No public copy and no description"])


def test_a_mirror_has_the_layout_of_wget(monkeypatch):
    monkeypatch.setenv("DRIFTSIFT_MIRROR", "https://mirror.example/data/")
    assert address("https://host/a/b+c.zip") == "https://mirror.example/data/host/a/b+c.zip"
    monkeypatch.delenv("DRIFTSIFT_MIRROR")
    assert address("https://host/a/b+c.zip") == "https://host/a/b+c.zip"
