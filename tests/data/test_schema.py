from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driftsift.data import Nominal, Numeric, Schema
from tests.data.conftest import assert_refused

names = st.lists(st.text(min_size=1, max_size=5), min_size=1, max_size=6, unique=True)
categories = st.lists(st.text(max_size=4), min_size=1, max_size=4, unique=True).map(tuple)


@st.composite
def schemas(draw):
    features = [Nominal(name, draw(categories)) if draw(st.booleans()) else Numeric(name) for name in draw(names)]
    classes = draw(st.one_of(st.just((False, True)), st.just((-1, 1)), categories))
    return Schema(features, classes, draw(st.text(min_size=1)))


@given(schemas())
def test_a_schema_survives_json(schema):
    assert Schema.from_dict(json.loads(json.dumps(schema.to_dict()))) == schema


def test_select_keeps_classes_and_reorders_features():
    schema = Schema([Numeric("a"), Nominal("b", ("u", "v", "w")), Numeric("c")], ("n", "y"), "t")

    selected = schema.select([2, 1])

    assert selected == Schema([Numeric("c"), Nominal("b", ("u", "v", "w"))], ("n", "y"), "t")
    assert selected.n_categories.tolist() == [0, 3]
    assert schema.index("c") == 2
    assert schema.with_classes((1, 2)).classes == (1, 2)
    assert Schema.numeric(2, (0, 1)).names == ("x0", "x1")


@pytest.mark.parametrize(
    ("make", "error", "pieces"),
    [
        (
            lambda: Schema([Numeric("a"), Numeric("a")], (0, 1)),
            ValueError,
            ["feature name 'a'", "more than once"],
        ),
        (lambda: Schema([Numeric("a")], (1, 1)), ValueError, ["class 1", "more than once"]),
        (lambda: Schema(["a"], (0, 1)), TypeError, ["Numeric or Nominal", "str"]),
        (lambda: Nominal("a", ()), ValueError, ["'a'", "no categories"]),
        (lambda: Nominal("a", ("u", "u")), ValueError, ["'a'", "'u'", "more than once"]),
        (lambda: Schema.numeric(1, (0, 1)).index("z"), ValueError, ["'z'", "x0"]),
    ],
)
def test_impossible_schemas_are_refused(make, error, pieces):
    assert_refused(make, pieces, error)
