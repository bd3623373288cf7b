"""``a | b | learner``: shapes, names, parameters, prototypes, nesting, errors."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from river.naive_bayes import GaussianNB as RiverNB
from sklearn.base import clone, is_classifier
from sklearn.linear_model import SGDClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import StandardScaler
from sklearn.utils.validation import check_is_fitted

import driftsift as ds
from driftsift.learners import ForeignClassifier
from tests.reference import knn, top_k
from tests.strategies import long_stream
from tests.transformers.support import compare

A = lambda: ds.Subset([0, 1, 2])  # noqa: E731
B = lambda: ds.TopK(k=2, window=20, every=15)  # noqa: E731
C = lambda: ds.TopK(k=1, window=9, every=8)  # noqa: E731
M = lambda: ds.KNN(k=3, window=30)  # noqa: E731


def steps_of(pipeline):
    return [repr(step) for _, step in pipeline.steps]


# --- the operator ----------------------------------------------------------------------------------------------

SHAPES = {
    "one": lambda: A() | M(),
    "from the left": lambda: A() | B() | M(),
    "from the right": lambda: A() | (B() | M()),
    "transformers first": lambda: (A() | B()) | M(),
    "three, from the right": lambda: A() | (B() | (C() | M())),
    "pairs": lambda: (A() | B()) | (C() | M()),
    "triple first": lambda: (A() | (B() | C())) | M(),
    "written out": lambda: ds.Pipeline([("subset", A()), ("topk-1", B()), ("topk-2", C()), ("knn", M())]),
}
EXPECTED = {"one": [A, M], "from the left": [A, B, M], "from the right": [A, B, M], "transformers first": [A, B, M]}


@pytest.mark.parametrize("shape", SHAPES)
def test_brackets_do_not_matter(shape):
    pipeline = SHAPES[shape]()
    assert isinstance(pipeline, ds.Pipeline)
    assert steps_of(pipeline) == [repr(make()) for make in EXPECTED.get(shape, [A, B, C, M])]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_learns_as_the_one_written_out(shape):
    sample = long_stream(151, n=120, numeric=5, nominal=0)
    makes = EXPECTED.get(shape, [A, B, C, M])
    written = ds.Pipeline([(f"step {i}", make()) for i, make in enumerate(makes)])
    votes = [
        model.prepare(sample.schema).test_then_train(sample.X, sample.labels) for model in (SHAPES[shape](), written)
    ]
    assert votes[0].tobytes() == votes[1].tobytes()


def test_names_are_those_of_the_classes_numbered_if_there_are_several():
    names = [name for name, _ in (B() | A() | C() | M()).steps]
    assert names == ["topk-1", "subset", "topk-2", "knn"]


def test_a_pipeline_at_the_end_keeps_its_replay():
    inner = ds.Pipeline([("t", B()), ("m", M())], replay=7)
    assert (A() | inner).replay == 7


def test_transformers_without_a_learner_show_what_they_are():
    assert repr(A() | B()) == f"{A()!r} | {B()!r}"


@pytest.mark.parametrize("foreign", [GaussianNB, RiverNB, lambda: SGDClassifier(loss="log_loss")])
def test_other_libraries_may_stand_at_the_end(foreign):
    sample = long_stream(152, n=60, numeric=4, nominal=0)
    model = (A() | B() | foreign()).prepare(sample.schema)
    model.partial_fit(sample.X, sample.labels)
    assert model.predict_proba(sample.X).shape == (60, 3)


# --- nesting against the reference -----------------------------------------------------------------------------


@pytest.mark.parametrize("csr", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize("replay", [0, 10, 200])
def test_a_selection_behind_a_selection(csr, replay):
    """When the first one changes, all behind it starts afresh and learns the last rows again."""
    sample = long_stream(153, n=200, numeric=5, nominal=1, missing=0.05, density=0.6 if csr else 1.0)
    sample.X[100:, :2] *= 9
    sizes, classes = sample.n_categories, sample.n_classes

    def inner(features):
        outer_sizes = [sizes[f] for f in features]
        return top_k.Pipeline(
            top_k.TopK(len(features), 2, 9, 8),
            lambda chosen: knn.KNN([outer_sizes[f] for f in chosen], classes, 3, 30),
            replay,
        )

    oracle = top_k.Pipeline(top_k.TopK(len(sizes), 3, 20, 15), inner, replay)
    model = ds.Pipeline(
        [("a", ds.TopK(k=3, window=20, every=15)), ("b", ds.TopK(k=2, window=9, every=8)), ("m", M())], replay=replay
    )
    model.prepare(sample.schema)
    for i, row in enumerate(sample.rows):
        rows = (sample.csr if csr else sample.X)[i : i + 1]
        assert model.test_then_train(rows, sample.labels[i : i + 1])[0].tolist() == oracle.votes(row), f"row {i}"
        oracle.learn(row, sample.codes[i])
        assert model.explain()["changes"] == [oracle.changes, oracle.learner.changes]
    assert oracle.changes > 1


def test_a_pipeline_as_the_last_step_is_the_same_as_its_steps():
    sample = long_stream(154, n=150, numeric=5, nominal=0)
    flat = ds.Pipeline([("a", A()), ("b", B()), ("m", M())], replay=20)
    nested = ds.Pipeline([("a", A()), ("rest", ds.Pipeline([("b", B()), ("m", M())], replay=20))], replay=20)
    votes = [model.prepare(sample.schema).test_then_train(sample.X, sample.labels) for model in (flat, nested)]
    assert votes[0].tobytes() == votes[1].tobytes()


def test_a_subset_in_front_of_a_selection():
    sample = long_stream(155, n=120, numeric=4, nominal=0)

    def make(features):
        return knn.KNN([0] * len(features), 3, 3, 30)

    def inner(features):
        return top_k.Pipeline(top_k.TopK(len(features), 1, 20, 15), make)

    oracle = top_k.Pipeline(top_k.Subset([3, 1]), inner)
    model = (ds.Subset([3, 1]) | ds.TopK(k=1, window=20, every=15) | M()).prepare(sample.schema)
    for i, row in enumerate(sample.rows):
        assert model.test_then_train(sample.X[i : i + 1], sample.labels[i : i + 1])[0].tolist() == oracle.votes(row)
        oracle.learn(row, sample.codes[i])
    chosen = [[1, 3][f] for f in oracle.learner.transformer.features]
    names = [f"x{f}" for f in chosen]
    selected = [["x1", "x3"], names]
    assert model.explain() == {"features": names, "selected": selected, "changes": [0, 1], "learner": "KNN"}


def test_many_transformers_take_time_and_memory_in_proportion():
    """Each of them once, not each for every one behind it."""
    schema = ds.Schema.numeric(2, (0, 1))
    sizes = {}
    for n in (8, 16, 32):
        model = ds.Pipeline([*((f"s{i}", ds.Subset([0, 1])) for i in range(n)), ("m", ds.NoChange())])
        sizes[n] = model.prepare(schema).nbytes
    assert sizes[32] - sizes[16] == 2 * (sizes[16] - sizes[8])


# --- parameters ------------------------------------------------------------------------------------------------


def test_parameters_of_the_steps_are_those_of_the_pipeline():
    pipeline = B() | M()
    parameters = pipeline.get_params()
    assert parameters["topk__k"] == 2
    assert parameters["knn__window"] == 30
    assert parameters["topk"] is pipeline.steps[0][1]
    assert set(pipeline.get_params(deep=False)) == {"steps", "replay"}
    pipeline.set_params(topk__k=1, knn__k=5, replay=3)
    assert (pipeline.steps[0][1].k, pipeline.steps[1][1].k, pipeline.replay) == (1, 5, 3)


def test_a_step_can_be_replaced():
    pipeline = B() | M()
    pipeline.set_params(knn=ds.NaiveBayes())
    assert steps_of(pipeline) == [repr(B()), "NaiveBayes()"]
    with pytest.raises(ValueError, match="Invalid parameter 'neighbours'"):
        pipeline.set_params(topk__neighbours=3)


def test_parameters_are_stored_untouched():
    steps = [("a", A()), ("m", M())]
    pipeline = ds.Pipeline(steps, replay=5)
    assert pipeline.steps is steps
    assert pipeline.fit([[0.0, 1.0, 2.0]], [0]).steps is steps


def test_a_clone_shares_no_step():
    pipeline = (A() | B() | M()).fit(np.eye(3), [0, 1, 2])
    twin = clone(pipeline)
    assert steps_of(twin) == steps_of(pipeline)
    assert not {id(step) for _, step in twin.steps} & {id(step) for _, step in pipeline.steps}
    assert not twin.__sklearn_is_fitted__()
    assert pipeline.__sklearn_is_fitted__()


def test_a_pipeline_is_a_classifier():
    assert is_classifier(B() | M())
    check_is_fitted((B() | M()).fit([[0.0, 1.0]], [0]))


def test_the_representation_makes_the_same_pipeline():
    pipeline = A() | B() | M()
    names = {"Pipeline": ds.Pipeline, "Subset": ds.Subset, "TopK": ds.TopK, "KNN": ds.KNN}
    assert repr(eval(repr(pipeline), names)) == repr(pipeline)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))], ids=["deepcopy", "pickle"])
def test_copies_go_on_alike(copied):
    sample = long_stream(156, n=120, numeric=5, nominal=0)
    model = (A() | B() | C() | M()).prepare(sample.schema).partial_fit(sample.X[:70], sample.labels[:70])
    twin = copied(model)
    votes = [m.test_then_train(sample.X[70:], sample.labels[70:]).tobytes() for m in (model, twin)]
    assert votes[0] == votes[1]


# --- prototypes ------------------------------------------------------------------------------------------------


def test_steps_are_prototypes_and_stay_untrained():
    steps = [B(), M()]
    pipeline = steps[0] | steps[1]
    before = [vars(step).copy() for step in steps]
    sample = long_stream(157, n=60, numeric=4, nominal=0)
    pipeline.prepare(sample.schema).partial_fit(sample.X, sample.labels)
    pipeline.predict(sample.X)
    pipeline.explain()
    ds.evaluate(pipeline, ds.ArrayStream(sample.X, sample.y))
    assert [vars(step) for step in steps] == before


def test_one_prototype_in_two_pipelines():
    shared = M()
    sample = long_stream(158, n=60, numeric=4, nominal=0)
    first, second = A() | shared, B() | shared
    alone = (B() | M()).prepare(sample.schema).test_then_train(sample.X, sample.labels)
    first.prepare(sample.schema).partial_fit(sample.X, sample.labels)
    assert second.prepare(sample.schema).test_then_train(sample.X, sample.labels).tobytes() == alone.tobytes()


def test_a_trained_learner_starts_afresh_in_a_pipeline():
    sample = long_stream(159, n=60, numeric=4, nominal=0)
    trained = M().fit(sample.X, sample.y)
    before = trained.predict_proba(sample.X).tobytes()
    votes = (B() | trained).prepare(sample.schema).test_then_train(sample.X, sample.labels)
    assert votes.tobytes() == (B() | M()).prepare(sample.schema).test_then_train(sample.X, sample.labels).tobytes()
    assert trained.predict_proba(sample.X).tobytes() == before


# --- errors ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "error", "message"),
    [
        ([], ValueError, "without steps"),
        ([("a", A()), ("b", B())], TypeError, "ends in a classifier, not in TopK"),
        ([("a", A())], TypeError, "ends in a classifier, not in Subset"),
        ([("a", M()), ("b", M())], TypeError, "KNN is not a transformer"),
        ([("a", StandardScaler()), ("m", M())], TypeError, "StandardScaler is not a transformer"),
        ([("a", A()), ("a", M())], ValueError, r"not unique.*\['a', 'a'\]"),
        ([("a__b", A()), ("m", M())], ValueError, "__"),
        ([("steps", A()), ("m", M())], ValueError, "conflict"),
        ([("a", A()), ("m", StandardScaler())], TypeError, "StandardScaler has neither|partial_fit|classifier"),
        ([("a", A()), ("m", "knn")], TypeError, "str"),
        ([("a", A()), ("m", None)], TypeError, "NoneType"),
        ([("a", A()), ("m", ds.KNN)], TypeError, "class|type|instance"),
    ],
    ids=str,
)
def test_impossible_steps_are_refused_when_they_are_used(steps, error, message):
    with pytest.raises(error, match=message):
        ds.Pipeline(steps).fit([[0.0, 1.0, 2.0]], [0])


@pytest.mark.parametrize(("replay", "error"), [(-1, ValueError), (1.5, TypeError), ("9", TypeError)])
def test_impossible_replays_are_refused(replay, error):
    with pytest.raises(error, match="replay"):
        ds.Pipeline([("a", A()), ("m", M())], replay=replay).fit([[0.0, 1.0, 2.0]], [0])


def test_a_pipeline_cannot_stand_in_front():
    with pytest.raises(TypeError):
        (A() | M()) | M()


def test_what_is_no_classifier_is_refused_at_the_latest_when_used():
    with pytest.raises(TypeError, match="int"):
        (A() | 3).fit([[0.0, 1.0, 2.0]], [0])


def test_an_error_leaves_the_pipeline_as_it_was():
    sample = long_stream(160, n=60, numeric=4, nominal=0)
    model = (B() | M()).prepare(sample.schema).partial_fit(sample.X[:40], sample.labels[:40])
    before = pickle.dumps(model._model.state())
    wrong = sample.X[40:].copy()
    wrong[-1, 0] = np.inf
    with pytest.raises(ValueError, match="inf"):
        model.partial_fit(wrong, sample.labels[40:])
    assert pickle.dumps(model._model.state()) == before


def test_foreign_steps_are_wrapped_only_inside():
    pipeline = A() | GaussianNB()
    assert isinstance(pipeline.steps[1][1], GaussianNB)
    assert not isinstance(pipeline.steps[1][1], ForeignClassifier)


def test_compare_finds_a_wrong_choice():
    """The comparison used by these tests can fail."""
    sample = long_stream(161, n=60, numeric=4, nominal=0)
    oracle = top_k.Pipeline(top_k.TopK(4, 1, 20, 15), lambda features: knn.KNN([0] * len(features), 3, 3, 30))
    with pytest.raises(AssertionError):
        compare(ds.TopK(k=2, window=20, every=15) | M(), oracle, sample)
