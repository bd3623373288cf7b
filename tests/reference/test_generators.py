"""The references of the generators against the numbers of the specification."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from math import log2

import pytest

from tests.reference.generators import (
    agrawal,
    asset_negotiation,
    binary,
    draws,
    hyperplane,
    led,
    random_rbf,
    random_tree,
    tweets,
    waveform,
)


def entropy(weights):
    total = sum(weights)
    return -sum(w / total * log2(w / total) for w in weights if w)


def symmetrical_uncertainty(joint):
    """Of a mapping from (value, label) to weight."""
    values, labels = Counter(), Counter()
    for (value, label), weight in joint.items():
        values[value] += weight
        labels[label] += weight
    x, y, both = entropy(values.values()), entropy(labels.values()), entropy(joint.values())
    return 2 * (x + y - both) / (x + y)


# --- Agrawal ----------------------------------------------------------------------------------------------

K = 1000
NOBODY = [60 * K, 20 * K, 45, 2, 3, 4, 400 * K, 10, 250 * K]


def a_person(**known):
    names = ["salary", "commission", "age", "elevel", "car", "zipcode", "hvalue", "hyears", "loan"]
    return [known.get(name, value) for name, value in zip(names, NOBODY, strict=True)]


def group_a_by_age(function, **known):
    """For the ages at the ends of the bands: A or B."""
    return "".join("BA"[agrawal.in_group_a(function, a_person(age=age, **known))] for age in (20, 39, 40, 59, 60, 80))


@pytest.mark.parametrize(
    ("function", "known", "expected"),
    [
        (1, {}, "AABBAA"),
        *[(2, {"salary": salary}, "BBBBBB") for salary in (25 * K - 1, 125 * K + 1)],
        *[(2, {"salary": salary}, "BBBBAA") for salary in (25 * K, 50 * K - 1)],
        *[(2, {"salary": salary}, "AABBAA") for salary in (50 * K, 75 * K - 1)],
        (2, {"salary": 75 * K}, "AAAAAA"),
        *[(2, {"salary": salary}, "AAAABB") for salary in (75 * K + 1, 100 * K)],
        *[(2, {"salary": salary}, "BBAABB") for salary in (100 * K + 1, 125 * K)],
        *[
            (3, {"elevel": e}, expected)
            for e, expected in enumerate(["AABBBB", "AAAABB", "BBAAAA", "BBAAAA", "BBBBAA"])
        ],
        (4, {"elevel": 0, "salary": 25 * K}, "AABBAA"),
        (4, {"elevel": 0, "salary": 75 * K + 1}, "BBAABB"),
        (4, {"elevel": 2, "salary": 50 * K}, "AAAAAA"),
        (4, {"elevel": 2, "salary": 100 * K}, "AAAAAA"),
        (4, {"elevel": 2, "salary": 100 * K + 1}, "BBBBBB"),
        (4, {"elevel": 4, "salary": 100 * K + 1}, "BBAABB"),
        (5, {"salary": 50 * K, "loan": 100 * K}, "AABBBB"),
        (5, {"salary": 50 * K, "loan": 300 * K}, "AAAAAA"),
        (5, {"salary": 50 * K, "loan": 300 * K + 1}, "BBAAAA"),
        (5, {"salary": 100 * K + 1, "loan": 400 * K}, "AAAABB"),
        (5, {"salary": 100 * K + 1, "loan": 400 * K + 1}, "BBBBBB"),
        (5, {"salary": 100 * K + 1, "loan": 100 * K}, "BBBBAA"),
        (6, {"salary": 60 * K, "commission": 15 * K}, "AAAAAA"),
        (6, {"salary": 60 * K, "commission": 40 * K}, "AAAABB"),
        (6, {"salary": 60 * K, "commission": 65 * K + 1}, "BBBBBB"),
        (7, {"salary": 60 * K, "commission": 0, "loan": 100 * K}, "BBBBBB"),
        (7, {"salary": 60 * K, "commission": 3, "loan": 100 * K}, "AAAAAA"),
        (8, {"salary": 60 * K, "commission": 0, "elevel": 4}, "BBBBBB"),
        (8, {"salary": 60 * K, "commission": 3, "elevel": 4}, "AAAAAA"),
        (9, {"salary": 60 * K, "commission": 0, "elevel": 4, "loan": 50 * K}, "BBBBBB"),
        (9, {"salary": 60 * K, "commission": 0, "elevel": 4, "loan": 50 * K - 10}, "AAAAAA"),
        (10, {"salary": 30 * K, "commission": 0, "elevel": 4, "hvalue": 100 * K, "hyears": 20}, "BBBBBB"),
        (10, {"salary": 30 * K, "commission": 0, "elevel": 4, "hvalue": 50 * K, "hyears": 30}, "BBBBBB"),
        (10, {"salary": 30 * K, "commission": 0, "elevel": 4, "hvalue": 100 * K, "hyears": 26}, "AAAAAA"),
    ],
)
def test_the_rules_of_agrawal_at_the_ends_of_their_intervals(function, known, expected):
    assert group_a_by_age(function, **known) == expected


# --- asset negotiation ------------------------------------------------------------------------------------

SU_OF_ASSETS = {
    (1, "exact"): "0.012969 0.354993 0 0.259536 0.010427",
    (1, "force"): "0.084894 0.317496 0 0.092411 0.077223",
    (2, "exact"): "0 0.447827 0 0.447827 0.442102",
    (2, "force"): "0 0.447827 0 0.447827 0.442102",
    (3, "exact"): "0.086776 0.310734 0.318952 0.086776 0",
    (3, "force"): "0.086498 0.310734 0.318952 0.086498 0",
    (4, "exact"): "0.311992 0.097131 0.079407 0 0.443748",
    (4, "force"): "0.311759 0.086920 0.088068 0 0.443748",
    (5, "exact"): "0.368890 0 0.005323 0.448064 0.442307",
    (5, "force"): "0.310742 0 0.087001 0.448064 0.442307",
}


def relevance_of_assets(function, scheme, keep):
    """Exact, with rows of class 1 kept as they are drawn if the rule holds, or overwritten nevertheless."""
    everything = list(product(*(range(len(categories)) for categories in asset_negotiation.CATEGORIES.values())))
    holding = [values for values in everything if asset_negotiation.interested(function, values)]
    others = [values for values in everything if not asset_negotiation.interested(function, values)]
    joints = [Counter() for _ in range(5)]
    add(joints, others, 0, 1 / len(others))
    if keep:
        add(joints, holding, 1, 1 / len(everything))
    forced = zip(asset_negotiation.CODES[function], asset_negotiation.shares(function, scheme), strict=True)
    for asked, share in forced:
        rows = [[asked.get(j, v) for j, v in enumerate(values)] for values in (others if keep else everything)]
        add(joints, rows, 1, float(share) / len(everything))
    return [symmetrical_uncertainty(joint) for joint in joints]


def add(joints, rows, label, weight):
    """Give each row the weight in the table of each of its features."""
    for joint, column in zip(joints, zip(*rows, strict=True), strict=True):
        for value, count in Counter(column).items():
            joint[value, label] += count * weight


@pytest.mark.parametrize(("function", "scheme"), SU_OF_ASSETS)
def test_the_relevance_of_assets_is_the_published_one(function, scheme):
    """To the last digit for what the table was made from, which for "exact" is the uniform distribution."""
    published = [float(su) for su in SU_OF_ASSETS[function, scheme].split()]

    assert relevance_of_assets(function, scheme, keep=scheme == "force") == pytest.approx(published, abs=6e-7)
    assert relevance_of_assets(function, scheme, keep=True) == pytest.approx(published, abs=2.5e-3)


def test_coverage_of_assets():
    coverage = {f: sum(map(asset_negotiation.coverage, rule)) for f, rule in asset_negotiation.RULES.items()}

    assert coverage == {
        1: Fraction(1, 64) + Fraction(1, 320),
        2: Fraction(1, 320),
        3: Fraction(2, 576),
        4: Fraction(1, 360) + Fraction(1, 320),
        5: Fraction(1, 2880) + Fraction(1, 320),
    }


# --- bits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("r", [1, 2, 3, 4])
def test_halving_gives_the_share_of_ones_that_the_specification_says(r):
    n = 4000
    rows = [
        binary.not_all_ones("author", lambda attempt, t=t: [draws.bit(5, t, j, attempt) for j in range(r)])
        for t in range(n)
    ]

    share = 1 / 4 - 4**-r + 4**-r * (2 ** (r - 1) - 1) / (2**r - 1)
    ones = sum(map(sum, rows))
    assert not any(map(all, rows))
    assert abs(ones - r * n * share) <= 5 * (r * n * share * (1 - share)) ** 0.5


@pytest.mark.parametrize(("name", "sampling"), binary.PATTERNS)
def test_patterns_have_the_class_under_which_they_are_listed(name, sampling):
    for label, listed in enumerate(binary.PATTERNS[name, sampling]):
        assert all(binary.RULES[name]([int(c) for c in text]) == label for text in listed.split())


def test_a_larger_count_of_relevant_features_keeps_the_smaller_one():
    for k in range(1, 12):
        assert set(draws.chosen(k, 7, 12)) < set(draws.chosen(k + 1, 7, 13)) | {12}


# --- trees ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_few_trees_are_refused():
    """2 % because a feature does not matter, 3 % because a class is rare."""
    shape = {"n_numeric": 3, "n_nominal": 2, "relevant": None}
    attempts = [random_tree.accepted_tree(seed, (0, 1, 2, 3, 4), 3, 2, 5, 2, 5, 3, 0.15)[1] for seed in range(100)]

    assert random_tree.tree_of(0, **shape) == random_tree.accepted_tree(0, (0, 1, 2, 3, 4), 3, 2, 5, 2, 5, 3, 0.15)[0]
    assert 0 < sum(attempts) < 20


def paths(tree, n_nominal, box=()):
    """The features on the way to each leaf; a threshold lies inside what is left of its feature's range."""
    if "leaf" in tree:
        return [[]]
    box, feature = dict(box), tree["feature"]
    if feature >= n_nominal:
        low, high = box.get(feature, (0.0, 1.0))
        assert low < tree["threshold"] < high
        sides = [{**box, feature: (low, tree["threshold"])}, {**box, feature: (tree["threshold"], high)}]
    else:
        sides = [box] * len(tree["children"])
    return [
        [feature, *rest]
        for child, side in zip(tree["children"], sides, strict=True)
        for rest in paths(child, n_nominal, side)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_a_path_uses_a_nominal_feature_once_and_has_the_allowed_length(seed):
    for path in paths(random_tree.tree_of(seed), n_nominal=5):
        nominal = [feature for feature in path if feature < 5]
        assert 3 <= len(path) <= 5
        assert len(set(nominal)) == len(nominal)


# --- the others -------------------------------------------------------------------------------------------


def bayes_rate(noise):
    """Accuracy of the most probable digit for each pattern of the display."""
    rate = 0.0
    for shown in product((0, 1), repeat=7):
        likelihoods = []
        for lit in led.DIGITS:
            wrong = sum(a != b for a, b in zip(lit, shown, strict=True))
            likelihoods.append(noise**wrong * (1 - noise) ** (7 - wrong))
        rate += max(likelihoods) / 10
    return rate


@pytest.mark.parametrize(("noise", "expected"), [(0.1, 0.74002248), (0.09, 0.764826), (0.0, 1.0)])
def test_the_bayes_rate_of_the_display(noise, expected):
    assert bayes_rate(noise) == pytest.approx(expected, abs=5e-7)


def test_segments_exchanged_first_stay_exchanged():
    pairs = [led.exchanged_columns(3, 17, m) for m in range(8)]
    assert all(pairs[m] == pairs[7][:m] for m in range(8))
    assert all(len(led.relevant_features(3, 17, m)) == 7 for m in range(8))


def test_the_steps_of_a_weight_are_one_long_and_turn_when_the_draw_says():
    places = [k for page in range(3) for (k,) in hyperplane.positions(3, 1, 0.1, page)[0][:-1]]
    steps = [after - before for before, after in pairwise(places)]
    turns = [draws.from_table(3, 2**29, t, 0) < 0.1 for t in range(len(steps) - 1)]

    assert (places[0], steps[0]) == (0, 1)
    assert [a != b for a, b in pairwise(steps)] == turns
    assert 0.07 < sum(turns) / len(turns) < 0.13


def test_waves_reach_the_features_called_relevant():
    heights = [[waveform.wave(h, j) for j in range(21)] for h in range(3)]

    assert [h.index(6) for h in heights] == [6, 14, 10]
    assert all(sum(h) == 36 for h in heights)
    assert waveform.relevant_features(0) == [j for j in range(21) if any(h[j] for h in heights)]


@pytest.mark.parametrize(
    ("value", "expected"), [(0.25, 0.25), (1.25, 0.75), (2.25, 0.25), (-0.25, 0.25), (3.75, 0.25), (1.0, 1.0)]
)
def test_mirrors_stand_at_0_and_1(value, expected):
    assert random_rbf.mirrored(value) == expected


@pytest.mark.parametrize(("n_words", "share"), [(500, 0.396), (1000, 0.392), (1500, 0.391)])
def test_the_share_of_the_most_frequent_word(n_words, share):
    sums = tweets.cumulated_weights(n_words)
    assert sums[0] / sums[-1] == pytest.approx(share, abs=5e-4)
