"""The library against the golden numbers of the specification."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds
from tests.detectors.golden import ADWIN_CHANGES, EVERY_TENTH_THEN_ONES, FIRST_LEVELS, first_levels


@pytest.mark.parametrize(("values", "changes", "width", "mean"), ADWIN_CHANGES)
def test_adwin_changes_when_and_to_what_width_the_specification_says(values, changes, width, mean):
    detector = ds.ADWIN()
    found = {t: detector.width for t, v in enumerate(values, 1) if detector.update(v) == ds.Level.drift}
    assert (found, detector.width) == (changes, width)
    assert detector.estimate == pytest.approx(mean, abs=5e-7)
    assert (ds.ADWIN().run(values) + 1).tolist() == list(changes)


@pytest.mark.parametrize(("name", "values", "warning", "drift"), FIRST_LEVELS)
def test_first_levels(name, values, warning, drift):
    assert first_levels(getattr(ds, name)().levels(values).tolist()) == (warning, drift)


def test_the_mean_of_ecdd():
    detector = ds.ECDD()
    detector.levels(EVERY_TENTH_THEN_ONES[:101])
    assert detector.warning_detected
    assert detector.estimate == pytest.approx(0.108911, abs=5e-7)


def test_sums_of_squared_weights_are_what_lets_hddm_w_find_anything():
    """With sums of weights instead (erratum E-37) no change at all is found, not even this one."""
    rng = np.random.default_rng(12)
    found = sum(
        len(ds.HDDM_W().run((rng.random(2000) < np.repeat([0.2, 0.5], 1000)).astype(int))) > 0 for _ in range(200)
    )
    assert found == 200


def test_constant_input_never_changes():
    for value in (0.0, 1.0, 0.3):
        for make in (ds.ADWIN, ds.ECDD, ds.HDDM_A, ds.HDDM_W, ds.DDM, ds.PageHinkley):
            assert not make().levels([value] * 5000).any()
    assert not ds.EDDM().levels([1] * 5000).any()
    assert not ds.EDDM().levels([0] * 5000).any()


def test_ecdd_is_silent_when_errors_become_rarer():
    rng = np.random.default_rng(13)
    for _ in range(50):
        detector = ds.ECDD()
        detector.levels((rng.random(500) < 0.5).astype(int))
        assert ds.Level.drift not in detector.levels((rng.random(50) < 0.01).astype(int))
