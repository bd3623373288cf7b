"""scikit-learn and River classifiers standing as learners of this library."""

from __future__ import annotations

import copy
import gc
import pickle
import re

import numpy as np
import pytest
from river import naive_bayes as river_bayes
from river import neighbors as river_neighbors
from river.base import Classifier as RiverClassifier
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import Perceptron, SGDClassifier
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier

import driftsift as ds
from driftsift.learners import ForeignClassifier, as_learner
from tests.strategies import EXACT_WEIGHTS, long_stream

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # scikit-learn divides by variances of 0


class Counting(ClassifierMixin, BaseEstimator):
    """Predicts the class that came most often. Takes no weights, gives no probabilities."""

    def partial_fit(self, X, y, classes=None):
        if not hasattr(self, "classes_"):
            self.classes_, self.counts_ = np.asarray(classes), np.zeros(len(classes))
        np.add.at(self.counts_, np.asarray(y), 1)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[self.counts_.argmax()])


class Failing(Counting):
    """Raises after so many rows, or when it is asked after so many."""

    def __init__(self, learn_until=10**9, predict_until=10**9, error=RuntimeError):
        self.learn_until = learn_until
        self.predict_until = predict_until
        self.error = error

    def partial_fit(self, X, y, classes=None):
        super().partial_fit(X, y, classes)
        if self.counts_.sum() > self.learn_until:
            raise self.error("learning failed")
        return self

    def predict(self, X):
        if self.counts_.sum() > self.predict_until:
            raise self.error("predicting failed")
        return super().predict(X)


def sgd():
    return SGDClassifier(loss="log_loss", random_state=1)


SKLEARN = {
    "probabilities and weights": GaussianNB,
    "no probabilities": lambda: Perceptron(random_state=1),
    "linear": sgd,
    "no weights": lambda: MLPClassifier(hidden_layer_sizes=(3,), random_state=1),
    "neither": Counting,
}
RIVER = {
    "bayes": river_bayes.GaussianNB,
    "neighbours": lambda: river_neighbors.KNNClassifier(n_neighbors=3),
}


@pytest.fixture(params=SKLEARN.values(), ids=SKLEARN)
def make_sklearn(request):
    return request.param


@pytest.fixture(params=RIVER.values(), ids=RIVER)
def make_river(request):
    return request.param


@pytest.fixture(params=(SKLEARN | RIVER).values(), ids=SKLEARN | RIVER)
def make(request):
    return request.param


def stream(n=60, **options):
    return long_stream(171, n=n, numeric=3, nominal=0, **options)


# --- the same as by hand ---------------------------------------------------------------------------------------


def by_hand(model, sample):
    """Votes row by row from a scikit-learn model trained directly; zeros before it has learned anything."""
    votes, classes = [], np.arange(sample.n_classes)
    for i in range(len(sample)):
        row = sample.X[i : i + 1]
        if not i:
            votes.append(np.zeros(sample.n_classes))
        elif hasattr(model, "predict_proba"):
            votes.append(model.predict_proba(row)[0])
        else:
            votes.append(np.eye(sample.n_classes)[model.predict(row)[0]])
        model.partial_fit(row, sample.y[i : i + 1], classes=classes)
    return np.array(votes)


def test_scikit_learn_models_do_what_they_do_alone(make_sklearn):
    sample = stream()
    wrapped = ForeignClassifier(make_sklearn()).prepare(sample.schema)
    votes = wrapped.test_then_train(sample.X, sample.labels)
    np.testing.assert_array_equal(votes, by_hand(make_sklearn(), sample))


def river_by_hand(model, sample, names):
    votes = []
    for i, row in enumerate(sample.rows):
        shares = model.predict_proba_one(dict(zip(names, row, strict=True)))
        votes.append([shares.get(c, 0.0) for c in range(sample.n_classes)])
        model.learn_one(dict(zip(names, row, strict=True)), sample.codes[i])
    return votes


def test_river_models_do_what_they_do_alone(make_river):
    sample = stream()
    votes = ForeignClassifier(make_river()).prepare(sample.schema).test_then_train(sample.X, sample.labels)
    assert votes.tolist() == river_by_hand(make_river(), sample, sample.schema.names)


def test_river_models_read_names_and_categories_and_no_missing_value():
    seen = []

    class Looking(RiverClassifier):
        def learn_one(self, x, y):
            seen.append((x, y))

        def predict_proba_one(self, x):
            return {}

    schema = ds.Schema([ds.Numeric("price"), ds.Nominal("day", ("mon", "tue"))], ("no", "yes"))
    model = ForeignClassifier(Looking()).prepare(schema)
    model.partial_fit([[1.5, 1.0], [np.nan, 0.0], [2.5, np.nan]], ["yes", "no", "yes"])
    assert seen == [({"price": 1.5, "day": "tue"}, 1), ({"day": "mon"}, 0), ({"price": 2.5}, 1)]


