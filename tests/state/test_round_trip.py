"""What was saved comes back: predictions, labels, names, counts, parameters."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from river.naive_bayes import GaussianNB as RiverNB
from sklearn.exceptions import NotFittedError
from sklearn.naive_bayes import GaussianNB

import driftsift as ds
from driftsift.learners import ForeignClassifier
from tests.learners.catalogue import LEARNERS
from tests.strategies import long_stream


@pytest.fixture(params=LEARNERS, ids=lambda entry: entry.name)
def make(request):
    """The constructor of a learner of the catalogue."""
    return request.param.make


def through(path, model):
    model.save(path)
    return ds.load(path)


def seen(model, X):
    """What a user can see of a model."""
    return {
        "votes": model.predict_proba(X).tobytes(),
        "predictions": model.predict(X).tolist(),
        "classes": (model.classes_.dtype, model.classes_.tolist()),
        "schema": model.schema_,
        "names": getattr(model, "feature_names_in_", np.array([])).tolist(),
        "features": model.n_features_in_,
        "unseen": model.unseen_categories_,
        "explained": repr(model.explain()),
        "parameters": repr(model.get_params()),
    }


def test_all_that_can_be_seen_comes_back(trained, path):
    model = trained.model()
    X = trained.matrix(trained.stream(seed=72, n=40))
    twin = through(path, model)
    assert seen(twin, X) == seen(model, X)
    if trained.csr:  # lists of stored entries have room to spare, copies of them do not
        assert 0 < twin.nbytes <= model.nbytes
    else:
        assert twin.nbytes == model.nbytes


def test_a_second_trip_writes_the_same_bytes(trained, path):
    model = trained.model()
    model.save(path)
    first = path.read_bytes()
    ds.load(path).save(path)
    assert path.read_bytes() == first


LABELS = {
    "str": np.array(["no", "yes", "perhaps, or not"]),
    "unicode": np.array(["ja", "nein", "не знаю"]),
    "object": np.array(["no", "yes", "maybe"], dtype=object),
    "int": np.array([-5, 0, 2**40]),
    "small int": np.array([3, 7, 9], dtype=np.uint8),
    "bool": np.array([False, True]),
}


@pytest.mark.parametrize("kind", LABELS)
def test_labels_of_every_type_come_back(make, kind, path):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(40, 3)), LABELS[kind][rng.integers(0, len(LABELS[kind]), 40)]
    model = make().fit(X, y)
    twin = through(path, model)
    assert twin.classes_.dtype == model.classes_.dtype
    assert twin.predict(X).dtype == model.predict(X).dtype
    assert twin.predict(X).tolist() == model.predict(X).tolist()
    assert [type(label) for label in twin.schema_.classes] == [type(label) for label in model.schema_.classes]


def test_classes_go_on_growing(make, path):
    sample = long_stream(73, n=200, numeric=3, nominal=0, n_classes=4)
    y = np.array(["d", "b", "a", "c"])[np.minimum(sample.y, np.arange(200) // 50)]
    model = make().partial_fit(sample.X[:120], y[:120])
    twin = through(path, model)
    assert twin.classes_.tolist() == model.classes_.tolist() == ["d", "b", "a"]
    for learner in (model, twin):
        learner.partial_fit(sample.X[120:], y[120:])
    assert twin.classes_.tolist() == ["d", "b", "a", "c"]
    assert seen(twin, sample.X) == seen(model, sample.X)


FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "arrow": pa.table}


def columns(n, seed, colours=("red", "green", "blue")):
    rng = np.random.default_rng(seed)
    return {"height": rng.normal(size=n).tolist(), "colour": rng.choice(colours, n).tolist()}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_frames_are_still_read_by_name(make, frame, path):
    y = np.random.default_rng(2).choice(["a", "b"], 50)
    model = make().fit(frame(columns(50, 3)), y)
    twin = through(path, model)
    rows = frame(columns(20, 4))
    assert twin.feature_names_in_.tolist() == ["height", "colour"]
    assert twin.predict_proba(rows).tobytes() == model.predict_proba(rows).tobytes()
    with pytest.raises(ValueError, match="height"):
        twin.predict(frame({"colour": ["red"]}))


def test_unseen_categories_are_still_counted(make, path):
    y = np.random.default_rng(2).choice(["a", "b"], 50)
    model = make().fit(pd.DataFrame(columns(50, 3)), y)
    odd = pd.DataFrame(columns(5, 4, colours=("pink",)))
    model.partial_fit(odd, y[:5])
    twin = through(path, model)
    assert twin.unseen_categories_ == {"colour": 5}
    twin.partial_fit(odd, y[:5])
    assert twin.unseen_categories_ == {"colour": 10}
    assert model.unseen_categories_ == {"colour": 5}


def test_an_untrained_model_is_its_parameters(make, path):
    twin = through(path, make())
    assert repr(twin) == repr(make())
    with pytest.raises(NotFittedError):
        twin.predict([[0.0]])


def test_a_prepared_model_has_learned_nothing_yet(trained, path):
    sample = trained.stream()
    twin = through(path, trained.new(sample))
    assert trained.learn(twin, sample).tobytes() == trained.learn(trained.new(sample), sample).tobytes()


PIPELINES = {
    "two subsets": lambda: ds.Subset([0, 2, 3]) | ds.Subset([1, 2]) | ds.KNN(k=3),
    "a pipeline at the end": lambda: ds.Subset([0, 2, 3]) | (ds.TopK(k=1, every=20) | ds.NaiveBayes()),
    "a selection that changes": lambda: ds.TopK(k=2, window=30, every=20) | ds.TopK(k=1, window=9, every=7) | ds.KNN(),
    "no replay": lambda: ds.Pipeline([("t", ds.TopK(k=2, every=30)), ("m", ds.MajorityClass(window=9))], replay=0),
    "a lonely classifier": lambda: ds.Pipeline([("m", ds.KNN(k=2))]),
    "names": lambda: ds.Subset(("x3", "x0")) | ds.NaiveBayes(),
}


@pytest.mark.parametrize("kind", PIPELINES)
@pytest.mark.parametrize("csr", [False, True], ids=["dense", "sparse"])
def test_pipelines_of_every_shape_come_back(kind, csr, path):
    sample = long_stream(74, n=160, numeric=4, nominal=1, density=0.5)
    model = PIPELINES[kind]().prepare(sample.schema)
    model.partial_fit((sample.csr if csr else sample.X)[:90], sample.labels[:90])
    twin = through(path, model)
    rest = (sample.csr if csr else sample.X)[90:]
    votes = model.test_then_train(rest, sample.labels[90:])
    assert twin.test_then_train(rest, sample.labels[90:]).tobytes() == votes.tobytes()
    assert seen(twin, rest) == seen(model, rest)


@pytest.mark.parametrize(
    ("make_model", "change"),
    [
        (lambda: ds.KNN(k=3, window=20), {"window": 5}),
        (lambda: ds.TopK(k=2, every=10) | ds.KNN(k=3, window=20), {"knn__window": 5, "topk__k": 1}),
        (lambda: ds.Subset([0]) | ds.NaiveBayes(), {"subset__features": [1, 2]}),
    ],
    ids=["learner", "pipeline", "subset"],
)
def test_parameters_set_after_training_wait_for_the_next_fit(make_model, change, path):
    """The trained model works as it was built, and so does its copy; the new parameters are kept beside it."""
    sample = long_stream(75, n=80, numeric=3, nominal=0)
    model, untouched = make_model(), make_model()
    for learner in (model, untouched):
        learner.fit(sample.X[:50], sample.y[:50])
    twin = through(path, model.set_params(**change))
    assert {name: twin.get_params()[name] for name in change} == change
    for learner in (model, twin):
        assert learner.predict_proba(sample.X).tobytes() == untouched.predict_proba(sample.X).tobytes()
        assert learner.explain() == untouched.explain()
        again = learner.fit(sample.X, sample.y)
        assert again.predict_proba(sample.X).tobytes() == (
            make_model().set_params(**change).fit(sample.X, sample.y).predict_proba(sample.X).tobytes()
        )


def foreign_models():
    class KNN(ds.KNN):
        """Has the name of a learner of the library, but is another class."""

    yield "sklearn", ForeignClassifier(GaussianNB())
    yield "river", ForeignClassifier(RiverNB())
    yield "pipeline", ds.TopK() | GaussianNB()
    yield "subclass", KNN()


@pytest.mark.parametrize("trained_first", [False, True], ids=["untrained", "trained"])
@pytest.mark.parametrize("case", dict(foreign_models()))
def test_foreign_models_are_refused_by_name(case, trained_first, path):
    model = dict(foreign_models())[case]
    if trained_first:
        model.fit([[0.0, 1.0], [1.0, 0.0]], [0, 1])
    with pytest.raises(TypeError, match=r"cannot be saved to a model file.*pickle"):
        model.save(path)
    assert not path.exists()


@pytest.mark.parametrize("kind", [str, Path])
def test_paths_of_both_kinds(kind, path):
    ds.NoChange().save(kind(path))
    assert isinstance(ds.load(kind(path)), ds.NoChange)


def test_a_file_is_replaced(path):
    ds.KNN().save(path)
    ds.NoChange().save(path)
    assert isinstance(ds.load(path), ds.NoChange)


def test_places_where_no_file_can_be(tmp_path):
    with pytest.raises(FileNotFoundError):
        ds.NoChange().save(tmp_path / "no" / "such" / "folder.driftsift")
    with pytest.raises(FileNotFoundError):
        ds.load(tmp_path / "none.driftsift")
    with pytest.raises(IsADirectoryError):
        ds.load(tmp_path)
    with pytest.raises(IsADirectoryError):
        ds.NoChange().save(tmp_path)
    assert list(tmp_path.iterdir()) == []
