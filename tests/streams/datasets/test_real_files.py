"""Every real data set by its name: what is read are the figures the README of the folder gives."""

from __future__ import annotations

import re

import numpy as np
import pytest
import scipy.sparse as sp

from driftsift.data import Nominal, Numeric
from driftsift.streams import datasets, open_stream
from driftsift.streams.datasets.checks import content_of
from tests.streams.conftest import assert_same, dense

# rows, numeric features, nominal features, missing cells, entries that are not 0, share of classes in percent
POKER = (49.95, 42.38, 4.82, 2.05, 0.37, 0.22, 0.14, 0.02, 0.02, 0.02)
FIGURES = {
    "spam": (9324, 0, 39916, 0, 1_456_179, {0: 74.40, 1: 25.60}),
    "iads": (3279, 3, 1555, 2720, None, {"noad": 86.00, "ad": 14.00}),
    "nomao": (34465, 89, 29, 0, None, {"2": 71.44, "1": 28.56}),
    "electricity": (45312, 7, 1, 0, None, {"DOWN": 57.55, "UP": 42.45}),
    "kddcup99": (
        *(494_021, 34, 7, 0, None),
        {"smurf": 56.84, "neptune": 21.70, "normal": 19.69, "back": 0.45, "satan": 0.32, "ipsweep": 0.25}
        | {"portsweep": 0.21, "warezclient": 0.21, "teardrop": 0.20, "pod": 0.05},
    ),
    "kddcup99-groups": (494_021, 34, 0, 0, None, {"normal": 19.69, "dos": 79.24, "probe": 0.83}),
    "covertype": (
        *(581_012, 10, 44, 0, None),
        {"2": 48.76, "1": 36.46, "3": 6.15, "7": 3.53, "6": 2.99, "5": 1.63, "4": 0.47},
    ),
    "poker-hand": (25010, 5, 5, 0, None, dict(zip("0123456789", POKER, strict=True))),
    "har-binary": (4722, 561, 0, 0, None, {"0": 63.53, "1": 36.47}),
    "mnist": (
        *(60_000, 780, 0, 0, 8_994_156),
        {"1": 11.24, "7": 10.44, "3": 10.22, "2": 9.93, "9": 9.91}
        | {"0": 9.87, "6": 9.86, "8": 9.75, "4": 9.74, "5": 9.04},
    ),
    "enron": (1702, 1001, 0, 0, 143_090, {1: 50.24, 0: 49.76}),
    "imdb": (120_919, 1001, 0, 0, 2_343_710, {0: 63.79, 1: 36.21}),
    "imdb-comedy": (120_919, 1001, 0, 0, 2_343_710, {0: 74.18, 1: 25.82}),
}


@pytest.mark.parametrize("name", FIGURES)
def test_rows_features_classes_missing_cells_and_entries(name, data_folder):
    rows, numeric, nominal, missing, entries, shares = FIGURES[name]
    stream = datasets.load(name, download=False)
    counts = np.zeros(stream.schema.n_classes)
    absent = nonzero = 0
    for chunk in stream:
        values = chunk.X.data if sp.issparse(chunk.X) else chunk.X
        counts += np.bincount(chunk.y, minlength=len(counts))
        absent += int(np.isnan(values).sum())
        nonzero += int(np.count_nonzero(values))

    kinds = [isinstance(feature, Nominal) for feature in stream.schema.features]
    assert (kinds.count(False), kinds.count(True)) == (numeric, nominal)
    assert counts.sum() == rows == stream.n_instances
    assert absent == missing
    assert entries in (None, nonzero)
    measured = dict(zip(stream.schema.classes, (100 * counts / rows).round(2).tolist(), strict=True))
    assert {label: measured[label] for label in shares} == pytest.approx(shares, abs=0.006)
    assert sum(share for label, share in measured.items() if label not in shares) < 0.26
    assert stream.unseen == {}


@pytest.mark.parametrize("name", FIGURES)
def test_the_catalogue_says_what_is_in_the_file(name, data_folder):
    data, stream = datasets.describe(name), datasets.load(name, data_folder, download=False)

    assert (stream.name, stream.schema.target) == (data.title, "class")
    assert stream.schema.classes == data.classes
    assert (data.n_instances, data.n_features) == (stream.n_instances, stream.schema.n_features)
    assert data.n_nominal == sum(isinstance(feature, Nominal) for feature in stream.schema.features)
    assert content_of(stream) == data.content


def test_the_whole_table_of_the_readme_is_covered(data_folder):
    table = (data_folder / "README.md").read_text(encoding="utf-8").partition("## Measured figures")[2]
    found = {
        file: (int(rows.replace(",", "")), int(features.replace(",", "")))
        for file, rows, features in re.findall(
            r"^\| `([\w.]+)` \| [^|]+ \| ([\d,]+) \| ([\d,]+) \(", table, re.MULTILINE
        )
    }
    known = {data.file: data for data in map(datasets.describe, FIGURES) if data.base is None}
    assert len(found) == 11
    assert found == {file: (data.n_instances, data.n_features) for file, data in known.items()}