def test_a_foreign_model_learns_as_a_native_one_would():
    """The same model, native and wrapped: MajorityClass written again in Python."""
    sample = stream(n=100, unlabelled=0.2)
    wrapped = ForeignClassifier(Counting()).prepare(sample.schema)
    native = ds.MajorityClass().prepare(sample.schema)
    assert (
        wrapped.predict_then_train(sample.X, sample.labels).tolist()
        == native.predict_then_train(sample.X, sample.labels).tolist()
    )


def test_weights_reach_the_models_that_take_them():
    sample = stream(n=80, weighted=True)
    wrapped = ForeignClassifier(GaussianNB()).prepare(sample.schema)
    wrapped.partial_fit(sample.X, sample.labels, sample_weight=sample.weight)
    alone = GaussianNB()
    for i in np.flatnonzero(sample.weight):
        alone.partial_fit(sample.X[i : i + 1], sample.y[i : i + 1], np.arange(3), sample.weight[i : i + 1])
    np.testing.assert_allclose(wrapped.predict_proba(sample.X), alone.predict_proba(sample.X), rtol=1e-12)


def test_models_without_weights_learn_a_row_as_often_as_it_weighs():
    assert 1.75 in EXACT_WEIGHTS
    schema = ds.Schema.numeric(1, ("a", "b"))
    model = ForeignClassifier(Counting()).prepare(schema)
    model.partial_fit([[0.0]] * 4, ["a", "a", "b", "b"], sample_weight=[1.0, 0.0, 1.75, 0.25])
    counted = pickle.loads(model._model.state()["pickle"]).model.counts_
    assert counted.tolist() == [1, 2]


def test_sparse_rows_reach_a_foreign_model_in_full():
    sample = stream(density=0.4)
    votes = [
        ForeignClassifier(GaussianNB()).prepare(sample.schema).test_then_train(X, sample.labels)
        for X in (sample.X, sample.csr)
    ]
    np.testing.assert_array_equal(*votes)


@pytest.mark.parametrize("chunk", [1, 7, 60])
def test_chunks_change_no_byte(make, chunk):
    sample = stream()
    whole = ForeignClassifier(make()).prepare(sample.schema).test_then_train(sample.X, sample.labels)
    model = ForeignClassifier(make()).prepare(sample.schema)
    parts = [slice(i, i + chunk) for i in range(0, 60, chunk)]
    votes = np.concatenate([model.test_then_train(sample.X[p], sample.labels[p]) for p in parts])
    assert votes.tobytes() == whole.tobytes()


# --- in evaluations and pipelines ------------------------------------------------------------------------------


def test_they_can_be_evaluated_as_they_are(make):
    sample = stream(n=80)
    source = ds.ArrayStream(sample.X, sample.labels, schema=sample.schema)
    prototype = make()
    bare, wrapped = ds.evaluate(prototype, source), ds.evaluate(ForeignClassifier(make()), source)
    np.testing.assert_array_equal(bare.matrix, wrapped.matrix)
    assert bare.model == " ".join(repr(prototype).split()).removesuffix("()")
    assert bare.trained.nbytes > 0
    assert not hasattr(prototype, "classes_")


@pytest.mark.parametrize("options", [{"delay": 7}, {"protocol": "chunks", "chunk": 9}, {"window": 20}], ids=str)
def test_they_can_be_evaluated_in_every_way(make, options):
    sample = stream(n=80, unlabelled=0.1)
    evaluation = ds.evaluate(make(), ds.ArrayStream(sample.X, sample.labels, schema=sample.schema), **options)
    assert evaluation.n == 80
    assert 0 <= evaluation.summary()["accuracy"] <= 1
    assert "estimator" in evaluation.trained.explain()


def test_holdout_takes_them_too(make):
    sample = stream(n=80)
    source = ds.ArrayStream(sample.X, sample.labels, schema=sample.schema)
    assert ds.holdout(make(), source, test_size=10, every=30).labelled == 20


def test_they_stand_at_the_end_of_a_pipeline(make):
    sample = stream(n=80)
    model = (ds.Subset([0, 2]) | make()).prepare(sample.schema)
    alone = ForeignClassifier(make()).prepare(sample.schema.select([0, 2]))
    votes = model.test_then_train(sample.X, sample.labels)
    expected = alone.test_then_train(np.ascontiguousarray(sample.X[:, [0, 2]]), sample.labels)
    np.testing.assert_array_equal(votes, expected)


