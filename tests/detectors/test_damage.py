"""Damaged states of detectors: refused with ModelFileError, or, where the damage makes sense, they work."""

from __future__ import annotations

import copy
import math

import numpy as np
import pytest

import driftsift as ds
from driftsift.data.documents import pack, read_document
from tests.detectors.catalogue import Entry
from tests.detectors.sequences import draw
from tests.state.mutations import WRONG_VALUES, changed, places, value_at, wrong_values
from tests.state.support import assert_refused, seal, write

FEW = 150
MANY = pytest.param(3_000, marks=pytest.mark.slow)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "detector.driftsift"


def saved(entry, path, n=533):
    detector = entry.make()
    detector.levels(draw(entry, "abrupt", n, 41))
    detector.save(path)
    return read_document(path)


@pytest.fixture
def document(entry, path):
    return saved(entry, path)


def load_or_refuse(path, content):
    path.write_bytes(content)
    try:
        return ds.load(path)
    except ds.ModelFileError:
        return None


def use(detector, path):
    """Whatever was let in answers, can be looked at, saved and loaded."""
    if not isinstance(detector, ds.detectors.Detector):
        return
    built = detector.__dict__.get("_parameters", detector.get_params())
    low, high = built.get("low", 0.0), built.get("high", 1.0)
    values = np.where(np.random.default_rng(42).random(300) < 0.4, high, low)
    try:
        assert set(detector.levels(values).tolist()) <= {0, 1, 2}
    except (TypeError, ValueError):
        assert "_native" not in detector.__dict__, "a detector that has begun takes its own values"
        return
    assert math.isfinite(detector.estimate)
    assert detector.n >= 0
    assert detector.nbytes > 0
    if all(value is None or isinstance(value, (int, float, str)) for value in detector.get_params().values()):
        repr(detector)
        detector.save(path)
        ds.load(path)


@pytest.mark.parametrize("count", [FEW, MANY])
def test_spoiled_documents_are_refused_or_work(document, path, count):
    rng = np.random.default_rng(43)
    everywhere = list(places(document))
    for _ in range(count):
        spoiled = document
        for _ in range(rng.integers(1, 3)):
            at = everywhere[rng.integers(len(everywhere))]
            try:
                spoiled = changed(spoiled, at, wrong_values(value_at(spoiled, at), rng))
            except (KeyError, IndexError, TypeError):
                continue  # the place went with the first mutation
        detector = load_or_refuse(path, seal(pack(spoiled)))
        if detector is not None:
            use(detector, path)


@pytest.mark.parametrize("count", [FEW, MANY])
def test_flipped_bytes_of_the_content_are_refused_or_work(document, path, count):
    rng = np.random.default_rng(44)
    payload = pack(document)
    for _ in range(count):
        damaged = bytearray(payload)
        for _ in range(rng.integers(1, 4)):
            damaged[rng.integers(len(damaged))] = rng.integers(256)
        detector = load_or_refuse(path, seal(bytes(damaged)))
        if detector is not None:
            use(detector, path)


def test_every_wrong_value_at_every_place_is_refused_or_works(document, path):
    for at in places(document["state"]):
        for value in WRONG_VALUES:
            detector = load_or_refuse(path, seal(pack(changed(document, ("state", *at), copy.deepcopy(value)))))
            if detector is not None:
                use(detector, path)


def test_every_wrong_number_in_every_array_is_refused_or_works(document, path):
    for at in places(document["state"]):
        array = value_at(document["state"], at)
        if not isinstance(array, np.ndarray):
            continue
        for wrong in (-1, 0, 1, 7, 2**31 - 1, 2**62, -(2**63), math.nan, math.inf, -math.inf, 1e308, 5e-324):
            for position in {0, len(array) // 2, len(array) - 1} if len(array) else ():
                spoiled = array.astype(float) if array.dtype.kind == "f" else array.copy()
                if array.dtype.kind != "f" and not (
                    isinstance(wrong, int) and np.iinfo(array.dtype).min <= wrong <= np.iinfo(array.dtype).max
                ):
                    continue
                spoiled[position] = wrong
                detector = load_or_refuse(path, seal(pack(changed(document, ("state", *at), spoiled))))
                if detector is not None:
                    use(detector, path)


@pytest.mark.parametrize("field", ["model", "built", "state"])
def test_no_field_may_be_missing(document, field, path):
    del document[field]
    assert_refused(path, document)


def test_no_field_of_the_state_may_be_missing_or_of_another_type(document, path):
    for at in places(document["state"]):
        parent = {key: value for key, value in value_at(document["state"], at[:-1]).items() if key != at[-1]}
        assert_refused(
            path, changed(document, ("state", *at[:-1]), parent) if at[:-1] else {**document, "state": parent}
        )
        assert_refused(path, changed(document, ("state", *at), "text"))
        assert_refused(path, changed(document, ("state", *at), None))


def test_no_array_of_the_state_may_have_another_length(document, path):
    for at in places(document["state"]):
        array = value_at(document["state"], at)
        if isinstance(array, np.ndarray) and len(array):
            for other in (array[:-1], np.concatenate([array, array[-1:]])):
                assert_refused(path, changed(document, ("state", *at), other))


def test_a_state_of_another_detector_is_refused(document, path):
    for other in (Entry("ADWIN"), Entry("ECDD"), Entry("HDDM_A"), Entry("DDM"), Entry("PageHinkley")):
        if other.name == document["model"]["class"]:
            continue
        foreign = saved(other, path)["model"]
        assert_refused(path, {**document, "model": foreign})


def test_content_cut_short_is_refused(document, path):
    payload = pack(document)
    for length in range(0, len(payload), max(1, len(payload) // 60)):
        assert load_or_refuse(path, seal(payload[:length])) is None


def test_random_damage_of_the_file_is_refused(document, path):
    write(path, document)
    content = path.read_bytes()
    rng = np.random.default_rng(45)
    for _ in range(200):
        damaged = bytearray(content)
        damaged[rng.integers(len(damaged))] ^= rng.integers(1, 256)
        assert load_or_refuse(path, bytes(damaged)) is None


def numbers(tree):
    """Places of all finite numbers in the native state."""
    return [at for at in places(tree) if isinstance(value_at(tree, at), (int, float)) and at[0] == "native"]


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf])
def test_no_number_of_the_state_may_be_unlimited_or_missing(entry, document, path, wrong):
    """A start value such as the infinity of a minimum not yet looked for is no damage: it works."""
    for at in numbers(document["state"]):
        detector = load_or_refuse(path, seal(pack(changed(document, ("state", *at), wrong))))
        if detector is not None:
            use(detector, path)
