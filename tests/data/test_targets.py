from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from driftsift import MajorityClass, Nominal, Schema
from driftsift.data.targets import encode_growing, first_classes

OF_ONE = pd.CategoricalDtype(["0", "1", "2", "9"])

GROWN = {
    "a text like a number": (["0", "1"], ["2"], [2], ["2"]),
    "beside known ones": (["0", "1"], ["0", "10", "2", "10"], [0, 2, 3, 2], ["10", "2"]),
    "in an array": (["0", "1"], np.array(["3", "0", "2"]), [2, 0, 3], ["3", "2"]),
    "missing": (["0", "1"], ["?", "2", None, "1"], [-1, 2, -1, 1], ["2"]),
    "blanks": (["0", "1"], [" 2", "2 "], [2, 2], ["2"]),
    "a number among texts that are none": (["ham", "spam"], ["7"], [2], ["7"]),
    "two ways to write a number are two texts": (["0"], ["1", "1.0"], [1, 2], ["1", "1.0"]),
    "texts among numbers": ([0, 1], ["2", "1"], [2, 1], [2]),
    "declared but not met": (["0", "1"], pd.Series(["2"], dtype=OF_ONE), [2], ["2"]),
}


@pytest.mark.parametrize(("known", "labels", "codes", "new"), GROWN.values(), ids=GROWN)
def test_new_labels_are_of_the_kind_of_the_known_ones(known, labels, codes, new):
    found, met = encode_growing(labels, np.array(known))

    assert found.tolist() == codes
    assert met == new


@pytest.mark.parametrize(("known", "label"), [(["0", "1"], 2), ([0, 1], "x")])
def test_labels_of_another_kind_are_refused(known, label):
    with pytest.raises(ValueError, match=f"label {label!r} is not of the kind of the known classes"):
        encode_growing([label], np.array(known))


@pytest.mark.parametrize(
    ("labels", "classes"),
    [([True, True], [True]), (pd.Series(["2", "1"], dtype=OF_ONE), ["2", "1"]), (["b", None, "a"], ["b", "a"])],
)
def test_first_classes_are_those_met(labels, classes):
    assert first_classes(labels).tolist() == classes


def test_a_learner_of_texts_like_numbers_grows():
    model = MajorityClass().prepare(Schema([Nominal("f", ("a", "b"))], ("0", "1")))
    model.partial_fit([[0], [1], [0]], ["2", "0", "2"])

    assert model.classes_.tolist() == ["0", "1", "2"]
    assert model.predict([[0]]).tolist() == ["2"]
