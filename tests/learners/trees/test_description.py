"""Trees as plain data, node by node against the references; as text, JSON, Graphviz and pictures; importances."""

from __future__ import annotations

import json
import re
import shutil
import subprocess

import numpy as np
import pytest

import driftsift as ds
from tests.learners.concepts import changing
from tests.learners.support import learn_and_vote, prepared
from tests.reference.common import argmax
from tests.reference.trees import cvfdt, decision_stump, hoeffding_adaptive_tree, hoeffding_tree
from tests.strategies import Sample

QUICK = {"grace": 15, "delta": 0.05, "tau": 0.3}
WINDOWED = {"window": 300, "check": 60, "cycle": 100, "test": 25, "warm_up": 40, **QUICK}
STREAM = {"n": 900, "sizes": (0, 3, 2, 0, 4), "n_classes": 3, "concepts": 3, "weighted": "irregular", "decimals": 8}


MODULES = {
    "HoeffdingTree": hoeffding_tree,
    "HoeffdingAdaptiveTree": hoeffding_adaptive_tree,
    "DecisionStump": decision_stump,
    "CVFDT": cvfdt,
}


def while_learning(name, sample, every, **parameters):
    """The model of the library and the oracle of the same name, both after the same rows, again and again."""
    model = prepared(lambda: getattr(ds, name)(**parameters), sample)
    oracle = getattr(MODULES[name], name)(sample.n_categories, sample.n_classes, **parameters)
    for begin in range(0, len(sample), every):
        part = sample.part(begin, begin + every)
        learn_and_vote(model, part)
        for row, label, weight in zip(part.rows, part.codes, part.weights or [1.0] * len(part), strict=True):
            oracle.learn(row, label, weight)
        yield model, oracle


def learned(name, sample, **parameters):
    """Model and oracle after all rows."""
    *_, both = while_learning(name, sample, len(sample), **parameters)
    return both


def nodes(tree):
    """All nodes of an explained tree, those of alternates too."""
    below = [*tree.get("branches", ()), *tree.get("alternatives", ())]
    return [tree, *(node for child in [*below, *filter(None, [tree.get("alternate")])] for node in nodes(child))]


# --- explain() against structure() ------------------------------------------------------------------------


def conditions(structure, sample, cuts=None):
    """What the branches of a split are called."""
    feature, kind, value = structure["feature"], structure["kind"], structure["value"]
    if kind == "category":
        return [f"= v{v}" for v in range(sample.n_categories[feature])]
    if kind == "equal":
        return [f"= v{int(value)}", f"!= v{int(value)}"]
    cut = cuts[feature][int(value)] if cuts else value
    return [f"<= {cut:.6g}", f"> {cut:.6g}"]


def assert_same(node, structure, sample, cuts=None, weights_of_places=True):
    """A node of `explain` says what the structure of the reference does, and so do those below it.

    `weights_of_places`: whether nodes are as old as their places, whose weights the reference knows.
    """
    if "feature" not in structure:
        weights = structure["class_weight"]
        assert "branches" not in node
        assert node["prediction"] == sample.class_names[argmax(weights)]
        assert list(node["class_weight"]) == list(sample.class_names)
        np.testing.assert_allclose(list(node["class_weight"].values()), weights, rtol=1e-9, atol=1e-9)
    else:
        assert node["feature"] == f"x{structure['feature']}"
        assert [branch["if"] for branch in node["branches"]] == conditions(structure, sample, cuts)
        for branch, child in zip(node["branches"], structure["children"], strict=True):
            assert_same(branch, child, sample, cuts, weights_of_places)
    if "received" in structure and weights_of_places:
        received = [branch["weight"] for branch in node["branches"]]
        np.testing.assert_allclose(received, structure["received"], rtol=1e-9)
    assert ("alternate" in node) == ("alternate" in structure)
    if "alternate" in structure:
        assert_same(node["alternate"], structure["alternate"], sample, cuts, weights_of_places)
    assert len(node.get("alternatives", ())) == len(structure.get("alternatives", ()))
    for mine, its in zip(node.get("alternatives", ()), structure.get("alternatives", ()), strict=True):
        assert_same(mine, its, sample, cuts)


@pytest.mark.parametrize("nominal", ["multiway", "binary"])
@pytest.mark.parametrize("numeric", ["gaussian", "histogram"])
def test_hoeffding_trees_are_explained_as_they_are(nominal, numeric):
    sample = changing(41, **STREAM)
    model, oracle = learned("HoeffdingTree", sample, nominal=nominal, numeric=numeric, leaf="majority", **QUICK)
    explained = model.explain()
    assert explained["leaves"] > 5
    assert_same(explained["tree"], oracle.structure(), sample)


