"""Trees keep to the memory, the depth and the nodes they are allowed."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import driftsift as ds
from tests.learners.concepts import changing

EAGER = {"grace": 50, "tau": 0.3}
CHECKED_EVERY = 10_000  # rows, where leaves swell
MORE_LEAVES = 16  # a look at the memory, when there are a sixteenth more leaves


def labels(stream, chunk):
    return [stream.schema.classes[code] for code in chunk.y]


def sizes_while_learning(model, stream, every=2500):
    """After every so many rows the bytes of the model and its leaves."""
    model.prepare(stream.schema)
    sizes = []
    for chunk in stream.chunks(every):
        model.partial_fit(chunk.X, labels(stream, chunk))
        sizes.append((model.nbytes, model.explain()["leaves"]))
    return sizes


# --- memory -----------------------------------------------------------------------------------------------


def bytes_of_a_leaf(rows, **parameters):
    """What a tree that is one leaf takes after so many rows."""
    return sizes_while_learning(ds.HoeffdingTree(max_depth=0, **parameters), rows, 10_000)[-1][0]


@pytest.mark.parametrize("limit", [200_000, 1_000_000])
@pytest.mark.parametrize("make", [ds.HoeffdingTree, ds.HoeffdingAdaptiveTree])
def test_trees_of_gaussians_keep_to_their_memory(make, limit):
    """Between two looks at most a sixteenth more leaves are made, and one more by the last split."""
    sizes = sizes_while_learning(make(memory_limit=limit, **EAGER), ds.RandomTree(100_000, seed=3))
    leaf = bytes_of_a_leaf(ds.RandomTree(10_000, seed=3))
    assert all(size <= limit + (leaves // MORE_LEAVES + 6) * leaf for size, leaves in sizes)
    unlimited = sizes_while_learning(make(memory_limit=None, **EAGER), ds.RandomTree(100_000, seed=3), 100_000)
    assert unlimited[-1][0] > 2 * max(size for size, _ in sizes)


def test_trees_of_all_values_keep_to_their_memory():
    """Between two looks at most the values of 10,000 rows are added."""
    limit = 1_000_000
    parameters = {"numeric": "exhaustive", "leaf": "majority"}
    sizes = sizes_while_learning(
        ds.HoeffdingTree(memory_limit=limit, **parameters, **EAGER), ds.RandomTree(150_000, seed=3), 2500
    )
    growth = bytes_of_a_leaf(ds.RandomTree(CHECKED_EVERY, seed=3), memory_limit=None, **parameters)
    empty = bytes_of_a_leaf(ds.RandomTree(1, seed=3), memory_limit=None, **parameters)
    assert all(size <= limit + growth + (leaves // MORE_LEAVES + 6) * empty for size, leaves in sizes)
    unlimited = sizes_while_learning(
        ds.HoeffdingTree(memory_limit=None, **parameters, **EAGER), ds.RandomTree(150_000, seed=3), 150_000
    )
    assert unlimited[-1][0] > 2 * (limit + growth)


@pytest.mark.parametrize("leaf", ["adaptive", ds.KNN(window=200)], ids=["adaptive", "knn"])
def test_trees_with_learners_keep_to_their_memory(leaf):
    limit = 2_000_000
    sizes = sizes_while_learning(
        ds.HoeffdingTree(leaf=leaf, memory_limit=limit, **EAGER), ds.RandomTree(150_000, seed=3), 2500
    )
    full = bytes_of_a_leaf(ds.RandomTree(CHECKED_EVERY, seed=3), leaf=leaf)
    assert all(size <= limit + (leaves // MORE_LEAVES + 6) * full for size, leaves in sizes)
    unlimited = sizes_while_learning(
        ds.HoeffdingTree(leaf=leaf, memory_limit=None, **EAGER), ds.RandomTree(150_000, seed=3), 150_000
    )
    assert unlimited[-1][0] > 2 * max(size for size, _ in sizes)


def leaves_of(model):
    """By serial number of a leaf whether it is active, and what its majority errs."""
    state = model._model.state()
    found = {}
    for i, kind in enumerate(state["kind"]):
        if kind == 0:
            leaf = state[f"node {i}"]["leaf"]
            weights = leaf["class_weight"]
            found[int(state["serial"][i])] = bool(leaf["active"]), leaf["weight"] - max(weights)
    return found


def next_look(model):
    return model._model.state()["next_memory_check"]


def looks(model, stream, every=250):
    """The model right after each row at which it looked at its memory."""
    model.prepare(stream.schema)
    for chunk in stream.chunks(every):
        before, planned = copy.deepcopy(model), next_look(model)
        model.partial_fit(chunk.X, labels(stream, chunk))
        if next_look(model) != planned:
            for i in range(len(chunk)):
                before.partial_fit(chunk.X[i : i + 1], labels(stream, chunk[i : i + 1]))
                if next_look(before) != planned:
                    yield before
                    planned = next_look(before)


def test_the_leaves_that_err_least_are_put_to_sleep_and_woken_when_they_err_more():
    """What the features say changes halfway."""
    concepts = [ds.RandomTree(10_000, seed=seed) for seed in (3, 4)]
    stream = ds.Drifting(concepts, at=5_000, width=1)
    asleep, woken, ranked = set(), 0, 0
    for model in looks(ds.HoeffdingTree(memory_limit=100_000, **EAGER), stream):
        leaves = leaves_of(model)
        active = [errors for is_active, errors in leaves.values() if is_active]
        resting = [errors for is_active, errors in leaves.values() if not is_active]
        if active and resting:
            assert min(active) >= max(resting) - 1e-9
            ranked += 1
        woken += sum(leaves[serial][0] for serial in asleep & leaves.keys())
        asleep = {serial for serial, (is_active, _) in leaves.items() if not is_active}
    assert ranked > 5
    assert woken > 0


def test_a_sleeping_leaf_votes_for_its_majority():
    sample = changing(61, n=600, sizes=(0, 0, 3))
    model = ds.HoeffdingTree(memory_limit=1, grace=20, tau=0.5).prepare(sample.schema)
    model.partial_fit(sample.X, sample.labels)
    leaves = leaves_of(model)
    assert not any(is_active for is_active, _ in leaves.values())
    weights = np.array(list(model.explain()["tree"]["class_weight"].values()))
    assert np.array_equal(model.predict_proba(sample.X[:3]), np.tile(weights / weights.sum(), (3, 1)))


def test_memory_does_not_matter_before_it_is_short():
    stream = ds.RandomTree(5000, seed=3)
    generous, unlimited = (
        ds.evaluate(ds.HoeffdingTree(memory_limit=limit, **EAGER), stream).matrix.tolist() for limit in (2**25, None)
    )
    assert generous == unlimited


# --- depth and nodes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [ds.HoeffdingTree, ds.HoeffdingAdaptiveTree])
@pytest.mark.parametrize("max_depth", [0, 1, 3])
def test_no_tree_is_deeper_than_allowed(make, max_depth):
    stream = ds.RandomTree(20_000, seed=3)
    depths = {
        allowed: ds.evaluate(make(max_depth=allowed, **EAGER), stream).trained.explain()["depth"]
        for allowed in (max_depth, None)
    }
    assert depths[max_depth] == max_depth < depths[None]


def depth_of(node):
    """The greatest depth of a node, with its alternates, which stand as deep as what they would replace."""
    below = [1 + depth_of(branch) for branch in node.get("branches", ())]
    return max([0, *below, *([depth_of(node["alternate"])] if "alternate" in node else [])])


def test_alternates_are_not_deeper_than_allowed():
    sample = changing(62, n=4000, sizes=(0, 3, 2, 0), n_classes=3, concepts=6)
    model = ds.HoeffdingAdaptiveTree(max_depth=2, drift_delta=0.3, grace=15, delta=0.05, tau=0.3).prepare(sample.schema)
    split_alternates = 0
    for begin in range(0, len(sample), 50):
        model.partial_fit(sample.X[begin : begin + 50], sample.labels[begin : begin + 50])
        tree = model.explain()["tree"]
        assert depth_of(tree) <= 2
        split_alternates += "branches" in tree.get("alternate", {})
    assert split_alternates > 0


WINDOWED = {
    "window": 2000,
    "check": 200,
    "cycle": 200,
    "test": 50,
    "grace": 50,
    "delta": 0.05,
    "tau": 0.3,
    "warm_up": 200,
}


def nodes_of(node):
    return 1 + sum(map(nodes_of, [*node.get("branches", ()), *node.get("alternatives", ())]))


def nodes_while_learning(**limits):
    """The most nodes a windowed tree ever had."""
    stream = ds.Drifting([ds.RandomTree(12_000, seed=seed) for seed in (3, 4)], at=6_000, width=1)
    model, most = ds.CVFDT(**WINDOWED, **limits).prepare(stream.schema), 0
    for chunk in stream.chunks(500):
        model.partial_fit(chunk.X, labels(stream, chunk))
        most = max(most, nodes_of(model.explain()["tree"]))
    return most


@pytest.mark.parametrize("max_nodes", [1, 20])
def test_a_windowed_tree_has_no_more_nodes_than_allowed(max_nodes):
    """The last split may still be made whole."""
    children = max(2, *(len(getattr(f, "categories", ())) for f in ds.RandomTree(1, seed=3).schema.features))
    most = nodes_while_learning(max_nodes=max_nodes)
    assert max_nodes <= most < max_nodes + children
    assert nodes_while_learning() > 2 * (max_nodes + children)


def test_the_memory_of_a_windowed_tree_does_not_grow_with_the_stream():
    stream = ds.RandomTree(40_000, seed=3)
    sizes = [size for size, _ in sizes_while_learning(ds.CVFDT(**WINDOWED, max_nodes=30), stream, 5000)]
    assert max(sizes) < 1.1 * min(sizes)
