"""A selector that sees what features say together, with a window that notices and a memory that finds.

It is the project's own.
"""

from __future__ import annotations

from itertools import pairwise

from tests.reference.relevance.window import Window
from tests.reference.selectors.evidence import Scan
from tests.reference.selectors.selection import Selector

EASILY_SEEN = 2.0


class Look:
    """What a lookahead found in its window at one time."""

    def __init__(self, groups=(), rows=0):
        self.groups = list(groups)
        self.rows = rows

    def of(self, f):
        return [finding for group in self.groups for finding in group if finding.feature == f]

    @property
    def pairs(self):
        return {frozenset(finding.feature for finding in group) for group in self.groups if len(group) == 2}

    def score(self, f):
        return max((finding.score for finding in self.of(f)), default=0.0)

    def is_weak(self, f):
        return bool(self.of(f))

    def is_strong(self, f, factor, above):
        """Whether it is in a group of findings all of which pass a stricter test."""
        mine = [group for group in self.groups if any(finding.feature == f for finding in group)]
        passed = [all(above(each.statistic, each.bar(factor)) for each in group) for group in mine]
        return any(passed)


class LookaheadSelector(Selector):
    """``exempt_pairs``: of two features that were found as a pair, neither makes the other redundant."""

    def __init__(
        self,
        n_categories,
        n_classes,
        window=500,
        memory=5000,
        every=None,
        alpha=0.01,
        kappa=10.0,
        margin=0.01,
        n=None,
        exempt_pairs=False,
        on_empty="all",
        **options,
    ):
        super().__init__(n_categories, n_classes, on_empty)
        self.length = window
        self.memory = memory if memory and memory > window else None
        self.every = every or max(25, window // 4)
        self.kappa = kappa
        self.margin = margin
        self.n = n
        self.exempt_pairs = exempt_pairs
        self.options = {"alpha": alpha * kappa, **options}
        self.near = self.make(window)
        self.breaks = 0
        self.forget()

    def make(self, length):
        return Window(self.n_categories, self.n_classes, length)

    def forget(self):
        """The memory begins again, and with it what it has found."""
        self.far = self.make(self.memory) if self.memory else None
        self.remembered = Look()
        self.far_scanned = None
        self.missed_before = set()

    # --- row by row

    def observe(self, row, label, weight):
        self.near.observe(row, label)
        if self.far is not None:
            self.far.observe(row, label)
        if self.near.full and (self.t - self.length) % self.every == 0:
            self.look()
        return False

    def scanned(self, window):
        scan = Scan(window, **self.options)
        scan.scan()
        self.nearest_call = min(self.nearest_call, scan.closest_test())
        for f in range(self.d):
            if finding := scan.single_test(f):
                self.above(finding.statistic, finding.bar())
        return scan, Look(scan.findings(), window.n)

    def look(self):
        scan, now = self.scanned(self.near)
        if self.is_time_for_memory():
            self.remembered = self.scanned(self.far)[1]
            self.far_scanned = self.far.arrivals
        missed = {f for f in range(self.d) if self.is_missed(f, now)}
        broken = sorted(missed & self.missed_before)
        self.missed_before = missed
        if broken:
            self.breaks += 1
            self.forget()
        kind = "reselected" if self.last_not_empty else "selected"
        self.select(self.choose(scan, now), kind, "break" if broken else "look", broken)

    def is_time_for_memory(self):
        if self.far is None or self.far.n <= self.length:
            return False
        return self.far_scanned is None or self.far.arrivals - self.far_scanned >= max(25, self.memory // 4)

    def is_missed(self, f, now):
        """Whether nothing is found now of what the memory has found and a window could hardly miss."""
        if now.is_weak(f):
            return False
        expected = [(finding, self.length / self.remembered.rows) for finding in self.remembered.of(f)]
        return any(self.above(one.statistic * share, EASILY_SEEN * one.bar()) for one, share in expected)

    # --- selecting

    def choose(self, scan, now):
        looks = [now, self.remembered]
        ranks = {}
        for f in range(self.d):
            strong = any(look.is_strong(f, self.kappa, self.above) for look in looks)
            weak = any(look.is_weak(f) for look in looks)
            if strong or (weak and f in self.selected):
                score = max(look.score(f) for look in looks)
                ranks[f] = score + self.margin if f in self.selected else score
        order = sorted(ranks, key=lambda f: (-ranks[f], f))
        for i, j in pairwise(order):
            self.above(ranks[i], ranks[j])
        kept = []
        for f in order:
            if len(kept) == self.n:
                break
            rivals = [
                other for other in kept if not (self.exempt_pairs and any({f, other} in look.pairs for look in looks))
            ]
            if not any(self.above(scan.similarity(other, f), ranks[f]) for other in rivals):
                kept.append(f)
        return kept
