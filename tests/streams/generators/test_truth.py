"""What a generator says of itself: names, categories, classes, ranges, length, concept."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift
from driftsift.data import Nominal
from tests.streams.conftest import dense
from tests.streams.generators.catalogue import BY_NAME, FIRST, GENERATORS, Setting

N = 20_000
CODES_OF = {n: tuple(map(str, range(n))) for n in (2, 3, 5, 9, 20)}
LOAN_FEATURES = {
    "salary": (20_000, 150_000),
    "commission": (0, 75_000),
    "age": (20, 80),
    "elevel": CODES_OF[5],
    "car": tuple(map(str, range(1, 21))),
    "zipcode": CODES_OF[9],
    "hvalue": (50_000, 1_350_000),
    "hyears": (1, 30),
    "loan": (0, 500_000),
}


def unit(*names):
    return dict.fromkeys(names, (0, 1))


def bits(n):
    return {f"x{j}": CODES_OF[2] for j in range(n)}


# For each feature its categories, or its range, or None; and the classes.
SAID = [
    (Setting("SEA", {"n_features": 4}), {f"x{j}": (0, 10) for j in range(4)}, (0, 1)),
    (Setting("Agrawal"), LOAN_FEATURES, ("A", "B")),
    (Setting("BG1", {"n_features": 4}), bits(4), (0, 1)),
    (Setting("BG2", {"n_features": 3}), bits(3), (0, 1)),
    (Setting("BG3", {"n_features": 5}), bits(5), (0, 1)),
    (
        Setting("RandomTree", {"n_numeric": 2, "n_nominal": 1, "categories": 3, "n_classes": 3}),
        {"x0": CODES_OF[3], **unit("x1", "x2")},
        (0, 1, 2),
    ),
    (Setting("Sine", {"irrelevant": 1}), unit("x0", "x1", "x2"), (0, 1)),
    (
        Setting("STAGGER"),
        {
            "size": ("small", "medium", "large"),
            "color": ("red", "blue", "green"),
            "shape": ("circle", "square", "triangle"),
        },
        ("false", "true"),
    ),
    (Setting("Mixed"), {"v": ("false", "true"), "w": ("false", "true"), **unit("x", "y")}, (0, 1)),
    (Setting("Hyperplane", {"n_features": 2}), unit("x0", "x1"), (0, 1)),
    (Setting("LED", {"irrelevant": 2}), bits(9), tuple(range(10))),
    (Setting("Waveform", {"irrelevant": 2}), {f"x{j}": None for j in range(23)}, (0, 1, 2)),
    (Setting("RandomRBF", {"n_features": 2, "n_classes": 4}), {"x0": None, "x1": None}, (0, 1, 2, 3)),
    (Setting("Tweets", {"n_words": 60}), {f"word{j}": None for j in range(1, 61)}, ("positive", "negative")),
]


@pytest.mark.parametrize(("setting", "features", "classes"), SAID, ids=[s.generator for s, _, _ in SAID])
def test_features_and_classes_are_called_what_the_definition_says(setting, features, classes):
    stream = setting.make(5)

    said = {}
    for j, feature in enumerate(stream.schema.features):
        said[feature.name] = feature.categories if isinstance(feature, Nominal) else stream.ranges.get(j)

    assert list(said.items()) == list(features.items())
    assert stream.schema.classes == classes


@pytest.mark.parametrize("name", BY_NAME)
def test_values_lie_in_the_ranges_and_categories(name):
    """The ranges are meant without noise, and perturbation is noise."""
    stream = BY_NAME[name].make(N, seed=1, **BY_NAME[name].clean)
    X = stream.take(N).X

    for j, (low, high) in stream.ranges.items():
        assert low <= X[:, j].min()
        assert X[:, j].max() <= high
    for j, feature in enumerate(stream.schema.features):
        if isinstance(feature, Nominal):
            assert set(np.unique(X[:, j])) <= set(range(len(feature.categories)))


@pytest.mark.parametrize("name", BY_NAME)
def test_there_is_one_concept_without_drift(name):
    stream = BY_NAME[name].make(20)

    assert stream.take(20).concept.tolist() == [0] * 20
    assert (stream.drifts, dict(stream.redundant)) == ((), {})
    assert stream.relevant.keys() == {0}


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_stream_ends_after_n_rows_and_one_without_n_goes_on(generator):
    setting = FIRST[generator]

    assert [len(chunk) for chunk in setting.make(25).chunks(10)] == [10, 10, 5]
    assert len(setting.make(25).take(100, start=20)) == 5
    assert len(setting.make(25).take(100, start=30)) == 0
    assert len(setting.make(0).take(5)) == 0
    assert setting.make(25).n_instances == 25
    assert setting.make().n_instances is None
    assert len(setting.make().take(10, start=2**40 if generator != "Hyperplane" else 2**12)) == 10


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_shorter_stream_is_the_beginning_of_a_longer_one(generator):
    setting = FIRST[generator]

    short, long = setting.make(7).take(7), setting.make(1000).take(1000)

    assert np.array_equal(dense(short.X), dense(long[:7].X))
    assert np.array_equal(short.y, long.y[:7])


@pytest.mark.parametrize("generator", GENERATORS)
def test_every_generator_is_at_hand(generator):
    assert getattr(driftsift, generator) is getattr(driftsift.streams, generator)
    assert generator in driftsift.streams.__all__
