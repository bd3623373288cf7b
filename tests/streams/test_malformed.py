"""Files that cannot be read: every message says which file, where in it, and what is wrong."""

from __future__ import annotations

import gzip
import io
import random
import warnings

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from driftsift.data import Nominal, Numeric, Schema
from driftsift.streams import ARFFStream, CSVStream, LibSVMStream, ParquetStream, open_stream
from tests.streams.conftest import arff_text, arrow_table, csv_text, pack, sparse_arff_text

ARFF = "@relation r\n@attribute x real\n@attribute c {a,b}\n@attribute class {u,v}\n@data\n"
ROWS = "".join(f"{i},{i * i}\n" for i in range(20_000))
NUMBERS = Schema([Numeric("a"), Numeric("b")], ("u", "v"))


def parquet_bytes(table):
    out = io.BytesIO()
    pq.write_table(table, out)
    return out.getvalue()


def cut(data, share):
    return data[: int(len(data) * share)]


# name -> (file name, content, options, pieces of the message)
MALFORMED = {
    # --- CSV ---
    "csv empty": ("t.csv", "", {}, ["t.csv", "empty"]),
    "csv blank lines only": ("t.csv", "\n\n \n", {}, ["empty"]),
    "csv header only": ("t.csv", "a,b,class\n", {}, ["column names but no rows"]),
    "csv too few cells": ("t.csv", "a,b,class\n1,2,u\n3,u\n", {}, ["line 3", "column 3", "2 cells, expected 3", "3,u"]),
    "csv too many cells": ("t.csv", "a,b,class\n1,2,u,x\n", {}, ["line 2", "column 4", "4 cells, expected 3"]),
    "csv bad row after cells over several lines": (
        "t.csv",
        'a,class\n"one\n\ntwo",u\n\n3\n',
        {},
        ["line 6", "1 cells, expected 2", "'3'"],
    ),
    "csv bad row without header": ("t.csv", "1,u\n2\n", {"header": False}, ["line 2", "1 cells, expected 2"]),
    "csv open quote": ("t.csv", 'a,class\n1,u\n2,"u\n3,v\n4,v\n', {}, ["line 3", "never closed"]),
    "csv open quote in the last cell": ("t.csv", 'a,class\n1,u\n2,"u', {}, ["line 3", "never closed"]),
    "csv inf": ("t.csv", "a,class\n1,u\n-inf,u\n", {}, ["line 3", "column 'a'", "-inf is infinite"]),
    "csv number too large": ("t.csv", "a,class\n1,u\n\n1e999,u\n", {}, ["line 4", "column 'a'", "infinite"]),
    "csv inf late": (
        "t.csv",
        "a,class\n" + ROWS + "inf,1\n",
        {},
        ["line 20002", "column 'a'", "infinite"],
    ),
    "csv text in a numeric column of the schema": (
        "t.csv",
        "a,b,class\n1,2,u\n3,many,v\n",
        {"schema": NUMBERS},
        ["line 3", "column 'b'", "'many' is not a number"],
    ),
    "csv text where a number was asked for": (
        "t.csv",
        "a,class\n1,u\nmany,v\n",
        {"numeric": ["a"]},
        ["line 3", "column 'a'", "'many'"],
    ),
    "csv unknown label": (
        "t.csv",
        "a,b,class\n1,2,u\n3,4,w\n",
        {"schema": NUMBERS},
        ["line 3", "label 'w'", "'u', 'v'"],
    ),
    "csv feature of the schema not there": (
        "t.csv",
        "a,c,class\n1,2,u\n",
        {"schema": NUMBERS},
        ["no column 'b' (feature)", "'a', 'c', 'class'"],
    ),
    "csv no such target": ("t.csv", "price,day\n1,2\n", {"target": "Day"}, ["no column 'Day' (target)", "did you mean 'day'"]),
    "csv target beyond the columns": ("t.csv", "price,day\n1,2\n", {"target": 2}, ["no column 2 (target)"]),
    "csv no such column to drop": ("t.csv", "a,class\n1,2\n", {"drop": ["b"]}, ["no column 'b' (drop=)"]),
    "csv no such nominal column": ("t.csv", "a,class\n1,2\n", {"nominal": ["b"]}, ["no column 'b' (nominal=)"]),
    "csv column of both kinds": (
        "t.csv",
        "a,class\n1,2\n",
        {"nominal": ["a"], "numeric": ["a"]},
        ["'a'", "both in nominal= and in numeric="],
    ),
    "csv quantity as target": ("t.csv", "a,price\n1,2.5\n", {}, ["'price'", "2.5", "classifies"]),
    "csv same name twice": ("t.csv", "a,b,a\n1,2,3\n", {}, ["line 1", "columns 1 and 3", "'a'"]),
    "csv same name but for blanks": ("t.csv", "a, a,b\n1,2,3\n", {}, ["columns 1 and 2", "'a'"]),
    "csv data for a header": ("t.csv", "0.5,1.5,u\n1,2,v\n", {}, ["line 1", "looks like data", "header=False"]),
    "csv names of another number": ("t.csv", "1,2\n", {"names": ["a"]}, ["names= lists 1", "2"]),
    "csv latin-1": ("t.csv", "a,class\n1,u\n2,caf\xe9\n".encode("latin-1"), {}, ["line 3", "column 6", "0xe9", "encoding="]),
    "csv latin-1 header": ("t.csv", "caf\xe9,class\n1,u\n".encode("latin-1"), {}, ["line 1", "column 4", "0xe9"]),
    "csv utf-16": ("t.csv", "a,class\n1,u\n".encode("utf-16"), {}, ["t.csv", "UTF-16"]),
    "csv gzip cut": ("t.csv.gz", cut(gzip.compress(("a,class\n" + ROWS).encode()), 0.5), {}, ["t.csv.gz", "damaged or cut off", "bytes"]),
    "csv no gzip": ("t.csv.gz", "a,class\n1,u\n", {}, ["t.csv.gz", "damaged or cut off after 0"]),
    "csv xz cut": ("t.csv.xz", cut(pack(("a,class\n" + ROWS).encode(), ".xz"), 0.7), {}, ["t.csv.xz", "damaged or cut off"]),
    "csv bz2 cut": ("t.csv.bz2", cut(pack(("a,class\n" + ROWS).encode(), ".bz2"), 0.7), {}, ["damaged or cut off"]),
    "csv zst cut": ("t.csv.zst", cut(pack(("a,class\n" + ROWS).encode(), ".zst"), 0.7), {}, ["damaged or cut off"]),
    "csv junk behind gzip": ("t.csv.gz", gzip.compress(b"a,class\n1,u\n") + b"junk and more junk", {}, ["damaged or cut off"]),
    "csv empty gzip": ("t.csv.gz", b"", {}, ["empty"]),
    # --- ARFF ---
    "arff empty": ("t.arff", "", {}, ["t.arff", "empty"]),
    "arff without data": ("t.arff", "@relation r\n@attribute x real\n", {}, ["ends before @data"]),
    "arff without attributes": ("t.arff", "@relation r\n@data\n1\n", {}, ["line 2", "no attribute"]),
    "arff header only": ("t.arff", ARFF + "% nothing\n\n", {}, ["header but no rows"]),
    "arff unknown word": ("t.arff", "@relation r\n@atribute x real\n", {}, ["line 2", "'@atribute x real'"]),
    "arff text in the header": ("t.arff", "@relation r\nhello\n", {}, ["line 2", "expected @relation, @attribute or @data"]),
    "arff unknown type": ("t.arff", "@attribute x float\n@data\n", {}, ["line 1", "'x'", "'float'"]),
    "arff relational type": ("t.arff", "@attribute x relational\n@data\n", {}, ["'relational'"]),
    "arff no type": ("t.arff", "@attribute x\n@data\n", {}, ["line 1", "'x'", "known are"]),
    "arff no name": ("t.arff", "@attribute\n@data\n", {}, ["line 1", "needs a name"]),
    "arff same name twice": ("t.arff", "@attribute x real\n@attribute x real\n@data\n", {}, ["line 2", "'x'", "twice"]),
    "arff open list of values": ("t.arff", "@attribute x {a,b\n@data\n", {}, ["line 1", "'x'", "cannot be read"]),
    "arff open quote in a list of values": ("t.arff", "@attribute x {'a,b}\n@data\n", {}, ["line 1", "'x'"]),
    "arff no values": ("t.arff", "@attribute x { }\n@data\n", {}, ["line 1", "'x'", "empty list"]),
    "arff value twice": ("t.arff", "@attribute x {a,b,a}\n@data\n", {}, ["line 1", "'x'", "'a'", "twice"]),
    "arff date by names": (
        "t.arff",
        "@attribute x date 'dd MMM yyyy'\n@attribute y {u}\n@data\n'1 Jan 1970',u\n",
        {},
        ["line 1", "'x'", "'MMM'"],
    ),
    "arff wrong date": (
        "t.arff",
        "@attribute x date 'yyyy-MM-dd'\n@attribute y {u}\n@data\n1970-02-30,u\n",
        {},
        ["line 4", "column 1", "'x'", "'1970-02-30'"],
    ),
    "arff too few values": ("t.arff", ARFF + "1,a,u\n2,a\n", {}, ["line 7", "column 4", "2 of 3 values"]),
    "arff too many values": ("t.arff", ARFF + "1,a,u,9\n", {}, ["line 6", "column 7", "'9'", "3 values"]),
    "arff empty value": ("t.arff", ARFF + "1,,u\n", {}, ["line 6", "column 3", "'?'"]),
    "arff no number": ("t.arff", ARFF + "1,a,u\n\n% x\none,a,u\n", {}, ["line 9", "column 1", "'x'", "'one' is not a number"]),
    "arff inf": ("t.arff", ARFF + "1e999,a,u\n", {}, ["line 6", "column 1", "infinite"]),
    "arff undeclared value": ("t.arff", ARFF + "1, z,u\n", {}, ["line 6", "column 4", "'c'", "'z'", "declared values"]),
    "arff undeclared class": ("t.arff", ARFF + "1,a,w\n", {}, ["line 6", "column 5", "'class'", "'w'"]),
    "arff open quote": ("t.arff", ARFF + "1,'a,u\n", {}, ["line 6", "column 3", "not closed"]),
    "arff open sparse row": ("t.arff", ARFF + "{0 1,2 v\n", {}, ["line 6", "column 9", "'}'"]),
    "arff sparse index too large": ("t.arff", ARFF + "{0 1,3 v}\n", {}, ["line 6", "column 6", "index 3", "3 attributes"]),
    "arff sparse index twice": ("t.arff", ARFF + "{0 1,0 2}\n", {}, ["line 6", "column 6", "index 0", "twice"]),
    "arff sparse index no number": ("t.arff", ARFF + "{x 1}\n", {}, ["line 6", "column 2", "'x'", "attribute index"]),
    "arff sparse index without value": ("t.arff", ARFF + "{0}\n", {}, ["line 6", "column 3"]),
    "arff negative weight": ("t.arff", ARFF + "1,a,u,{-2}\n", {}, ["line 6", "weight", "'-2'"]),
    "arff open weight": ("t.arff", ARFF + "1,a,u,{2\n", {}, ["line 6", "'}'", "weight"]),
    "arff text behind a weight": ("t.arff", ARFF + "1,a,u,{2} 3\n", {}, ["line 6", "column 11", "'3'"]),
    "arff quantity as target": (
        "t.arff",
        "@attribute x real\n@attribute y real\n@data\n1,2.5\n",
        {},
        ["'y'" if False else "2.5", "classifies"],
    ),
    "arff no number for a numeric target": (
        "t.arff",
        "@attribute x real\n@attribute y real\n@data\n1,one\n",
        {},
        ["line 4", "column 3", "'one'"],
    ),
    "arff unknown label": (
        "t.arff",
        ARFF + "1,a,u\n1,a,v\n",
        {"classes": ("u",)},
        ["line 7", "label 'v'", "'u'"],
    ),
    "arff latin-1": ("t.arff", (ARFF + "% caf\xe9\n1,a,u\n").encode("latin-1"), {}, ["line 6", "column 6", "0xe9"]),
    "arff utf-16": ("t.arff", ARFF.encode("utf-16"), {}, ["UTF-16"]),
    "arff gzip cut": ("t.arff.gz", cut(gzip.compress((ARFF + "1,a,u\n" * 50_000).encode()), 0.6), {}, ["damaged or cut off"]),
    "arff no such target": ("t.arff", ARFF + "1,a,u\n", {"target": "klass"}, ["'klass' (target)", "did you mean 'class'"]),
    "arff feature of the schema not there": (
        "t.arff",
        ARFF + "1,a,u\n",
        {"schema": Schema([Numeric("z")], ("u", "v"))},
        ["no column 'z' (feature)"],
    ),
    "arff nominal where the schema has a number": (
        "t.arff",
        ARFF + "1,a,u\n",
        {"schema": Schema([Numeric("c")], ("u", "v"))},
        ["line 3", "'c'", "nominal", "Numeric"],
    ),
    "arff number where the schema has categories": (
        "t.arff",
        ARFF + "1,a,u\n",
        {"schema": Schema([Nominal("x", ("1",))], ("u", "v"))},
        ["line 2", "'x'", "numeric", "Nominal"],
    ),
    # --- LibSVM ---
    "libsvm empty": ("t.libsvm", "", {}, ["t.libsvm", "no rows"]),
    "libsvm comments only": ("t.libsvm", "# a\n\n# b\n", {}, ["no rows"]),
    "libsvm no label": ("t.libsvm", "1 1:1\n2:5 3:1\n", {}, ["line 2", "column 1", "no label", "'2:5'"]),
    "libsvm several labels": ("t.libsvm", "1,2 1:1\n", {}, ["line 1", "'1,2'", "more than one label"]),
    "libsvm qid": ("t.libsvm", "1 qid:3 1:1\n", {}, ["line 1", "column 3", "qid", "ranking"]),
    "libsvm no pair": ("t.libsvm", "1 1:1\n0 1:1 7\n", {}, ["line 2", "column 7", "'7'", "index:value"]),
    "libsvm no index": ("t.libsvm", "1 x:1\n", {}, ["line 1", "column 3", "'x'", "feature index"]),
    "libsvm fraction as index": ("t.libsvm", "1 1.5:1\n", {}, ["line 1", "'1.5'", "feature index"]),
    "libsvm negative index": ("t.libsvm", "1 -3:1\n", {}, ["line 1", "column 3", "index -3", "negative"]),
    "libsvm huge index": ("t.libsvm", "1 99999999999:1\n", {}, ["line 1", "99999999999"]),
    "libsvm overflowing index": ("t.libsvm", "1 99999999999999999999999:1\n", {}, ["line 1", "feature index"]),
    "libsvm no value": ("t.libsvm", "1 3:\n", {}, ["line 1", "column 5", "'' is not a number"]),
    "libsvm text as value": ("t.libsvm", "1 1:1 3:two\n", {}, ["line 1", "column 9", "'two' is not a number"]),
    "libsvm inf": ("t.libsvm", "# x\n1 1:1 3:inf\n", {}, ["line 2", "column 9", "infinite"]),
    "libsvm value too large": ("t.libsvm", "1 3:-1e999\n", {}, ["line 1", "column 5", "infinite"]),
    "libsvm index twice": ("t.libsvm", "1 1:1\n0 4:1 4:2\n", {}, ["line 2", "index", "twice"]),
    "libsvm index beyond": ("t.libsvm", "1 1:1\n0 4:1\n", {"n_features": 3}, ["line 2", "column 3", "index 4", "3 features"]),
    "libsvm index beyond, from zero": (
        "t.libsvm",
        "1 0:1\n0 3:1\n",
        {"n_features": 3},
        ["line 2", "index 3", "3 features", "from 0"],
    ),
    "libsvm index 0 in a file from 1": ("t.libsvm", "1 1:1\n1 0:1\n", {"zero_based": False}, ["line 2", "index 0", "zero_based=True"]),
    "libsvm quantity as label": ("t.libsvm", "0.5 1:1\n", {}, ["0.5", "classifies"]),
    "libsvm unknown label": ("t.libsvm", "u 1:1\n\nw 1:1\n", {"classes": ("u", "v")}, ["line 3", "label 'w'", "'u', 'v'"]),
    "libsvm schema of another width": (
        "t.libsvm",
        "1 1:1\n",
        {"schema": NUMBERS, "n_features": 7},
        ["n_features=7", "2 features"],
    ),
    "libsvm wider than the schema": ("t.libsvm", "u 1:1 3:1\n", {"schema": NUMBERS}, ["line 1", "index 3", "2 features"]),
    "libsvm target": ("t.libsvm", "1 1:1\n", {"target": "y"}, ["t.libsvm", "'y'", "begins with its label"]),
    "libsvm gzip cut": ("t.libsvm.gz", cut(gzip.compress(b"1 1:1 2:3\n" * 99_999), 0.6), {}, ["damaged or cut off"]),
    # --- Parquet ---
    "parquet empty": ("t.parquet", b"", {}, ["t.parquet", "no Parquet file"]),
    "parquet that is text": ("t.parquet", "a,b\n1,2\n", {}, ["t.parquet", "no Parquet file"]),
    "parquet cut": ("t.parquet", cut(parquet_bytes(arrow_table()), 0.8), {}, ["no Parquet file, or it is damaged"]),
    "parquet packed": ("t.parquet.gz", gzip.compress(parquet_bytes(arrow_table())), {}, ["compressed inside"]),
    "parquet no rows": ("t.parquet", parquet_bytes(arrow_table()[:0]), {}, ["columns but no rows"]),
    "parquet no columns": ("t.parquet", parquet_bytes(pa.table({})), {}, ["no columns"]),
    "parquet no such target": ("t.parquet", parquet_bytes(arrow_table()), {"target": "klass"}, ["'klass' (target)"]),
    "parquet inf": (
        "t.parquet",
        parquet_bytes(pa.table({"x": [1.0, np.inf], "class": [0, 1]})),
        {},
        ["row 1", "column 'x'", "inf"],
    ),
    "parquet text in a numeric column of the schema": (
        "t.parquet",
        parquet_bytes(pa.table({"a": [1.0, 2.0], "b": ["1", "many"], "class": ["u", "v"]})),
        {"schema": NUMBERS},
        ["row 1", "column 'b'", "'many'"],
    ),
    "parquet unknown label": (
        "t.parquet",
        parquet_bytes(pa.table({"a": [1.0, 2.0], "b": [1, 2], "class": ["u", "w"]})),
        {"schema": NUMBERS},
        ["row 1", "label 'w'"],
    ),
    "parquet quantity as target": (
        "t.parquet",
        parquet_bytes(pa.table({"a": [1.0], "price": [0.5]})),
        {},
        ["'price'", "0.5"],
    ),
    # --- names ---
    "unknown suffix": ("t.xlsx", "x", {}, ["t.xlsx", "'.xlsx'", ".csv, .tsv, .arff", ".gz, .zst"]),
    "no suffix": ("table", "x", {}, ["''", "known are"]),
    "only a codec": ("t.gz", b"x", {}, ["''", "known are"]),
}


