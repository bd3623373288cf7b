"""DISCUSS: relevant features that do not repeat each other (thesis-methods.md, section 5)."""

from __future__ import annotations

import math
from itertools import pairwise

from scipy import stats

from tests.reference.relevance.tables import Table
from tests.reference.relevance.window import Window
from tests.reference.selectors.evidence import Scan
from tests.reference.selectors.selection import Selector

NEVER = math.inf


def hoeffding(delta, window):
    """What the mean of a window exceeds by chance with probability delta."""
    return math.sqrt(math.log(1 / delta) / (2 * window))


def printed_hoeffding(delta, window):
    """The same as it is in table 8.1 of the thesis."""
    return math.sqrt(math.log10(1 / (1 - delta)) / (2 * window))


class RememberingWindow(Window):
    """A window that counts a table once for each row."""

    def observe(self, row, label):
        super().observe(row, label)
        self.tables = {}

    def table(self, f):
        if f not in self.tables:
            self.tables[f] = super().table(f)
        return self.tables[f]


def similarity(window, i, j, corrected):
    """The symmetrical uncertainty of two features over the rows in which both are present."""
    if not (window.ready(i) and window.ready(j)):
        return 0.0
    pairs = [
        (window.kind(i, row[i]), window.kind(j, row[j]))
        for row, _ in window.rows
        if not (math.isnan(row[i]) or math.isnan(row[j]))
    ]
    counts = [[0] * (window.n_kinds(j) + window.sparse) for _ in range(window.n_kinds(i) + window.sparse)]
    for a, b in pairs:
        counts[a][b] += 1
    return Table(window.length, counts).symmetrical_uncertainty(corrected)


