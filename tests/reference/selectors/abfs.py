"""ABFS: boosted stumps as a selector (thesis-methods.md, section 7)."""

from __future__ import annotations

import math
from collections import Counter, deque

from scipy import stats

from tests.reference.common import argmax, is_missing
from tests.reference.detectors.adwin import ADWIN
from tests.reference.detectors.levels import DRIFT
from tests.reference.relevance.window import Window
from tests.reference.selectors.evidence import Scan, component
from tests.reference.selectors.selection import Selector
from tests.reference.trees.candidates import best_of, best_of_feature, separates
from tests.reference.trees.criteria import CRITERIA, bound, information_gain, value_range
from tests.reference.trees.observers import make_observer

CUTS = 10
LEAST_RING = 300
LEAST_ROWS_OF_A_SCAN = 100
UNSURE = 1e-9
ALIKE = 1e-13


class Boosting:
    """The weight a unit got right and wrong; it passes on half of what it got on its mistakes, in the long run."""

    def __init__(self, start=1.0, limits=(0.1, 10.0)):
        self.correct = self.wrong = float(start)
        self.limits = limits

    def pass_on(self, hit, weight):
        if hit:
            self.correct += weight
            weight = weight * (self.correct + self.wrong) / (2 * self.correct)
        else:
            self.wrong += weight
            weight = weight * (self.correct + self.wrong) / (2 * self.wrong)
        return weight if self.limits is None else min(max(weight, self.limits[0]), self.limits[1])


class Stump:
    """The test of a candidate and the class weights of its branches, frozen when it selects."""

    def __init__(self, candidate, class_weight):
        self.features = [candidate.test.feature]
        self.test = candidate.test
        self.table = [list(row) for row in candidate.table]
        self.class_weight = list(class_weight)

    def branch(self, row):
        value = row[self.test.feature]
        return [] if is_missing(value) else self.table[self.test.child(value)]

    def weights(self, row):
        branch = self.branch(row)
        return branch if any(branch) else self.class_weight

    def predict(self, row):
        return argmax(self.weights(row))

    def is_unsure(self, row):
        """Whether rounding decides what is predicted."""
        best, second = sorted([*self.weights(row), 0.0], reverse=True)[:2]
        return 0 < best - second < UNSURE * best


class PairTable:
    """Class counts over the joint levels of two features, and the features that come with them."""

    def __init__(self, pair, features, limits, levels, labels, n_classes):
        self.pair = pair
        self.features = features
        self.limits = limits
        self.everywhere = [labels.count(k) for k in range(n_classes)]
        self.cells = Counter((*key, label) for *key, label in zip(*levels, labels, strict=True))

    def level(self, f, value):
        limits = self.limits[f]
        if is_missing(value):
            return None
        if isinstance(limits, set):
            return int(value) if int(value) in limits else "rest"
        return sum(value > limit for limit in limits)

    def predict(self, row):
        key = [self.level(f, row[f]) for f in self.pair]
        counts = [self.cells[(*key, k)] for k in range(len(self.everywhere))]
        return argmax(self.everywhere if None in key or not any(counts) else counts)

    def is_unsure(self, row):
        return False


class Unit:
    """A stump or a table of a pair, what it got right and wrong, and the detector that watches its errors."""

    def __init__(self, model, boosting, detector):
        self.model = model
        self.boosting = boosting
        self.detector = detector

    @property
    def features(self):
        return self.model.features


class Candidate:
    """What a stump to be has counted of the features nobody has selected yet."""

    def __init__(self, n_categories, n_classes, left_out, criterion):
        self.criterion = criterion
        self.observers = {
            f: make_observer(f, size, n_classes, cuts=CUTS) for f, size in enumerate(n_categories) if f not in left_out
        }
        self.tests = sum(1 if n_categories[f] else CUTS for f in self.observers)
        self.class_weight = [0.0] * n_classes
        self.weight = self.squares = self.since = 0.0
        self.count = 0

    def learn(self, row, label, weight):
        self.count += 1
        self.weight += weight
        self.squares += weight * weight
        self.since += weight
        self.class_weight[label] += weight
        for f, observer in self.observers.items():
            if not is_missing(row[f]):
                observer.add(row[f], label, weight)

    @property
    def effective_n(self):
        return self.weight * self.weight / self.squares

    @property
    def classes(self):
        return sum(weight > 0 for weight in self.class_weight)

    def found(self):
        """The best split of each feature that has one."""
        splits = [best_of_feature(observer, self.criterion, self.weight) for observer in self.observers.values()]
        return [split for split in splits if split]

    def present(self, f):
        return self.observers[f].present / self.weight

    def merits(self):
        """Of all splits there are."""
        measure = CRITERIA[self.criterion]
        return [
            self.present(f) * measure(table)
            for f, observer in self.observers.items()
            for _, table in observer.candidates()
            if separates(table)
        ]


