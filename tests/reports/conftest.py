"""Evaluations to report on."""

import numpy as np
import pytest

import driftsift as ds


@pytest.fixture(scope="session")
def evaluations():
    stream = ds.SEA(2000, seed=1)
    return [ds.evaluate(model, stream, window=200) for model in (ds.MajorityClass(), ds.NaiveBayes(), ds.KNN())]


def hand_made(model="m", stream="s", classes=("a", "b"), **fields):
    """An evaluation with nothing counted but what is given."""
    nothing = dict.fromkeys(("accuracy", "kappa", "kappa_m", "kappa_per", "f1", "geometric_mean"), float("nan"))
    costs = {"cpu_seconds": 0.0, "model_bytes": 0, "ram_hours": 0.0}
    protocol = {
        "protocol": "prequential",
        "window": 0,
        "fading": 1.0,
        "every": 10,
        "n": None,
        "delay": 0,
        "chunk": 1,
    }
    values = {
        "protocol": protocol,
        "n": 10,
        "labelled": 0,
        "overall": nothing,
        "matrix": np.zeros((len(classes), len(classes))),
        "curve": {"instance": [10], **{name: [value] for name, value in (nothing | costs).items()}},
        "wall_seconds": 0.0,
    }
    return ds.Evaluation(model, stream, classes=classes, **(values | fields))
