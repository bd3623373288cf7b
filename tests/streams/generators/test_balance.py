"""How frequent the classes are, and in what order they come."""

from __future__ import annotations

import numpy as np
import pytest

from tests.streams.generators.catalogue import FIRST, WITHOUT_BALANCE, Setting
from tests.streams.generators.measures import assert_frequencies, assert_share

N = 100_000
BALANCED = [*(s for g, s in FIRST.items() if g not in WITHOUT_BALANCE), Setting("RandomTree", {"n_classes": 3})]
SINE_AREA = 1 - np.cos(1)
CURVE_AREA = 0.5 + 0.3 * 2 / (3 * np.pi)

NATURAL = [
    *((Setting("SEA", {"theta": theta}), theta**2 / 200) for theta in (5, 8, 9.5)),
    (Setting("SEA", {"theta": 15}), 1 - 25 / 200),
    *((Setting("AssetNegotiation", {"function": f}), p) for f, p in enumerate((6 / 320, 1 / 320, 2 / 576), 1)),
    (Setting("AssetNegotiation", {"function": 4}), 1 / 360 + 1 / 320),
    (Setting("AssetNegotiation", {"function": 5}), 1 / 2880 + 1 / 320),
    *((Setting("BG1", {"relevant": r}), 2.0**-r) for r in (1, 3, 5)),
    (Setting("BG2"), 0.5),
    (Setting("BG3"), 0.25),
    *((Setting("STAGGER", {"function": f}), p) for f, p in enumerate((1 / 9, 5 / 9, 2 / 3), 1)),
    *((Setting("Sine", {"function": f}), p) for f, p in enumerate((SINE_AREA, 1 - SINE_AREA), 1)),
    *((Setting("Sine", {"function": f}), p) for f, p in enumerate((CURVE_AREA, 1 - CURVE_AREA), 3)),
    (Setting("Mixed", {"function": 1}), 1 / 4 + CURVE_AREA / 2),
    (Setting("Mixed", {"function": 2}), 3 / 4 - CURVE_AREA / 2),
]


def named(setting):
    return setting.name if isinstance(setting, Setting) else None


def labels(setting, n=N, **changed):
    return setting.make(n, **{**setting.clean, "seed": 11, **changed}).take(n).y


@pytest.mark.parametrize("setting", BALANCED, ids=named)
def test_the_coin_is_fair_and_forgets(setting):
    y = labels(setting)
    n_classes = setting.make().schema.n_classes

    assert_frequencies(y, [1.0] * n_classes)
    assert_frequencies(y[::2] * n_classes + y[1::2], [1.0] * n_classes**2)


@pytest.mark.parametrize("setting", BALANCED, ids=named)
def test_alternating_classes_begin_with_class_1(setting):
    n_classes = setting.make().schema.n_classes

    y = labels(setting, n=300, balance="alternate")

    assert y.tolist() == [(t + 1) % n_classes for t in range(300)]


@pytest.mark.parametrize(("setting", "share"), NATURAL, ids=named)
def test_without_balance_classes_are_as_frequent_as_the_rule_makes_them(setting, share):
    assert_share(labels(setting, balance="none"), share)


@pytest.mark.parametrize("ratio", [0, 0.2, 0.9, 1])
def test_the_class_ratio_of_assets(ratio):
    assert_share(labels(FIRST["AssetNegotiation"], class_ratio=ratio), ratio)


@pytest.mark.parametrize("options", [{}, {"n_features": 3}, {"n_drifting": 10, "speed": 0.001}], ids=str)
def test_a_hyperplane_through_the_middle_halves_the_rows(options):
    assert_share(labels(Setting("Hyperplane", options)), 0.5)


@pytest.mark.parametrize(("generator", "n_classes"), [("LED", 10), ("Waveform", 3)])
def test_classes_are_equally_likely(generator, n_classes):
    assert_frequencies(labels(Setting(generator)), [1.0] * n_classes)


@pytest.mark.parametrize("theta", [0.5, 19.5])
def test_rare_classes_are_balanced_too(theta):
    setting = Setting("SEA", {"theta": theta, "relevant": (0, 1)})

    assert labels(setting, n=400, balance="alternate").tolist() == [1, 0] * 200
