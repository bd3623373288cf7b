"""What holds for every learner: chunks, copies, files, growing classes, purity, bounded memory."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import driftsift as ds
from tests.learners.support import learn_and_vote, native_votes, prepared
from tests.strategies import long_stream, quick, samples

STREAM = {"n": 300, "missing": 0.1, "unlabelled": 0.1, "weighted": True}


@pytest.fixture(params=["dense", "sparse"])
def csr(request):
    return request.param == "sparse"


def stream(seed, csr):
    """A stream with everything in it; with many zeros if it is to be sparse."""
    return long_stream(seed, numeric=30, density=0.1, **STREAM) if csr else long_stream(seed, **STREAM)


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_chunk_size_changes_no_byte(entry, csr, chunk):
    sample = stream(51, csr)
    assert (
        native_votes(entry.make, sample, chunk, csr).tobytes() == native_votes(entry.make, sample, None, csr).tobytes()
    )


@quick
@given(sample=samples(), chunk=st.integers(1, 10))
def test_chunk_size_changes_no_byte_of_random_streams(entry, sample, chunk):
    assert native_votes(entry.make, sample, chunk).tobytes() == native_votes(entry.make, sample).tobytes()


def through_deepcopy(model, tmp_path):
    return copy.deepcopy(model)


def through_pickle(model, tmp_path):
    return pickle.loads(pickle.dumps(model))


def through_file(model, tmp_path):
    path = tmp_path / "model.driftsift"
    model.save(path)
    return ds.load(path)


@pytest.mark.parametrize("travel", [through_deepcopy, through_pickle, through_file])
@pytest.mark.parametrize("seed", range(4))
def test_a_copy_continues_with_the_same_bytes(entry, csr, travel, seed, tmp_path):
    sample = stream(52, csr)
    stop = int(np.random.default_rng(seed).integers(0, len(sample)))
    model = prepared(entry.make, sample)
    if stop:
        learn_and_vote(model, sample.part(0, stop), csr=csr)
    twin = travel(model, tmp_path)
    assert type(twin) is type(model)
    rest = sample.part(stop, len(sample))
    votes, twin_votes = learn_and_vote(model, rest, csr=csr), learn_and_vote(twin, rest, csr=csr)
    assert votes.tobytes() == twin_votes.tobytes()
    assert votes.tobytes() == native_votes(entry.make, sample, None, csr)[stop:].tobytes()
    assert twin.predict(sample.X).tolist() == model.predict(sample.X).tolist()


@pytest.mark.parametrize("travel", [through_deepcopy, through_pickle, through_file])
@pytest.mark.parametrize("rows", [0, 5, 150, 300])
def test_a_copy_takes_as_many_bytes(entry, travel, rows, tmp_path):
    """What a model holds is a function of what it learned: a resumed run reports the same RAM-hours."""
    sample = long_stream(52, **STREAM)
    model = prepared(entry.make, sample)
    model.partial_fit(sample.X[:rows], sample.labels[:rows])
    assert travel(model, tmp_path).nbytes == model.nbytes


def test_a_copy_of_an_untrained_model_works(entry, tmp_path):
    for travel in (through_deepcopy, through_pickle, through_file):
        twin = travel(entry.make(), tmp_path)
        assert repr(twin.get_params()) == repr(entry.make().get_params())
        assert twin.fit([[0.0], [1.0]], [0, 1]).n_features_in_ == 1


def test_a_copy_shares_nothing(entry):
    sample = long_stream(53, **STREAM)
    model = prepared(entry.make, sample)
    learn_and_vote(model, sample.part(0, 150))
    before = model.predict_proba(sample.X).tobytes()
    learn_and_vote(copy.deepcopy(model), sample.part(150, 300))
    assert model.predict_proba(sample.X).tobytes() == before


def test_predicting_changes_nothing(entry):
    sample = long_stream(54, **STREAM)
    model = prepared(entry.make, sample)
    learn_and_vote(model, sample.part(0, 150))
    twin = copy.deepcopy(model)
    for _ in range(2):
        twin.predict(sample.X)
        twin.predict_proba(sample.X)
    rest = sample.part(150, 300)
    assert learn_and_vote(twin, rest).tobytes() == learn_and_vote(model, rest).tobytes()


def test_test_then_train_is_predict_then_learn(entry):
    sample = long_stream(55, n=80, missing=0.1, unlabelled=0.2)
    model, by_hand = prepared(entry.make, sample), prepared(entry.make, sample)
    names = np.array(sample.class_names)
    predicted = names[native_votes(entry.make, sample).argmax(axis=1)]
    for i in range(len(sample)):
        row, label = sample.X[i : i + 1], sample.labels[i : i + 1]
        assert by_hand.predict(row)[0] == predicted[i]
        by_hand.partial_fit(row, label)
    learn_and_vote(model, sample)
    assert model.predict_proba(sample.X).tobytes() == by_hand.predict_proba(sample.X).tobytes()


def test_probabilities_are_the_shares_of_the_votes(entry):
    sample = long_stream(56, n=60)
    model = prepared(entry.make, sample)
    probabilities = model.predict_proba(sample.X)
    np.testing.assert_array_equal(probabilities, np.full_like(probabilities, 1 / 3))
    assert (model.predict(sample.X) == sample.class_names[0]).all()
    for i in range(len(sample)):
        one = sample.part(i, i + 1)
        probability = model.predict_proba(one.X)[0]
        votes = learn_and_vote(model, one)[0]
        if votes.sum():
            np.testing.assert_allclose(probability, votes / votes.sum(), rtol=1e-12)


def test_fit_starts_afresh(entry):
    first, second = long_stream(57, n=100, numeric=3, nominal=0), long_stream(58, n=100, numeric=3, nominal=0)
    used = entry.make().fit(first.X, first.y).fit(second.X, second.y)
    fresh = entry.make().fit(second.X, second.y)
    assert used.predict_proba(first.X).tobytes() == fresh.predict_proba(first.X).tobytes()
    assert used.nbytes == fresh.nbytes


def test_prepare_starts_afresh(entry):
    sample = long_stream(59, **STREAM)
    model = prepared(entry.make, sample)
    learn_and_vote(model, sample)
    model.prepare(sample.schema)
    assert learn_and_vote(model, sample).tobytes() == native_votes(entry.make, sample).tobytes()


# --- classes that appear late -----------------------------------------------------------------------------


def growing_stream():
    """Labels 'd', 'b', 'a', 'c' appear one after the other."""
    sample = long_stream(60, n=240, numeric=3, nominal=0, n_classes=4)
    y = np.minimum(sample.y, np.arange(240) // 60)
    return sample.X, np.array(["d", "b", "a", "c"])[y]


def padded(votes, width):
    return np.pad(votes, ((0, 0), (0, width - votes.shape[1])))


def grow(make, X, y, chunk):
    """Votes over a stream whose classes are not announced."""
    model = make()
    parts = [slice(start, start + chunk) for start in range(0, len(X), chunk)]
    return model, np.concatenate([padded(model.test_then_train(X[part], y[part]), 4) for part in parts])


@pytest.mark.parametrize("chunk", [1, 7, 50])
def test_classes_grow_the_same_way_in_every_chunking(entry, chunk):
    X, y = growing_stream()
    model, votes = grow(entry.make, X, y, chunk)
    whole, expected = grow(entry.make, X, y, len(X))
    assert model.classes_.tolist() == whole.classes_.tolist()
    assert votes.tobytes() == expected.tobytes()
    assert model.predict_proba(X).tobytes() == whole.predict_proba(X).tobytes()


def test_grown_classes_end_where_announced_ones_do(entry):
    """All the same in the end, but for the order of the classes: announced ones are sorted."""
    X, y = growing_stream()
    model, _ = grow(entry.make, X, y, 50)
    announced = entry.make()
    announced.partial_fit(X, y, classes=model.classes_)
    assert announced.classes_.tolist() == sorted(model.classes_)
    grown = model.predict_proba(X)[:, np.argsort(model.classes_)]
    np.testing.assert_allclose(grown, announced.predict_proba(X), rtol=1e-12)


def test_a_class_is_not_voted_for_before_it_was_seen(entry):
    X, y = growing_stream()
    _, votes = grow(entry.make, X, y, 1)
    first_seen = [int(np.argmax(y == label)) for label in "dbac"]
    for column, row in enumerate(first_seen):
        assert not votes[: row + 1, column].any()


# --- memory -----------------------------------------------------------------------------------------------


def test_memory_is_bounded_by_the_parameters(entry):
    if entry.grows:
        pytest.skip("grows until it meets a limit: see test_limits.py")
    sample = long_stream(61, n=4000)
    model = prepared(entry.make, sample)
    model.partial_fit(sample.X[:2000], sample.labels[:2000])
    after_2000 = model.nbytes
    model.partial_fit(sample.X[2000:], sample.labels[2000:])
    assert 0 < model.nbytes <= after_2000


def test_explain_is_plain_data(entry):
    import json

    sample = long_stream(62, n=50)
    model = prepared(entry.make, sample)
    json.dumps(model.explain())
    learn_and_vote(model, sample)
    json.dumps(model.explain())
