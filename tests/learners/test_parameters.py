"""What trees and rules say of parameters they cannot take."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds

ROWS = [[0.0], [1.0]], [0, 1]

AT_LEAST_1 = "must be at least 1, got"
WHOLE = "must be a whole number, got"
ABOVE_0 = "must be above 0, got"
SHARE = "must be above 0.0 and below 1.0, got"
FLAG = "must be True or False, got"
OBSERVER = {
    "numeric": [("kde", "must be one of ['gaussian', 'histogram', 'exhaustive'], got")],
    "cuts": [(0, AT_LEAST_1), (2.5, WHOLE), (4097, "must be at most 4096, got")],
    "bins": [(1, "must be at least 2, got"), ("64", WHOLE), (65537, "must be at most 65536, got")],
}
SPLIT = OBSERVER | {
    "grace": [(0, ABOVE_0), (-1, ABOVE_0), (float("nan"), ABOVE_0), ("200", "must be a number, got")],
    "criterion": [
        ("entropy", "must be one of ['information-gain', 'gini', 'hellinger', 'symmetrical-uncertainty'], got")
    ],
    "nominal": [("both", "must be one of ['multiway', 'binary'], got")],
}
BOUND = {
    "delta": [(0, SHARE), (1.0, SHARE), (None, "must be a number, got")],
    "tau": [
        (-0.1, "must be at least 0, got"),
        (float("inf"), "must be at least 0, got"),
        (True, "must be a number, got"),
    ],
}
TREE = (
    SPLIT
    | BOUND
    | {
        "leaf": [
            ("bayes", "must be one of ['majority', 'nb', 'nba', 'adaptive'], got"),
        ],
        "max_depth": [(-1, "must be at least 0, got"), (1.0, WHOLE)],
        "subspace": [(0, AT_LEAST_1), ("sqrt", WHOLE)],
        "prepruning": [(1, FLAG)],
        "remove_poor": [(None, FLAG)],
        "regularisation": [(0, "must be above 0 and at most 1.0, got"), (1.1, "must be above 0 and at most 1.0, got")],
        "branch_gain": [(-1e-9, "must be at least 0, got")],
        "memory_limit": [(0, AT_LEAST_1), (2.0**25, WHOLE)],
        "min_leaf": [(-1, "must be at least 0, got")],
        "leaf_window": [(-1, "must be at least 0, got"), (2**22 + 1, "must be at most 4194304, got")],
        "seed": [(-1, "must be at least 0, got"), (None, WHOLE)],
    }
)
RULES = (
    OBSERVER
    | BOUND
    | {
        "grace": SPLIT["grace"],
        "min_coverage": [
            (-0.1, "must be at least 0 and at most 1.0, got"),
            (1.5, "must be at least 0 and at most 1.0, got"),
        ],
        "max_rules": [(0, AT_LEAST_1), (2**20 + 1, "must be at most 1048576, got")],
        "ordered": [("yes", FLAG)],
        "prediction": [("nba", "must be one of ['nb', 'majority'], got")],
        "vote": [("first", "must be one of ['weighted', 'best'], got")],
    }
)
WRONG = {
    ds.HoeffdingTree: TREE,
    ds.HoeffdingAdaptiveTree: TREE | {"drift_delta": [(0.0, SHARE), (1, SHARE)], "bootstrap": [(1, FLAG)]},
    ds.DecisionStump: SPLIT,
    ds.CVFDT: BOUND
    | {
        "grace": SPLIT["grace"],
        "window": [(0, AT_LEAST_1), (1e4, WHOLE)],
        "check": [(0, AT_LEAST_1)],
        "cycle": [(0, AT_LEAST_1)],
        "test": [(0, AT_LEAST_1), (10_001, "must be at most 10000, got")],
        "bins": OBSERVER["bins"],
        "warm_up": [(0, AT_LEAST_1), (2**22 + 1, "must be at most 4194304, got")],
        "max_nodes": [(0, AT_LEAST_1)],
    },
    ds.VFDR: RULES,
    ds.AdaptiveVFDR: RULES | {"detector": [("adwin", "must be a detector such as ADWIN(), got")]},
    ds.Facil: {
        "window": [(0, AT_LEAST_1), (10.0, WHOLE)],
        "min_purity": [
            (-0.5, "must be at least 0 and at most 1.0, got"),
            (1.01, "must be at least 0 and at most 1.0, got"),
        ],
        "max_growth": [(-0.1, "must be at least 0, got")],
        "max_examples": [(0, AT_LEAST_1), (2**53 + 1, "must be at most 9007199254740992, got")],
    },
}
CASES = [
    pytest.param(make, name, value, f"{name} {text} {value!r}", id=f"{make.__name__}-{name}-{value}")
    for make, parameters in WRONG.items()
    for name, cases in parameters.items()
    for value, text in cases
]


@pytest.mark.parametrize(("make", "name", "value", "text"), CASES)
def test_impossible_parameters_are_refused(make, name, value, text):
    model = make(**{name: value})
    with pytest.raises((ValueError, TypeError)) as caught:
        model.fit(*ROWS)
    assert str(caught.value) == text
    assert not hasattr(model, "schema_")


@pytest.mark.parametrize("make", WRONG, ids=lambda make: make.__name__)
def test_every_parameter_is_checked(make):
    assert WRONG[make].keys() == make().get_params(deep=False).keys()


@pytest.mark.parametrize("make", [ds.HoeffdingTree, ds.HoeffdingAdaptiveTree])
def test_what_is_no_learner_cannot_be_a_leaf(make):
    with pytest.raises(TypeError, match=r"^int has neither partial_fit \(scikit-learn\) nor learn_one \(River\)$"):
        make(leaf=5).fit(*ROWS)


@pytest.mark.parametrize("make", WRONG, ids=lambda make: make.__name__)
def test_the_ends_of_the_ranges_are_allowed(make):
    ends = {
        "branch_gain": 0,
        "cuts": 1,
        "bins": 2,
        "grace": 1e-9,
        "leaf_window": 0,
        "max_depth": 0,
        "max_growth": 0,
        "memory_limit": 1,
        "min_coverage": 1.0,
        "min_leaf": 0,
        "min_purity": 1.0,
        "regularisation": 1.0,
        "seed": 0,
        "subspace": 1,
        "tau": 0,
        **dict.fromkeys(("check", "cycle", "max_examples", "max_nodes", "max_rules", "test", "warm_up", "window"), 1),
    }
    taken = {name: value for name, value in ends.items() if name in WRONG[make]}
    random = np.random.default_rng(1)
    X = random.normal(size=(300, 2))
    model = make(**taken).fit(X, (X[:, 0] > 0).astype(int))
    assert abs(model.predict_proba(X).sum(axis=1) - 1).max() < 1e-9