def test_they_start_afresh_when_a_pipeline_selects_anew(make):
    sample = stream(n=60)
    model = ds.Pipeline([("t", ds.TopK(k=1, window=30, every=30)), ("m", make())], replay=10).prepare(sample.schema)
    model.partial_fit(sample.X[:30], sample.labels[:30])
    chosen = [int(name[1:]) for name in model.explain()["features"]]
    alone = ForeignClassifier(make()).prepare(ds.Schema.numeric(1, sample.class_names))
    alone.partial_fit(sample.X[20:30, chosen], sample.labels[20:30])
    expected = alone.predict_proba(np.ascontiguousarray(sample.X[:, chosen]))
    np.testing.assert_array_equal(model.predict_proba(sample.X), expected)


# --- errors of the Python model --------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [RuntimeError, ValueError, KeyError, MemoryError, KeyboardInterrupt])
@pytest.mark.parametrize("options", [{"learn_until": 20}, {"predict_until": 20}], ids=str)
@pytest.mark.parametrize(
    "call",
    [
        lambda model, X, y: model.test_then_train(X, y),
        lambda model, X, y: model.predict_then_train(X, y),
        lambda model, X, y: model.partial_fit(X, y).predict(X),
        lambda model, X, y: model.partial_fit(X, y).predict_proba(X),
    ],
    ids=["test_then_train", "predict_then_train", "predict", "predict_proba"],
)
def test_errors_come_through_and_the_model_can_be_used_again(error, options, call):
    sample = stream()
    model = ForeignClassifier(Failing(**options, error=error)).prepare(sample.schema)
    with pytest.raises(error, match="failed"):
        call(model, sample.X, sample.labels)
    fresh = ForeignClassifier(Counting()).prepare(sample.schema)
    call(fresh, sample.X, sample.labels)
    with pytest.raises(error, match="failed"):  # no lock was kept
        call(model, sample.X, sample.labels)
    assert model.nbytes > 0


@pytest.mark.parametrize("options", [{}, {"delay": 5}, {"protocol": "chunks"}], ids=str)
def test_errors_come_through_an_evaluation_and_a_pipeline(options):
    sample = stream()
    source = ds.ArrayStream(sample.X, sample.labels, schema=sample.schema)
    for model in (Failing(learn_until=20), ds.TopK(k=1, every=10) | Failing(learn_until=20)):
        with pytest.raises(RuntimeError, match="learning failed"):
            ds.evaluate(model, source, **options)


class Wrong(Counting):
    """Gives back something else than probabilities."""

    def __init__(self, answer=None):
        self.answer = answer

    def predict_proba(self, X):
        return self.answer


@pytest.mark.parametrize(
    "answer", [[[0.5]], [[0.1] * 9], [["a", "b", "c"]], [[]], None, 3.0, [None]], ids=lambda answer: str(answer)[:20]
)
def test_wrong_answers_of_a_model_are_errors(answer):
    sample = stream()
    model = ForeignClassifier(Wrong(answer)).prepare(sample.schema).partial_fit(sample.X, sample.labels)
    with pytest.raises((ValueError, TypeError, IndexError)):
        model.predict(sample.X)


@pytest.mark.parametrize(
    ("estimator", "named"),
    [
        (RandomForestClassifier(), "RandomForestClassifier"),
        (KNeighborsClassifier(), "KNeighborsClassifier"),
        ("GaussianNB", "str"),
        (None, "NoneType"),
        (3, "int"),
    ],
    ids=str,
)
def test_what_cannot_learn_in_steps_is_refused_by_name(estimator, named):
    for use in (
        lambda: ForeignClassifier(estimator).fit([[0.0]], [0]),
        lambda: ds.evaluate(estimator, ds.SEA(n=10, seed=1)),
        lambda: (ds.TopK() | estimator).fit([[0.0]], [0]),
    ):
        with pytest.raises(TypeError, match=named):
            use()


def test_values_a_model_does_not_take_are_its_own_error():
    """GaussianNB takes no missing value, MultinomialNB nothing negative."""
    with pytest.raises(ValueError, match="NaN"):
        ForeignClassifier(GaussianNB()).fit([[0.0], [np.nan]], [0, 1])
    with pytest.raises(ValueError, match="Negative"):
        ForeignClassifier(MultinomialNB()).fit([[0.0], [-1.0]], [0, 1])


# --- classes that were not announced ---------------------------------------------------------------------------


def test_scikit_learn_models_refuse_a_new_class_by_name(make_sklearn):
    sample = stream()
    model = ForeignClassifier(make_sklearn()).partial_fit(sample.X, np.array(["a", "b", "c"])[sample.y])
    before = model.predict_proba(sample.X).tobytes()
    with pytest.raises(ValueError, match=r"'zebra'.*were not announced"):
        model.partial_fit(sample.X[:2], ["a", "zebra"])
    assert sorted(model.classes_) == ["a", "b", "c"]
    assert model.schema_.n_classes == 3
    assert model.predict_proba(sample.X).tobytes() == before
    model.partial_fit(sample.X[:2], ["a", "b"])


