"""Learners of this library that learn from dicts, against the same learners on matrices."""

from __future__ import annotations

import copy
import math
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("river")

from sklearn.linear_model import SGDClassifier

import driftsift as ds
from driftsift.interop import from_sklearn, to_river

CATEGORIES = ("red", "green", "blue", "grey", "pink")


def dict_rows(seed, n, *, numeric=3, late=2, most_categories=5):
    """Rows whose features appear bit by bit: absent at random, the late ones throughout the first half."""
    source = random.Random(seed)
    for i in range(n):
        names = [f"n{j}" for j in range(numeric)] + ["colour", "open"]
        names += [f"late{j}" for j in range(late)] if i >= n // 2 else []
        x = {name: value_of(name, source, most_categories) for name in names if source.random() < 0.8}
        yield x, source.choice(["a", "b"] if i < n // 3 else ["a", "b", "c"])


def value_of(name, source, most_categories):
    if name == "colour":
        return source.choice(CATEGORIES[:most_categories])
    return source.random() < 0.5 if name == "open" else source.gauss(0, 1)


def trained(model, rows, **options):
    adapted = to_river(model, **options)
    for x, y in rows:
        adapted.learn_one(x, y)
    return adapted


def matrix_of(rows, schema):
    """The rows as the native learner takes them; a category or feature not in the schema is left out."""
    X = np.full((len(rows), schema.n_features), np.nan)
    for i, (x, _) in enumerate(rows):
        for j, feature in enumerate(schema.features):
            if feature.name in x:
                value = x[feature.name]
                nominal = isinstance(feature, ds.Nominal)
                X[i, j] = feature.categories.index(str(value)) if nominal else value
    return X


def native(model, rows, schema):
    return model.prepare(schema).partial_fit(matrix_of(rows, schema), [y for _, y in rows])


MODELS = [ds.NaiveBayes(), ds.KNN(k=3, window=40), ds.MajorityClass(), ds.NoChange()]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_within_the_buffer_nothing_is_lost(model):
    rows = list(dict_rows(1, 90))
    adapted = trained(model, rows)
    schema = adapted.learner.schema_
    expected = native(copy.deepcopy(model), rows, schema).predict_proba(matrix_of(rows, schema))
    for (x, _), shares in zip(rows, expected, strict=True):
        assert adapted.predict_proba_one(x) == pytest.approx(dict(zip(schema.classes, shares, strict=True)), rel=1e-9)


def test_growing_forgets_what_lies_before_the_buffer():
    rows = [*dict_rows(2, 60, late=0), ({"new": 1.0}, "a")]
    adapted = trained(ds.NaiveBayes(), rows, buffer=20)
    assert sum(adapted.learner.explain()["weight"].values()) == 21


def test_the_schema_is_that_of_the_rows():
    schema = trained(ds.NaiveBayes(), dict_rows(3, 200)).learner.schema_
    assert set(schema.names) == {"n0", "n1", "n2", "colour", "open", "late0", "late1"}
    assert schema.features[schema.index("open")].categories == ("False", "True")
    assert isinstance(schema.features[schema.index("late1")], ds.Numeric)
    assert set(schema.classes) == {"a", "b", "c"}


def test_room_for_categories_doubles():
    adapted = to_river(ds.NaiveBayes())
    sizes = []
    for i in range(9):
        adapted.learn_one({"word": f"w{i}"}, "a")
        sizes.append(len(adapted.learner.schema_.features[0].categories))
    assert sizes == [2, 2, 4, 4, 8, 8, 8, 8, 16]


def test_a_category_may_have_the_name_of_a_free_place():
    adapted = to_river(ds.NaiveBayes())
    for word in ("(free 0)", "(free 1)", "x"):
        adapted.learn_one({"word": word}, "a")
    assert adapted.learner.schema_.features[0].categories == ("(free 0)", "(free 1)", "x", "(free 2)")


def test_categories_beyond_the_limit_are_missing_and_counted():
    adapted = to_river(ds.NaiveBayes(), max_categories=2)
    for word in "abcdc":
        adapted.learn_one({"word": word}, "yes")
    assert adapted.unseen_categories == {"word": 3}
    assert adapted.learner.schema_.features[0].categories == ("a", "b")


def test_a_given_schema_is_kept():
    schema = ds.Schema([ds.Numeric("x"), ds.Nominal("colour", ("red", "blue"))], ("no", "yes"))
    adapted = to_river(ds.NaiveBayes(), schema)
    adapted.learn_one({"colour": "green", "x": 1, "other": 3}, "yes")
    adapted.learn_one({"colour": "red"}, "perhaps")
    assert adapted.learner.schema_ == schema.with_classes(("no", "yes", "perhaps"))
    assert adapted.unseen_categories == {"colour": 1}
    assert adapted.predict_proba_one({"x": 1.0})["no"] == 0


def test_with_a_schema_it_learns_what_the_learner_learns():
    sample = list(ds.interop.to_river_stream(ds.SEA(300, seed=5)))
    schema = ds.SEA(300, seed=5).schema
    adapted = trained(ds.NaiveBayes(), sample, schema=schema, buffer=0)
    whole = ds.SEA(300, seed=5).take(300)
    expected = ds.NaiveBayes().prepare(schema).partial_fit(whole.X, whole.y).predict_proba(whole.X[:5])
    for (x, _), shares in zip(sample, expected, strict=False):
        assert list(adapted.predict_proba_one(x).values()) == pytest.approx(shares.tolist(), rel=1e-12)


def test_absent_none_and_nan_are_the_same():
    first, second, third = (trained(ds.NaiveBayes(), dict_rows(4, 50)) for _ in range(3))
    first.learn_one({"n0": 1.0}, "a")
    second.learn_one({"n0": 1.0, "n1": None, "colour": None}, "a")
    third.learn_one({"n0": 1.0, "n1": math.nan, "brand new": math.nan}, "a")
    x = {"n0": 0.5, "n1": 0.5, "colour": "red"}
    assert first.predict_proba_one(x) == second.predict_proba_one(x) == third.predict_proba_one(x)
    assert third.learner.n_features_in_ == first.learner.n_features_in_


def test_predicting_never_changes_the_model():
    adapted = trained(ds.KNN(), dict_rows(5, 50))
    before = pickle.dumps(adapted)
    adapted.predict_one({"never": 1.0, "colour": "unknown", "n0": 3})
    adapted.predict_proba_one({})
    assert pickle.dumps(adapted) == before


def test_a_row_without_features():
    adapted = to_river(ds.NaiveBayes())
    adapted.learn_one({}, "a")
    assert adapted.predict_proba_one({}) == {"a": 1.0}
    adapted.learn_one({"x": 1.0}, "b")
    assert set(adapted.predict_proba_one({"x": 1.0})) == {"a", "b"}


def test_weights_and_unknown_labels():
    adapted = to_river(ds.MajorityClass())
    adapted.learn_one({"x": 1.0}, "a", w=3.0)
    adapted.learn_one({"x": 1.0}, "b", w=0.0)
    adapted.learn_one({"x": 1.0}, None)
    adapted.learn_one({"x": 1.0}, "b")
    assert adapted.predict_proba_one({}) == {"a": 0.75, "b": 0.25}


@pytest.mark.parametrize("labels", [(True, False), (np.bool_(False), np.bool_(True)), (3, 1), (np.int64(3), 1.0)])
def test_labels_keep_their_kind(labels):
    adapted = to_river(ds.NoChange())
    for label in labels:
        adapted.learn_one({"x": 1.0}, label)
        assert adapted.predict_one({"x": 1.0}) == label


WRONG = [
    ({"n0": "text"}, "a", TypeError, "feature 'n0' is numeric, 'text' is not a number"),
    ({"colour": 1.5}, "a", TypeError, "feature 'colour' is nominal, 1.5 is neither text nor truth value"),
    ({"n0": math.inf}, "a", ValueError, "feature 'n0': inf is infinite"),
    ({"n0": [1]}, "a", TypeError, "feature 'n0': a value is a number, a text or a truth value, not list"),
    ({"brand new": 1.0, "n0": "text"}, "a", TypeError, "feature 'n0' is numeric"),
    ([1.0], "a", TypeError, "a row is a dict of values by feature name, got list"),
    ({"n0": 1.0}, 7, ValueError, "label 7 is not of the kind of the known classes"),
    ({"n0": 1.0, "brand new": 1.0}, 7, ValueError, "label 7 is not of the kind"),
    ({"n0": 1.0}, 1.5, ValueError, "label 1.5: a label is a text"),
    ({"n0": 1.0}, ["a"], TypeError, "not list"),
]


@pytest.mark.parametrize(("x", "y", "error", "message"), WRONG)
def test_wrong_rows_change_nothing(x, y, error, message):
    adapted = trained(ds.NaiveBayes(), dict_rows(6, 50))
    before = pickle.dumps(adapted)
    with pytest.raises(error, match=message):
        adapted.learn_one(x, y)
    assert pickle.dumps(adapted) == before


@pytest.mark.parametrize("options", [{"buffer": -1}, {"buffer": 1.5}, {"max_categories": 1}])
def test_wrong_parameters(options):
    with pytest.raises((TypeError, ValueError), match=next(iter(options))):
        to_river(ds.NaiveBayes(), **options)


def test_a_scikit_learn_model_needs_to_know_its_classes():
    schema = ds.Schema.numeric(1, ("a", "b"))
    adapted = to_river(from_sklearn(SGDClassifier(random_state=1)), schema)
    for _ in range(50):
        adapted.learn_one({"x0": -1.0}, "a")
        adapted.learn_one({"x0": 1.0}, "b")
    assert adapted.predict_one({"x0": 2.0}) == "b"


def test_it_stands_in_a_river_pipeline():
    from river import preprocessing

    pipeline = preprocessing.StandardScaler() | to_river(ds.KNN(k=3))
    for x, y in dict_rows(7, 60, late=0):
        pipeline.learn_one({name: value for name, value in x.items() if name.startswith("n")}, y)
    assert pipeline.predict_one({"n0": 0.0, "n1": 0.0, "n2": 0.0}) in {"a", "b", "c"}


def test_without_river_the_error_says_what_to_install():
    code = """
import sys
sys.modules["river"] = None
import driftsift.interop
try:
    driftsift.interop.to_river(None)
except ImportError as error:
    print(error)
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install driftsift[river]" in result.stdout


def test_only_to_river_imports_river():
    code = "import sys, driftsift.interop; print('river' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"
