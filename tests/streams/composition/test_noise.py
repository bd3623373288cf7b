from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from driftsift.streams import ArrayStream, WithNoise
from tests.reference import philox
from tests.streams.composition.samples import Sample, assert_same_rows, everything, labelled, same_truth, thin
from tests.streams.conftest import assert_refused

UNIT = 2**31 + 1


def by_definition(label, t, rate, mode, c, seed=0, layer=1):
    hit, choice = philox.uniforms(seed, 9, UNIT, t, layer - 1)
    if label < 0 or hit >= rate:
        return label
    if mode == "resample":
        return math.floor(choice * c)
    return [code % c for code in range(label + 1, label + c)][math.floor(choice * (c - 1))]


def five_classes(n=100):
    return labelled([None if t % 9 == 8 else t % 5 for t in range(n)], classes=range(5))


@pytest.mark.parametrize("mode", ["flip", "resample"])
@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_labels_are_those_of_the_definition(mode, seed):
    y = five_classes().take(100).y.tolist()
    noisy = WithNoise(five_classes(), rate=0.6, mode=mode, seed=seed).take(100)

    assert noisy.y.tolist() == [by_definition(k, t, 0.6, mode, 5, seed) for t, k in enumerate(y)]
    assert noisy.X[:, 0].tolist() == list(range(100))


def test_noise_on_noise_draws_differently():
    once = WithNoise(five_classes(), rate=0.5, seed=4)
    twice = WithNoise(once, rate=0.5, seed=4)

    assert twice.take(100).y.tolist() == [
        by_definition(k, t, 0.5, "flip", 5, 4, layer=2) for t, k in enumerate(once.take(100).y.tolist())
    ]


@pytest.mark.parametrize(("mode", "ceiling"), [("flip", 0.7), ("resample", 0.7 + 0.3 / 5)])
def test_how_many_labels_stay_right(mode, ceiling):
    n = 20_000
    clean = labelled(np.arange(n) % 5, classes=range(5))
    noisy = WithNoise(clean, rate=0.3, mode=mode, seed=1).take(n).y
    right = int((noisy == np.arange(n) % 5).sum())

    assert stats.binomtest(right, n, ceiling).pvalue > 1e-4
    wrong = ((noisy - np.arange(n)) % 5)[noisy != np.arange(n) % 5]
    assert stats.chisquare(np.bincount(wrong, minlength=5)[1:]).pvalue > 1e-4


def test_unknown_labels_stay_unknown():
    y, noisy = everything(thin()).y, everything(WithNoise(thin(), rate=1)).y

    assert (y == -1).any()
    assert (noisy == np.where(y == -1, -1, 1 - y)).all()


def test_the_ends_of_the_scale():
    assert WithNoise(Sample(50), rate=0).take(50).y.tolist() == Sample(50).take(50).y.tolist()
    assert WithNoise(Sample(50), rate=1).take(50).y.tolist() == (1 - Sample(50).take(50).y).tolist()


@pytest.mark.parametrize("mode", ["flip", "resample"])
def test_one_class_or_none(mode):
    assert WithNoise(labelled([0] * 9, classes=[0]), rate=1, mode=mode).take(9).y.tolist() == [0] * 9
    assert WithNoise(ArrayStream(np.ones((9, 1))), rate=1, mode=mode).take(9).y.tolist() == [-1] * 9


def test_everything_else_stays():
    assert same_truth(WithNoise(Sample(9)), Sample(9))
    noisy, clean = everything(WithNoise(thin(), rate=0.5)), everything(thin())
    assert noisy.X.data.tobytes() == clean.X.data.tobytes()
    assert noisy.weight.tobytes() == clean.weight.tobytes()


@pytest.mark.parametrize("base", [Sample(50), thin(), Sample(0)])
def test_rows_do_not_depend_on_chunks(base):
    assert_same_rows(WithNoise(base, rate=0.4, seed=9))


REFUSED = {
    "no stream": (lambda: WithNoise(None), TypeError, ["stream", "NoneType"]),
    "negative": (lambda: WithNoise(Sample(), rate=-0.5), ValueError, ["rate=-0.5", "between 0 and 1"]),
    "too much": (lambda: WithNoise(Sample(), rate=2), ValueError, ["rate=2", "between 0 and 1"]),
    "not a number": (lambda: WithNoise(Sample(), rate=math.nan), ValueError, ["rate=nan"]),
    "text": (lambda: WithNoise(Sample(), rate="much"), TypeError, ["rate='much'", "between 0 and 1"]),
    "mode": (
        lambda: WithNoise(Sample(), mode="flap"),
        ValueError,
        ["mode='flap'", "'resample'", "did you mean 'flip'?"],
    ),
    "seed": (lambda: WithNoise(Sample(), seed=1.5), TypeError, ["seed=1.5", "whole number"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_parameters_are_checked(case):
    attempt, error, pieces = REFUSED[case]
    assert_refused(attempt, pieces, error)
