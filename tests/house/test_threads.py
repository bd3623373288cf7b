"""One model asked by several threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import driftsift as ds
from tests.learners.catalogue import LEARNERS
from tests.strategies import long_stream

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # scikit-learn divides by variances of 0
THREADS = 4
FOREIGN = ("foreign", lambda: ds.Subset([0, 1]) | GaussianNB())


@pytest.fixture(params=[*((entry.name, entry.make) for entry in LEARNERS), FOREIGN], ids=lambda case: case[0])
def make(request):
    return request.param[1]


def together(work):
    """Results of the same work in several threads that start at once."""
    barrier = Barrier(THREADS)

    def run(number):
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


@pytest.mark.parametrize("csr", [False, True], ids=["dense", "sparse"])
def test_asking_in_threads_is_asking_in_a_row(make, csr):
    sample = long_stream(191, n=200)
    model = make().prepare(sample.schema).partial_fit(sample.X, sample.labels)
    parts = [(sample.csr if csr else sample.X)[number::THREADS] for number in range(THREADS)]
    expected = [(model.predict_proba(part).tobytes(), model.predict(part).tolist()) for part in parts]

    def ask(number):
        answers = {(model.predict_proba(parts[number]).tobytes(), *model.predict(parts[number])) for _ in range(5)}
        assert len(answers) == 1
        votes, *predictions = answers.pop()
        return votes, predictions

    assert together(ask) == expected


def test_models_of_their_own_do_not_disturb_each_other(make):
    sample = long_stream(192, n=150)
    expected = make().prepare(sample.schema).test_then_train(sample.X, sample.labels).tobytes()
    votes = together(lambda _: make().prepare(sample.schema).test_then_train(sample.X, sample.labels).tobytes())
    assert votes == [expected] * THREADS


def test_all_is_learned_that_several_threads_teach():
    """In whatever order; while others ask, look at the size and describe the model."""
    sample = long_stream(193, n=400, numeric=3, nominal=0)
    model = ds.MajorityClass().prepare(sample.schema)

    def work(number):
        for i in range(number, 400, THREADS):
            model.partial_fit(sample.X[i : i + 1], sample.labels[i : i + 1])
            model.predict(sample.X[:5])
            assert model.nbytes > 0
            model.explain()

    together(work)
    assert list(model.explain()["weight"].values()) == np.bincount(sample.y, minlength=3).tolist()


@pytest.mark.parametrize("make_growing", [ds.NaiveBayes, ds.KNN, ds.MajorityClass], ids=lambda c: c.__name__)
def test_classes_grow_while_others_ask(make_growing):
    """Votes are as wide as the model was at some moment; nothing crashes."""
    rng = np.random.default_rng(194)
    model = make_growing().partial_fit(rng.normal(size=(20, 3)), np.arange(20) % 2)

    def work(number):
        for label in range(2, 60):
            if number == 0:
                model.partial_fit(rng.normal(size=(2, 3)), [label, label])
            else:
                width = model.predict_proba(np.ones((50, 3))).shape[1]
                assert 2 <= width <= 60

    together(work)
    assert len(model.classes_) == 60
