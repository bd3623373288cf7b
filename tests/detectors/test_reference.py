"""The references themselves against the golden numbers of the specification."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.detectors.golden import (
    ADWIN_CHANGES,
    EVERY_TENTH_THEN_ONES,
    FIRST_LEVELS,
    ZEROS_THEN_A_ONE,
    ZEROS_THEN_ONES,
    first_levels,
)
from tests.reference.detectors import adwin, ecdd
from tests.reference.detectors.adwin import ADWIN, ExhaustiveADWIN
from tests.reference.detectors.ddm import DDM
from tests.reference.detectors.ecdd import ECDD
from tests.reference.detectors.eddm import EDDM
from tests.reference.detectors.hddm_a import HDDM_A
from tests.reference.detectors.hddm_w import HDDM_W
from tests.reference.detectors.levels import drifts, levels
from tests.reference.detectors.page_hinkley import PageHinkley

MAKE = {"ECDD": ECDD, "HDDM_A": HDDM_A, "HDDM_W": HDDM_W}


def about(value):
    return pytest.approx(value, abs=5e-7)


# --- ADWIN ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("values", "changes", "width", "mean"), ADWIN_CHANGES)
def test_adwin_changes_when_and_to_what_width_the_specification_says(values, changes, width, mean):
    detector = ADWIN(on_decrease="alarm")
    found = {t: detector.n for t, v in enumerate(values, 1) if detector.update(v)}
    assert (found, detector.n) == (changes, width)
    assert detector.estimate == about(mean)


def test_the_exhaustive_rigorous_test_changes_first_at_107():
    assert drifts(ExhaustiveADWIN(), ZEROS_THEN_ONES)[0] + 1 == 107


def test_the_histogram_keeps_the_sums_of_its_window():
    values = np.random.default_rng(1).normal(size=3000).tolist()
    detector = ADWIN()
    levels(detector, values)
    window = values[-detector.n :]
    assert detector.estimate == pytest.approx(np.mean(window), rel=1e-9)
    assert detector.variance == pytest.approx(np.var(window), rel=1e-9)
    buckets = detector.oldest_first()
    sizes = [bucket.size for bucket in buckets]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == detector.n
    for bucket, end in zip(buckets, np.cumsum(sizes), strict=True):
        part = window[end - bucket.size : end]
        assert bucket.total == pytest.approx(sum(part), abs=1e-9)
        assert bucket.deviations == pytest.approx(np.var(part) * bucket.size, abs=1e-9)


def test_the_bounds_by_hand():
    assert adwin.hoeffding(50, 50, 0.002) == about(math.sqrt(math.log(200_000) / 50))
    assert adwin.practical(100, 100, 0.25, 0.002) == about(0.298872 + 0.119099)


# --- ECDD -------------------------------------------------------------------------------------------------

ECDD_TRACE = {50: (0.1, 0.224055, 0.435951), 101: (0.108911, 0.379246, 0.453002)}


def test_the_trace_of_ecdd():
    detector = ECDD()
    for t, v in enumerate(EVERY_TENTH_THEN_ONES[:101], 1):
        detector.update(v)
        if t in ECDD_TRACE:
            threshold = detector.p + detector.control_limit(detector.p) * detector.sigma_z()
            assert (detector.p, detector.z, threshold) == tuple(map(about, ECDD_TRACE[t]))


def test_the_last_step_of_ecdd():
    detector = ECDD(limit=1e9)
    levels(detector, ZEROS_THEN_A_ONE)
    assert detector.z == about(0.2)
    assert detector.p + ecdd.polynomial(detector.p) * detector.sigma_z() == about(0.138782)


def test_the_polynomial_is_lowest_where_it_is_cut():
    assert ecdd.polynomial(0.42) == pytest.approx(2.466, abs=5e-4)
    assert ecdd.polynomial(0.5) == ecdd.polynomial(0.42) <= min(ecdd.polynomial(p / 100) for p in range(42))


def test_the_table_between_and_beyond_its_columns():
    limits = ecdd.TABLE[100]
    assert [ecdd.interpolated(p, limits) for p in (0, 0.02, 0.05, 0.5, 1)] == [3.86, 3.86, 2.89, 1.97, 1.97]
    assert ecdd.interpolated(0.075, limits) == about((2.89 + 2.73) / 2)


# --- HDDM -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "values", "warning", "drift"), FIRST_LEVELS)
def test_first_levels(name, values, warning, drift):
    assert first_levels(levels(MAKE[name](), values)) == (warning, drift)


def found_within(make, p, runs, seed):
    """Shares of runs with an alarm before and after a change at 1000, and the mean delay."""
    rng = np.random.default_rng(seed)
    early, delays = 0, []
    for _ in range(runs):
        detector = make()
        early += len(drifts(detector, (rng.random(1000) < 0.2).astype(int).tolist()))
        after = drifts(detector, (rng.random(1000) < p).astype(int).tolist())
        delays += [after[0] + 1] if after else []
    return early / runs, len(delays) / runs, float(np.mean(delays))


@pytest.mark.parametrize(
    ("make", "p", "found", "delay"),
    [(HDDM_A, 0.3, 0.87, 420), (HDDM_A, 0.5, 1, 59), (HDDM_W, 0.3, 0.84, 332), (HDDM_W, 0.5, 1, 35)],
)
def test_the_experiment_of_200_runs(make, p, found, delay):
    """Within three standard errors of both experiments: 0.11 of the shares, about 85 and 12 of the delays."""
    early, share, mean = found_within(make, p, 200, seed=11)
    assert early < 0.13
    assert share == pytest.approx(found, abs=0.11)
    assert mean == pytest.approx(delay, abs=85 if p == 0.3 else 12)


# --- DDM, EDDM, Page-Hinkley ------------------------------------------------------------------------------


def test_ddm_by_hand():
    """After 100 values p = 0.1 and s = 0.03; k ones later p + s is 0.168 at k = 4, 0.194 at k = 7."""
    values = [int(t % 10 == 1) for t in range(1, 101)]
    detector = DDM()
    assert set(levels(detector, values)) == {0}
    assert (detector.p_min, detector.s_min) == (about(0.1), about(0.03))
    assert levels(detector, [1] * 9) == [0, 0, 0, 1, 1, 1, 2, 0, 0]
    assert detector.n == 2


def test_eddm_by_hand():
    """29 gaps of 10: mean 10, no deviation. Gaps of 1 pull the mean down but add deviation first."""
    detector = EDDM()
    answers = levels(detector, ([0] * 9 + [1]) * 30)
    assert (detector.mean, detector.widest, set(answers)) == (10.0, 10.0, {0})
    answers = levels(detector, [1] * 200)
    widths = [width_of_gaps([10] * 29 + [1] * k) for k in range(201)]
    highest = [max(widths[: k + 1]) for k in range(201)]
    ratios = [width / top for width, top in zip(widths, highest, strict=True)]
    warning = next(k for k, ratio in enumerate(ratios) if ratio < 0.95)
    drift = next(k for k, ratio in enumerate(ratios) if ratio < 0.90)
    assert answers[:drift] == [0] * (warning - 1) + [1] * (drift - warning) + [2]


def width_of_gaps(gaps):
    return np.mean(gaps) + 2 * np.std(gaps)


def test_eddm_keeps_its_level_between_errors():
    gaps = [20] * 29 + [1] * 60
    detector = EDDM()
    answers = levels(detector, [v for gap in [20, *gaps] for v in [0] * (gap - 1) + [1]])
    first = answers.index(1)
    assert set(answers[:first]) == {0}
    between = EDDM()
    levels(between, [v for gap in [20, *gaps] for v in [0] * (gap - 1) + [1]][: first + 1])
    assert levels(between, [0, math.nan, None, 0]) == [1, 0, 0, 1]


def test_page_hinkley_by_hand():
    """Without fading the climb after a step is the sum of what the mean and the allowance leave."""
    detector = PageHinkley(delta=0.1, threshold=3.0, alpha=1.0, min_n=10)
    levels(detector, [0.0] * 20)
    climb, answers = 0.0, []
    for k in range(1, 10):
        climb += 1 - k / (20 + k) - 0.1
        answers.append(2 if climb > 3 else 0)
        if climb > 3:
            break
    assert levels(detector, [1.0] * len(answers)) == answers
    assert answers[-1] == 2
    assert detector.n == 0


@pytest.mark.parametrize("make", [ADWIN, ECDD, HDDM_A, HDDM_W, PageHinkley])
def test_a_fallen_mean_is_what_was_asked_for(make):
    options = {"threshold": 5.0} if make is PageHinkley else {}
    values = [1, 1, 1, 0] * 60 + [0] * 60
    found = {choice: drifts(make(on_decrease=choice, **options), values) for choice in ("ignore", "restart", "alarm")}
    assert found["ignore"] == found["restart"] == []
    assert [i for i in found["alarm"] if i >= 240]
    detector = make(on_decrease="restart", **options)
    levels(detector, values)
    assert detector.n < 100
