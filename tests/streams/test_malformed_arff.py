"""ARFF files that cannot be read: the message says which file, where in it, and what is wrong."""

from __future__ import annotations

import gzip

import pytest

from driftsift.data import Nominal, Numeric, Schema
from tests.streams.conftest import assert_file_refused, cut

ARFF = "@relation r\n@attribute x real\n@attribute c {a,b}\n@attribute class {u,v}\n@data\n"

# case -> (file name, content, options, pieces of the message)
MALFORMED = {
    "empty": ("t.arff", "", {}, ["t.arff", "empty"]),
    "without data": ("t.arff", "@relation r\n@attribute x real\n", {}, ["ends before @data"]),
    "without attributes": ("t.arff", "@relation r\n@data\n1\n", {}, ["line 2", "no attribute"]),
    "header only": ("t.arff", ARFF + "% nothing\n\n", {}, ["header but no rows"]),
    "unknown word": ("t.arff", "@relation r\n@atribute x real\n", {}, ["line 2", "'@atribute x real'"]),
    "text in the header": (
        "t.arff",
        "@relation r\nhello\n",
        {},
        ["line 2", "expected @relation, @attribute or @data"],
    ),
    "unknown type": ("t.arff", "@attribute x float\n@data\n", {}, ["line 1", "'x'", "'float'"]),
    "relational type": ("t.arff", "@attribute x relational\n@data\n", {}, ["'relational'"]),
    "no type": ("t.arff", "@attribute x\n@data\n", {}, ["line 1", "'x'", "known are"]),
    "no name": ("t.arff", "@attribute\n@data\n", {}, ["line 1", "needs a name"]),
    "same name twice": (
        "t.arff",
        "@attribute x real\n@attribute x real\n@data\n",
        {},
        ["line 2", "'x'", "twice"],
    ),
    "open list of values": (
        "t.arff",
        "@attribute x {a,b\n@data\n",
        {},
        ["line 1", "'x'", "cannot be read"],
    ),
    "open quote in a list of values": ("t.arff", "@attribute x {'a,b}\n@data\n", {}, ["line 1", "'x'"]),
    "no values": ("t.arff", "@attribute x { }\n@data\n", {}, ["line 1", "'x'", "empty list"]),
    "value twice": ("t.arff", "@attribute x {a,b,a}\n@data\n", {}, ["line 1", "'x'", "'a'", "twice"]),
    "date by names": (
        "t.arff",
        "@attribute x date 'dd MMM yyyy'\n@attribute y {u}\n@data\n'1 Jan 1970',u\n",
        {},
        ["line 1", "'x'", "'MMM'"],
    ),
    "wrong date": (
        "t.arff",
        "@attribute x date 'yyyy-MM-dd'\n@attribute y {u}\n@data\n1970-02-30,u\n",
        {},
        ["line 4", "column 1", "'x'", "'1970-02-30'"],
    ),
    "too few values": ("t.arff", ARFF + "1,a,u\n2,a\n", {}, ["line 7", "column 4", "2 of 3 values"]),
    "too many values": ("t.arff", ARFF + "1,a,u,9\n", {}, ["line 6", "column 7", "'9'", "3 values"]),
    "empty value": ("t.arff", ARFF + "1,,u\n", {}, ["line 6", "column 3", "'?'"]),
    "no number": (
        "t.arff",
        ARFF + "1,a,u\n\n% x\none,a,u\n",
        {},
        ["line 9", "column 1", "'x'", "'one' is not a number"],
    ),
    "inf": ("t.arff", ARFF + "1e999,a,u\n", {}, ["line 6", "column 1", "infinite"]),
    "undeclared value": (
        "t.arff",
        ARFF + "1, z,u\n",
        {},
        ["line 6", "column 4", "'c'", "'z'", "declared values"],
    ),
    "undeclared class": ("t.arff", ARFF + "1,a,w\n", {}, ["line 6", "column 5", "'class'", "'w'"]),
    "open quote": ("t.arff", ARFF + "1,'a,u\n", {}, ["line 6", "column 3", "not closed"]),
    "open sparse row": ("t.arff", ARFF + "{0 1,2 v\n", {}, ["line 6", "column 9", "'}'"]),
    "sparse index too large": (
        "t.arff",
        ARFF + "{0 1,3 v}\n",
        {},
        ["line 6", "column 6", "index 3", "3 attributes"],
    ),
    "sparse index twice": (
        "t.arff",
        ARFF + "{0 1,0 2}\n",
        {},
        ["line 6", "column 6", "index 0", "twice"],
    ),
    "sparse index no number": (
        "t.arff",
        ARFF + "{x 1}\n",
        {},
        ["line 6", "column 2", "'x'", "attribute index"],
    ),
    "sparse index without value": ("t.arff", ARFF + "{0}\n", {}, ["line 6", "column 3"]),
    "negative weight": ("t.arff", ARFF + "1,a,u,{-2}\n", {}, ["line 6", "weight", "'-2'"]),
    "open weight": ("t.arff", ARFF + "1,a,u,{2\n", {}, ["line 6", "'}'", "weight"]),
    "text behind a weight": ("t.arff", ARFF + "1,a,u,{2} 3\n", {}, ["line 6", "column 11", "'3'"]),
    "quantity as target": (
        "t.arff",
        "@attribute x real\n@attribute y real\n@data\n1,2.5\n",
        {},
        ["2.5", "classifies"],
    ),
    "no number for a numeric target": (
        "t.arff",
        "@attribute x real\n@attribute y real\n@data\n1,one\n",
        {},
        ["line 4", "column 3", "'one'"],
    ),
    "unknown label": (
        "t.arff",
        ARFF + "1,a,u\n1,a,v\n",
        {"classes": ("u",)},
        ["line 7", "label 'v'", "'u'"],
    ),
    "latin-1": (
        "t.arff",
        (ARFF + "% caf\xe9\n1,a,u\n").encode("latin-1"),
        {},
        ["line 6", "column 6", "0xe9"],
    ),
    "unknown encoding": ("t.arff", ARFF + "1,a,u\n", {"encoding": "utf-7.5"}, ["'utf-7.5'"]),
    "text where the schema has a number": (
        "t.arff",
        "@attribute s string\n@attribute class {u,v}\n@data\n'1.5',u\nmany,u\n",
        {"schema": Schema([Numeric("s")], ("u", "v"))},
        ["line 5", "column 1", "'s'", "'many' is not a number"],
    ),
    "utf-16": ("t.arff", ARFF.encode("utf-16"), {}, ["UTF-16"]),
    "gzip cut": (
        "t.arff.gz",
        cut(gzip.compress((ARFF + "1,a,u\n" * 50_000).encode()), 0.6),
        {},
        ["damaged or cut off"],
    ),
    "no such target": (
        "t.arff",
        ARFF + "1,a,u\n",
        {"target": "klass"},
        ["'klass' (target)", "did you mean 'class'"],
    ),
    "feature of the schema not there": (
        "t.arff",
        ARFF + "1,a,u\n",
        {"schema": Schema([Numeric("z")], ("u", "v"))},
        ["no column 'z' (feature)"],
    ),
    "nominal where the schema has a number": (
        "t.arff",
        ARFF + "1,a,u\n",
        {"schema": Schema([Numeric("c")], ("u", "v"))},
        ["line 3", "'c'", "nominal", "Numeric"],
    ),
    "number where the schema has categories": (
        "t.arff",
        ARFF + "1,a,u\n",
        {"schema": Schema([Nominal("x", ("1",))], ("u", "v"))},
        ["line 2", "'x'", "numeric", "Nominal"],
    ),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_the_message_says_where_and_what(write, case):
    assert_file_refused(write, *MALFORMED[case])
