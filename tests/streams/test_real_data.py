"""The real data sets: what is read are the figures their README gives."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from driftsift.data import Nominal
from driftsift.streams import open_stream
from tests.streams.conftest import real

# rows, numeric features, nominal features, missing cells, share of classes in percent
FIGURES = {
    "iads.parquet": (3279, 3, 1555, 2720, {"noad": 86.00, "ad": 14.00}),
    "nomao.parquet": (34465, 89, 29, 0, {"2": 71.44, "1": 28.56}),
    "electricity.parquet": (45312, 7, 1, 0, {"DOWN": 57.55, "UP": 42.45}),
    "poker_hand_uci_train.parquet": (
        25010,
        5,
        5,
        0,
        {
            "0": 49.95,
            "1": 42.38,
            "2": 4.82,
            "3": 2.05,
            "4": 0.37,
            "5": 0.22,
            "6": 0.14,
            "7": 0.02,
            "8": 0.02,
            "9": 0.02,
        },
    ),
    "spam.libsvm.gz": (9324, 0, 39916, 0, {0: 74.40, 1: 25.60}),
}


@pytest.mark.parametrize("name", FIGURES)
def test_rows_features_classes_and_missing_cells(name):
    rows, numeric, nominal, missing, shares = FIGURES[name]
    stream = open_stream(real(name), **({"n_features": 39916} if "spam" in name else {}))

    counts = np.zeros(stream.schema.n_classes)
    absent = 0
    for chunk in stream:
        counts += np.bincount(chunk.y, minlength=len(counts))
        absent += int(np.isnan(chunk.X.data if sp.issparse(chunk.X) else chunk.X).sum())

    kinds = [isinstance(feature, Nominal) for feature in stream.schema.features]
    assert (kinds.count(False), kinds.count(True)) == (numeric, nominal)
    assert counts.sum() == rows == stream.n_instances
    assert absent == missing
    measured = dict(zip(stream.schema.classes, (100 * counts / rows).round(2).tolist(), strict=True))
    assert measured == pytest.approx(shares, abs=0.006)
    assert stream.unseen == {}


def test_spam_has_its_stored_entries_and_first_row():
    stream = open_stream(real("spam.libsvm.gz"), n_features=39916)

    assert sum(chunk.X.nnz for chunk in stream) == 1_456_179
    first = stream.take(1)
    assert first.X.shape == (1, 39916)
    assert first.X.indices[:5].tolist() == [1, 128, 571, 785, 1007]
    assert first.y.tolist() == [1]


def test_the_label_share_of_spam_drifts_as_the_readme_says():
    y = open_stream(real("spam.libsvm.gz"), n_features=39916).take(9324).y
    shares = [part.mean().round(2) for part in np.array_split(y, 20)]

    assert np.allclose(shares[:8], [0.98, 0.54, 0.45, 0.44, 0.37, 0.17, 0.04, 0.36], atol=0.02)
