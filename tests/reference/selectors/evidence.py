"""One look of a lookahead at a window of any features: what was found, how clearly, and how alike features are.

Beyond ``relevance.lookahead`` it cuts numeric features into coarse levels, of about as many rows each, and tells of
each finding how far it is above its bar.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy import stats

from tests.reference.relevance.lookahead import SINGLES, Lookahead


@dataclass(frozen=True)
class Finding:
    """A test that was passed at its level: of one feature, alone or given others."""

    feature: int
    statistic: float
    df: int
    level: float
    score: float

    def bar(self, factor=1.0):
        return float(stats.chi2.isf(self.level / factor, self.df))


def cuts(values, levels):
    """Upper limits of all levels but the last: values with which a share is complete, but never the largest one."""
    values, limits = sorted(values), []
    for share in range(1, levels) if values else ():
        limit = values[(share * len(values) - 1) // levels]
        if limit == values[-1]:
            break
        if not limits or limit > limits[-1]:
            limits.append(limit)
    return limits


class Scan(Lookahead):
    """A lookahead that looks again when told to; in between what was found together is kept."""

    def __init__(self, window, levels=3, **options):
        self.n_levels = levels
        super().__init__(window, **options)
        self.together = [0.0] * self.d

    def scan(self):
        self.labels = [label for _, label in self.window.rows]
        self.levels = [self.levels_of(f) for f in range(self.d)]
        self.together = self.scores_together()

    def levels_of(self, f):
        if self.window.n_categories[f]:
            return super().levels_of(f)
        values = [row[f] for row, _ in self.window.rows]
        limits = cuts([value for value in values if not math.isnan(value)], self.n_levels)
        return [None if math.isnan(value) else sum(value > limit for limit in limits) for value in values]

    def limits_of(self, f):
        """What makes levels of other rows: the limits of a number, the categories that are kept of a nominal one."""
        values = [row[f] for row, _ in self.window.rows if not math.isnan(row[f])]
        if not self.window.n_categories[f]:
            return cuts(values, self.n_levels)
        return {code for code in self.levels[f] if code not in (None, "rest")}

    # --- what was found

    def findings(self):
        """Of the window as it is now: groups of findings that passed together."""
        pairs = self.pairs
        singles = [single for f in range(self.d) if (single := self.single_test(f))]
        groups = [[single] for single in singles if single.statistic > single.bar()]
        groups += [self.group(pair.features, pair.given, self.pair_alpha) for pair in pairs]
        seeds = min(len(pairs), self.max_seeds)
        for (k, _), given in self.extensions(pairs).items():
            groups.append(self.group([k], [given], self.beyond_alpha / (seeds * self.d)))
        for members, given in self.triples.items():
            groups.append(self.group(members, given, self.beyond_alpha / math.comb(self.d, 3)))
        return groups

    @staticmethod
    def group(members, tests, level):
        return [
            Finding(f, given.statistic, given.df, level, given.uncertainty)
            for f, given in zip(members, tests, strict=True)
        ]

    def single_test(self, f):
        """What a feature says alone, passed or not; None where there is nothing to test."""
        table = self.window.table(f)
        if not table.df:
            return None
        statistic = table.g / table.williams
        if table.smallest_expected < 1:
            statistic = min(statistic, table.pearson)
        level = SINGLES * self.alpha / self.d
        return Finding(f, statistic, table.df, level, table.symmetrical_uncertainty(corrected=True))

    def closest_test(self):
        """How near, as a share, the nearest of all tests of this look comes to its bar."""
        tested = [(given, self.pair_alpha) for i, j in self.candidates for given in self.pair(i, j).given]
        seeds = [pair.features for pair in self.pairs[: self.max_seeds]] if self.extend else []
        if seeds:
            level = self.beyond_alpha / (len(seeds) * self.d)
            tested += [(self.extension(k, seed), level) for seed in seeds for k in range(self.d) if k not in seed]
        nearest = math.inf
        for given, level in tested:
            if given.df:
                bar = float(stats.chi2.isf(level, given.df))
                nearest = min(nearest, abs(given.statistic - bar) / bar)
        return nearest


def component(start, pairs):
    """The features that a chain of pairs joins with these."""
    joined = set(start)
    while True:
        more = {f for pair in pairs if joined & set(pair) for f in pair} - joined
        if not more:
            return joined
        joined |= more