class DISCUSS(Selector):
    """``lookahead``: options of a ``Scan`` that gives the scores instead of the uncertainty of single features."""

    def __init__(
        self,
        n_categories,
        n_classes,
        strategy="significance",
        n=None,
        theta=0.03,
        window=None,
        redundancy="corrected",
        alpha=0.05,
        kappa=10.0,
        margin=0.01,
        delta=0.05,
        check_every=1,
        redundancy_heuristic=False,
        on_empty="all",
        variant="repaired",
        lookahead=None,
        period=None,
        **window_options,
    ):
        super().__init__(n_categories, n_classes, on_empty)
        by_rank = strategy in ("significance", "n-best")
        length = window or (300 if by_rank else 200)
        self.strategy = "threshold" if strategy.startswith("auto") else strategy
        self.n = 5 if n is None and strategy == "n-best" else n
        self.theta = {"auto": hoeffding, "auto-printed": printed_hoeffding}.get(strategy, lambda *_: theta)(
            delta, length
        )
        self.eps = hoeffding(delta, length)
        self.redundancy = redundancy
        self.alpha, self.kappa, self.margin = alpha, kappa, margin
        self.check_every = check_every
        self.redundancy_heuristic = redundancy_heuristic
        self.published = variant == "as-published"
        self.window = RememberingWindow(self.n_categories, n_classes, length, **window_options)
        self.lookahead = None if lookahead is None else Scan(self.window, **lookahead)
        self.period = period or max(25, length // 4)
        self.scanned = 0
        self.side = [0] * self.d
        self.dominated = {}
        self.base = None
        self.due = NEVER
        self.firings = 0

    # --- scores

    def score(self, f):
        if self.lookahead is not None:
            return max(self.lookahead.single(f), self.lookahead.together[f])
        return self.single(f)

    def single(self, f):
        return self.window.score("SymmetricalUncertainty", f, corrected=not self.published)

    def rank(self, f):
        """The score, or that of the feature alone where it stays by its loose level only."""
        score = self.score(f)
        return self.single(f) if self.strategy == "significance" and self.lookahead and not score else score

    def passes(self, f, level):
        """Whether a feature alone says more about the class than chance would, at this level."""
        table = self.window.table(f)
        if not table.df:
            return False
        statistic = table.g / table.williams
        if table.smallest_expected < 1:
            statistic = min(statistic, table.pearson)
        return self.above(statistic, float(stats.chi2.isf(min(1.0, level), table.df)))

    def redundant(self, i, j):
        if self.redundancy is None:
            return False
        if self.redundancy_heuristic and not self.above(self.eps, abs(self.rank(i) - self.rank(j))):
            return False
        corrected = self.redundancy == "corrected" and not self.published
        return self.above(similarity(self.window, i, j, corrected), self.rank(i))

    @property
    def baseline(self):
        """What scores are compared with where no test decides."""
        if self.strategy == "threshold":
            return self.theta
        return 0.0 if self.base is None else self.score(self.base)

    # --- what is a candidate, and what has gone over to the other side

    def candidate(self, f):
        if self.strategy == "significance":
            evident = self.score(f) > 0 if self.lookahead else self.passes(f, self.alpha / self.d)
            return evident or (self.side[f] == 1 and self.passes(f, self.kappa * self.alpha / self.d))
        if self.strategy == "threshold":
            bar = self.theta - self.margin if self.side[f] else self.theta
            return self.above(self.score(f), bar)
        return self.score(f) > 0

    def crossed(self, f):
        if self.strategy == "significance":
            return self.crossed_test(f)
        if f == self.base:
            return False
        if self.side[f]:
            return self.above(self.baseline - self.margin, self.score(f))
        return self.above(self.score(f), self.baseline + self.margin)

    def crossed_test(self, f):
        if self.side[f]:
            evident = self.lookahead is not None and self.score(f) > 0
            return not evident and not self.passes(f, self.kappa * self.alpha / self.d)
        if self.lookahead is not None:
            return self.score(f) > 0
        return self.passes(f, self.alpha / (self.kappa * self.d))

    def overtaken(self, f):
        return self.above(self.score(f), self.score(self.dominated[f]) + self.margin)

    # --- selecting

    def ranked(self, features):
        order = sorted(features, key=lambda f: (-self.rank(f), f))
        for i, j in pairwise(order):
            self.above(self.rank(i), self.rank(j))
        return order

    def choose(self):
        """The features to select; what follows from them is noted."""
        if self.lookahead is not None:
            self.scan()
        candidates = self.ranked(f for f in range(self.d) if self.candidate(f))
        taken, self.dominated = [], {}
        for f in candidates:
            if len(taken) == self.n:
                break
            dominator = next((other for other in taken if self.redundant(f, other)), None)
            if dominator is None:
                taken.append(f)
            else:
                self.dominated[f] = dominator
        self.note_sides(candidates, taken)
        return sorted(taken)

    def note_sides(self, candidates, taken):
        above = candidates
        if self.strategy == "n-best":
            self.base = taken[-1] if taken else None
            above = [f for f in range(self.d) if taken and self.score(f) >= self.score(self.base)]
        self.side = [int(f in above) for f in range(self.d)]

    def scan(self):
        self.lookahead.scan()
        self.scanned = self.t

    # --- row by row

    def observe(self, row, label, weight):
        self.window.observe(row, label)
        if not self.window.full:
            return False
        if self.lookahead is not None and self.t in (self.window.length, self.scanned + self.period):
            self.scan()
        if self.published:
            return self.observe_as_published()
        if self.t == self.window.length:
            self.due = self.t + self.window.length
            self.select(self.choose(), "selected", "window full")
            return False
        fired = self.fired()
        if fired:
            self.firings += 1
            kind = "reselected" if self.last_not_empty else "selected"
            if self.select(self.choose(), kind, *fired):
                self.due = self.t + self.window.length
            elif self.t >= self.due:
                self.due = NEVER
        return False

    def fired(self):
        """Why it is time to select anew, and the features that are the cause; None if it is not."""
        if self.t % self.check_every == 0:
            crossing = [f for f in range(self.d) if self.crossed(f)]
            if crossing:
                return "crossed", crossing
            overtaken = [f for f in sorted(self.dominated) if self.overtaken(f)]
            if overtaken:
                return "overtaken", overtaken
        return ("settling", ()) if self.t >= self.due else None

    # --- as published

    def observe_as_published(self):
        if self.t == self.window.length:
            self.select(self.choose_as_published(), "selected", "window full")
            return True
        bar = self.baseline
        firing = [f for f in range(self.d) if f != self.base and self.on_wrong_side(f, bar)]
        if firing:
            self.firings += 1
            kind = "reselected" if self.last_not_empty else "selected"
            self.select(self.choose_as_published(), kind, "crossed", firing)
        return bool(firing)

    def on_wrong_side(self, f, bar):
        if f in self.selected:
            return self.above(bar, self.score(f))
        return self.above(self.score(f), bar)

    def choose_as_published(self):
        taken = []
        for f in self.ranked(range(self.d)):
            if len(taken) == self.n or (self.strategy == "threshold" and not self.above(self.score(f), self.theta)):
                break
            if not any(self.redundant(f, other) for other in taken):
                taken.append(f)
        if self.strategy == "n-best":
            self.base = taken[-1]
        return sorted(taken)
