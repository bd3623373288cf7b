"""The library against the references: every level of every sequence, the estimate and n besides."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.detectors.catalogue import Entry
from tests.detectors.sequences import KINDS, draw, segments
from tests.reference.detectors.levels import levels
from tests.strategies import quick


def assert_same_view(detector, oracle, largest=1.0):
    assert detector.n == oracle.n
    assert detector.estimate == pytest.approx(oracle.estimate, rel=1e-9, abs=1e-9 * largest)
    if isinstance(getattr(oracle, "variance", None), float):
        assert detector.variance == pytest.approx(oracle.variance, rel=1e-9, abs=1e-9 * largest**2)
        assert detector.width == oracle.n


def assert_agrees(entry, values, largest=1.0):
    """In pieces, so that estimates are compared on the way as well."""
    detector, oracle = entry.make(), entry.oracle()
    for piece in np.array_split(values, max(1, len(values) // 97)):
        found, expected = detector.levels(piece).tolist(), levels(oracle, piece.tolist())
        assert found == expected, difference(found, expected)
        assert_same_view(detector, oracle, largest)


def difference(found, expected):
    first = next(i for i, pair in enumerate(zip(found, expected, strict=True)) if pair[0] != pair[1])
    return f"first at {first}: {found[first]}, not {expected[first]}"


@pytest.mark.parametrize("kind", KINDS)
def test_agrees_on_long_sequences(entry, kind):
    for seed in range(2):
        assert_agrees(entry, draw(entry, kind, 3000, seed), max(abs(entry.low), abs(entry.high)))


@quick
@given(data=st.data())
def test_agrees_on_any_sequence(entry, data):
    assert_agrees(entry, data.draw(segments(entry)), max(abs(entry.low), abs(entry.high)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_agrees_on_very_long_sequences(entry, kind):
    assert_agrees(entry, draw(entry, kind, 60_000, 99), max(abs(entry.low), abs(entry.high)))


def test_agrees_after_every_single_value(entry):
    detector, oracle = entry.make(), entry.oracle()
    for v in draw(entry, "missing", 700, 4).tolist():
        level = detector.update(v)
        assert level == levels(oracle, [v])[0]
        assert (detector.drift_detected, detector.warning_detected) == (level == 2, level == 1)
        assert_same_view(detector, oracle, max(abs(entry.low), abs(entry.high)))


SCALES = [1e-100, 1e-12, 1e6]
HUGE = [1e12, 1e30, 1e100]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("options", [{}, {"clock": 1}, {"clock": 1, "method": "hoeffding"}, {"on_decrease": "alarm"}])
def test_adwin_agrees_on_small_and_large_numbers(options, scale):
    entry = Entry("ADWIN", options, low=-scale, high=scale)
    for kind in ("stationary", "abrupt", "constant", "continuous"):
        assert_agrees(entry, draw(entry, kind, 1500, 5), scale)


@pytest.mark.parametrize("scale", HUGE)
@pytest.mark.parametrize("options", [{}, {"clock": 1}, {"clock": 1, "method": "hoeffding"}, {"on_decrease": "alarm"}])
def test_adwin_is_not_fooled_by_the_rounding_of_large_constants(options, scale):
    """Constant input never changes the window (section 7.2), whatever its size."""
    for value in (scale, -scale, scale / 7, scale * 0.3):
        detector = Entry("ADWIN", options).make()
        assert not detector.levels([value] * 3000).any()
        assert detector.width == 3000


@pytest.mark.parametrize("method", ["practical", "hoeffding"])
def test_adwin_is_not_fooled_by_the_rounding_of_a_long_constant(method):
    """The errors of a million roundings of a sum: with numbers of this size a plain one is off by far more than eps."""
    detector = Entry("ADWIN", {"method": method, "on_decrease": "alarm"}).make()
    assert not detector.levels(np.full(1_000_000, 1e7 / 7)).any()
    assert detector.width == 1_000_000


@pytest.mark.parametrize("options", [{}, {"method": "hoeffding"}])
def test_adwin_is_not_fooled_by_the_rounding_of_a_constant_that_follows_another(options):
    detector = Entry("ADWIN", {"clock": 1, "on_decrease": "alarm", **options}).make()
    for value in (1e7 / 7, -1e100, 1e12 / 3):
        detector.levels([value] * 500)
        assert not detector.levels([value] * 2500).any()
        assert detector.estimate == value
        assert detector.variance == 0


@pytest.mark.parametrize("scale", [1e-300, 1e-200, *SCALES, *HUGE])
def test_page_hinkley_agrees_on_small_and_large_numbers(scale):
    options = {"threshold": 20 * scale, "delta": 0.01 * scale, "on_decrease": "alarm"}
    entry = Entry("PageHinkley", options, low=-scale, high=scale)
    for kind in ("stationary", "abrupt", "constant", "continuous"):
        assert_agrees(entry, draw(entry, kind, 1500, 5), scale)


@pytest.mark.parametrize("name", ["ADWIN", "PageHinkley"])
def test_one_large_number_among_small_ones_leaves_finite_numbers(name):
    """What is left of the small ones beside it is lost to rounding; nothing may become infinite or NaN for it."""
    detector = Entry(name).make()
    for large in (1e100, -1e100, 5e-324):
        detector.levels([0.0, 1.0] * 200 + [large] + [1.0, 0.0] * 200)
        assert math.isfinite(detector.estimate)
        assert detector.n >= 0
        if name == "ADWIN":
            assert detector.variance >= 0


@pytest.mark.parametrize("low", [5.0, -0.3, -1e6, -1e15, 1e15])
def test_hddm_agrees_on_other_intervals(low):
    """On numbers that do not repeat: of a constant the two round to different last bits, which may move the cut."""
    high = low + max(0.7, 1e-3 * abs(low))
    for name in ("HDDM_A", "HDDM_W"):
        entry = Entry(name, {"low": low, "high": high}, low=low, high=high)
        assert_agrees(entry, draw(entry, "continuous", 1500, 6), abs(low))
