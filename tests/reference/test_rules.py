"""Golden numbers and hand-made cases for the reference rule learners."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from tests.reference.detectors.adwin import ADWIN
from tests.reference.detectors.levels import DRIFT, STABLE
from tests.reference.rules.facil import Example, Facil, Rule, covers, meet
from tests.reference.rules.vfdr import VFDR, AdaptiveVFDR, Literal
from tests.reference.trees.criteria import entropy

MISSING = math.nan


def approx(value):
    return pytest.approx(value, abs=1e-12)


def bits(n, d, seed=0, share=0.5):
    rng = random.Random(seed)
    return [[float(rng.random() < share) for _ in range(d)] for _ in range(n)]


def teach(model, rows, label, weight=1.0):
    for row in rows:
        model.learn(row, label(row), weight)
    return model


def both(row):
    return int(row[0] == row[1] == 1)


def literals_of(model):
    return [rule["literals"] for rule in model.structure()]


# --- VFDR -------------------------------------------------------------------------------------------------


def test_the_rule_of_a_conjunction():
    """Zeros are too rare to be covered by a rule of their own, else x_1 = 0 would be the purer literal."""
    model = teach(VFDR([2] * 3, 2), bits(9000, 3, share=0.95), both)
    assert set(literals_of(model)[0]) == {(0, "=", 1.0), (1, "=", 1.0)}
    assert model.predict([1.0, 1.0, 0.0]) == 1
    assert model.predict([1.0, 0.0, 1.0]) == 0


def test_the_purest_literals_of_a_conjunction():
    """With as many zeros as ones the lowest entropy is that of x_i = 0, and what is left is class 1."""
    model = teach(VFDR([2] * 3, 2, delta=1e-3), bits(3000, 3, seed=2), both)
    assert sorted(literals_of(model)) == [[], [(0, "=", 0.0)], [(1, "=", 0.0)]]
    assert model.default.statistics.class_weight[0] == 0


def test_the_first_rule_comes_when_the_bound_allows_it():
    model = VFDR([2, 2], 2, grace=50)
    rows = bits(400, 2, seed=3)
    found = []
    for i, row in enumerate(rows, 1):
        model.learn(row, int(row[0]))
        found += [i] if len(model.rules) == 1 and not found else []
    # One bit against almost none: sqrt(ln(1e6) / 2n) is below 0.9 from 9 rows on, so at the first try.
    assert found == [50]
    assert literals_of(model)[0] == [(0, "=", 0.0)]


def test_a_pure_rule_does_not_expand():
    model = teach(VFDR([2, 2], 2, grace=20, tau=2), bits(400, 2, seed=4), lambda row: 1)
    assert model.rules == []
    assert model.structure() == [{"literals": [], "class_weight": [0, 400]}]


def test_rules_are_disjoint_from_the_default():
    rows = bits(1000, 2, seed=5)
    model = teach(VFDR([2, 2], 2), rows[:200], lambda row: int(row[0]))
    assert literals_of(model) == [[(0, "=", 0.0)], []]
    assert [rule["class_weight"] for rule in model.structure()] == [[0, 0], [0, 0]]
    teach(model, rows[200:300], lambda row: int(row[0]))
    ones = sum(row[0] for row in rows[200:300])
    assert [rule["class_weight"] for rule in model.structure()] == [[100 - ones, 0], [0, ones]]


def two_rules(**parameters):
    """Rules x_1 = 1 and x_2 = 1, which overlap."""
    model = VFDR([2, 2], 2, grace=10**9, **parameters)
    model.rules = [model.new_rule([Literal(f, "=", 1.0)]) for f in (0, 1)]
    return model


@pytest.mark.parametrize(("ordered", "learned"), [(True, [2, 1, 1]), (False, [2, 2, 1])])
def test_ordered_rules_learn_one_at_a_time(ordered, learned):
    model = teach(two_rules(ordered=ordered), [[1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]], both)
    assert [sum(rule["class_weight"]) for rule in model.structure()] == learned


def test_a_missing_value_makes_a_literal_false():
    model = teach(two_rules(), [[MISSING, 1.0], [MISSING, MISSING]], lambda row: 1)
    assert [rule["class_weight"] for rule in model.structure()] == [[0, 0], [0, 1], [0, 1]]
    for op in ("=", "<=", ">"):
        assert not Literal(0, op, 0.0).holds([MISSING])


def told(**parameters):
    """The first rule has seen 3 and 1 of the classes, the second 1 and 7, the default 1 and 1."""
    model = two_rules(prediction="majority", **parameters)
    for rule, weights in zip([*model.rules, model.default], ([3.0, 1.0], [1.0, 7.0], [1.0, 1.0]), strict=True):
        rule.statistics.class_weight = weights
    return model


def test_votes_by_hand():
    assert told().votes([1.0, 1.0]) == [approx(4 / 12), approx(8 / 12)]
    assert told(vote="best").votes([1.0, 1.0]) == [1 / 8, 7 / 8]
    assert told(ordered=True).votes([1.0, 1.0]) == [3 / 4, 1 / 4]
    assert told().votes([1.0, 0.0]) == [3 / 4, 1 / 4]
    assert told().votes([0.0, MISSING]) == [1 / 2, 1 / 2]


def test_rules_that_know_nothing_are_passed_over():
    for ordered in (False, True):
        model = told(ordered=ordered)
        model.rules[0].statistics = model.new_statistics()
        assert model.votes([1.0, 1.0]) == [1 / 8, 7 / 8]
        assert model.votes([1.0, 0.0]) == [1 / 2, 1 / 2]
    assert VFDR([2, 2], 2).votes([1.0, 1.0]) == [0, 0]


def test_naive_bayes_of_a_rule_by_hand():
    model = VFDR([3], 2)
    for value, label in [(0, 0), (0, 0), (1, 0), (2, 1), (MISSING, 1)]:
        model.learn([float(value)], label)
    joint = [4 * 3 / 6, 3 * 1 / 4]
    assert model.votes([0.0]) == [approx(p / sum(joint)) for p in joint]


def test_a_tighter_bound_replaces_the_older_one():
    model = VFDR([0, 2], 2)
    rule = model.new_rule([Literal(0, "<=", 5.0), Literal(1, "=", 1.0)])
    assert rule.with_literal(Literal(0, "<=", 3.0)) == [Literal(0, "<=", 3.0), Literal(1, "=", 1.0)]
    assert rule.with_literal(Literal(0, ">", 3.0)) == [*rule.literals, Literal(0, ">", 3.0)]


def test_an_interval_is_found_from_both_sides():
    rng = random.Random(6)
    rows = [[rng.random(), rng.random()] for _ in range(6000)]
    model = teach(VFDR([0, 0], 2, numeric="exhaustive", tau=0.2), rows, lambda row: int(0.3 < row[0] <= 0.6))
    assert {op for literals in literals_of(model) for _, op, _ in literals} == {"<=", ">"}
    right = sum(model.predict(row) == int(0.3 < row[0] <= 0.6) for row in rows)
    assert right > 5700


def test_the_purer_side_is_taken():
    model = VFDR([0], 2, numeric="exhaustive", grace=10**9)
    for value, label in [(1.0, 0), (2.0, 1), (3.0, 1), (4.0, 1)]:
        model.learn([value], label)
    lowest, literal = model.best_literal(model.default, model.default.statistics.observers[0])
    assert (lowest, literal) == (0, Literal(0, "<=", 1.5))
    model.options = replace(model.options, min_coverage=0.3)
    assert model.best_literal(model.default, model.default.statistics.observers[0])[1] == Literal(0, ">", 1.5)


def test_rare_literals_do_not_count():
    """The category 1 is pure, but covers 5 %."""
    for coverage, expected in [(0.1, 0.0), (0.04, 1.0)]:
        model = VFDR([2], 2, grace=10**9, min_coverage=coverage)
        for i in range(100):
            model.learn([float(i < 5)], int(i < 5 or i % 3 == 0))
        assert model.best_literal(model.default, model.default.statistics.observers[0])[1].value == expected


def test_no_literal_takes_part():
    """The lone feature must be better than the rule as it is by more than chance."""
    model = VFDR([2], 2, grace=10**9, tau=0.01)
    for i in range(200):
        model.learn([float(i % 2)], int(i % 4 == 1))
    h0 = entropy([150.0, 50.0])
    assert model.find_literal(model.default) == Literal(0, "=", 0.0)  # h0 of 0.81 against 0
    assert h0 > math.sqrt(math.log(1e6) / 400)
    tight = VFDR([2], 2, grace=10**9, tau=0.01, delta=1e-150)
    tight.default = model.default
    assert tight.find_literal(tight.default) is None


def test_duplicates_are_not_added():
    model = two_rules()
    model.rules[0].literals = [Literal(0, "=", 1.0), Literal(1, "=", 1.0)]
    model.find_literal = lambda rule: Literal(0, "=", 1.0)
    model.learn([0.0, 1.0], 1)
    before = model.rules[1].statistics
    model.try_to_expand(model.rules[1])
    assert model.rules[1].literals == [Literal(1, "=", 1.0)]
    assert model.rules[1].statistics is before
    model.try_to_expand(model.default)
    assert len(model.rules) == 3
    model.try_to_expand(model.default)
    assert len(model.rules) == 3


def test_weight_2_once_is_two_rows():
    rows = bits(1200, 3, seed=7)
    once = teach(VFDR([2] * 3, 2, delta=1e-3), rows, both, 2.0)
    twice = teach(VFDR([2] * 3, 2, delta=1e-3), [row for row in rows for _ in range(2)], both)
    assert once.rules
    assert once.structure() == twice.structure()


# --- AdaptiveVFDR -----------------------------------------------------------------------------------------


class Script:
    """A detector that keeps what it hears and finds drifts where it is told to."""

    def __init__(self, *drifts):
        self.drifts = drifts
        self.heard = []

    def update(self, value):
        self.heard.append(value)
        return DRIFT if len(self.heard) in self.drifts else STABLE


def scripted(ordered, *drifts):
    model = AdaptiveVFDR([2, 2], 2, make_detector=Script, ordered=ordered, prediction="majority", grace=10**9)
    model.rules = [model.new_rule([Literal(f, "=", 1.0)]) for f in (0, 1)]
    for rule in [*model.rules, model.default]:
        rule.statistics.class_weight = [3.0, 1.0]
    model.rules[0].detector = Script(*drifts)
    return model


def test_detectors_hear_the_errors_of_their_rule_before_learning():
    model = scripted(False)
    for row, label in [([1.0, 1.0], 1), ([1.0, 0.0], 0), ([0.0, 0.0], 1), ([MISSING, 1.0], 0)]:
        model.learn(row, label, 2.0)
    assert [rule.detector.heard for rule in [*model.rules, model.default]] == [[1, 0], [1, 0], [1]]


def test_a_rule_that_knows_nothing_is_not_judged():
    model = scripted(False)
    model.rules[0].statistics = model.new_statistics()
    model.learn([1.0, 0.0], 1)
    model.learn([1.0, 0.0], 0)
    assert model.rules[0].detector.heard == [1]


@pytest.mark.parametrize(("ordered", "others"), [(False, ([3, 2], [3, 1])), (True, ([3, 2], [3, 1]))])
def test_a_rule_in_drift_is_removed_and_the_row_goes_on(ordered, others):
    model = scripted(ordered, 1)
    model.learn([1.0, 1.0], 1)
    assert literals_of(model) == [[(1, "=", 1.0)], []]
    assert [rule["class_weight"] for rule in model.structure()] == list(others)
    assert model.rules[0].detector.heard == ([] if ordered else [1])


def test_a_default_in_drift_starts_anew():
    model = scripted(False)
    model.default.detector = Script(2)
    model.learn([0.0, 0.0], 1)
    assert model.default.statistics.class_weight == [3, 2]
    model.learn([0.0, 0.0], 1)
    assert model.default.statistics.class_weight == [0, 1]
    assert len(model.rules) == 2


def test_old_rules_go_when_the_concept_changes():
    rows = bits(6000, 3, seed=8)
    kept, adaptive = (cls([2] * 3, 2) for cls in (VFDR, AdaptiveVFDR))
    right = {kept: 0, adaptive: 0}
    assert isinstance(adaptive.default.detector, ADWIN)
    for i, row in enumerate(rows):
        label = int(row[0] if i < 3000 else row[2])
        for model in right:
            right[model] += i >= 4000 and model.predict(row) == label
            model.learn(row, label)
    assert any((0, "=", 0.0) in literals for literals in literals_of(kept))
    assert not any(literal[0] == 0 for literals in literals_of(adaptive) for literal in literals)
    assert right[adaptive] == 2000


# --- Facil ------------------------------------------------------------------------------------------------


def assert_well_formed(model):
    pure = [rule for rule in model.rules if rule.pure]
    assert not any(a.label != b.label and meet(a.box, b.box) for a in pure for b in pure)
    for rule in model.rules:
        assert 0 < len(rule.examples) <= model.max_examples
        assert all(model.t - model.window < example.t <= model.t for example in rule.examples)
        assert [e.t for e in rule.examples] == sorted(e.t for e in rule.examples)
        assert all(covers(rule.box, example.row) for example in rule.examples)
        assert rule.purity >= model.min_purity


def checked(model, rows, label):
    for row in rows:
        model.learn(row, label(row))
        assert_well_formed(model)
    return model


def exclusive(row):
    return int((row[0] > 0.5) != (row[1] > 0.5))


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_boxes_of_pure_rules_never_overlap(noise):
    rng = random.Random(9)
    rows = [[rng.random(), rng.random(), float(rng.randrange(3))] for _ in range(250)]
    rows = [[MISSING if rng.random() < 0.05 else value for value in row] for row in rows]
    checked(
        Facil([0, 0, 3], 2, window=100, max_examples=15),
        rows,
        lambda row: rng.randrange(2) if rng.random() < noise or MISSING in row else exclusive(row),
    )


def test_exclusive_or_is_learned():
    """Measured: 0.998 of the second 2000 rows."""
    rng = random.Random(4)
    model, right = Facil([0, 0], 2), 0
    for i in range(1500):
        row = [rng.random(), rng.random()]
        right += i >= 1000 and model.predict(row) == exclusive(row)
        model.learn(row, exclusive(row))
    assert right >= 480


def test_growth_by_hand():
    model = Facil([0, 2], 2, max_growth=0.25)
    for value in (0.0, 8.0):
        model.learn([value, 0.0], 0)
    assert [rule["box"] for rule in model.structure()] == [[[0, 0], [0, 0]], [[8, 8], [0, 0]]]
    model.learn([2.0, 0.0], 0)  # a quarter of the range
    model.learn([3.0, 1.0], 0)  # another category
    model.learn([5.0, 0.0], 0)  # 3/8 from both
    model.learn([6.5, 0.0], 0)  # nearer to 5 than to 8? 1.5 both, so the older rule grows
    found = model.structure()
    assert [rule["box"][0] for rule in found] == [[0, 2], [6.5, 8], [3, 3], [5, 5]]
    assert [rule["positive"] for rule in found] == [2, 2, 1, 1]
    model.learn([1.0, 0.0], 0)
    assert model.structure()[0]["positive"] == 3
    assert model.structure()[0]["examples"] == [1, 3, 7]


def test_a_box_does_not_grow_over_another_class():
    model = Facil([0], 2, max_growth=1.0)
    for value, label in [(0.0, 0), (5.0, 1), (10.0, 0), (2.0, 0), (12.0, 0)]:
        model.learn([value], label)
    assert [(rule["class"], rule["box"]) for rule in model.structure()] == [
        (0, [[0, 2]]),
        (1, [[5, 5]]),
        (0, [[10, 12]]),
    ]


def test_an_impure_rule_is_rebuilt():
    model = Facil([0], 2, min_purity=0.7, max_growth=1.0)
    for value in (0.0, 10.0, 4.0, 7.0):
        model.learn([value], 0)
    model.learn([6.0], 1)  # 4 of 5 is enough
    assert [(r["class"], r["box"], r["positive"], r["negative"]) for r in model.structure()] == [
        (0, [[0, 10]], 4, 1),
        (1, [[6, 6]], 1, 0),
    ]
    model.learn([5.0], 1)  # 4 of 6 is not: around the newest of class 0, which is 7, up to the first of class 1
    found = [(r["class"], r["box"], r["positive"], r["negative"], r["examples"]) for r in model.structure()]
    assert found == [
        (1, [[6, 6]], 1, 0, [5]),
        (1, [[5, 5]], 1, 0, [6]),
        (0, [[7, 10]], 2, 0, [2, 4]),
        (1, [[5, 6]], 2, 0, [5, 6]),
    ]


def test_pure_rules_vote_by_count_and_else_the_nearest_example():
    model = Facil([0, 0], 2)
    assert model.votes([0.0, 0.0]) == [0, 0]
    for x, label, weight in [(0.0, 0, 2.0), (10.0, 1, 1.0), (0.0, 0, 3.0)]:
        model.learn([x, 0.0], label, weight)
    assert model.votes([0.0, 0.0]) == [5, 0]
    assert model.votes([6.0, 0.0]) == [0, 1]
    assert model.votes([5.0, 0.0]) == [1, 0]  # equally far: the older
    assert model.votes([MISSING, MISSING]) == [5, 1]


def test_impure_rules_do_not_vote():
    model = Facil([0], 2, min_purity=0.1, max_growth=1.0)
    for value, label in [(0.0, 0), (10.0, 0), (7.0, 1)]:
        model.learn([value], label)
    assert model.votes([5.0]) == [0, 1]  # the box [0, 10] holds the 7: the nearest decides
    assert model.votes([3.0]) == [1, 0]


def test_a_missing_value_constrains_nothing():
    model = Facil([0, 2], 2)
    model.learn([1.0, MISSING], 0)
    assert model.structure()[0]["box"] == [[1, 1], None]
    assert model.votes([1.0, 1.0]) == [1, 0]
    model.learn([MISSING, 0.0], 0)
    model.learn([MISSING, MISSING], 1)
    assert [rule["positive"] for rule in model.structure()] == [2]
    assert model.t == 2


def test_examples_at_the_border_are_kept():
    model = Facil([0], 2, max_examples=5)
    model.see([0.0])
    model.see([10.0])
    rule = Rule(0, [(0.0, 10.0)])
    model.rules = [rule]
    for t, (value, label) in enumerate([(0.0, 0), (4.0, 0), (5.0, 1), (9.0, 0), (10.0, 0)], 1):
        model.store(rule, example(t, value, label))
    assert len(rule.examples) == 5
    model.store(rule, example(6, 6.0, 0))  # distances 5, 1, 1, 4, 5, 1: the lower median is 1
    assert [(e.t, e.row[0]) for e in rule.examples] == [(2, 4.0), (3, 5.0), (6, 6.0)]


def test_without_a_border_the_newest_are_kept():
    model = Facil([0], 2, max_examples=3, max_growth=1.0)
    for value in (0.0, 1.0, 2.0, 3.0, 4.0):
        model.learn([value], 0)
    assert model.structure()[0]["examples"] == [3, 4, 5]
    assert model.structure()[0]["positive"] == 5


def test_rules_without_recent_examples_are_forgotten():
    model = Facil([0], 2, window=3, max_growth=0.0)
    for value in (0.0, 1.0, 2.0, 3.0):
        model.learn([value], 0)
    assert [rule["examples"] for rule in model.structure()] == [[2], [3], [4]]


def example(t, value, label):
    return Example(t, [value], label, 1.0)


def test_of_equal_votes_the_lowest_class_is_predicted():
    model = Facil([0, 0], 3)
    model.learn([1.0, 0.0], 2)
    model.learn([1.0, 5.0], 1)
    assert model.votes([1.0, MISSING]) == [0, 1, 1]
    assert model.predict([1.0, MISSING]) == 1


def test_rows_without_a_common_feature_contradict_each_other():
    model = Facil([0, 0], 2, min_purity=0.4)
    model.learn([1.0, MISSING], 1)
    model.learn([MISSING, 1.0], 0)
    assert [(rule["class"], rule["negative"]) for rule in model.structure()] == [(1, 1), (0, 0)]