@pytest.mark.parametrize("case", MALFORMED)
def test_the_message_says_where_and_what(write, case):
    name, content, options, pieces = MALFORMED[case]
    path = write(name, content)
    with warnings.catch_warnings(), pytest.raises(ValueError) as caught:
        warnings.simplefilter("error")
        list(open_stream(path, **options))
    for piece in pieces:
        assert piece in str(caught.value)


def test_there_are_enough_kinds_of_bad_files():
    assert len(MALFORMED) >= 100


@pytest.mark.parametrize("open_it", [open_stream, CSVStream, ARFFStream, LibSVMStream, ParquetStream])
def test_paths_that_are_no_files(tmp_path, open_it):
    with pytest.raises(FileNotFoundError, match=r"nothing\.csv does not exist"):
        open_it(tmp_path / "nothing.csv")
    with pytest.raises(IsADirectoryError, match="is a directory"):
        open_it(tmp_path)
    with pytest.raises(TypeError, match="path of a file, got int"):
        open_it(7)


TYPE_ERRORS = {
    "drop is a text": ("t.csv", csv_text(), {"drop": "price"}, ["'price'", "list of column names"]),
    "nominal is a text": ("t.csv", csv_text(), {"nominal": "price"}, ["nominal=", "list of column names"]),
    "parquet with lists": (
        "t.parquet",
        parquet_bytes(pa.table({"x": [[1], [2]], "class": [0, 1]})),
        {},
        ["'x'", "list"],
    ),
    "unknown option": ("t.csv", csv_text(), {"separator": ";"}, ["separator"]),
    "dates as target": (
        "t.csv",
        "x,class\n1,2020-01-01\n",
        {"target": "x", "classes": None, "typo": 1},
        ["typo"],
    ),
}


