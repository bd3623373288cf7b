"""The trees of RandomTree: which they are, and that they are accepted only if every feature matters."""

from __future__ import annotations

import numpy as np
import pytest

from driftsift.streams import RandomTree
from tests.reference.generators import random_tree
from tests.streams.generators import rules
from tests.streams.generators.catalogue import CATALOGUE, Setting
from tests.streams.generators.measures import assert_frequencies

TREES = [setting for setting in CATALOGUE if setting.generator == "RandomTree"]
N = 20_000

every_tree = pytest.mark.parametrize("setting", TREES, ids=lambda setting: setting.name)


@every_tree
def test_the_tree_is_that_of_the_reference(setting):
    for seed in range(5):
        assert setting.make(seed=seed).tree == random_tree.tree_of(seed, **setting.options)


def test_refused_trees_are_followed_by_the_next_attempt():
    """Most seeds take their first tree."""
    options = {"n_numeric": 2, "n_nominal": 2, "categories": 2, "n_classes": 3, "max_depth": 3}
    attempts = [random_tree.accepted_tree(seed, (0, 1, 2, 3), 2, 2, 2, 3, 3, 3, 0.15)[1] for seed in range(12)]

    assert max(attempts) > 5
    for seed in range(12):
        assert RandomTree(None, **options, seed=seed).tree == random_tree.tree_of(seed, **options)


@every_tree
def test_no_class_is_rare_and_none_frequent(setting):
    stream = setting.make(N, noise=0, balance="none", seed=1)
    n_classes = stream.schema.n_classes

    shares = np.bincount(stream.take(N).y, minlength=n_classes) / N

    error = 5.5 * np.sqrt(0.25 / 1000)
    assert shares.min() > 0.4 / n_classes - error
    assert shares.max() < 1.6 / n_classes + error


@every_tree
def test_leaves_lie_between_the_first_level_and_the_last(setting):
    first, last = setting.options.get("first_leaf_level", 3), setting.options.get("max_depth", 5)

    def depths(node, depth=0):
        return [depth] if "leaf" in node else [d for child in node["children"] for d in depths(child, depth + 1)]

    found = depths(setting.make(seed=2).tree)
    assert max(found) <= last
    assert min(found) >= min(first, last, setting.make(seed=2).schema.n_features)


def test_the_model_seed_keeps_the_tree_and_the_relevant_features_while_rows_change():
    first, second = (RandomTree(N, relevant=4, model_seed=3, noise=0, seed=seed) for seed in (1, 2))
    other = RandomTree(N, relevant=4, model_seed=4, noise=0, seed=1)

    assert first.tree == second.tree
    assert first.relevant == second.relevant
    assert first.tree != other.tree
    assert not np.array_equal(first.take(100).X, second.take(100).X)
    for stream in (first, second):
        chunk = stream.take(N)
        assert np.array_equal(rules.labels(first, chunk.X, {}), chunk.y)


def test_the_seed_is_the_seed_of_the_tree_if_no_other_is_given():
    assert RandomTree(None, seed=5).tree == RandomTree(None, model_seed=5, seed=6).tree


def test_two_streams_of_one_seed_have_one_tree():
    assert RandomTree(None, seed=7).tree == RandomTree(10, seed=7).tree


def test_leaves_have_classes_uniformly():
    def leaves(node):
        return [node["leaf"]] if "leaf" in node else [leaf for child in node["children"] for leaf in leaves(child)]

    found = [
        leaf for seed in range(20) for leaf in leaves(Setting("RandomTree", {"n_classes": 3}).make(seed=seed).tree)
    ]

    assert_frequencies(found, [1.0] * 3)


@pytest.mark.parametrize(
    "options",
    [{"max_depth": 1}, {"max_depth": 2, "n_nominal": 0, "n_classes": 5}],
    ids=str,
)
def test_parameters_for_which_there_is_no_good_tree_are_refused_by_name(options):
    depth = options["max_depth"]

    with pytest.raises(ValueError, match=f"max_depth={depth}"):
        RandomTree(10, **options)
