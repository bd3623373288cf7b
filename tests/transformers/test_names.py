"""A transformer that names features does not stand behind one that chooses them."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds

ROWS = np.random.default_rng(0).normal(size=(60, 3))
LABELS = (ROWS[:, 0] > 0).astype(int)


@pytest.mark.parametrize(
    "pipeline",
    [
        ds.TopK(k=1, window=20, every=10) | ds.Subset([2]) | ds.NaiveBayes(),
        ds.TopK(k=1, window=20, every=10) | ds.Subset(["x0"]) | ds.NaiveBayes(),
        ds.Pipeline([("a", ds.TopK()), ("b", ds.Subset(["x0"]) | ds.NaiveBayes())]),
        ds.Subset(["x0", "x1"]) | ds.TopK() | ds.Subset(["x0"]) | ds.KNN(),
    ],
    ids=["position", "name", "nested", "between"],
)
def test_a_subset_behind_a_choice_is_refused(pipeline):
    with pytest.raises(ValueError, match=r"Subset names features, which TopK in front of it keeps changing"):
        pipeline.fit(ROWS, LABELS)


def test_a_subset_in_front_is_right():
    pipeline = ds.Subset(["x0", "x2"]) | ds.TopK(k=1, window=20, every=10) | ds.NaiveBayes()
    assert set(pipeline.fit(ROWS, LABELS).explain()["features"]) <= {"x0", "x2"}
