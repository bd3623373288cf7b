"""A fixed set of features in front of a learner."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import driftsift as ds
from tests.learners.support import learn_and_vote, prepared
from tests.strategies import long_stream, quick, samples
from tests.transformers.support import LEARNERS


def projected(sample, features):
    """The stream with these columns only."""
    X = np.ascontiguousarray(sample.X[:, features])
    return type(sample)(tuple(sample.n_categories[f] for f in features), sample.n_classes, X, sample.y, sample.weight)


@quick
@given(data=st.data(), sample=samples(), learner=st.sampled_from(sorted(LEARNERS)), csr=st.booleans())
def test_votes_are_those_of_the_learner_on_the_columns(data, sample, learner, csr):
    d = len(sample.n_categories)
    features = sorted(data.draw(st.sets(st.integers(0, d - 1), min_size=1)))
    make = LEARNERS[learner][0]
    through_pipeline = learn_and_vote(prepared(lambda: ds.Subset(features) | make(), sample), sample, csr=csr)
    part = projected(sample, features)
    assert through_pipeline.tobytes() == learn_and_vote(prepared(make, part), part, csr=csr).tobytes()


@pytest.mark.parametrize(
    "features", [[2, 0], (0, 2), ["x2", "x0"], ["x0", 2], [0, 2, 2, 0], np.array([2, 0]), range(0, 3, 2)], ids=str
)
def test_features_by_name_or_position_in_any_order(features):
    sample = long_stream(141, n=50, numeric=4, nominal=0)
    model = (ds.Subset(features) | ds.KNN(k=3)).prepare(sample.schema).partial_fit(sample.X, sample.labels)
    assert model.explain()["features"] == ["x0", "x2"]
    alone = ds.KNN(k=3).prepare(sample.schema.select([0, 2])).partial_fit(sample.X[:, [0, 2]], sample.labels)
    assert model.predict_proba(sample.X).tobytes() == alone.predict_proba(sample.X[:, [0, 2]]).tobytes()


def test_columns_of_frames_by_name():
    frame = pd.DataFrame({"price": [1.0, 2.0, 3.0, 4.0], "day": ["mon", "tue", "mon", "tue"]})
    model = (ds.Subset(["day"]) | ds.NaiveBayes()).fit(frame, ["a", "b", "a", "b"])
    assert model.predict(frame).tolist() == ["a", "b", "a", "b"]
    assert model.explain()["features"] == ["day"]


@pytest.mark.parametrize(
    ("features", "message"),
    [
        ([], "non-empty list"),
        ("x0", "non-empty list"),
        (["x9"], "no feature called 'x9'"),
        ([4], "no feature at position 4; the stream has 4"),
        ([-1], "no feature at position -1"),
    ],
    ids=str,
)
def test_impossible_features_are_refused_by_name(features, message):
    sample = long_stream(142, n=10, numeric=4, nominal=0)
    with pytest.raises(ValueError, match=message):
        (ds.Subset(features) | ds.NaiveBayes()).prepare(sample.schema)


@pytest.mark.parametrize("features", [[1.5], [None], 3, None, [True]], ids=str)
def test_features_of_another_type_are_refused(features):
    sample = long_stream(142, n=10, numeric=4, nominal=0)
    with pytest.raises((TypeError, ValueError)):
        (ds.Subset(features) | ds.NaiveBayes()).prepare(sample.schema)
