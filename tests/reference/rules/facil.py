"""Facil: boxes with a memory of border examples (thesis-foundations.md, section 5.3).

A box has for each feature None (never constrained), a category, or an interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from tests.reference.common import argmax, is_learned, is_missing


@dataclass
class Example:
    t: int
    row: list[float]
    label: int
    weight: float


@dataclass
class Rule:
    label: int
    box: list
    positive: float = 0.0
    negative: float = 0.0
    examples: list[Example] = field(default_factory=list)

    @property
    def pure(self):
        return self.negative == 0

    @property
    def purity(self):
        return self.positive / (self.positive + self.negative)


def point(row):
    return [None if is_missing(value) else (value, value) for value in row]


def covers(box, row):
    return all(s is None or is_missing(v) or s[0] <= v <= s[1] for s, v in zip(box, row, strict=True))


def meet(a, b):
    """Whether two boxes have a point in common; touching counts."""
    return all(s is None or r is None or (s[0] <= r[1] and r[0] <= s[1]) for s, r in zip(a, b, strict=True))


def in_order(terms):
    """The sum as any program adds it up; the sum of Python is more exact, which would decide some ties."""
    total = 0.0
    for term in terms:
        total += term
    return total


class Facil:
    """``n_categories[f]`` is 0 for a numeric feature, else its number of categories.

    A category is an interval of one value, which never grows.
    """

    def __init__(self, n_categories, n_classes, window=1000, min_purity=0.9, max_growth=0.1, max_examples=50):
        self.n_categories = n_categories
        self.n_classes = n_classes
        self.window = window
        self.min_purity = min_purity
        self.max_growth = max_growth
        self.max_examples = max_examples
        self.t = 0
        self.rules = []
        self.lowest = [math.inf] * len(n_categories)
        self.highest = [-math.inf] * len(n_categories)

    # --- geometry -----------------------------------------------------------------------------------------

    def see(self, row):
        for f, value in enumerate(row):
            if not is_missing(value):
                self.lowest[f] = min(self.lowest[f], value)
                self.highest[f] = max(self.highest[f], value)

    def scaled(self, f, length):
        """A length as a share of the range seen so far."""
        span = self.highest[f] - self.lowest[f]
        return length / span if span > 0 else 0.0

    def grown(self, box, row):
        """The box with the row in it, and its growth in each feature; None where a category differs."""
        sides, growth = [], []
        for f, (side, value) in enumerate(zip(box, row, strict=True)):
            if side is None or is_missing(value) or side[0] <= value <= side[1]:
                sides.append(side)
                growth.append(0.0)
            elif self.n_categories[f]:
                return None
            else:
                sides.append((min(side[0], value), max(side[1], value)))
                growth.append(self.scaled(f, max(side[0] - value, value - side[1])))
        return sides, growth

    def distance(self, a, b):
        """The mean square of the scaled differences, over the features present in both."""
        terms = [
            self.squared_difference(f, x, y)
            for f, (x, y) in enumerate(zip(a, b, strict=True))
            if not (is_missing(x) or is_missing(y))
        ]
        return in_order(terms) / len(terms) if terms else math.inf

    def squared_difference(self, f, x, y):
        return float(x != y) if self.n_categories[f] else self.scaled(f, x - y) ** 2

    def meets_another_class(self, box, label):
        return any(rule.label != label and meet(rule.box, box) for rule in self.rules)

    # --- learning -----------------------------------------------------------------------------------------

    def learn(self, row, label, weight=1.0):
        if not is_learned(label, weight) or all(map(is_missing, row)):
            return
        self.t += 1
        self.see(row)
        self.forget_the_old()
        example = Example(self.t, list(row), label, weight)
        against = [rule for rule in self.rules if rule.label != label and covers(rule.box, row)]
        self.take_in(example)
        for rule in against:
            self.contradict(rule, example)

    def forget_the_old(self):
        for rule in self.rules:
            rule.examples = [example for example in rule.examples if example.t > self.t - self.window]
        self.rules = [rule for rule in self.rules if rule.examples]

    def take_in(self, example):
        rule = self.covering_rule(example) or self.grown_rule(example)
        if rule is None:
            rule = Rule(example.label, point(example.row))
            self.rules.append(rule)
        rule.positive += example.weight
        self.store(rule, example)

    def covering_rule(self, example):
        own = (rule for rule in self.rules if rule.label == example.label and covers(rule.box, example.row))
        return next(own, None)

    def grown_rule(self, example):
        """The rule of the same class that needs the least growth, grown; None if none may grow."""
        best = None
        for rule in self.rules:
            grown = self.grown(rule.box, example.row) if rule.label == example.label else None
            if grown is None or max(grown[1]) > self.max_growth or self.meets_another_class(grown[0], rule.label):
                continue
            if best is None or in_order(grown[1]) < best[0]:
                best = in_order(grown[1]), rule, grown[0]
        if best is None:
            return None
        _, rule, rule.box = best
        return rule

    def contradict(self, rule, example):
        rule.negative += example.weight
        self.store(rule, example)
        if rule.purity < self.min_purity:
            self.rebuild(rule)

    def store(self, rule, example):
        rule.examples.append(example)
        if len(rule.examples) > self.max_examples:
            rule.examples = self.at_the_border(rule)[-self.max_examples :]

    def at_the_border(self, rule):
        """The examples not further from the other kind than the median is; all where there is one kind."""
        own = [example for example in rule.examples if example.label == rule.label]
        other = [example for example in rule.examples if example.label != rule.label]
        if not (own and other):
            return rule.examples
        apart = [
            min(self.distance(a.row, b.row) for b in (other if a.label == rule.label else own)) for a in rule.examples
        ]
        median = sorted(apart)[(len(apart) - 1) // 2]
        return [example for example, distance in zip(rule.examples, apart, strict=True) if distance <= median]

    def rebuild(self, rule):
        """A box for each class among the examples, as far as it can be kept apart from the others."""
        self.rules = [other for other in self.rules if other is not rule]
        for label in sorted({example.label for example in rule.examples}):
            self.build(label, rule.examples)

    def build(self, label, examples):
        own = [example for example in examples if example.label == label]
        other = [example.row for example in examples if example.label != label]
        seed = own[-1]
        box = point(seed.row)
        if not self.is_free(box, label, other):
            return
        taken = [seed]
        for example in sorted(own[:-1], key=lambda e: (self.distance(e.row, seed.row), e.t)):
            grown = self.grown(box, example.row)
            if grown is None or not self.is_free(grown[0], label, other):
                break
            box = grown[0]
            taken.append(example)
        taken.sort(key=lambda e: e.t)
        self.rules.append(Rule(label, box, math.fsum(e.weight for e in taken), 0.0, taken))

    def is_free(self, box, label, others):
        return not any(covers(box, row) for row in others) and not self.meets_another_class(box, label)

    # --- voting -------------------------------------------------------------------------------------------

    def votes(self, row):
        votes = [0.0] * self.n_classes
        pure = [rule for rule in self.rules if rule.pure and covers(rule.box, row)]
        for rule in pure:
            votes[rule.label] += rule.positive
        nearest = None if pure else self.nearest(row)
        if nearest is not None:
            votes[nearest.label] = 1.0
        return votes

    def nearest(self, row):
        stored = [example for rule in self.rules for example in rule.examples]
        return min(stored, key=lambda example: self.distance(row, example.row), default=None)

    def predict(self, row):
        return argmax(self.votes(row))

    def structure(self):
        return [
            {
                "class": rule.label,
                "box": [list(side) if side else None for side in rule.box],
                "positive": rule.positive,
                "negative": rule.negative,
                "examples": [example.t for example in rule.examples],
            }
            for rule in self.rules
        ]
