"""Detectors of this library inside models of River, which take them as they are."""

from __future__ import annotations

from itertools import islice

import pytest

pytest.importorskip("river")

from river.drift import ADWIN as RiverADWIN
from river.drift import DriftRetrainingClassifier
from river.ensemble import SRPClassifier
from river.forest import ARFClassifier
from river.naive_bayes import BernoulliNB
from river.tree import HoeffdingAdaptiveTreeClassifier, HoeffdingTreeClassifier

import driftsift as ds
from driftsift.interop import to_river_stream

CHANGE = 1_000


@pytest.fixture(scope="module")
def rows():
    """Two concepts of STAGGER, the second from row 1,000 on."""
    concepts = [ds.STAGGER(None, function=f, seed=1) for f in (1, 2)]
    stream = ds.Drifting(concepts, at=CHANGE, width=1)
    return [(one_hot(x, stream.schema), y) for x, y in islice(to_river_stream(stream), 2 * CHANGE)]


def one_hot(x, schema):
    return {f"{f.name}={value}": float(x[f.name] == value) for f in schema.features for value in f.categories}


def predictions(model, rows):
    found = []
    for x, y in rows:
        found.append(model.predict_one(x))
        model.learn_one(x, y)
    return found


def accuracy_after_the_change(model, rows):
    found = predictions(model, rows)[CHANGE:]
    return sum(label == y for label, (_, y) in zip(found, rows[CHANGE:], strict=True)) / len(found)


class Never(ds.DDM):
    """Looks at the errors and has nothing to say."""

    drift_detected = warning_detected = False


@pytest.mark.parametrize("name", ["ADWIN", "DDM", "ECDD", "HDDM_A", "HDDM_W"])
def test_a_classifier_started_afresh_follows_the_change(name, rows):
    def retrained(detector):
        return DriftRetrainingClassifier(BernoulliNB(), detector, train_in_background=False)

    followed = accuracy_after_the_change(retrained(getattr(ds, name)()), rows)
    assert followed > accuracy_after_the_change(retrained(Never()), rows) + 0.05


@pytest.mark.parametrize("name", ["DDM", "HDDM_A", "HDDM_W"])
def test_a_model_in_the_background_learns_from_the_warning_on(name, rows):
    def retrained(detector):
        return DriftRetrainingClassifier(BernoulliNB(), detector)

    followed = accuracy_after_the_change(retrained(getattr(ds, name)()), rows)
    assert followed > accuracy_after_the_change(retrained(Never()), rows) + 0.05


MODELS = {
    "tree": lambda make: HoeffdingAdaptiveTreeClassifier(grace_period=50, drift_detector=make(), seed=1),
    "forest": lambda make: ARFClassifier(n_models=3, drift_detector=make(), warning_detector=make(), seed=1),
    "patches": lambda make: SRPClassifier(
        HoeffdingTreeClassifier(grace_period=50), 3, drift_detector=make(), warning_detector=make(), seed=1
    ),
}


class ADWINLikeRivers(ds.ADWIN):
    """Forgets its window after an alarm, as River's does."""

    def update(self, value):
        if self.drift_detected:
            self.reset()
        return super().update(value)


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
def test_models_that_clone_their_detector_do_as_with_rivers_own(make, rows):
    """River's ADWIN gives an alarm for falls as well."""
    ours = predictions(make(lambda: ADWINLikeRivers(on_decrease="alarm")), rows)
    assert ours == predictions(make(RiverADWIN), rows)
    assert ours != predictions(make(Never), rows)


def test_a_clone_has_seen_nothing():
    detector = ds.HDDM_W(alpha_drift=0.0005)
    detector.levels([0, 1, 1])
    twin = detector.clone()
    assert type(twin) is ds.HDDM_W
    assert twin.get_params() == detector.get_params()
    assert (twin.n, detector.n) == (0, 3)
