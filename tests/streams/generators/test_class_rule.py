"""Every label follows from the features by the rule, and noise hits as many labels as it should."""

from __future__ import annotations

import numpy as np
import pytest

from tests.streams.conftest import dense
from tests.streams.generators import rules
from tests.streams.generators.catalogue import BY_NAME, CATALOGUE, FIRST, WITHOUT_LABEL_NOISE, Setting
from tests.streams.generators.measures import assert_frequencies, assert_share

N = 100_000
MODES = "flip", "resample"
MANY_CLASSES = [
    Setting("RandomTree", {"n_classes": 4, "model_seed": 1}),
    Setting("RandomRBF", {"n_classes": 5}),
    Setting("Waveform"),
]


@pytest.mark.parametrize("name", [s.name for s in CATALOGUE if s.generator in rules.RULES])
def test_without_noise_every_label_follows_from_the_features(name):
    setting = BY_NAME[name]
    stream = setting.make(N, seed=3, **setting.clean)

    chunk = stream.take(N)

    assert np.array_equal(rules.labels(stream, chunk.X, setting.options), chunk.y)
    assert len(chunk) == N


def test_the_display_shows_its_digit():
    chunk = BY_NAME["LED"].make(N, noise=0, seed=3).take(N)

    shown = ["".join(row) for row in chunk.X[:, :7].astype(int).astype(str)]
    assert shown == [rules.DIGITS[digit] for digit in chunk.y]


def agreement(mode, noise, n_classes):
    return 1 - noise if mode == "flip" else 1 - noise * (1 - 1 / n_classes)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("noise", [0.1, 0.45, 1])
@pytest.mark.parametrize("generator", [g for g in FIRST if g not in WITHOUT_LABEL_NOISE])
def test_noise_hits_labels_as_often_as_it_should_and_nothing_else(generator, noise, mode):
    stream = FIRST[generator].make(N, noise=noise, noise_mode=mode, seed=4)
    true, hit = FIRST[generator].make(N, noise=0, seed=4).take(N), stream.take(N)

    assert_share(true.y == hit.y, agreement(mode, noise, stream.schema.n_classes))
    assert dense(true.X[:1000]).tobytes() == dense(hit.X[:1000]).tobytes()


@pytest.mark.parametrize("setting", MANY_CLASSES, ids=lambda setting: setting.name)
def test_a_flipped_label_becomes_every_other_class_equally_often(setting):
    moved = differences(setting, "flip")

    assert moved.min() == 1
    assert_frequencies(moved - 1, [1.0] * moved.max())


@pytest.mark.parametrize("setting", MANY_CLASSES, ids=lambda setting: setting.name)
def test_a_label_drawn_anew_becomes_every_class_equally_often(setting):
    moved = differences(setting, "resample")

    assert_frequencies(moved, [1.0] * setting.make().schema.n_classes)


def differences(setting, mode):
    """How far each label has moved if all are hit."""
    true = setting.make(N, noise=0, seed=5).take(N).y
    hit = setting.make(N, noise=1, noise_mode=mode, seed=5)
    return (hit.take(N).y - true) % hit.schema.n_classes


@pytest.mark.parametrize("generator", [g for g in FIRST if g not in WITHOUT_LABEL_NOISE])
def test_noise_hits_one_row_as_often_as_the_next(generator):
    true, hit = (FIRST[generator].make(N, noise=noise, seed=6).take(N).y for noise in (0, 0.3))
    hits = true != hit

    assert_share(hits[0::2] & hits[1::2], 0.09)
    assert_share(hits[: N // 4], 0.3)
