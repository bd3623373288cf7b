"""What a table of counts (kinds by classes) says: gain, ratio, uncertainty, and whether they are more than chance."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy import stats

from tests.reference.relevance.entropy import entry, per_instance, total


@dataclass(frozen=True)
class Table:
    """The counts of a feature in a window of a given length, over the rows in which the feature is present."""

    window: int
    counts: list[list[int]]

    @property
    def kinds(self):
        """How often each value occurs, those that do not left out."""
        return [count for count in map(sum, self.counts) if count]

    @property
    def classes(self):
        return [count for count in map(sum, zip(*self.counts, strict=True)) if count]

    @property
    def joint(self):
        return [count for row in self.counts for count in row]

    @property
    def n(self):
        return sum(self.joint)

    def bits(self, whole=0, kinds=0, classes=0, joint=0):
        """A sum of the four totals with these signs, per instance."""
        w = self.window
        amount = whole * entry(w, self.n) + kinds * total(w, self.kinds) + classes * total(w, self.classes)
        return per_instance(w, max(0, amount + joint * total(w, self.joint)), self.n)

    @property
    def entropy_of_kinds(self):
        return self.bits(whole=1, kinds=-1)

    @property
    def entropy_of_classes(self):
        return self.bits(whole=1, classes=-1)

    @property
    def conditional_entropy(self):
        return self.bits(kinds=1, joint=-1)

    @property
    def entropy_of_kinds_given_class(self):
        return self.bits(classes=1, joint=-1)

    @property
    def plain_gain(self):
        return self.bits(whole=1, kinds=-1, classes=-1, joint=1)

    def gain(self, corrected=False):
        """The information gain, without what independence alone gives if corrected."""
        if not corrected or not self.n:
            return self.plain_gain
        return max(0.0, self.plain_gain - self.df / (2 * self.n * math.log(2)))

    def gain_ratio(self, corrected=False):
        return ratio(self.gain(corrected), self.entropy_of_kinds)

    def symmetrical_uncertainty(self, corrected=False):
        return ratio(2 * self.gain(corrected), self.entropy_of_kinds + self.entropy_of_classes)

    # --- is it more than chance? (thesis-methods.md, section 0.2)

    @property
    def df(self):
        """Degrees of freedom of kinds and classes that occur."""
        return max(0, len(self.kinds) - 1) * max(0, len(self.classes) - 1)

    @property
    def williams(self):
        kinds = self.n * sum(1 / count for count in self.kinds) - 1
        classes = self.n * sum(1 / count for count in self.classes) - 1
        return 1 + kinds * classes / (6 * self.n * self.df)

    @property
    def g(self):
        return 2 * self.n * math.log(2) * self.plain_gain

    @property
    def smallest_expected(self):
        return min(self.kinds) * min(self.classes) / self.n

    @property
    def pearson(self):
        columns = list(map(sum, zip(*self.counts, strict=True)))
        cells = (
            (count, sum(row) * columns[k] / self.n)
            for row in self.counts
            for k, count in enumerate(row)
            if sum(row) and columns[k]
        )
        return math.fsum((count - expected) ** 2 / expected for count, expected in cells)

    @property
    def p_value(self):
        if not self.df:
            return 1.0
        statistic = self.g / self.williams
        if self.smallest_expected < 1:
            statistic = min(statistic, self.pearson)
        return float(stats.chi2.sf(statistic, self.df))

    def threshold(self, alpha):
        """The symmetrical uncertainty that independence exceeds with this probability."""
        entropies = self.entropy_of_kinds + self.entropy_of_classes
        return self.williams * float(stats.chi2.isf(alpha, self.df)) / (self.n * math.log(2) * entropies)


def ratio(part, whole):
    return part / whole if whole else 0.0


def significant(p_values, alpha, correction):
    """Which of many tests are passed."""
    if correction == "fdr":
        return benjamini_hochberg(p_values, alpha)
    limit = alpha / len(p_values) if correction == "bonferroni" else alpha
    return [p < limit for p in p_values]


def benjamini_hochberg(p_values, alpha):
    """All up to the last that keeps to its share of the errors."""
    d = len(p_values)
    order = sorted(range(d), key=lambda i: p_values[i])
    passed = [k for k, i in enumerate(order, 1) if p_values[i] <= alpha * k / d]
    chosen = set(order[: max(passed, default=0)])
    return [i in chosen for i in range(d)]
