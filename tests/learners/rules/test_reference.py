"""The rule learners of the core against their plain-Python references, row by row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import driftsift as ds
from tests.learners.concepts import changing, changing_streams
from tests.learners.following import follow, terms_with_prior
from tests.learners.support import native_votes
from tests.reference.detectors.adwin import ADWIN
from tests.reference.detectors.ddm import DDM
from tests.reference.rules import facil, vfdr
from tests.strategies import quick

STREAMS = {
    "numeric": {"sizes": (0, 0, 0)},
    "nominal": {"sizes": (2, 3, 4, 2)},
    "mixed": {"sizes": (0, 0, 3, 2)},
    "many equal numbers": {"sizes": (0, 0, 0), "decimals": 0},
    "missing": {"missing": 0.2},
    "weights": {"weighted": True},
    "unlabelled": {"unlabelled": 0.4},
    "several classes": {"n_classes": 4, "sizes": (0, 3, 0, 5)},
    "everything": {"missing": 0.1, "weighted": True, "unlabelled": 0.2, "n_classes": 3, "concepts": 3},
}
KINDS = {
    "unordered": {},
    "ordered": {"ordered": True},
    "best": {"vote": "best"},
    "majority": {"prediction": "majority"},
    "best majority": {"vote": "best", "prediction": "majority"},
}
QUICK = {"grace": 20, "delta": 0.05, "tau": 0.4}
RULES = {
    "grace": st.sampled_from([1, 10, 40]),
    "delta": st.sampled_from([1e-6, 0.05, 0.5]),
    "tau": st.sampled_from([0.05, 0.5, 2.0]),
    "min_coverage": st.sampled_from([0.0, 0.1, 0.3]),
    "ordered": st.booleans(),
    "prediction": st.sampled_from(["nb", "majority"]),
    "vote": st.sampled_from(["weighted", "best"]),
    "numeric": st.sampled_from(["gaussian", "histogram", "exhaustive"]),
    "cuts": st.sampled_from([1, 3, 10]),
    "bins": st.sampled_from([2, 5, 64]),
}
DETECTORS = {
    "rarely": (lambda: ds.ADWIN(0.002), lambda: ADWIN(0.002)),
    "often": (lambda: ds.ADWIN(0.5), lambda: ADWIN(0.5)),
    "ddm": (lambda: ds.DDM(), DDM),
}
AS_GOOD_AS_EQUAL = 1e-9


def heard_in_rules(oracle, row):
    for rule in [*(rule for rule in oracle.rules if rule.covers(row)), oracle.default]:
        bayes = rule.statistics.bayes
        yield bayes, terms_with_prior(bayes, rule.statistics.class_weight, row)


def votes_of_rules(oracle, row):
    """Of rules that are as good as equally sure either may be the best one."""
    if oracle.options.ordered or oracle.options.vote == "weighted":
        return [oracle.votes(row)]
    shares = [rule.statistics.shares(row, oracle.options.prediction) for rule in oracle.speaking(row)]
    best = max(map(max, shares), default=0.0)
    return [share for share in shares if max(share) >= best - AS_GOOD_AS_EQUAL] or [oracle.votes(row)]


def check_rules(sample, **parameters):
    votes = native_votes(lambda: ds.VFDR(**parameters), sample)
    oracle = vfdr.VFDR(sample.n_categories, sample.n_classes, **parameters)
    compared = follow(votes, oracle, sample, heard_in_rules, judged=False, possible=votes_of_rules)
    assert compared == len(sample)
    return oracle


def check_adaptive(sample, detector, **parameters):
    native, plain = DETECTORS[detector]
    votes = native_votes(lambda: ds.AdaptiveVFDR(detector=native(), **parameters), sample)
    oracle = vfdr.AdaptiveVFDR(sample.n_categories, sample.n_classes, plain, **parameters)
    judged = parameters.get("prediction", "nb") == "nb"
    return oracle, follow(votes, oracle, sample, heard_in_rules, judged, votes_of_rules)


def check_facil(sample, **parameters):
    votes = native_votes(lambda: ds.Facil(**parameters), sample)
    oracle = facil.Facil(sample.n_categories, sample.n_classes, **parameters)
    follow(votes, oracle, sample, lambda oracle, row: [])
    return oracle


# --- VFDR -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("kind", KINDS)
def test_rules(stream, kind):
    oracle = check_rules(changing(len(stream), n=600, **STREAMS[stream]), **KINDS[kind], **QUICK)
    assert oracle.rules


@pytest.mark.parametrize("numeric", ["gaussian", "histogram", "exhaustive"])
def test_rules_of_numbers(numeric):
    sample = changing(31, n=1500, sizes=(0, 0, 0), n_classes=3, concepts=1)
    oracle = check_rules(sample, numeric=numeric, bins=16, **QUICK)
    assert max(len(rule.literals) for rule in oracle.rules) > 1


@quick
@given(sample=changing_streams(), parameters=st.fixed_dictionaries(RULES))
def test_random_rules(sample, parameters):
    check_rules(sample, **parameters)


def test_the_defaults():
    assert check_rules(changing(32, n=3000, concepts=1, noise=0.0)).rules


# --- AdaptiveVFDR -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("detector", DETECTORS)
@pytest.mark.parametrize("kind", KINDS)
def test_adaptive_rules(detector, kind, monkeypatch):
    gone = []
    discard = vfdr.AdaptiveVFDR.discard
    monkeypatch.setattr(vfdr.AdaptiveVFDR, "discard", lambda self, rule: (gone.append(rule), discard(self, rule)))
    sample = changing(33, n=2000, concepts=4, weighted="irregular")
    _, compared = check_adaptive(sample, detector, **KINDS[kind], **QUICK)
    assert compared > 1000
    assert gone or (detector == "rarely" and "majority" in kind)


@quick
@given(sample=changing_streams(), detector=st.sampled_from(list(DETECTORS)), parameters=st.fixed_dictionaries(RULES))
def test_random_adaptive_rules(sample, detector, parameters):
    check_adaptive(sample, detector, **parameters)


# --- Facil ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stream", STREAMS)
def test_boxes(stream):
    oracle = check_facil(changing(len(stream), n=400, **STREAMS[stream]), window=150, max_examples=11, min_purity=0.8)
    assert oracle.rules


@quick
@given(
    sample=changing_streams(max_rows=120),
    parameters=st.fixed_dictionaries(
        {
            "window": st.sampled_from([1, 20, 1000]),
            "min_purity": st.sampled_from([0.5, 0.8, 1.0]),
            "max_growth": st.sampled_from([0.0, 0.1, 0.5, 1.0]),
            "max_examples": st.sampled_from([1, 4, 7, 50]),
        }
    ),
)
def test_random_boxes(sample, parameters):
    check_facil(sample, **parameters)
