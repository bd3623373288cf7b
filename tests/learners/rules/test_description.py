"""Rules as plain data, rule by rule against the references; as text and JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest

import driftsift as ds
from tests.learners.concepts import changing
from tests.learners.support import learn_and_vote
from tests.reference.common import argmax
from tests.reference.detectors.adwin import ADWIN
from tests.reference.rules import facil, vfdr

QUICK = {"grace": 20, "delta": 0.05, "tau": 0.4}
STREAM = {"n": 1200, "sizes": (0, 3, 2, 0), "n_classes": 3, "concepts": 3, "weighted": "irregular", "decimals": 8}


def learned(model, oracle, sample):
    """The rules of a trained model as plain data; the structure of the oracle after the same rows."""
    learn_and_vote(model.prepare(sample.schema), sample)
    for row, label, weight in zip(sample.rows, sample.codes, sample.weights, strict=True):
        oracle.learn(row, label, weight)
    return model.explain(), oracle.structure()


def shown(sample, feature, comparison, value):
    text = f"v{int(value)}" if sample.n_categories[feature] else f"{value:.6g}"
    return {"feature": f"x{feature}", "test": f"{comparison} {text}"}


def assert_same(rules, structure, sample):
    for rule, its in zip(rules, structure, strict=True):
        assert rule["if"] == [shown(sample, *literal) for literal in its["literals"]]
        assert rule["prediction"] == sample.class_names[argmax(its["class_weight"])]
        assert list(rule["class_weight"]) == list(sample.class_names)
        np.testing.assert_allclose(list(rule["class_weight"].values()), its["class_weight"], rtol=1e-9)


def assert_features_are_counted(explained):
    by_rule = [{literal["feature"] for literal in rule["if"]} for rule in explained["rules"]]
    counts = explained["features"]
    assert counts == {name: sum(name in used for used in by_rule) for name in set().union(*by_rule)}
    assert list(counts.values()) == sorted(counts.values(), reverse=True)


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("numeric", ["gaussian", "histogram"])
def test_rules_are_explained_as_they_are(ordered, numeric):
    sample = changing(51, **STREAM)
    parameters = {"ordered": ordered, "numeric": numeric, **QUICK}
    oracle = vfdr.VFDR(sample.n_categories, sample.n_classes, **parameters)
    explained, structure = learned(ds.VFDR(**parameters), oracle, sample)
    assert len(structure) > 4
    assert_same(explained["rules"], structure, sample)
    assert explained["rules"][-1]["if"] == []
    assert_features_are_counted(explained)


def test_adaptive_rules_are_explained_as_they_are():
    sample = changing(52, **STREAM)
    oracle = vfdr.AdaptiveVFDR(
        sample.n_categories, sample.n_classes, lambda: ADWIN(0.3), prediction="majority", **QUICK
    )
    model = ds.AdaptiveVFDR(detector=ds.ADWIN(0.3), prediction="majority", **QUICK)
    explained, structure = learned(model, oracle, sample)
    assert len(structure) > 2
    assert_same(explained["rules"], structure, sample)


def test_boxes_are_explained_as_they_are():
    sample = changing(53, **STREAM | {"n": 400})
    parameters = {"window": 150, "min_purity": 0.8, "max_examples": 11}
    oracle = facil.Facil(sample.n_categories, sample.n_classes, **parameters)
    explained, structure = learned(ds.Facil(**parameters), oracle, sample)
    assert any(rule["negative"] > 0 for rule in structure)
    for rule, its in zip(explained["rules"], structure, strict=True):
        label = sample.class_names[its["class"]]
        assert rule["prediction"] == label
        assert rule["if"] == [side(sample, f, box) for f, box in enumerate(its["box"]) if box]
        assert rule["class_weight"] == pytest.approx({label: its["positive"], "others": its["negative"]}, rel=1e-9)
    assert_features_are_counted(explained)


def side(sample, feature, box):
    if sample.n_categories[feature]:
        return {"feature": f"x{feature}", "test": f"= v{int(box[0])}"}
    return {"feature": f"x{feature}", "test": f"in [{box[0]:.6g}, {box[1]:.6g}]"}


# --- text and JSON ----------------------------------------------------------------------------------------

NAMED = ds.Schema([ds.Nominal("colour", ("dark red", "blue")), ds.Numeric("size")], ("yes", "no"))


def taught(model, n=3000):
    """Half of the rows are blue, and of these the large ones are no."""
    rng = np.random.default_rng(6)
    X = np.column_stack([rng.random(n) < 0.5, rng.integers(0, 10, n)]).astype(float)
    y = np.where((X[:, 0] == 1) & (X[:, 1] >= 5), "no", "yes")
    return model.prepare(NAMED).partial_fit(X, y)


def test_text_has_a_line_per_rule_with_the_names_of_the_schema():
    model = taught(ds.VFDR(grace=100, numeric="exhaustive"))
    lines, rules = model.to_text().splitlines(), model.explain()["rules"]
    assert len(lines) == len(rules) > 1
    assert lines[0].startswith("if colour = dark red: yes (yes ")
    assert lines[-1].startswith("else: ")


def test_text_of_boxes():
    model = ds.Facil().prepare(NAMED).partial_fit([[1.0, 2.0], [1.0, 2.5], [0.0, np.nan]], ["no", "no", "yes"])
    assert model.to_text().splitlines() == [
        "if colour = blue and size in [2, 2]: no (no 1)",
        "if colour = blue and size in [2.5, 2.5]: no (no 1)",
        "if colour = dark red: yes (yes 1)",
    ]


@pytest.mark.parametrize("make", [ds.VFDR, ds.AdaptiveVFDR, ds.Facil])
def test_json_is_what_is_explained(make):
    model = taught(make())
    assert json.loads(model.to_json()) == model.explain()
    assert "\n" not in model.to_json(indent=None)


@pytest.mark.parametrize(
    ("make", "text"), [(ds.VFDR, "else: yes (no rows)"), (ds.AdaptiveVFDR, "else: yes (no rows)"), (ds.Facil, "")]
)
def test_a_model_without_rows_can_be_explained(make, text):
    model = make().prepare(NAMED)
    assert model.explain()["features"] == {}
    assert model.to_text() == text