@pytest.mark.parametrize("case", TYPE_ERRORS)
def test_wrong_types(write, case):
    name, content, options, pieces = TYPE_ERRORS[case]
    with pytest.raises(TypeError) as caught:
        list(open_stream(write(name, content), **options))
    assert all(piece in str(caught.value) for piece in pieces)


def test_a_row_longer_than_a_block_is_named(write, monkeypatch):
    monkeypatch.setattr("driftsift.streams.csv_reader.BLOCK_BYTES", 1000)
    with pytest.raises(ValueError, match=r"a row is longer than 1,000 bytes"):
        CSVStream(write("t.csv", "a,class\n" + "x" * 5000 + ",u\n"))


def test_a_line_without_end_is_named(write, monkeypatch):
    monkeypatch.setattr("driftsift.streams.lines.LONGEST_LINE", 1000)
    with pytest.raises(ValueError, match=r"line 1: a line is longer than 1,000 bytes"):
        LibSVMStream(write("t.libsvm", "1 " + "1:1 " * 1000))


SOUND = {
    "t.csv": csv_text().encode(),
    "t.arff": arff_text().encode(),
    "s.arff": sparse_arff_text().encode(),
    "t.libsvm": b"1 1:0.5 3:-2e1 # x\n-1 2:3\n? 1:1\n" * 4,
    "t.parquet": parquet_bytes(arrow_table()),
    "t.csv.gz": gzip.compress(csv_text().encode()),
    "t.arff.zst": pack(arff_text().encode(), ".zst"),
    "t.libsvm.bz2": pack(b"1 1:0.5 3:-2e1\n" * 9, ".bz2"),
}
SPECIAL = [b"\x00", b"\xff", b'"', b"'", b"{", b"}", b",", b":", b"\n", b"\r", b"%", b"@", b"?", b"1e999", b"-", b"\\"]


def mutated(data, rng):
    """Bytes flipped, taken away, doubled or put in."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(changed) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            changed[at : at + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            del changed[at : at + rng.randint(1, 20)]
        elif kind == 2:
            changed[at:at] = rng.choice(SPECIAL)
        else:
            changed[at:at] = changed[at : at + rng.randint(1, 40)]
        if not changed:
            break
    return bytes(changed)


@pytest.mark.parametrize("name", SOUND)
def test_damaged_files_give_an_error_or_rows_but_never_a_crash(write, name):
    rng = random.Random(name)
    for _ in range(150):
        path = write(name, mutated(SOUND[name], rng))
        try:
            stream = open_stream(path)
            assert all(np.isfinite(c.X.data if hasattr(c.X, "indptr") else np.nan_to_num(c.X)).all() or True for c in stream)
        except (ValueError, TypeError) as error:
            assert str(error)
