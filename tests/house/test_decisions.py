"""Decisions of docs/errata.md, and promises of docs/performance.md, that no other test holds in place."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import driftsift as ds
from driftsift import _core


def skewed(n, seed=1):
    """Rows of three classes, one of them frequent, that come in runs."""
    random = np.random.default_rng(seed)
    y = np.repeat(random.choice(3, n, p=[0.2, 0.5, 0.3]), random.integers(1, 4, n))[:n]
    return ds.ArrayStream(random.normal(size=(n, 2)) + y[:, None], y)


@pytest.mark.parametrize(("options", "window"), [({}, 50), ({"n": 200}, 20)])
def test_the_automatic_window_is_a_tenth_of_the_stream(options, window):
    assert ds.evaluate(ds.NoChange(), skewed(500), window="auto", **options).protocol["window"] == window


def test_the_automatic_window_of_a_stream_of_unknown_length_is_a_thousand():
    known = skewed(300)
    stream = ds.ChunkStream(known.schema, lambda: known.chunks())
    assert ds.evaluate(ds.NoChange(), stream, window="auto").protocol["window"] == 1000


def baseline_accuracy(scores, measure):
    """What the baseline got right, from ``skill = (accuracy - baseline) / (1 - baseline)``."""
    accuracy, skill = scores["accuracy"], scores[measure]
    return (accuracy - skill) / (1 - skill)


@pytest.mark.parametrize("measure", ["kappa_m", "kappa_per"])
def test_baselines_do_not_wait_for_labels(measure):
    prompt, late = (ds.evaluate(ds.NaiveBayes(), skewed(600), delay=delay).overall for delay in (0, 250))
    assert prompt["accuracy"] != late["accuracy"]
    assert baseline_accuracy(prompt, measure) == pytest.approx(baseline_accuracy(late, measure), rel=1e-12)


def test_labels_that_arrive_after_the_end_are_not_learned():
    evaluation = ds.evaluate(ds.MajorityClass(), skewed(100), delay=30)
    assert evaluation.labelled == 100
    learned = np.bincount(skewed(100).take(70).y, minlength=3)
    assert list(evaluation.trained.explain()["weight"].values()) == learned.tolist()


def test_holdout_learns_or_tests_every_row_once():
    chunk = skewed(650).take(650)
    evaluation = ds.holdout(ds.NaiveBayes(), skewed(650), every=200, test_size=100)
    model, hits = ds.NaiveBayes().prepare(skewed(650).schema), []
    for begin in (0, 300):
        model.partial_fit(chunk.X[begin : begin + 200], chunk.y[begin : begin + 200])
        tested = slice(begin + 200, begin + 300)
        hits.append(float(np.mean(model.predict(chunk.X[tested]) == chunk.y[tested])))
    assert (evaluation.n, evaluation.labelled) == (650, 200)
    assert evaluation.curve["instance"][:2] == [300, 600]
    assert evaluation.curve["accuracy"][:2] == hits


def test_baselines_of_holdout_go_by_the_tested_rows():
    evaluation = ds.holdout(ds.NaiveBayes(), skewed(600), every=200, test_size=100)
    y = skewed(600).take(600).y
    first, second = y[200:300], y[500:600]
    assert baseline_accuracy(evaluation.overall, "kappa_per") == pytest.approx(repeats(np.append(first, second)))
    last_point = {name: values[-1] for name, values in evaluation.curve.items()}
    assert baseline_accuracy(last_point, "kappa_per") == pytest.approx(repeats(second))


def repeats(labels):
    """Share of labels equal to the one before, class 0 at the start."""
    return np.mean(labels == np.append(0, labels[:-1]))


def test_the_first_chunk_is_not_tested_and_a_short_last_one_not_learned():
    y = skewed(250).take(250).y
    evaluation = ds.evaluate(ds.MajorityClass(), skewed(250), protocol="chunks", chunk=100, every=100)
    assert evaluation.n == 250
    assert evaluation.labelled == 150
    assert evaluation.overall["accuracy"] == np.mean(y[100:] == np.bincount(y[:100]).argmax())
    assert sum(evaluation.trained.explain()["weight"].values()) == 200


VOTES = """
import hashlib
import numpy as np
import scipy.sparse as sp
import driftsift as ds
from driftsift import _core

random = np.random.default_rng(0)
digest = hashlib.sha256()
for d in (1, 3, 10, 37):
    X = np.where(random.random((600, d)) < 0.6, random.normal(size=(600, d)), 0.0)
    holes = np.where(random.random(X.shape) < 0.05, np.nan, X)
    y = random.integers(0, 3, 600) + (X[:, 0] > 0)
    for rows in (X, holes, sp.csr_array(X), sp.csr_array(holes)):
        for model in (ds.NaiveBayes(), ds.KNN(window=100)):
            model.prepare(ds.Schema.numeric(d, range(4)))
            digest.update(model.test_then_train(rows, y).tobytes())
    codes = random.integers(0, 3, (600, d)).astype(float)
    schema = ds.Schema([ds.Nominal(f"x{i}", "abc") for i in range(d)], range(4))
    for rows in (codes, sp.csr_array(codes)):
        for model in (ds.NaiveBayes(), ds.KNN(window=100)):
            digest.update(model.prepare(schema).test_then_train(rows, y).tobytes())
print(_core.simd_level(), digest.hexdigest())
"""


def test_every_instruction_set_gives_the_same_bytes():
    levels = _core.simd_levels()
    printed = [
        subprocess.run(
            [sys.executable, "-c", VOTES],
            env={**os.environ, "DRIFTSIFT_SIMD": level},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for level in levels
    ]
    assert [level for level, _ in printed] == levels
    assert len({digest for _, digest in printed}) == 1
