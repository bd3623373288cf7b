"""Very fast decision rules (thesis-foundations.md, section 5.4), also with a detector for every rule.

A rule that has learned nothing since its last expansion says nothing: it is passed over.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tests.reference.common import argmax, is_learned, is_missing
from tests.reference.detectors.adwin import ADWIN
from tests.reference.detectors.levels import DRIFT
from tests.reference.naive_bayes import NaiveBayes, softmax
from tests.reference.trees.candidates import NEGLIGIBLE
from tests.reference.trees.criteria import bound, entropy, value_range
from tests.reference.trees.observers import make_observer


@dataclass(frozen=True)
class Options:
    grace: float = 200
    delta: float = 1e-6
    tau: float = 0.05
    min_coverage: float = 0.1
    ordered: bool = False
    prediction: str = "nb"
    vote: str = "weighted"
    numeric: str = "gaussian"
    cuts: int = 10
    bins: int = 64


@dataclass(frozen=True)
class Literal:
    feature: int
    op: str
    value: float

    def holds(self, row):
        value = row[self.feature]
        if is_missing(value):
            return False
        return {"=": value == self.value, "<=": value <= self.value, ">": value > self.value}[self.op]

    def on_the_side_of(self, other):
        return (self.feature, self.op) == (other.feature, other.op)


class Statistics:
    """What a rule knows of the rows since its last expansion."""

    def __init__(self, options, n_categories, n_classes):
        self.class_weight = [0.0] * n_classes
        self.bayes = NaiveBayes(n_categories, n_classes)
        self.since_try = 0.0
        self.observers = [
            make_observer(f, size, n_classes, options.numeric, options.cuts, options.bins, "binary")
            for f, size in enumerate(n_categories)
        ]

    @property
    def weight(self):
        return math.fsum(self.class_weight)

    def learn(self, row, label, weight):
        self.class_weight[label] += weight
        self.since_try += weight
        self.bayes.learn(row, label, weight)
        for observer, value in zip(self.observers, row, strict=True):
            if not is_missing(value):
                observer.add(value, label, weight)

    def score(self, row, label):
        if not self.class_weight[label]:
            return -math.inf
        return math.fsum([math.log(self.class_weight[label] + 1), *self.bayes.terms(row, label)[1:]])

    def shares(self, row, prediction):
        if prediction == "nb":
            return softmax([self.score(row, k) for k in range(len(self.class_weight))])
        return [weight / self.weight for weight in self.class_weight]


class Rule:
    """A conjunction of literals; that of the default rule is empty."""

    def __init__(self, statistics, literals=(), detector=None):
        self.literals = list(literals)
        self.statistics = statistics
        self.detector = detector

    def covers(self, row):
        return all(literal.holds(row) for literal in self.literals)

    def with_literal(self, literal):
        """Its literals and this one, which takes the place of one on the same side."""
        if any(literal.on_the_side_of(old) for old in self.literals):
            return [literal if literal.on_the_side_of(old) else old for old in self.literals]
        return [*self.literals, literal]

    def tests_category_of(self, feature):
        return any((literal.feature, literal.op) == (feature, "=") for literal in self.literals)

    def structure(self):
        literals = [(literal.feature, literal.op, literal.value) for literal in self.literals]
        return {"literals": literals, "class_weight": list(self.statistics.class_weight)}


def literals_of(observer):
    """Each literal a feature allows, with the class weights it covers."""
    for test, (inside, outside) in observer.candidates():
        if test.kind == "equal":
            yield Literal(test.feature, "=", test.value), inside
        else:
            yield Literal(test.feature, "<=", test.value), inside
            yield Literal(test.feature, ">", test.value), outside


def purest(found):
    """The pair (entropy, literal) with the lowest entropy, of equals the first; None of nothing."""
    best = None
    for entropy_, literal in found:
        if best is None or entropy_ < best[0] - NEGLIGIBLE:
            best = entropy_, literal
    return best


class VFDR:
    """``n_categories[f]`` is 0 for a numeric feature, else its number of categories."""

    def __init__(self, n_categories, n_classes, **parameters):
        self.n_categories = n_categories
        self.n_classes = n_classes
        self.options = Options(**parameters)
        self.classes_seen = set()
        self.rules = []
        self.default = self.new_rule()

    def new_rule(self, literals=()):
        return Rule(self.new_statistics(), literals)

    def new_statistics(self):
        return Statistics(self.options, self.n_categories, self.n_classes)

    def covering(self, row):
        """The rules that concern a row: all that cover it, or the first; without any the default rule."""
        covering = [rule for rule in self.rules if rule.covers(row)]
        return (covering[:1] if self.options.ordered else covering) or [self.default]

    def learn(self, row, label, weight=1.0):
        if not is_learned(label, weight):
            return
        self.classes_seen.add(label)
        for rule in self.covering(row):
            rule.statistics.learn(row, label, weight)
            if rule.statistics.since_try >= self.options.grace:
                rule.statistics.since_try = 0.0
                self.try_to_expand(rule)

    def try_to_expand(self, rule):
        literal = self.find_literal(rule)
        if literal is None:
            return
        literals = rule.with_literal(literal)
        if any(set(literals) == set(other.literals) for other in self.rules):
            return
        if rule is self.default:
            self.rules.append(self.new_rule(literals))
        else:
            rule.literals = literals
        rule.statistics = self.new_statistics()

    def find_literal(self, rule):
        """The literal that leaves the least entropy, if that is less by more than chance."""
        statistics = rule.statistics
        if sum(weight > 0 for weight in statistics.class_weight) < 2:
            return None
        found = [self.best_literal(rule, observer) for observer in statistics.observers]
        best = purest(one for one in found if one)
        h0 = entropy(statistics.class_weight)
        if best is None or h0 <= best[0] + NEGLIGIBLE:
            return None
        g1, literal = best
        g2 = min([h0, *(one[0] for one in found if one and one[1].feature != literal.feature)])
        eps = bound(value_range("information-gain", len(self.classes_seen)), self.options.delta, statistics.weight)
        return literal if g2 - g1 > eps or eps < self.options.tau else None

    def best_literal(self, rule, observer):
        if rule.tests_category_of(observer.feature):
            return None
        least = self.options.min_coverage * rule.statistics.weight
        wide = [(literal, covered) for literal, covered in literals_of(observer) if sum(covered) > 0]
        return purest((entropy(covered), literal) for literal, covered in wide if sum(covered) >= least)

    def speaking(self, row):
        """The rules that vote on a row."""
        rules = [rule for rule in self.rules if rule.covers(row) and rule.statistics.weight > 0]
        return rules or ([self.default] if self.default.statistics.weight > 0 else [])

    def votes(self, row):
        rules = self.speaking(row)
        if not rules:
            return [0.0] * self.n_classes
        shares = [rule.statistics.shares(row, self.options.prediction) for rule in rules]
        if self.options.ordered:
            return shares[0]
        if self.options.vote == "best":
            return max(shares, key=max)
        return self.weighted(shares, [rule.statistics.weight for rule in rules])

    def weighted(self, shares, weights):
        total = math.fsum(weights)
        return [
            math.fsum(weight * share[k] for weight, share in zip(weights, shares, strict=True)) / total
            for k in range(self.n_classes)
        ]

    def predict(self, row):
        return argmax(self.votes(row))

    def structure(self):
        return [rule.structure() for rule in [*self.rules, self.default]]


class AdaptiveVFDR(VFDR):
    """Every rule has a detector over its own errors; ``make_detector`` makes one. A rule in drift is removed."""

    def __init__(self, n_categories, n_classes, make_detector=ADWIN, **parameters):
        self.make_detector = make_detector
        super().__init__(n_categories, n_classes, **parameters)

    def new_rule(self, literals=()):
        return Rule(self.new_statistics(), literals, self.make_detector())

    def learn(self, row, label, weight=1.0):
        if not is_learned(label, weight):
            return
        for rule in self.covering(row):
            if self.drifts(rule, row, label):
                self.discard(rule)
        super().learn(row, label, weight)

    def drifts(self, rule, row, label):
        if rule.statistics.weight == 0:
            return False
        error = argmax(rule.statistics.shares(row, self.options.prediction)) != label
        return rule.detector.update(float(error)) == DRIFT

    def discard(self, rule):
        if rule is self.default:
            rule.statistics = self.new_statistics()
        else:
            self.rules.remove(rule)