class ABFS(Selector):
    def __init__(
        self,
        n_categories,
        n_classes,
        grace=100,
        theta=0.01,
        detector=ADWIN,
        criterion="information-gain",
        split_test="significance",
        alpha=0.05,
        delta=1e-7,
        tau=0.0,
        lambda_range=(0.1, 10.0),
        max_units=None,
        lookahead=False,
        on_empty="all",
        variant="repaired",
    ):
        super().__init__(n_categories, n_classes, on_empty)
        self.grace = grace
        self.theta = theta
        self.detector = detector
        self.criterion = criterion
        self.split_test = split_test
        self.alpha, self.delta, self.tau = alpha, delta, tau
        self.published = variant == "as-published"
        self.limits = None if self.published else lambda_range
        self.max_units = max_units
        self.lookahead = lookahead
        self.ring = deque(maxlen=max(grace, LEAST_RING))
        self.units = []
        self.alarms = 0
        self.start_candidate()

    def start_candidate(self):
        self.candidate = Candidate(self.n_categories, self.n_classes, self.selected, self.criterion)

    @property
    def has_enough(self):
        return len(self.selected) == self.d or len(self.units) == self.max_units

    # --- row by row

    def observe(self, row, label, weight):
        self.ring.append((list(row), label))
        weight, alarming = self.through_the_chain(row, label, weight)
        if alarming is not None:
            self.cut(alarming)
            return True
        if self.has_enough:
            return False
        self.candidate.learn(row, label, weight)
        if self.is_time() and not self.select_by_stump() and self.lookahead:
            self.select_by_pair()
        return False

    def through_the_chain(self, row, label, weight):
        """The weight that leaves the chain, and the place of the unit that raises an alarm."""
        for place, unit in enumerate(self.units):
            if unit.model.is_unsure(row):
                self.nearest_call = 0.0
            hit = unit.model.predict(row) == label
            weight = unit.boosting.pass_on(hit, weight)
            if unit.detector.update(0.0 if hit else 1.0) == DRIFT:
                return weight, place
        return weight, None

    def cut(self, alarming):
        """The alarming unit goes, and all behind it."""
        self.alarms += 1
        causes = self.units[alarming].features
        self.units = self.units[:alarming]
        self.select({f for unit in self.units for f in unit.features}, "drift", "alarm", causes)
        self.start_candidate()

    def is_time(self):
        if not self.published:
            return self.candidate.count % self.grace == 0
        if self.candidate.since < self.grace:
            return False
        self.candidate.since = 0.0
        return True

    def append(self, model, why, causes):
        start = 0.0 if self.published else 1.0
        self.units.append(Unit(model, Boosting(start, self.limits), self.detector()))
        self.select({*self.selected, *model.features}, "grown", why, causes)
        self.start_candidate()

    # --- stumps

    def select_by_stump(self):
        best = best_of(self.candidate.found())
        self.note_rivals(best)
        if best is None or not self.above(best.merit, self.theta) or not self.passes(best):
            return False
        self.append(Stump(best, self.candidate.class_weight), "stump", [best.test.feature])
        return True

    def note_rivals(self, best):
        """A split that is nearly as good, but not by the same sums, could be chosen as well."""
        for merit in self.candidate.merits() if best else ():
            if ALIKE < abs(merit - best.merit) < UNSURE:
                self.nearest_call = 0.0

    def passes(self, best):
        return self.split_test == "none" or getattr(self, self.split_test)(best)

    def hoeffding(self, best):
        others = [split.merit for split in self.candidate.found() if split.test.feature != best.test.feature]
        eps = bound(value_range(self.criterion, self.candidate.classes), self.delta, self.candidate.weight)
        ahead = self.above(best.merit - max(others, default=0.0), eps)
        return ahead or self.above(self.tau, eps)

    def significance(self, best):
        f = best.test.feature
        gain = self.candidate.present(f) * information_gain(best.table)
        children = sum(sum(row) > 0 for row in best.table)
        classes = sum(sum(column) > 0 for column in zip(*best.table, strict=True))
        df = (children - 1) * (classes - 1)
        if df == 0:
            return False
        bar = float(stats.chi2.isf(self.alpha / self.candidate.tests, df))
        return self.above(2 * self.candidate.effective_n * math.log(2) * gain, bar)

    # --- pairs

    def select_by_pair(self):
        if len(self.ring) < min(LEAST_ROWS_OF_A_SCAN, self.ring.maxlen):
            return
        free = [f for f in range(self.d) if f not in self.selected]
        scan = self.look_at(free)
        self.nearest_call = min(self.nearest_call, scan.closest_test())
        pairs = [pair.features for pair in scan.pairs]
        if not pairs:
            return
        best = pairs[0]
        features = sorted(free[f] for f in component(best, pairs))
        limits = {free[f]: scan.limits_of(f) for f in best}
        places = [free[f] for f in best]
        table = PairTable(places, features, limits, [scan.levels[f] for f in best], scan.labels, self.n_classes)
        self.append(table, "pair", places)

    def look_at(self, features):
        window = Window([self.n_categories[f] for f in features], self.n_classes, self.ring.maxlen)
        for row, label in self.ring:
            window.observe([row[f] for f in features], label)
        return Scan(window, extend=False)
