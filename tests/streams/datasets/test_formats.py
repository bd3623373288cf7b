"""Converters on small files in the publishers' formats, right and wrong."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from driftsift.data import Nominal, Numeric
from driftsift.streams import datasets
from driftsift.streams.datasets.catalogue import HAR_CLASSES, IADS, SPAM
from driftsift.streams.datasets.convert import Attributes, Images, LabelSets, NamedTable, SparseRows, Table, TextRows
from driftsift.streams.datasets.dataset import DataSet, Part, Source
from driftsift.streams.datasets.opening import opened
from tests.streams.conftest import assert_refused, dense
from tests.streams.datasets.conftest import files_in
from tests.streams.datasets.publishers import zipped

TITLE = "Small"


def small(n=3, d=2, nominal=0, classes=("a", "b"), file="small.parquet", **more):
    """What is known about a small data set."""
    return DataSet(
        *("small", TITLE, n, d, d - nominal, nominal, classes, "nobody", "https://example", "none", (), ""),
        file,
        **more,
    )


@pytest.fixture
def convert(tmp_path):
    """A function that writes parts, converts them and reads the result."""

    def convert_parts(converter, data, *parts):
        paths = []
        for i, part in enumerate(parts):
            paths.append(tmp_path / f"part{i}")
            paths[-1].write_bytes(part.encode() if isinstance(part, str) else part)
        folder = tmp_path / "made"
        folder.mkdir()
        converter(paths, data, folder)
        return opened(data, folder)

    return convert_parts


def rows_of(stream):
    chunk = stream.take(99)
    return dense(chunk.X).tolist(), [stream.schema.classes[code] for code in chunk.y]


def test_tables_follow_each_other(convert):
    table = Table(("x", "c", "y"), ("c",), "y", words={"a": "A.", "b": "B."})
    stream = convert(table, small(5, nominal=1), "1.5,u,A.\n?,v,B.\n-2e3, u,A.\n", "0,v,A.\n7,u,B.\n")

    X, y = rows_of(stream)
    assert stream.schema.features == (Numeric("x"), Nominal("c", ("u", "v")))
    assert stream.schema.target == "class"
    assert X[0] == [1.5, 0]
    assert np.isnan(X[1][0])
    assert X[2:] == [[-2000, 0], [0, 1], [7, 0]]
    assert y == ["a", "b", "a", "a", "b"]


def test_a_category_that_only_the_second_table_has(convert):
    pieces = ["part1 has categories that the first table does not have: {'c': 1}"]
    assert_refused(lambda: convert(Table(("c", "y"), ("c",), "y"), small(3, 1, 1), "u,a\nv,b\n", "w,a\n"), pieces)


def test_a_table_with_a_header_whose_values_are_rounded(convert):
    table = Table(target="label", drop=("id",), single=True)
    stream = convert(table, small(2), "label,id,x,y\na,1,0.1,2\nb,2,3,0.7\n")
    assert stream.schema.names == ("x", "y")
    assert rows_of(stream)[0] == [[float(np.float32(0.1)), 2], [3, float(np.float32(0.7))]]


def test_a_label_nobody_knows(convert):
    pieces = ["label 'c' is not a known class", "line 2"]
    assert_refused(lambda: convert(Table(("x", "y"), (), "y"), small(2, 1), "1,a\n2,c\n"), pieces)


def test_a_table_described_by_names(convert):
    names = (
        b"| a comment: with a colon\na., b. | classes.\n\nsize: continuous. | possibly missing\nurl*\xaeion+x: 0,1.\n"
    )
    table = NamedTable(Table(words={"a": "a.", "b": "b."}))
    stream = convert(table, small(3, nominal=1), " 1.5,1,a.\n   ?,   0,b.\n2,1,b.\n", names)
    assert stream.schema.features == (Numeric("size"), Nominal("url*®ion+x", ("0", "1")))
    assert np.isnan(stream.take(3).X[1, 0])
    assert rows_of(stream)[1] == ["a", "b", "b"]


def test_unknown_values_of_local_are_mended_behind_row_998_only():
    mend = IADS.sources[0].convert.table.mend
    for begin in (0, 500, 997, 998, 999, 2000):
        X = np.full((3, 5), np.nan)
        mend(X, begin)
        kept = [begin + i < 998 for i in range(3)]
        assert np.isnan(X[:, 3]).tolist() == kept
        assert np.isnan(np.delete(X, 3, axis=1)).all()


ARFF = "@relation r\n@attribute id numeric\n@attribute x numeric\n@attribute c {v,u}\n@attribute class {b,a}\n@data\n"


def test_attributes_as_they_are(convert):
    stream = convert(Attributes(), small(2, 3, 1), ARFF + "1,0.5,u,a\n2,?,v,b\n")
    assert stream.schema.features == (Numeric("id"), Numeric("x"), Nominal("c", ("u", "v")))
    assert rows_of(stream)[1] == ["a", "b"]
    assert stream.take(1).X.tolist() == [[1, 0.5, 0]]


def test_attributes_renamed_from_the_end(convert):
    stream = convert(Attributes(("price", "colour")), small(2, 2, 1), ARFF + "1,0.5,u,a\n2,?,v,b\n")
    assert stream.schema.names == ("price", "colour")
    assert stream.take(1).X.tolist() == [[0.5, 0]]


def test_too_few_attributes(convert):
    pieces = ["Small has 3 attributes before the class, expected 4"]
    assert_refused(lambda: convert(Attributes(tuple("wxyz")), small(2, 4), ARFF + "1,0.5,u,a\n"), pieces)


def test_attributes_with_another_class(convert):
    pieces = ["label 'b' is not a known class"]
    assert_refused(lambda: convert(Attributes(), small(1, 3, classes=("a", "c")), ARFF + "1,1,u,a\n"), pieces)


MEKA = (
    "@relation 'r: -C 3'\n@attribute L1 {0,1}\n@attribute L2 {0,1}\n@attribute L3 {0,1}\n"
    "@attribute one numeric\n@attribute two numeric\n@data\n{1 1,3 1}\n{0 1,2 1}\n{0 1,1 1,2 1,3 1,4 1}\n"
)


def label_sets(**more):
    companions = {"small_features.txt": None, "small_labels.parquet": None}
    return small(classes=(0, 1), file="small.libsvm.gz", companions=companions, **more)


def test_one_of_several_labels(convert, tmp_path):
    stream = convert(LabelSets("L2", 3), label_sets(), MEKA)
    assert rows_of(stream) == ([[1, 0], [0, 0], [1, 1]], [1, 0, 1])
    assert stream.schema.features == (Numeric("one"), Numeric("two"))
    assert files_in(tmp_path / "made") == ["small.libsvm.gz", "small_features.txt", "small_labels.parquet"]
    for column, expected in {"L1": [0, 1, 1], "L2": [1, 0, 1], "L3": [0, 1, 1]}.items():
        view = opened(label_sets(labels=("small_labels.parquet", column)), tmp_path / "made")
        assert rows_of(view) == ([[1, 0], [0, 0], [1, 1]], expected)
        assert view.take(2, start=1).y.tolist() == expected[1:]
        assert (view.n_instances, view.take(0).X.shape) == (3, (0, 2))


def test_labels_declared_the_other_way_round(convert):
    pieces = ["attribute 'L1' has the values ('1', '0'), expected ('0', '1')"]
    text = MEKA.replace("L1 {0,1}", "L1 {1,0}")
    assert_refused(lambda: convert(LabelSets("L2", 3), label_sets(), text), pieces)


def test_a_label_that_is_not_there(convert):
    assert_refused(lambda: convert(LabelSets("L9", 3), label_sets(), MEKA), ["no column 'L9' (target)"])


def test_rows_and_labels_in_two_files_twice(convert):
    names = "1 energy()-1,8\n2 mean()\n3 energy()-1,8\n"
    converter = TextRows(words={"a": "1", "b": "2"})
    parts = "  2.5e-001 -1.0e+000  0\n 1 2 3\n", "1\n2\n", "4 5 6\n", "2\n", names
    stream = convert(converter, small(3, 3), *parts)
    assert stream.schema.names == ("energy()-1,8", "mean()", "energy()-1,8.1")
    assert rows_of(stream) == ([[0.25, -1, 0], [1, 2, 3], [4, 5, 6]], ["a", "b", "b"])


def test_rows_of_digits_become_a_sparse_file(convert):
    data = small(2, 4, 4, (0, 1), "small.libsvm.gz")
    stream = convert(TextRows(), data, "0 1 0 0\n1 0 0 1\n", "1\n0\n")
    assert rows_of(stream) == ([[0, 1, 0, 0], [1, 0, 0, 1]], [1, 0])
    assert stream.take(2).X.nnz == 3


BAD_ROWS = {
    "more labels": (("1 2\n", "1\n2\n"), "Small has 1 rows and 2 labels"),
    "fewer labels": (("1 2\n3 4\n", "1\n"), "y has shape"),
    "a word": (("1 x\n", "1\n"), "could not convert string 'x'"),
    "a short row": (("1 2\n3\n", "1\n2\n"), "the number of columns changed from 2 to 1"),
    "a wide table": (("1 2 3\n", "1\n"), "X has 3 columns, the schema has 2 features"),
    "a strange label": (("1 2\n", "7\n"), "label '7' is not a known class"),
}


@pytest.mark.parametrize(("parts", "message"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_rows_and_labels_that_do_not_fit(convert, parts, message):
    assert_refused(lambda: convert(TextRows({"a": "1", "b": "2"}), small(), *parts), [message])


def test_sparse_rows(convert):
    data = small(2, 4, 4, (0, 1), "small.libsvm.gz")
    stream = convert(SparseRows(), data, "1 2:1\n0 1:1 3:1\n")
    assert rows_of(stream) == ([[0, 1, 0, 0], [1, 0, 1, 0]], [1, 0])


def idx(array):
    array = np.asarray(array, np.uint8)
    return struct.pack(f">I{array.ndim}I", 0x800 + array.ndim, *array.shape) + array.tobytes()


PIXELS = [[[1, 2], [3, 0]], [[250, 0], [255, 0]]]


def test_images(convert):
    stream = convert(Images(), small(2, 3, classes=("4", "9")), idx(PIXELS), idx([9, 4]))
    assert stream.schema.names == ("p1", "p2", "p3")
    assert rows_of(stream) == ([[1, 2, 3], [250, 0, 255]], ["9", "4"])


BAD_IMAGES = {
    "html": ((b"<html><body>moved</body></html>", idx([9, 4])), "no idx file of bytes: it begins with b'<html>"),
    "empty": ((b"", idx([9, 4])), "no idx file of bytes"),
    "cut": ((idx(PIXELS)[:-1], idx([9, 4])), "an idx file announces 8 bytes and holds 7"),
    "longer": ((idx(PIXELS) + b"\0", idx([9, 4])), "an idx file announces 8 bytes and holds 9"),
    "of other numbers": ((b"\0\0\x0d" + idx(PIXELS)[3:], idx([9, 4])), "no idx file of bytes"),
    "fewer labels": ((idx(PIXELS), idx([9])), "Small has 2 images and 1 labels"),
    "another label": ((idx(PIXELS), idx([9, 5])), "label '5' is not a known class"),
    "a last pixel": ((idx([[[1, 2], [3, 4]]]), idx([9])), "Small has pixels other than 0 behind number 3"),
}


@pytest.mark.parametrize(("parts", "message"), BAD_IMAGES.values(), ids=BAD_IMAGES)
def test_images_that_do_not_fit(convert, parts, message):
    assert_refused(lambda: convert(Images(), small(2, 3, classes=("4", "9")), *parts), [message])


def har_zip(d=4):
    """UCI's archive in an archive, with two rows of training and one of testing."""
    inner = {
        "UCI HAR Dataset/features.txt": "".join(f"{j + 1} f{j % 3}\n" for j in range(d)),
        "UCI HAR Dataset/train/X_train.txt": "  1.0e-001" * d + "\n" + " -2.0e-001" * d + "\n",
        "UCI HAR Dataset/train/y_train.txt": "5\n1\n",
        "UCI HAR Dataset/test/X_test.txt": "  3.0e-001" * d + "\n",
        "UCI HAR Dataset/test/y_test.txt": "6\n",
        "UCI HAR Dataset/train/subject_train.txt": "1\n1\n",
        "__MACOSX/UCI HAR Dataset/train/X_train.txt": "x",
    }
    return zipped({"UCI HAR Dataset.zip": zipped(inner), "UCI HAR Dataset.names": "about"})


