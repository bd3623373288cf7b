"""What holds for MajorityClass and NoChange alone."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds
from tests.learners.support import native_votes, prepared
from tests.strategies import Sample, long_stream


def test_majority_weight_k_is_k_repetitions():
    sample = long_stream(41, n=50)
    repeats = np.arange(50) % 4
    weighted = prepared(ds.MajorityClass, sample)
    weighted.partial_fit(sample.X, sample.labels, sample_weight=repeats.astype(float))
    repeated = prepared(ds.MajorityClass, sample)
    repeated.partial_fit(np.repeat(sample.X, repeats, axis=0), np.repeat(sample.labels, repeats))
    probe = sample.X[:3]
    assert weighted.predict_proba(probe).tobytes() == repeated.predict_proba(probe).tobytes()


def test_majority_window_forgets_completely():
    """No rounding residue remains of a class that left the window."""
    sample = long_stream(42, n=40, n_classes=2)
    y = np.where(np.arange(40) < 30, 1, 0).astype(np.int32)
    weight = np.random.default_rng(0).random(40) + 0.1
    votes = native_votes(lambda: ds.MajorityClass(window=5), Sample(sample.n_categories, 2, sample.X, y, weight))
    assert (votes[36:, 1] == 0).all()
    np.testing.assert_allclose(votes[36:, 0], [weight[i - 5 : i].sum() for i in range(36, 40)], rtol=1e-15)


@pytest.mark.parametrize("window", [0, -1, 2.5, "all"])
def test_majority_refuses_an_impossible_window(window):
    with pytest.raises((ValueError, TypeError), match="window"):
        ds.MajorityClass(window=window).fit([[0.0]], [0])


def test_baselines_do_not_look_at_the_features():
    sample = long_stream(43, n=60)
    blank = Sample(sample.n_categories, sample.n_classes, np.full_like(sample.X, np.nan), sample.y)
    for make in (ds.MajorityClass, ds.NoChange):
        assert native_votes(make, sample).tobytes() == native_votes(make, blank).tobytes()


def test_no_change_repeats_the_last_label_learned():
    model = ds.NoChange().partial_fit([[0.0]] * 3, ["b", "a", "c"])
    assert model.predict([[1.0], [2.0]]).tolist() == ["c", "c"]
    model.partial_fit([[0.0]], ["a"], sample_weight=[0.0])
    assert model.predict([[1.0]]).tolist() == ["c"]