def test_adaptive_trees_are_explained_with_their_alternates():
    sample = changing(44, **STREAM | {"n": 2000, "concepts": 4})
    alternates = 0
    for model, oracle in while_learning("HoeffdingAdaptiveTree", sample, 50, leaf="majority", drift_delta=0.3, **QUICK):
        tree = model.explain()["tree"]
        assert_same(tree, oracle.structure(), sample, weights_of_places=False)
        alternates += sum("alternate" in node for node in nodes(tree))
    assert alternates > 0


def test_the_leaves_of_alternates_do_not_count():
    sample = changing(44, **STREAM | {"n": 2000, "concepts": 4})
    fewer = 0
    for model, _ in while_learning("HoeffdingAdaptiveTree", sample, 50, leaf="majority", drift_delta=0.3, **QUICK):
        explained = model.explain()
        leaves = sum("branches" not in node for node in tree_alone(explained["tree"]))
        assert explained["leaves"] == leaves
        fewer += leaves < sum("branches" not in node for node in nodes(explained["tree"]))
    assert fewer > 0


@pytest.mark.parametrize("sizes", [(0, 0), (3, 2), (2, 4, 0)])
@pytest.mark.parametrize("nominal", ["multiway", "binary"])
def test_stumps_are_explained_as_they_are(sizes, nominal):
    sample = changing(43, n=400, sizes=sizes, weighted="irregular")
    model, oracle = learned("DecisionStump", sample, grace=30, nominal=nominal)
    explained = model.explain()
    assert explained["depth"] == 1
    assert_same(explained["tree"], oracle.structure(), sample)


def test_windowed_trees_are_explained_with_their_alternatives():
    sample = changing(27, n=4000, sizes=(2, 3, 0, 2), concepts=5)
    alternatives = 0
    for model, oracle in while_learning("CVFDT", sample, 100, **WINDOWED):
        tree = model.explain()["tree"]
        assert_same(tree, oracle.structure(), sample, [bins and bins.edges for bins in oracle.binning])
        alternatives += sum(len(node.get("alternatives", ())) for node in nodes(tree))
    assert alternatives > 0


def test_before_the_warm_up_a_windowed_tree_is_a_leaf():
    sample = changing(46, n=30)
    model, _ = learned("CVFDT", sample, **WINDOWED)
    counts = np.bincount(sample.y, minlength=2)
    assert list(model.explain()["tree"]["class_weight"].values()) == counts.tolist()
    assert model.explain()["tree"]["weight"] == 30


@pytest.mark.parametrize("make", [ds.HoeffdingTree, ds.HoeffdingAdaptiveTree, ds.DecisionStump, ds.CVFDT])
def test_a_tree_without_rows_can_be_explained(make):
    model = make().prepare(changing(47, n=1).schema)
    explained = model.explain()
    assert (explained["leaves"], explained["depth"], explained["features"]) == (1, 0, {})
    assert model.to_text() == "class 0 (no rows)"
    assert not model.feature_importances_.any()


# --- importances ------------------------------------------------------------------------------------------


def entropy(*weights):
    shares = np.array(weights) / sum(weights)
    return float(-sum(p * np.log2(p) for p in shares if p > 0))


def test_importances_are_merits_by_the_weight_that_came():
    """The class is x0 or x1, and all combinations come in turn: the root asks x0, and where it is 0 x1 decides."""
    X = np.array([[a, b, c] for a in (0.0, 1.0) for b in (0.0, 1.0) for c in (0.0, 1.0)] * 50)
    sample = Sample((2, 2, 2), 2, X, X[:, :2].max(axis=1).astype(np.int32))
    model, _ = learned("HoeffdingTree", sample, grace=80, tau=1.0, leaf="majority")
    root, below = entropy(1, 3) - 0.5 * entropy(1, 1), entropy(1, 1)
    weighted = np.array([root * 400, below * 200, 0.0])
    np.testing.assert_allclose(model.feature_importances_, weighted / weighted.sum(), rtol=1e-12)
    assert model.explain()["depth"] == 2


def test_the_importance_of_a_stump_is_all_with_its_feature():
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]] * 5)
    sample = Sample((2, 2), 2, X, np.r_[np.int32(1), X[1:, 1].astype(np.int32)].astype(np.int32))
    model, _ = learned("DecisionStump", sample, grace=20)
    assert model.feature_importances_.tolist() == [0.0, 1.0]
    merit = entropy(9, 11) - 0.5 * entropy(9, 1)  # of x1 = 1 all ten are of class 1
    assert model.explain()["tree"]["merit"] == pytest.approx(merit, rel=1e-12)
    assert model.explain()["features"] == {"x1": 1.0}


