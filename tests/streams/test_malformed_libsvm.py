"""LibSVM files that cannot be read: the message says which file, where in it, and what is wrong."""

from __future__ import annotations

import gzip

import pytest

from driftsift.data import Numeric, Schema
from driftsift.streams import LibSVMStream
from tests.streams.conftest import assert_file_refused, cut

NUMBERS = Schema([Numeric("a"), Numeric("b")], ("u", "v"))

# case -> (file name, content, options, pieces of the message)
MALFORMED = {
    "empty": ("t.libsvm", "", {}, ["t.libsvm", "no rows"]),
    "comments only": ("t.libsvm", "# a\n\n# b\n", {}, ["no rows"]),
    "no label": ("t.libsvm", "1 1:1\n2:5 3:1\n", {}, ["line 2", "column 1", "no label", "'2:5'"]),
    "several labels": ("t.libsvm", "1,2 1:1\n", {}, ["line 1", "'1,2'", "more than one label"]),
    "qid": ("t.libsvm", "1 qid:3 1:1\n", {}, ["line 1", "column 3", "qid", "ranking"]),
    "no pair": ("t.libsvm", "1 1:1\n0 1:1 7\n", {}, ["line 2", "column 7", "'7'", "index:value"]),
    "no index": ("t.libsvm", "1 x:1\n", {}, ["line 1", "column 3", "'x'", "feature index"]),
    "fraction as index": ("t.libsvm", "1 1.5:1\n", {}, ["line 1", "'1.5'", "feature index"]),
    "negative index": ("t.libsvm", "1 -3:1\n", {}, ["line 1", "column 3", "index -3", "negative"]),
    "huge index": ("t.libsvm", "1 99999999999:1\n", {}, ["line 1", "99999999999"]),
    "overflowing index": (
        "t.libsvm",
        "1 99999999999999999999999:1\n",
        {},
        ["line 1", "feature index"],
    ),
    "no value": ("t.libsvm", "1 3:\n", {}, ["line 1", "column 5", "'' is not a number"]),
    "text as value": (
        "t.libsvm",
        "1 1:1 3:two\n",
        {},
        ["line 1", "column 9", "'two' is not a number"],
    ),
    "inf": ("t.libsvm", "# x\n1 1:1 3:inf\n", {}, ["line 2", "column 9", "infinite"]),
    "value too large": ("t.libsvm", "1 3:-1e999\n", {}, ["line 1", "column 5", "infinite"]),
    "index twice": ("t.libsvm", "1 1:1\n0 4:1 4:2\n", {}, ["line 2", "index", "twice"]),
    "index beyond": (
        "t.libsvm",
        "1 1:1\n0 4:1\n",
        {"n_features": 3},
        ["line 2", "column 3", "index 4", "3 features"],
    ),
    "index beyond, from zero": (
        "t.libsvm",
        "1 0:1\n0 3:1\n",
        {"n_features": 3},
        ["line 2", "index 3", "3 features", "from 0"],
    ),
    "index 0 in a file from 1": (
        "t.libsvm",
        "1 1:1\n1 0:1\n",
        {"zero_based": False},
        ["line 2", "index 0", "zero_based=True"],
    ),
    "quantity as label": ("t.libsvm", "0.5 1:1\n", {}, ["0.5", "classifies"]),
    "unknown label": (
        "t.libsvm",
        "u 1:1\n\nw 1:1\n",
        {"classes": ("u", "v")},
        ["line 3", "label 'w'", "'u', 'v'"],
    ),
    "schema of another width": (
        "t.libsvm",
        "1 1:1\n",
        {"schema": NUMBERS, "n_features": 7},
        ["n_features=7", "2 features"],
    ),
    "wider than the schema": (
        "t.libsvm",
        "u 1:1 3:1\n",
        {"schema": NUMBERS},
        ["line 1", "index 3", "2 features"],
    ),
    "target": ("t.libsvm", "1 1:1\n", {"target": "y"}, ["t.libsvm", "'y'", "begins with its label"]),
    "gzip cut": (
        "t.libsvm.gz",
        cut(gzip.compress(b"1 1:1 2:3\n" * 99_999), 0.6),
        {},
        ["damaged or cut off"],
    ),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_the_message_says_where_and_what(write, case):
    assert_file_refused(write, *MALFORMED[case])


def test_a_line_without_end_is_named(write, monkeypatch):
    monkeypatch.setattr("driftsift.streams.lines.LONGEST_LINE", 1000)
    with pytest.raises(ValueError, match=r"line 1: a line is longer than 1,000 bytes"):
        LibSVMStream(write("t.libsvm", "1 " + "1:1 " * 1000))
