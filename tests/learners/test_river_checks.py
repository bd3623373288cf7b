"""River's own checks, unchanged, over every learner through ``driftsift.interop.to_river``."""

from __future__ import annotations

import pytest

pytest.importorskip("river")

from river import base, checks

from driftsift.interop import to_river
from tests.learners.catalogue import BY_NAME, LEARNERS

# check -> reason, for the checks that a learner of this library means to fail
EXPECTED_FAILURES: dict[str, str] = {}


def every_check():
    for entry in LEARNERS:
        for i, check in enumerate(checks.yield_checks(to_river(entry.make()))):
            reason = EXPECTED_FAILURES.get(check.__name__)
            marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
            yield pytest.param(entry.make, check, id=f"{entry.name}-{check.__name__}-{i}", marks=marks)


@pytest.mark.parametrize(("make", "check"), list(every_check()))
def test_river(make, check):
    check(to_river(make()))


def test_the_adapter_is_a_river_classifier(entry):
    model = to_river(entry.make())
    assert isinstance(model, base.Classifier)
    assert model.predict_proba_one({"a": 1.0}) == {}
    model.learn_one({"a": 1.0, "b": "x"}, "yes")
    model.learn_one({"b": "y", "a": 2.0}, "no")
    assert model.predict_one({"a": 1.5}) in {"yes", "no"}
    fresh = model.clone()
    assert fresh.predict_proba_one({"a": 1.0}) == {}


def test_the_adapter_predicts_what_the_learner_predicts():
    from tests.strategies import long_stream

    sample = long_stream(71, n=150, numeric=4, nominal=0)
    native, adapted = BY_NAME["naive-bayes"].make(), to_river(BY_NAME["naive-bayes"].make())
    native.partial_fit(sample.X, sample.labels)
    for row, label in zip(sample.rows, sample.labels, strict=True):
        adapted.learn_one({f"x{f}": value for f, value in enumerate(row)}, label)
    for row, probabilities in zip(sample.rows, native.predict_proba(sample.X), strict=True):
        shares = adapted.predict_proba_one({f"x{f}": value for f, value in enumerate(row)})
        assert shares == pytest.approx(dict(zip(native.classes_, probabilities, strict=True)), rel=1e-9)