def test_a_subtree_that_took_over_counts_by_the_rows_since_it_was_made():
    """The first 3,000 rows are of another concept, which only the place has seen."""
    rng = np.random.default_rng(7)
    X = rng.integers(0, 2, (6000, 3)).astype(float)
    y = np.where(np.arange(6000) < 3000, X[:, 2], np.minimum(X[:, 0], X[:, 1])).astype(np.int32)
    model, _ = learned("HoeffdingAdaptiveTree", Sample((2, 2, 2), 2, X, y), leaf="majority", bootstrap=False, tau=1.0)
    root = model.explain()["tree"]
    assert 2000 < root["weight"] < 3000
    assert sum(branch["weight"] for branch in root["branches"]) == root["weight"]
    assert model.feature_importances_[2] == 0
    assert model.feature_importances_[:2].min() > 0.3  # both decide, and have seen as much


def test_merits_of_a_regularised_tree_are_those_it_compared():
    """The first split is on a feature that is new to the tree."""
    sample = changing(41, **STREAM)
    plain, regularised = (
        learned("HoeffdingTree", sample, grace=100, tau=1.0, regularisation=factor)[0].explain()["tree"]
        for factor in (1.0, 0.5)
    )
    assert plain["feature"] == regularised["feature"]
    assert regularised["merit"] == pytest.approx(0.5 * plain["merit"], rel=1e-12)


def test_the_weight_of_a_leaf_is_that_of_its_classes():
    """Where rows are not repeated: what the split predicted and what came since."""
    sample = changing(44, **STREAM | {"n": 2000, "concepts": 4})
    parameters = {"leaf": "majority", "drift_delta": 0.3, "bootstrap": False, **QUICK}
    for model, _ in while_learning("HoeffdingAdaptiveTree", sample, 200, **parameters):
        for node in nodes(model.explain()["tree"]):
            if "branches" not in node:
                assert node["weight"] == pytest.approx(sum(node["class_weight"].values()), rel=1e-12)


@pytest.mark.parametrize("name", ["HoeffdingTree", "HoeffdingAdaptiveTree", "CVFDT"])
def test_importances_sum_to_one_and_are_those_explained(name):
    sample = changing(48, **STREAM)
    model, _ = learned(name, sample, **(WINDOWED if name == "CVFDT" else QUICK))
    importances = model.feature_importances_
    assert importances.sum() == pytest.approx(1.0, rel=1e-12)
    assert (importances >= 0).all()
    explained = model.explain()["features"]
    assert explained == {f"x{f}": i for f, i in enumerate(importances) if i > 0}
    assert list(explained.values()) == sorted(explained.values(), reverse=True)
    used = {node["feature"] for node in tree_alone(model.explain()["tree"]) if "branches" in node}
    assert set(explained) == used


def tree_alone(node):
    """All nodes but those of alternates."""
    return [node, *(below for branch in node.get("branches", ()) for below in tree_alone(branch))]


def test_importances_need_a_schema():
    with pytest.raises(Exception, match="HoeffdingTree"):
        _ = ds.HoeffdingTree().feature_importances_


# --- text, JSON, Graphviz, pictures -----------------------------------------------------------------------

NAMED = ds.Schema([ds.Nominal('the "colour"', ("dark red", "blue\\green")), ds.Numeric("size")], ("yes", "no"))


def named_tree(n=2000):
    """A tree over names with quotes and backslashes: red is yes, blue is yes if small."""
    rng = np.random.default_rng(6)
    X = np.column_stack([rng.integers(0, 2, n), rng.uniform(0, 10, n)])
    y = np.where((X[:, 0] == 0) | (X[:, 1] < 5), "yes", "no")
    return ds.HoeffdingTree(grace=100).prepare(NAMED).partial_fit(X, y)


def test_text_uses_the_names_of_the_schema():
    lines = named_tree().to_text().splitlines()
    assert re.fullmatch(r'the "colour" = dark red: yes \(yes [\d.]+\)', lines[0])
    assert lines[1] == 'the "colour" = blue\\green'
    assert re.fullmatch(r"\|   size <= [\d.]+: yes \(yes [\d.]+(, no [\d.]+)?\)", lines[2])
    assert re.fullmatch(r"(\|   )+size > [\d.]+: no \(no [\d.]+\)", lines[-1])


