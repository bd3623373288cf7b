"""The relevance of the attributes of assets, and how assets become interesting."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from driftsift.streams import AssetNegotiation
from tests.reference.generators.asset_negotiation import CATEGORIES
from tests.reference.test_generators import SU_OF_ASSETS
from tests.streams.generators import rules
from tests.streams.generators.measures import ONCE_IN, assert_frequencies, assert_share, symmetrical_uncertainty

N = 200_000


@pytest.mark.parametrize(("function", "scheme"), SU_OF_ASSETS)
def test_the_relevance_of_the_attributes_is_the_published_one(function, scheme):
    chunk = AssetNegotiation(N, function=function, scheme=scheme, noise=0, seed=1).take(N)

    found = [symmetrical_uncertainty(column, chunk.y) for column in chunk.X.T]

    published = [float(su) for su in SU_OF_ASSETS[function, scheme].split()]
    assert found == pytest.approx(published, abs=0.01)
    assert [su < 2e-4 for su in found] == [su == 0 for su in published]


def test_attributes_have_their_categories_in_order():
    schema = AssetNegotiation(None).schema

    assert {feature.name: list(feature.categories) for feature in schema.features} == CATEGORIES
    assert schema.classes == ("uninterested", "interested")


@pytest.mark.parametrize("function", range(1, 6))
def test_forced_conjunctions_are_equally_frequent_and_exact_ones_as_frequent_as_they_cover(function):
    rule = rules.CONJUNCTIONS[function]
    coverage = np.array([np.prod([1 / len(CATEGORIES[term.split("=")[0]]) for term in c.split()]) for c in rule])

    for scheme, shares in (("force", np.ones(len(rule))), ("exact", coverage)):
        stream = AssetNegotiation(N, function=function, scheme=scheme, class_ratio=1, noise=0, seed=2)
        X = stream.take(N).X
        drawn = AssetNegotiation(N, function=function, balance="none", noise=0, seed=2).take(N)
        forced = X if scheme == "exact" else X[drawn.y == 0]
        holding = [rules.holds(stream, forced, conjunction) for conjunction in rule]
        assert_frequencies(np.argmax(holding, axis=0), shares)
        kept = np.array_equal(X[drawn.y == 1], drawn.X[drawn.y == 1])
        assert kept == (scheme == "force" or len(rule) == 1)


@pytest.mark.parametrize("scheme", ["force", "exact"])
@pytest.mark.parametrize("function", range(1, 6))
def test_forcing_changes_no_attribute_that_the_conjunction_does_not_name(function, scheme):
    stream = AssetNegotiation(N, function=function, scheme=scheme, class_ratio=1, noise=0, seed=3)
    drawn = AssetNegotiation(N, function=function, balance="none", noise=0, seed=3).take(N)
    X = stream.take(N).X

    for conjunction in rules.CONJUNCTIONS[function]:
        named = [stream.schema.names.index(term.split("=")[0]) for term in conjunction.split()]
        others = np.setdiff1d(np.arange(5), named)
        rows = rules.holds(stream, X, conjunction)
        assert np.array_equal(X[rows][:, others], drawn.X[rows][:, others])


@pytest.mark.parametrize("function", range(1, 6))
def test_uninteresting_assets_are_uniform_over_what_the_rule_leaves(function):
    stream = AssetNegotiation(N, function=function, class_ratio=0, noise=0, seed=4)
    X = stream.take(N).X
    relevant = sorted(stream.relevant[0])
    sizes = [len(stream.schema.features[j].categories) for j in relevant]
    cells = np.ravel_multi_index(X[:, relevant].astype(int).T, sizes)

    every = np.array(list(np.ndindex(*sizes)))
    full = np.zeros((len(every), 5))
    full[:, relevant] = every
    possible = rules.labels(stream, full, {"function": function}) == 0

    counts = np.bincount(cells, minlength=len(every))
    assert not counts[~possible].any()
    assert stats.chisquare(counts[possible]).pvalue > ONCE_IN


@pytest.mark.parametrize("ratio", [0.1, 0.7])
def test_the_class_ratio_and_noise_go_together(ratio):
    y = AssetNegotiation(N, class_ratio=ratio, noise=0.2, seed=5).take(N).y

    assert_share(y, ratio * 0.8 + (1 - ratio) * 0.2)
