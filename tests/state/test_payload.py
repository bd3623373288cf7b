"""Files with a right checksum and a wrong content: what stands behind the checksum must hold as well.

Each is refused with ModelFileError; or, where the wrong content happens to make sense, gives a model that works.
"""

from __future__ import annotations

import gc

import numpy as np
import pytest

import driftsift as ds
from driftsift.data.documents import pack
from driftsift.learners.modelfile import describe
from tests.learners.catalogue import BY_NAME
from tests.state.mutations import changed, places, value_at, wrong_values
from tests.state.support import ALL_TRAINED, Trained, assert_refused, seal

FEW = 3_000 // len(ALL_TRAINED)
MANY = pytest.param(60_000 // len(ALL_TRAINED), marks=pytest.mark.slow)
pytestmark = pytest.mark.filterwarnings("ignore:X does not have valid feature names")


@pytest.fixture
def document(trained):
    return describe(trained.model(60))


def load_or_refuse(path, content):
    """The model, None if it was refused."""
    path.write_bytes(content)
    try:
        return ds.load(path)
    except ds.ModelFileError:
        return None


def use(model, path):
    """Whatever was let in can be asked, taught past its windows, and saved."""
    repr(model)
    if not model._prepared:
        return
    d = model.n_features_in_
    sizes = model.schema_.n_categories
    rng = np.random.default_rng(5)
    X = np.where(sizes > 0, rng.integers(0, np.maximum(sizes, 1), (130, d)), rng.normal(size=(130, d)).round(1))
    model.predict(X)
    model.explain()
    model.test_then_train(X, rng.choice(model.classes_, 130))
    assert model.nbytes > 0
    model.save(path)


@pytest.mark.parametrize("count", [FEW, MANY])
def test_spoiled_documents_are_refused_or_work(trained, document, path, count):
    rng = np.random.default_rng(79)
    everywhere = list(places(document))
    for _ in range(count):
        spoiled = document
        for _ in range(rng.integers(1, 3)):
            at = everywhere[rng.integers(len(everywhere))]
            try:
                spoiled = changed(spoiled, at, wrong_values(value_at(spoiled, at), rng))
            except (KeyError, IndexError, TypeError):
                continue  # the place went with the first mutation
        model = load_or_refuse(path, seal(pack(spoiled)))
        if model is not None:
            use(model, path)


@pytest.mark.parametrize("count", [FEW, MANY])
def test_flipped_bytes_of_the_content_are_refused_or_work(trained, document, path, count):
    rng = np.random.default_rng(80)
    payload = pack(document)
    for _ in range(count):
        damaged = bytearray(payload)
        for _ in range(rng.integers(1, 4)):
            damaged[rng.integers(len(damaged))] = rng.integers(256)
        model = load_or_refuse(path, seal(bytes(damaged)))
        if model is not None:
            use(model, path)


def test_content_cut_short_is_refused(document, path):
    payload = pack(document)
    for length in range(0, len(payload), max(1, len(payload) // 60)):
        assert load_or_refuse(path, seal(payload[:length])) is None


REQUIRED = ["model", "state", "built", "schema", "label_type", "feature_names", "unseen"]


@pytest.mark.parametrize("field", REQUIRED)
def test_no_field_may_be_missing(document, field, path):
    del document[field]
    assert_refused(path, document)


def test_no_field_of_the_state_may_be_missing_or_of_another_type(document, path):
    for at in places(document["state"]):
        assert_refused(path, changed(document, ("state", *at[:-1]), without(document["state"], at)))
        assert_refused(path, changed(document, ("state", *at), "text"))
        assert_refused(path, changed(document, ("state", *at), None))


def without(tree, at):
    """The dict around a place without it."""
    return {key: value for key, value in value_at(tree, at[:-1]).items() if key != at[-1]}


def test_no_array_of_the_state_may_have_another_length(document, path):
    for at in places(document["state"]):
        array = value_at(document["state"], at)
        if isinstance(array, np.ndarray) and len(array):
            for other in (array[:-1], np.concatenate([array, array[-1:]])):
                assert_refused(path, changed(document, ("state", *at), other))


def test_what_was_refused_leaves_nothing_behind(path):
    """Loading damaged files again and again does not pile up memory."""
    document = describe(Trained(BY_NAME["top-k-naive-bayes"], False).model(60))
    content = seal(pack({**document, "label_type": "no type"}))
    assert load_or_refuse(path, content) is None
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(50):
        assert load_or_refuse(path, content) is None
    gc.collect()
    assert len(gc.get_objects()) < before + 200
