"""CSV files that cannot be read: the message says which file, where in it, and what is wrong."""

from __future__ import annotations

import gzip

import pytest

from driftsift.data import Numeric, Schema
from driftsift.streams import CSVStream
from tests.streams.conftest import assert_file_refused, assert_refused, csv_text, cut, pack

ROWS = "".join(f"{i},{i * i}\n" for i in range(20_000))
NUMBERS = Schema([Numeric("a"), Numeric("b")], ("u", "v"))

# case -> (file name, content, options, pieces of the message)
MALFORMED = {
    "empty": ("t.csv", "", {}, ["t.csv", "empty"]),
    "blank lines only": ("t.csv", "\n\n \n", {}, ["empty"]),
    "header only": ("t.csv", "a,b,class\n", {}, ["column names but no rows"]),
    "too few cells": (
        "t.csv",
        "a,b,class\n1,2,u\n3,u\n",
        {},
        ["line 3", "column 3", "2 cells, expected 3", "3,u"],
    ),
    "too many cells": (
        "t.csv",
        "a,b,class\n1,2,u,x\n",
        {},
        ["line 2", "column 4", "4 cells, expected 3"],
    ),
    "bad row after cells over several lines": (
        "t.csv",
        'a,class\n"one\n\ntwo",u\n\n3\n',
        {},
        ["line 6", "1 cells, expected 2", "'3'"],
    ),
    "bad row without header": ("t.csv", "1,u\n2\n", {"header": False}, ["line 2", "1 cells, expected 2"]),
    "open quote": ("t.csv", 'a,class\n1,u\n2,"u\n3,v\n4,v\n', {}, ["line 3", "never closed"]),
    "open quote in the last cell": ("t.csv", 'a,class\n1,u\n2,"u', {}, ["line 3", "never closed"]),
    "inf": ("t.csv", "a,class\n1,u\n-inf,u\n", {}, ["line 3", "column 'a'", "-inf is infinite"]),
    "number too large": ("t.csv", "a,class\n1,u\n\n1e999,u\n", {}, ["line 4", "column 'a'", "infinite"]),
    "inf late": (
        "t.csv",
        "a,class\n" + ROWS + "inf,1\n",
        {},
        ["line 20002", "column 'a'", "infinite"],
    ),
    "text in a numeric column of the schema": (
        "t.csv",
        "a,b,class\n1,2,u\n3,many,v\n",
        {"schema": NUMBERS},
        ["line 3", "column 'b'", "'many' is not a number"],
    ),
    "text where a number was asked for": (
        "t.csv",
        "a,class\n1,u\nmany,v\n",
        {"numeric": ["a"]},
        ["line 3", "column 'a'", "'many'"],
    ),
    "unknown label": (
        "t.csv",
        "a,b,class\n1,2,u\n3,4,w\n",
        {"schema": NUMBERS},
        ["line 3", "label 'w'", "'u', 'v'"],
    ),
    "feature of the schema not there": (
        "t.csv",
        "a,c,class\n1,2,u\n",
        {"schema": NUMBERS},
        ["no column 'b' (feature)", "'a', 'c', 'class'"],
    ),
    "no such target": (
        "t.csv",
        "price,day\n1,2\n",
        {"target": "Day"},
        ["no column 'Day' (target)", "did you mean 'day'"],
    ),
    "target beyond the columns": ("t.csv", "price,day\n1,2\n", {"target": 2}, ["no column 2 (target)"]),
    "no such column to drop": ("t.csv", "a,class\n1,2\n", {"drop": ["b"]}, ["no column 'b' (drop=)"]),
    "no such nominal column": (
        "t.csv",
        "a,class\n1,2\n",
        {"nominal": ["b"]},
        ["no column 'b' (nominal=)"],
    ),
    "column of both kinds": (
        "t.csv",
        "a,class\n1,2\n",
        {"nominal": ["a"], "numeric": ["a"]},
        ["'a'", "both in nominal= and in numeric="],
    ),
    "quantity as target": ("t.csv", "a,price\n1,2.5\n", {}, ["'price'", "2.5", "classifies"]),
    "same name twice": ("t.csv", "a,b,a\n1,2,3\n", {}, ["line 1", "columns 1 and 3", "'a'"]),
    "same name but for blanks": ("t.csv", "a, a,b\n1,2,3\n", {}, ["columns 1 and 2", "'a'"]),
    "data for a header": (
        "t.csv",
        "0.5,1.5,u\n1,2,v\n",
        {},
        ["line 1", "looks like data", "header=False"],
    ),
    "names of another number": ("t.csv", "1,2\n", {"names": ["a"]}, ["names= lists 1", "2"]),
    "latin-1": (
        "t.csv",
        "a,class\n1,u\n2,caf\xe9\n".encode("latin-1"),
        {},
        ["line 3", "column 6", "0xe9", "encoding="],
    ),
    "latin-1 header": (
        "t.csv",
        "caf\xe9,class\n1,u\n".encode("latin-1"),
        {},
        ["line 1", "column 4", "0xe9"],
    ),
    "not ascii": (
        "t.csv",
        "a,class\n" + "1,u\n" * 400_000 + "2,ü\n",
        {"encoding": "ascii"},
        ["line 400002", "column 3", "ascii"],
    ),
    "unknown encoding": ("t.csv", "a,class\n1,u\n", {"encoding": "utf-7.5"}, ["'utf-7.5'", "'latin-1'"]),
    "utf-16": ("t.csv", "a,class\n1,u\n".encode("utf-16"), {}, ["t.csv", "UTF-16"]),
    "gzip cut": (
        "t.csv.gz",
        cut(gzip.compress(("a,class\n" + ROWS).encode()), 0.5),
        {},
        ["t.csv.gz", "damaged or cut off", "bytes"],
    ),
    "no gzip": ("t.csv.gz", "a,class\n1,u\n", {}, ["t.csv.gz", "damaged or cut off after 0"]),
    "xz cut": (
        "t.csv.xz",
        cut(pack(("a,class\n" + ROWS).encode(), ".xz"), 0.7),
        {},
        ["t.csv.xz", "damaged or cut off"],
    ),
    "bz2 cut": (
        "t.csv.bz2",
        cut(pack(("a,class\n" + ROWS).encode(), ".bz2"), 0.7),
        {},
        ["damaged or cut off"],
    ),
    "zst cut": (
        "t.csv.zst",
        cut(pack(("a,class\n" + ROWS).encode(), ".zst"), 0.7),
        {},
        ["damaged or cut off"],
    ),
    "junk behind gzip": (
        "t.csv.gz",
        gzip.compress(b"a,class\n1,u\n") + b"junk and more junk",
        {},
        ["damaged or cut off"],
    ),
    "empty gzip": ("t.csv.gz", b"", {}, ["empty"]),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_the_message_says_where_and_what(write, case):
    assert_file_refused(write, *MALFORMED[case])


def test_a_row_longer_than_a_block_is_named(write, monkeypatch):
    monkeypatch.setattr("driftsift.streams.csv_reader.BLOCK_BYTES", 1000)
    with pytest.raises(ValueError, match=r"a row is longer than 1,000 bytes"):
        CSVStream(write("t.csv", "a,class\n" + "x" * 5000 + ",u\n"))


def test_lists_of_columns_are_no_texts(write):
    path = write("t.csv", csv_text())

    assert_refused(lambda: CSVStream(path, drop="price"), ["'price'", "list of column names"], TypeError)
    assert_refused(lambda: CSVStream(path, nominal="price"), ["nominal=", "list of column names"], TypeError)
