"""River's and scikit-learn's side of the race, run by the Python of ``.venv-peers``.

``peers.py LIBRARY DATA LEARNER`` gets everything ready, says so, then runs once for every line on standard
input and answers each with one JSON line, as ``Race.java`` does. The rows are read from the folder DATA,
which the race has written, and turned into what the library takes before the clock starts.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import numpy as np


def load(folder: Path) -> tuple[np.ndarray, np.ndarray, list[int]]:
    y = np.fromfile(folder / "y.i32", dtype="<i4")
    return np.fromfile(folder / "X.f64", dtype="<f8").reshape(len(y), -1), y, nominal_features(folder)


def nominal_features(folder: Path) -> list[int]:
    """The features that have categories."""
    lines = dict(line.split("=") for line in (folder / "shape.properties").read_text().splitlines())
    return [i for i, count in enumerate(lines["categories"].split()) if count != "0"]


def river_model(learner: str, nominal: list[str]):
    from river import dummy, naive_bayes, neighbors, tree

    if learner == "HoeffdingTree":
        return tree.HoeffdingTreeClassifier(nominal_attributes=nominal)
    if learner == "HoeffdingAdaptiveTree":
        return tree.HoeffdingAdaptiveTreeClassifier(nominal_attributes=nominal, seed=1)
    if learner == "KNN":
        return neighbors.KNNClassifier(n_neighbors=10, engine=neighbors.LazySearch(window_size=1000), weighted=False)
    return {"NaiveBayes": naive_bayes.GaussianNB, "MajorityClass": dummy.PriorClassifier}[learner]()


class River:
    """Test then train, one dict at a time; KNN has a full window before the clock starts."""

    def __init__(self, X, y, nominal, learner):
        names = [f"x{i}" for i in range(X.shape[1])]
        pairs = [(dict(zip(names, row, strict=True)), label) for row, label in zip(X.tolist(), y.tolist(), strict=True)]
        untimed = 1000 if learner == "KNN" else 0
        self.nominal = [names[i] for i in nominal]
        self.learner, self.before, self.timed = learner, pairs[:untimed], pairs[untimed:]

    def run(self) -> dict:
        model = river_model(self.learner, self.nominal)
        for x, label in self.before:
            model.learn_one(x, label)
        hits = 0
        start = time.thread_time_ns()
        for x, label in self.timed:
            hits += model.predict_one(x) == label
            model.learn_one(x, label)
        return answer(start, len(self.timed), hits)


class ScikitLearn:
    """``GaussianNB``, predict and partial_fit row by row; it has seen 50 rows before the clock starts.

    It cannot predict before it has learned, and warns of zero variances until each class has two rows.
    """

    def __init__(self, X, y, nominal, learner):
        if nominal or learner != "NaiveBayes":
            raise ValueError(f"scikit-learn does not take part with {learner} or nominal features")
        self.first = X[:50], y[:50]
        self.classes = np.unique(y)
        self.timed = [(X[i : i + 1], y[i : i + 1]) for i in range(50, len(y))]

    def run(self) -> dict:
        from sklearn.naive_bayes import GaussianNB

        model = GaussianNB().partial_fit(*self.first, classes=self.classes)
        hits = 0
        start = time.thread_time_ns()
        for x, label in self.timed:
            hits += model.predict(x)[0] == label[0]
            model.partial_fit(x, label)
        return answer(start, len(self.timed), hits)


def answer(start: int, rows: int, hits: int) -> dict:
    return {"nanoseconds": time.thread_time_ns() - start, "rows": rows, "accuracy": int(hits) / rows}


def main(library: str, folder: str, learner: str) -> None:
    contender = {"river": River, "scikit-learn": ScikitLearn}[library](*load(Path(folder)), learner)
    print(json.dumps({"ready": True}), flush=True)
    for _ in sys.stdin:
        print(json.dumps(contender.run()), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
