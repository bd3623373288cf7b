from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds
from driftsift.streams import Concat, Delayed, Drifting, Imbalanced, Missing, Shuffled, WithIrrelevant, WithNoise
from tests.streams.composition.samples import Sample, assert_identical, assert_same_rows, everything, thin
from tests.streams.conftest import assert_refused


@pytest.mark.parametrize("base", [Sample(50), thin()])
def test_rows_and_truth_stay(base):
    stream = Delayed(base, 7)

    assert stream.label_delay == 7
    assert stream.truth == base.truth
    assert (stream.schema, stream.name, stream.n_instances) == (base.schema, base.name, base.n_instances)
    assert_identical(everything(stream), everything(base))
    assert_same_rows(stream)


def test_evaluation_keeps_to_it():
    late = ds.evaluate(ds.NaiveBayes(), Delayed(Sample(600), 250))
    told = ds.evaluate(ds.NaiveBayes(), Sample(600), delay=250)
    prompt = ds.evaluate(ds.NaiveBayes(), Sample(600))

    assert late.overall == told.overall
    assert late.overall["accuracy"] != prompt.overall["accuracy"]


def test_the_last_word_counts():
    assert Delayed(Delayed(Sample(9), 5), 2).label_delay == 2
    assert Delayed(Delayed(Sample(9), 5), 0).label_delay == 0


@pytest.mark.parametrize(
    "compose",
    [
        WithIrrelevant,
        WithNoise,
        Shuffled,
        Missing,
        ds.WithRedundant,
        lambda s: Imbalanced(s, [0.5, 0.5]),
        lambda s: Concat([s, s]),
        lambda s: Drifting([s, s], at=5),
    ],
)
def test_other_compositions_carry_it(compose):
    assert compose(Delayed(Sample(9), 5)).label_delay == 5


@pytest.mark.parametrize("join", [Concat, lambda streams: Drifting(streams, at=5)])
def test_joined_streams_have_one_delay(join):
    assert_refused(
        lambda: join([Sample(9), Delayed(Sample(9), 5)]), ["stream 1", "delay 5", "stream 0 has 0", "Delayed"]
    )


REFUSED = {
    "no stream": (lambda: Delayed(np.ones(3), 3), TypeError, ["stream", "ndarray"]),
    "negative": (lambda: Delayed(Sample(), -1), ValueError, ["delay=-1", "0 or more"]),
    "a fraction": (lambda: Delayed(Sample(), 1.5), TypeError, ["delay=1.5", "whole number"]),
    "a text": (lambda: Delayed(Sample(), "10"), TypeError, ["delay='10'", "whole number"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_parameters_are_checked(case):
    attempt, error, pieces = REFUSED[case]
    assert_refused(attempt, pieces, error)