def test_text_has_a_line_per_node_but_the_root():
    model, _ = learned("HoeffdingTree", changing(41, **STREAM), **QUICK)
    tree = model.explain()["tree"]
    lines = model.to_text().splitlines()
    assert len(lines) == len(nodes(tree)) - 1
    assert sum(": " in line for line in lines) == model.explain()["leaves"]
    assert max(line.count("|   ") for line in lines) == model.explain()["depth"] - 1


def test_text_may_be_cut_off():
    model, _ = learned("HoeffdingTree", changing(41, **STREAM), **QUICK)
    root = model.explain()["tree"]
    shown = model.to_text(max_depth=1).splitlines()
    assert len(shown) == len(root["branches"])
    left_out = [int(found[1]) for line in shown if (found := re.search(r"\.\.\. (\d+) leaves", line))]
    leaves = [sum("branches" not in node for node in tree_alone(branch)) for branch in root["branches"]]
    assert left_out == [count for count in leaves if count > 1]


def test_json_is_what_is_explained():
    model = named_tree()
    assert json.loads(model.to_json()) == model.explain()
    assert "\n" not in model.to_json(indent=None)


QUOTED = r'"(?:[^"\\]|\\.)*"'
DOT_NODE = re.compile(rf"  (n\d+) \[label=({QUOTED})\];")
DOT_EDGE = re.compile(rf"  (n\d+) -> (n\d+) \[label=({QUOTED})\];")


def unquoted(text):
    return re.sub(r"\\(.)", r"\1", text[1:-1])


@pytest.mark.parametrize("make", [named_tree, lambda: learned("HoeffdingTree", changing(41, **STREAM), **QUICK)[0]])
def test_graphviz_has_all_nodes_and_branches(make):
    model = make()
    begin, *lines, end = model.to_graphviz().splitlines()
    assert (begin, end) == ("digraph tree {", "}")
    boxes = dict(found.groups() for line in lines if (found := DOT_NODE.fullmatch(line)))
    edges = [found.groups() for line in lines if (found := DOT_EDGE.fullmatch(line))]
    assert len(boxes) + len(edges) == len(lines) - 2  # the first two are about the style
    tree = nodes(model.explain()["tree"])
    assert len(boxes) == len(tree)
    titles = sorted(unquoted(title) for title in boxes.values() if " (" not in title)
    assert titles == sorted(node["feature"] for node in tree if "branches" in node)
    assert sorted(unquoted(label) for *_, label in edges) == sorted(node["if"] for node in tree[1:])
    assert {below for _, below, _ in edges} == boxes.keys() - {"n0"}
    assert {above for above, _, _ in edges} <= boxes.keys()


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_reads_it():
    drawn = subprocess.run(["dot", "-Tplain"], input=named_tree().to_graphviz(), capture_output=True, text=True)
    assert (drawn.returncode, drawn.stderr) == (0, "")
    assert sum(line.startswith("node ") for line in drawn.stdout.splitlines()) == 5


@pytest.mark.parametrize("max_depth", [0, 1, 2, 10])
def test_a_picture_has_a_text_for_every_box_and_branch(max_depth):
    model, _ = learned("HoeffdingTree", changing(41, **STREAM), **QUICK)
    ax = model.plot(max_depth=max_depth)
    shown = shown_nodes(model.explain()["tree"], max_depth)
    texts = [text.get_text() for text in ax.texts]
    boxes = [text for text in ax.texts if text.get_bbox_patch() is not None]
    assert len(boxes) == len(shown)
    assert len(texts) - len(boxes) == len(ax.lines) == len(shown) - 1
    assert sum(text.endswith(" ...") for text in texts) == sum(open_ for _, open_ in shown)


def shown_nodes(node, levels):
    """The nodes down to a depth, each with whether it has branches that are not shown."""
    if not levels or "branches" not in node:
        return [(node, "branches" in node)]
    return [(node, False), *(below for branch in node["branches"] for below in shown_nodes(branch, levels - 1))]


def test_a_picture_uses_names_and_given_axes():
    from matplotlib.figure import Figure

    ax = Figure().add_subplot()
    assert named_tree().plot(ax=ax) is ax
    texts = {text.get_text() for text in ax.texts}
    assert {'the "colour"', "= dark red", "= blue\\green", "size"} <= texts
    assert {text.split("\n")[0] for text in texts if "\n" in text} == {"yes", "no"}
    assert all(re.search(r"\n\d+% of [\d.]+$", text) for text in texts if "\n" in text)
