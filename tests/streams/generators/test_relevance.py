"""What a generator calls relevant decides the label, and nothing else does."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from driftsift.data import Nominal
from tests.streams.conftest import dense
from tests.streams.generators import rules
from tests.streams.generators.catalogue import BY_NAME, CATALOGUE, Setting
from tests.streams.generators.measures import ONCE_IN, binned, dependence

CHANGED, MANY = 5_000, 40_000
RULED = [setting.name for setting in CATALOGUE if setting.generator in rules.RULES]
DRAWN = [setting.name for setting in CATALOGUE if setting.generator not in rules.RULES]
SALARY, COMMISSION, ZIPCODE = 0, 1, 5


def replacements(feature, column):
    """Columns in which a feature has other values: every category, or the values of other rows."""
    if isinstance(feature, Nominal):
        return [np.full_like(column, code) for code in range(len(feature.categories))]
    return [np.roll(column, shift) for shift in (1, 2, 3)]


def evenly(setting):
    """What to change for rows near the border of a rare class to be frequent."""
    return {"balance": "coin"} if "balance" in setting.options else {}


def can_change_the_label(stream, X, j, options):
    before = rules.labels(stream, X, options)
    for column in replacements(stream.schema.features[j], X[:, j]):
        changed = X.copy()
        changed[:, j] = column
        if not np.array_equal(rules.labels(stream, changed, options), before):
            return True
    return False


@pytest.mark.parametrize("name", RULED)
def test_exactly_the_relevant_features_can_change_the_label(name):
    setting = BY_NAME[name]
    stream = setting.make(seed=5, **setting.clean, **evenly(setting))
    X = stream.take(CHANGED).X

    deciding = {j for j in range(X.shape[1]) if can_change_the_label(stream, X, j, setting.options)}

    assert {0: deciding} == stream.relevant


def companions(setting, relevant):
    """Features that no rule names, but that depend on those it does."""
    if setting.generator != "Agrawal":
        return set()
    return ({COMMISSION} if SALARY in relevant else set()) | (
        {ZIPCODE} if setting.options.get("function") == 10 else set()
    )


@pytest.mark.parametrize("name", [name for name in BY_NAME if BY_NAME[name].generator != "Tweets"])
def test_irrelevant_features_say_nothing_about_the_class(name):
    setting = BY_NAME[name]
    stream = setting.make(MANY, seed=6)
    (relevant,) = stream.relevant.values()
    chunk = stream.take(MANY)

    irrelevant = sorted(set(range(chunk.X.shape[1])) - relevant - companions(setting, relevant))

    for j in irrelevant:
        assert dependence(chunk.X[:, j], chunk.y) > ONCE_IN / len(irrelevant)


@pytest.mark.parametrize("name", [name for name in DRAWN if BY_NAME[name].generator != "Tweets"])
def test_where_no_rule_decides_every_relevant_feature_says_something_about_the_class(name):
    setting = BY_NAME[name]
    stream = setting.make(MANY, seed=7)
    (relevant,) = stream.relevant.values()
    chunk = stream.take(MANY)

    for j in relevant:
        assert dependence(chunk.X[:, j], chunk.y) < ONCE_IN


@pytest.mark.parametrize("sampling", ["uniform", "author"])
def test_of_three_equal_bits_only_all_together_say_something(sampling):
    stream = Setting("BG3", {"sampling": sampling}).make(MANY, seed=8)
    chunk = stream.take(MANY)
    a, b, c = chunk.X[:, sorted(stream.relevant[0])].T

    assert dependence(4 * a + 2 * b + c, chunk.y) < ONCE_IN
    if sampling == "uniform":
        assert all(dependence(bit, chunk.y) > ONCE_IN for bit in (a, b, c))


WORDS = Setting("Tweets", {"n_words": 60, "model_seed": 18})


def share_of_class_1(words, y, j):
    return y[words[:, j] > 0].mean()


def test_polar_words_lean_to_their_class_and_neutral_ones_hardly():
    """Hardly: a long text has a neutral word rather than a short one, and is rather of the class with more words."""
    stream = WORDS.make(MANY, seed=9)
    chunk = stream.take(MANY)
    words = dense(chunk.X)
    prior = chunk.y.mean()

    leaning = np.array([abs(share_of_class_1(words, chunk.y, j) - prior) for j in range(60)])

    polar = np.isin(np.arange(60), sorted(stream.relevant[0]))
    assert leaning[polar].min() > 0.3
    assert leaning[~polar].max() < 0.05
    assert all(dependence(words[:, j], chunk.y) < ONCE_IN for j in np.flatnonzero(polar))


@pytest.mark.parametrize("name", [name for name in BY_NAME if BY_NAME[name].generator not in ("RandomRBF", "Tweets")])
def test_irrelevant_features_are_independent_of_each_other(name):
    setting = BY_NAME[name]
    stream = setting.make(MANY, seed=10)
    (relevant,) = stream.relevant.values()
    X = stream.take(MANY).X
    irrelevant = sorted(set(range(X.shape[1])) - relevant - companions(setting, relevant))[:12]
    pairs = [pair for pair in combinations(irrelevant, 2) if setting.generator != "Agrawal" or not is_tied(pair)]
    codes = {j: binned(X[:, j]) for j in irrelevant}

    for i, j in pairs:
        assert dependence(codes[i], codes[j]) > ONCE_IN / len(pairs)


def is_tied(pair):
    """Salary and commission, zipcode and value of the house."""
    return pair in ((0, 1), (5, 6))