@pytest.mark.parametrize("name", ["spam", "iads", "nomao", "electricity", "poker-hand"])
def test_without_the_catalogue_the_same_is_found_in_the_file(name, data_folder):
    options = {"n_features": 39916} if name == "spam" else {}
    stream, known = open_stream(data_folder / datasets.describe(name).file, **options), datasets.load(name)
    assert stream.schema == known.schema
    assert stream.n_instances == known.n_instances
    assert_same(stream.take(100), known.take(100))


def test_exact_class_counts_of_covertype(data_folder):
    counts = sum(np.bincount(chunk.y, minlength=7) for chunk in datasets.load("covertype"))
    assert counts.tolist() == [211840, 283301, 35754, 2747, 9493, 17367, 20510]


def test_spam_has_its_first_row(data_folder):
    first = datasets.load("spam").take(1)
    assert first.X.shape == (1, 39916)
    assert first.X.indices[:5].tolist() == [1, 128, 571, 785, 1007]
    assert first.y.tolist() == [1]


def test_the_label_share_of_spam_drifts_as_the_readme_says(data_folder):
    shares = [part.mean() for part in np.array_split(datasets.load("spam").take(9324).y, 20)]
    assert np.allclose(shares[:8], [0.98, 0.54, 0.45, 0.44, 0.37, 0.17, 0.04, 0.36], atol=0.02)


def test_iads_is_sorted_by_class(data_folder):
    y = datasets.load("iads").take(3279).y
    assert y.tolist() == [0] * 459 + [1] * 2820


def test_missing_cells_of_iads_are_where_the_readme_says(data_folder):
    missing = np.isnan(datasets.load("iads").take(3279).X).sum(axis=0)
    assert missing[:4].tolist() == [903, 901, 910, 6]
    assert missing[4:].sum() == 0


def test_717_pixels_of_mnist_are_not_constant(data_folder):
    changing = np.zeros(780, dtype=bool)
    for chunk in datasets.load("mnist"):
        changing |= (chunk.X != 0).any(axis=0)
    assert changing.sum() == 717


def test_features_are_called_as_the_publisher_calls_them(data_folder):
    assert datasets.load("enron").schema.names[-2:] == ("yesterday", "york")
    assert datasets.load("imdb").schema.names[:3] == ("-", "--", "1")
    assert datasets.load("spam").schema.names[-1] == "x39915"
    assert datasets.load("mnist").schema.names[::779] == ("p1", "p780")


def test_groups_of_attacks(data_folder):
    plain, grouped = datasets.load("kddcup99"), datasets.load("kddcup99-groups")
    numeric = [j for j, feature in enumerate(plain.schema.features) if isinstance(feature, Numeric)]
    names = {"smurf": "dos", "buffer_overflow": "u2r", "normal": "normal", "satan": "probe", "spy": "r2l"}
    assert grouped.schema.names == tuple(plain.schema.names[j] for j in numeric)
    totals = np.zeros(5, dtype=int)
    for whole, part in zip(plain.chunks(20_000), grouped.chunks(20_000), strict=True):
        assert (whole.X[:, numeric] == part.X).all()
        totals += np.bincount(part.y, minlength=5)
        for label, group in names.items():
            rows = whole.y == plain.schema.classes.index(label)
            assert (part.y[rows] == grouped.schema.classes.index(group)).all()
    assert totals.tolist() == [97278, 391458, 4107, 1126, 52]


def test_both_labels_of_imdb_have_the_same_rows(data_folder):
    drama, comedy = (
        datasets.load("imdb").take(5000, start=60_000),
        datasets.load("imdb-comedy").take(5000, start=60_000),
    )
    assert (drama.X != comedy.X).nnz == 0
    assert 0 < (drama.y & comedy.y).mean() < (drama.y | comedy.y).mean() < 1


@pytest.mark.parametrize("name", ["electricity", "kddcup99-groups", "imdb-comedy", "enron"])
def test_streams_can_be_entered_anywhere(name, data_folder):
    stream = datasets.load(name)
    assert_same(stream.take(300), next(stream.chunks(300)))
    assert_same(stream.take(700, start=1000), stream.take(1700)[1000:])


@pytest.mark.parametrize("name", ["poker-hand", "enron", "electricity"])
def test_a_shuffled_data_set_has_the_same_rows_in_another_order(name, data_folder):
    plain, mixed = datasets.load(name), datasets.load(name, shuffle=1)
    n = plain.n_instances
    first, second = plain.take(n), mixed.take(n)

    assert (mixed.schema, mixed.n_instances) == (plain.schema, n)
    assert mixed.name == f"{plain.name} (shuffle=1)"
    assert first.y.tolist() != second.y.tolist()
    assert sorted(_rows(first)) == sorted(_rows(second))
    assert_same(second, datasets.load(name, shuffle=1).take(n))
    assert datasets.load(name, shuffle=2).take(n).y.tolist() != second.y.tolist()


def _rows(chunk):
    X = dense(chunk.X)
    return [(row.tobytes(), label) for row, label in zip(X, chunk.y.tolist(), strict=True)]


def test_shuffled_iads_is_no_longer_sorted(data_folder):
    shares = [part.mean() for part in np.array_split(datasets.load("iads", shuffle=3).take(3279).y, 5)]
    assert np.allclose(shares, 0.86, atol=0.05)
