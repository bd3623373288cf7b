"""A real data set is put back into its publisher's form, served, downloaded: the same content comes out."""

from __future__ import annotations

import numpy as np
import pytest

from driftsift.streams import datasets, open_stream
from driftsift.streams.datasets.checks import content_of, sha256_of
from tests.streams.conftest import assert_refused
from tests.streams.datasets import publishers
from tests.streams.datasets.conftest import REAL_DATA, files_in


@pytest.fixture
def copy():
    """A function that gives the local copy of a data set as a stream."""
    if not REAL_DATA.is_dir():
        pytest.skip(f"{REAL_DATA} is not here")
    return lambda name: datasets.load(name, REAL_DATA, download=False)


def assert_downloaded(*names):
    """Each data set now comes out of the cache with the content of the local copy."""
    for name in names:
        assert content_of(datasets.load(name)) == datasets.describe(name).content


def test_poker_hand(copy, publish, tmp_path, cache):
    url = datasets.describe("poker-hand").urls[0]
    publish(url, publishers.poker_hand(copy("poker-hand"), tmp_path))
    assert_downloaded("poker-hand")
    assert files_in(cache) == ["poker-hand.receipt.json", "poker_hand_uci_train.parquet"]
    assert sha256_of(cache / "poker_hand_uci_train.parquet") != datasets.describe("poker-hand").sha256


@pytest.mark.parametrize("source", [0, 1])
def test_electricity(copy, publish, tmp_path, source):
    publish(datasets.describe("electricity").urls[source], publishers.electricity(copy("electricity"), tmp_path))
    assert_downloaded("electricity")


@pytest.mark.parametrize("source", [0, 1])
def test_nomao(copy, publish, tmp_path, source):
    arff = publishers.nomao(copy("nomao"), tmp_path, with_id=source == 0)
    publish(
        datasets.describe("nomao").urls[source],
        publishers.zipped({"nomao.arff": arff}) if source == 0 else arff.encode(),
    )
    assert_downloaded("nomao")


@pytest.mark.slow
def test_iads(copy, publish):
    zeros = np.flatnonzero(copy("iads").take(3279).X[:, 3] == 0)
    publish(datasets.describe("iads").urls[0], publishers.iads(copy("iads"), zeros[zeros >= 998][:9]))
    assert_downloaded("iads")


@pytest.mark.slow
def test_iads_with_other_unknown_values_is_another_set(copy, publish):
    zeros = np.flatnonzero(copy("iads").take(998).X[:, 3] == 0)
    publish(datasets.describe("iads").urls[0], publishers.iads(copy("iads"), zeros[-1:]))
    assert_refused(lambda: datasets.load("iads"), ["but not the expected values"], FileNotFoundError)


def test_enron(copy, publish, cache):
    arff = publishers.multi_label(copy("enron"), REAL_DATA / "enron_labels.parquet")
    publish(datasets.describe("enron").urls[0], arff)
    assert_downloaded("enron")
    names = ["enron.libsvm.gz", "enron.receipt.json", "enron_features.txt", "enron_labels.parquet"]
    assert files_in(cache) == names
    for name in names[2:]:
        path = cache / name
        if name.endswith(".txt"):
            assert path.read_bytes() == (REAL_DATA / name).read_bytes()
        else:
            original = open_stream(REAL_DATA / name, target="A.A1")
            again = open_stream(path, target="A.A1")
            assert (again.take(1702).X == original.take(1702).X).all()


@pytest.mark.slow
def test_spam_in_libsvm_format(copy, publish):
    copy("spam")
    publish(datasets.describe("spam").urls[0], publishers.spam_as_libsvm(REAL_DATA / "spam.libsvm.gz"))
    assert_downloaded("spam")


@pytest.mark.slow
def test_spam_as_a_table_of_digits(copy, publish):
    publish(datasets.describe("spam").urls[0], publishers.spam_as_text(copy("spam")))
    assert_downloaded("spam")


@pytest.mark.slow
def test_imdb_serves_both_its_labels(copy, publish):
    publish(
        datasets.describe("imdb").urls[0],
        publishers.multi_label(copy("imdb"), REAL_DATA / "imdb_labels.parquet"),
    )
    assert datasets.load("imdb-comedy").n_instances == 120_919
    assert_downloaded("imdb", "imdb-comedy")
    assert len(publish.asked) == 1


@pytest.mark.slow
def test_kddcup99_byte_for_byte(copy, publish):
    copy("kddcup99")
    publish(datasets.describe("kddcup99").urls[0], publishers.kddcup99(REAL_DATA / "kddcup99_10pct.parquet"))
    assert_downloaded("kddcup99-groups", "kddcup99")
    assert len(publish.asked) == 1


@pytest.mark.slow
def test_covertype(copy, publish, tmp_path):
    publish(datasets.describe("covertype").urls[0], publishers.covertype(copy("covertype"), tmp_path))
    assert_downloaded("covertype")


@pytest.mark.slow
def test_mnist_byte_for_byte(copy, publish):
    packed = publishers.mnist(copy("mnist"))
    for url, answer in zip(datasets.describe("mnist").urls, packed, strict=False):
        publish(url, answer)
    assert_downloaded("mnist")