def test_har_in_all_its_wrappings(publish, known, cache):
    parts = tuple(Part(part.url, part.inside) for part in datasets.describe("har").sources[0].parts)
    converter = datasets.describe("har").sources[0].convert
    known("har", n_instances=3, n_features=4, sources=(Source(parts, converter),), classes=tuple(HAR_CLASSES))
    publish(parts[0].url, har_zip())
    stream = datasets.load("har")

    assert len(publish.asked) == 1
    assert stream.schema.names == ("f0", "f1", "f2", "f0.1")
    assert rows_of(stream) == (
        [[0.1] * 4, [-0.2] * 4, [0.3] * 4],
        ["STANDING", "WALKING", "LAYING"],
    )
    assert datasets.load("har", download=False).n_instances == 3
    assert files_in(cache) == ["har.parquet", "har.receipt.json"]


def test_har_is_checked_against_the_archive(publish, cache):
    publish(datasets.describe("har").urls[0], har_zip())
    pieces = ["the sha256 of 'human+activity+recognition+using+smartphones.zip' is", "it is not the published file"]
    assert_refused(lambda: datasets.load("har"), pieces, FileNotFoundError)
    assert files_in(cache) == []


def test_poker_lsn(publish, known):
    kinds = ["{1,2,3,4}", "numeric"] * 5
    header = "@relation poker-lsn\n" + "".join(f"@attribute f{j} {kind}\n" for j, kind in enumerate(kinds))
    rows = "".join(f"{1 + i % 4},0.5,1,0.1,2,0.2,3,0.3,4,1,{i % 10}\n" for i in range(20))
    known("poker-lsn", n_instances=20)
    text = header + "@attribute class {0,1,2,3,4,5,6,7,8,9}\n@data\n" + rows
    publish(datasets.describe("poker-lsn").urls[0], zipped({"poker-lsn.arff": text}))
    assert rows_of(datasets.load("poker-lsn"))[1] == [str(i % 10) for i in range(20)]


def test_spam_is_tried_in_both_forms(publish, known):
    known("spam", n_instances=2, n_features=4, n_nominal=4, content=None)
    url = SPAM.urls[0]
    for members in (
        {"spam.libsvm": "1 2:1\n0 1:1 4:1\n"},
        {"spam/spam.data": "0 1 0 0\n1 0 0 1\n", "spam/spam.labels": "1\n0\n"},
    ):
        publish(url, zipped(members))
        stream = datasets.load("spam")
        assert rows_of(stream) == ([[0, 1, 0, 0], [1, 0, 0, 1]], [1, 0])
        stream.path.unlink()