def test_a_pipeline_refuses_a_new_class_before_anything_has_changed():
    sample = stream()
    model = (ds.TopK(k=1, every=20) | GaussianNB()).partial_fit(sample.X, np.array(["a", "b", "c"])[sample.y])
    before = model.predict_proba(sample.X).tobytes(), model.classes_.tolist(), pickle.dumps(model._model.state())
    with pytest.raises(ValueError, match="'zebra'"):
        model.partial_fit(sample.X[:2], ["a", "zebra"])
    after = model.predict_proba(sample.X).tobytes(), model.classes_.tolist(), pickle.dumps(model._model.state())
    assert after == before
    with pytest.raises(ValueError, match="'zebra'"):  # not taken for known the second time
        model.partial_fit(sample.X[:2], ["a", "zebra"])


def test_scikit_learn_models_take_classes_that_were_announced(make_sklearn):
    sample = stream()
    model = ForeignClassifier(make_sklearn())
    model.partial_fit(sample.X[:9], np.array(["a", "b"])[sample.y[:9] % 2], classes=["a", "b", "zebra"])
    model.partial_fit(sample.X[:2], ["zebra", "a"])
    assert model.classes_.tolist() == ["a", "b", "zebra"]


def test_river_models_take_a_new_class(make_river):
    sample = stream()
    model = ForeignClassifier(make_river()).partial_fit(sample.X, np.array(["a", "b", "c"])[sample.y])
    model.partial_fit(sample.X[:1] + 1000, ["zebra"])
    assert model.classes_[-1] == "zebra"
    assert model.predict_proba(sample.X).shape == (60, 4)


# --- copies ----------------------------------------------------------------------------------------------------


COPIES = [copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))]


@pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("in_pipeline", [False, True], ids=["alone", "in a pipeline"])
def test_copies_go_on_alike_and_share_nothing(make, copied, in_pipeline):
    sample = stream(n=80)
    model = ds.TopK(k=2, every=20) | make() if in_pipeline else ForeignClassifier(make())
    model.prepare(sample.schema).partial_fit(sample.X[:50], sample.labels[:50])
    before = model.predict_proba(sample.X).tobytes()
    twin = copied(model)
    votes = twin.test_then_train(sample.X[50:], sample.labels[50:])
    assert model.predict_proba(sample.X).tobytes() == before
    assert model.test_then_train(sample.X[50:], sample.labels[50:]).tobytes() == votes.tobytes()


def test_a_clone_is_untrained(make):
    model = ForeignClassifier(make()).fit(np.eye(3), [0, 1, 2])
    twin = clone(model)
    assert not twin.__sklearn_is_fitted__()
    assert repr(twin) == repr(model)
    assert twin.estimator is not model.estimator


def test_an_untrained_model_can_be_copied(make):
    for copied in COPIES:
        assert copied(ForeignClassifier(make())).fit(np.eye(3), [0, 1, 2]).n_features_in_ == 3


def test_the_prototype_is_never_trained(make):
    prototype = make()
    before = pickle.dumps(prototype)
    model = ForeignClassifier(prototype).fit(np.eye(3), [0, 1, 2])
    model.partial_fit(np.eye(3), [0, 1, 2]).predict(np.eye(3))
    assert pickle.dumps(prototype) == before
    assert model.estimator is prototype


def test_native_learners_are_not_wrapped():
    native = ds.KNN()
    assert as_learner(native) is native
    assert isinstance(as_learner(GaussianNB()), ForeignClassifier)


def test_models_are_set_free():
    """Nothing keeps the Python model alive once the learner is gone."""

    class Traced(Counting):
        alive = 0

        def partial_fit(self, X, y, classes=None):
            if not hasattr(self, "classes_"):
                type(self).alive += 1
            return super().partial_fit(X, y, classes)

        def __del__(self):
            if hasattr(self, "classes_"):
                type(self).alive -= 1

    sample = stream()
    for _ in range(5):
        model = (ds.TopK(k=1, every=9) | Traced()).prepare(sample.schema)
        model.partial_fit(sample.X, sample.labels)
    assert Traced.alive > 0
    del model
    gc.collect()
    assert Traced.alive == 0


def test_what_is_explained_names_the_model():
    model = ForeignClassifier(GaussianNB(var_smoothing=0.5)).fit(np.eye(3), [0, 1, 2])
    assert re.fullmatch(r"GaussianNB\(var_smoothing=0\.5\)", model.explain()["estimator"])
