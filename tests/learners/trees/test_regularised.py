"""Trees that pay for new features use fewer of them, at about the same accuracy (thesis-methods.md, 10, item 1)."""

from __future__ import annotations

from statistics import fmean

import pytest

import driftsift as ds

REGULARISED = {"regularisation": 0.5, "branch_gain": 0.01}
PRESETS = ("AGR", "AN", "BG1", "BG2", "BG3", "RTG", "SEA")
POINT = 0.01


def side_by_side(make, stream):
    """Features used and accuracy, of the plain tree and of the regularised one."""
    runs = [ds.evaluate(make(**options), stream) for options in ({}, REGULARISED)]
    return [(len(run.trained.explain()["features"]), run.overall["accuracy"]) for run in runs]


def assert_fewer_features_and_as_accurate(pairs):
    plain, regularised = zip(*pairs, strict=True)
    assert all(less[0] <= more[0] for more, less in pairs)
    assert fmean(used for used, _ in regularised) < fmean(used for used, _ in plain)
    assert fmean(right for _, right in regularised) > fmean(right for _, right in plain) - POINT


def test_of_many_irrelevant_features_fewer_are_used():
    streams = [ds.preset("abfs/BG2-100", n=30_000, seed=seed) for seed in range(3)]
    assert_fewer_features_and_as_accurate([side_by_side(ds.HoeffdingTree, stream) for stream in streams])


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_of_a_hundred_irrelevant_features_fewer_are_used(preset):
    assert_fewer_features_and_as_accurate(
        [side_by_side(ds.HoeffdingTree, ds.preset(f"abfs/{preset}-100", seed=seed)) for seed in range(10)]
    )


@pytest.mark.parametrize("make", [ds.HoeffdingTree, ds.HoeffdingAdaptiveTree])
def test_without_regularisation_it_is_the_plain_tree(make):
    stream = ds.preset("abfs/BG2-100", n=20_000)
    plain, same = (ds.evaluate(model, stream) for model in (make(), make(regularisation=1.0, branch_gain=0.0)))
    assert plain.trained.explain() == same.trained.explain()
    assert plain.matrix.tolist() == same.matrix.tolist()


def test_a_split_must_be_worth_something_beside_the_one_above():
    stream = ds.preset("abfs/SEA-100", n=60_000)
    leaves = [
        ds.evaluate(ds.HoeffdingTree(branch_gain=share), stream).trained.explain()["leaves"]
        for share in (0.0, 1.0, 1e9)
    ]
    assert leaves[0] > leaves[1] > leaves[2] >= 2  # the root is free
