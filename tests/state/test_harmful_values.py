"""Single wrong values that would make a model read or write where it must not, or never end."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds
from driftsift.learners.modelfile import describe
from tests.learners.catalogue import BY_NAME
from tests.state.mutations import changed, value_at
from tests.state.support import Trained, assert_refused, write


def spoil(name, csr, at, value):
    trained = Trained(BY_NAME[name], csr)
    document = describe(trained.model(60))
    old = value_at(document, at)
    if isinstance(old, np.ndarray):
        assert len(old), "there is nothing to spoil"
        value, wrong = old.copy(), value
        value[-1] = wrong
    return changed(document, at, value)


HARMFUL = [
    ("majority-windowed", False, ("state", "labels"), 3),
    ("majority-windowed", False, ("state", "labels"), -1),
    ("majority-windowed", False, ("state", "oldest"), 7),
    ("majority-windowed", False, ("state", "oldest"), -1),
    ("majority-windowed", False, ("state", "rows"), 2**63 - 1),
    ("majority", False, ("state", "rows"), 2**63 - 1),
    ("majority", False, ("state", "rows"), -1),
    ("no-change", False, ("state", "last"), 3),
    ("no-change", False, ("state", "last"), 2**40),
    ("naive-bayes", False, ("state", "weight"), -1.0),
    ("naive-bayes", False, ("state", "weight"), np.nan),
    ("naive-bayes", False, ("state", "total"), -1.0),
    ("naive-bayes", False, ("state", "numeric", "complete"), 2),
    ("naive-bayes", False, ("state", "numeric", "weight"), -1.0),
    ("naive-bayes", False, ("state", "numeric", "count"), -1.0),
    ("naive-bayes", True, ("state", "numeric", "implicit"), -1.0),
    ("naive-bayes", True, ("state", "numeric", "sparse"), 0),
    ("naive-bayes", False, ("state", "nominal", "table"), -1.0),
    ("naive-bayes", True, ("state", "nominal", "sparse"), 2**62),
    ("knn", False, ("state", "labels"), 3),
    ("knn", False, ("state", "labels"), -1),
    ("knn", False, ("state", "weights"), 0.0),
    ("knn", False, ("state", "oldest"), 64),
    ("knn", False, ("state", "dense", "missing_rows"), 2**63 - 1),
    ("knn", True, ("state", "sparse", "columns"), 6),
    ("knn", True, ("state", "sparse", "columns"), -1),
    ("knn", True, ("state", "sparse", "ends"), 2**62),
    ("knn", True, ("state", "sparse", "ends"), -1),
    ("knn", True, ("state", "sparse", "filled"), 3),
    ("knn", True, ("state", "sparse", "filled"), 2**62),
    ("subset-knn", False, ("state", "transformer", "selection", "features"), 3),
    ("subset-knn", False, ("state", "transformer", "selection", "features"), -1),
    ("subset-knn", False, ("state", "transformer", "selection", "features"), 2**31 - 1),
    ("subset-knn", False, ("state", "recent", "labels"), 3),
    ("subset-knn", False, ("state", "recent", "weights"), -1.0),
    ("subset-knn", False, ("state", "recent", "values"), np.inf),
    ("subset-knn", False, ("state", "recent", "values"), 4.0),  # the last feature has 4 categories
    ("subset-knn", False, ("state", "recent", "values"), 0.5),
    ("subset-knn", False, ("state", "recent", "oldest"), 1),
    ("subset-knn", True, ("state", "recent", "columns"), 6),
    ("subset-knn", True, ("state", "recent", "sparse"), 0),
    ("subset-knn", False, ("state", "changes"), -1),
    ("top-k-naive-bayes", False, ("state", "transformer", "since"), -1),
    ("top-k-naive-bayes", False, ("state", "transformer", "since"), 50),
    ("top-k-naive-bayes", False, ("state", "transformer", "since"), 2**63 - 1),
    ("top-k-naive-bayes", False, ("state", "transformer", "selection", "features"), 6),
    ("top-k-naive-bayes", False, ("state", "transformer", "window", "labels"), -1),
    ("top-k-naive-bayes", False, ("state", "transformer", "window", "values"), 1e9),
    ("top-k-naive-bayes", True, ("state", "transformer", "window", "ends"), 2**62),
    ("knn", False, ("schema", "target"), 7),
    ("knn", False, ("schema", "classes"), ["class 0", "class 1"]),
    ("knn", False, ("schema", "classes"), ["class 0", "class 1", "class 1"]),
    ("knn", False, ("schema", "classes"), [0.5, 1.5, 2.5]),
    ("knn", False, ("schema", "classes"), [[], [], []]),
    ("knn", False, ("schema", "features"), []),
    ("knn", False, ("schema", "features", 0), ["x0"]),
    ("knn", False, ("schema", "features", 0), [["x0"], None]),
    ("knn", False, ("schema", "features", 0), [7, None]),
    ("knn", False, ("schema", "features", 5), ["x5", "abcd"]),
    ("naive-bayes", False, ("schema", "features", 5), ["x5", ["a", "b", "c"]]),
    ("knn", False, ("schema", "features", 5), ["x5", [1, 2, 3, 4]]),
    ("knn", False, ("label_type",), "<i8"),
    ("knn", False, ("label_type",), "V8"),
    ("knn", False, ("label_type",), "i4,i4"),
    ("knn", False, ("label_type",), 8),
    ("knn", False, ("unseen",), {"x9": 1}),
    ("knn", False, ("unseen",), {"x0": -1}),
    ("knn", False, ("unseen",), {"x0": "many"}),
    ("knn", False, ("unseen",), [1]),
    ("knn", False, ("built",), {"k": 0, "window": 1000, "scale": "range"}),
    ("knn", False, ("built",), {"k": 10, "window": 999, "scale": "range"}),
    ("knn", False, ("built",), {"k": 10, "window": 1000, "scale": "ranges"}),
    ("knn", False, ("built",), {"neighbours": 3}),
    ("knn", False, ("built",), []),
]


@pytest.mark.parametrize(("name", "csr", "at", "value"), HARMFUL, ids=lambda part: str(part)[:60])
def test_harmful_values_are_refused(name, csr, at, value, path):
    assert_refused(path, spoil(name, csr, at, value))


def test_empty_selections_are_refused(path):
    at = ("state", "transformer", "selection", "features")
    for name in ("subset-knn", "top-k-naive-bayes"):
        document = describe(Trained(BY_NAME[name], False).model(60))
        assert_refused(path, changed(document, at, np.zeros(0, dtype=np.int32)))


def test_rows_beyond_the_filled_part_are_never_neighbours(path):
    """An `oldest` within the window, but beyond its rows, with numbers where nothing was learned yet."""
    document = describe(Trained(BY_NAME["knn"], False).model(60))
    rows = np.zeros_like(document["state"]["dense"]["rows"])
    for oldest in (1, 59, 60, 64, 999):
        spoiled = changed(document, ("state", "oldest"), oldest)
        assert_refused(path, changed(spoiled, ("state", "dense", "rows"), rows))


def test_labels_are_never_cut_short(path):
    write(path, spoil("knn", False, ("label_type",), "<U1"))
    assert ds.load(path).classes_.tolist() == ["class 0", "class 1", "class 2"]
