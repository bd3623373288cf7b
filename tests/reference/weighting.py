"""Weights of features for a learner, from what a window says about them (thesis-methods.md, sections 0.4, 2 and 3)."""

from __future__ import annotations

from tests.reference.relevance.lookahead import Lookahead


class Sliding:
    """Scores of single features: those of a ``Window`` under one of its names."""

    def __init__(self, window, name="SymmetricalUncertainty"):
        self.window = window
        self.name = name

    def observe(self, row, label):
        self.window.observe(row, label)

    @property
    def features(self):
        return range(len(self.window.n_categories))

    def scores(self, corrected=False):
        return [self.window.score(self.name, f, corrected) for f in self.features]

    def relevant(self, alpha):
        return [self.window.p_value(f) < alpha / len(self.features) for f in self.features]


class Together:
    """Scores of a lookahead that looks when the window fills, and then every so many rows."""

    def __init__(self, window, period=None, **options):
        self.window = window
        self.options = options
        self.period = period or max(25, window.length // 4)
        self.since = 0
        self.found = [0.0] * len(window.n_categories)

    def observe(self, row, label):
        self.window.observe(row, label)
        self.since += 1
        if self.window.arrivals == self.window.length or (self.window.full and self.since == self.period):
            self.found = self.look().scores_together()
            self.since = 0

    def look(self):
        return Lookahead(self.window, **self.options)

    def scores(self, corrected=True):
        """What was found at the last look, or what the feature says on its own by now."""
        now = self.look()
        return [max(now.single(f), found) for f, found in enumerate(self.found)]

    def relevant(self, alpha):
        return [score > 0 for score in self.scores()]


class Weights:
    """One weight for every feature; all are 1 where too little is known, and where nothing is relevant."""

    def __init__(self, scorer, weighting="significant", alpha=0.05, min_n=50):
        self.scorer = scorer
        self.weighting = weighting
        self.alpha = alpha
        self.min_n = min(min_n, scorer.window.length)
        self.known = None

    def observe(self, row, label):
        self.scorer.observe(row, label)
        self.known = None

    def current(self):
        if self.known is None:
            self.known = self.computed()
        return self.known

    def computed(self):
        ones = [1.0] * len(self.scorer.window.n_categories)
        if self.scorer.window.n < self.min_n:
            return ones
        weights = getattr(self, self.weighting)()
        return weights if any(weights) else ones

    def significant(self):
        return [float(relevant) for relevant in self.scorer.relevant(self.alpha)]

    def relative(self):
        scores = self.scorer.scores(corrected=True)
        return [score / max(scores) for score in scores] if max(scores) else scores

    def relative2(self):
        return [share * share for share in self.relative()]

    def raw(self):
        return self.scorer.scores()

    def balanced(self):
        """Corrected scores of the relevant features as multiples of their mean."""
        mask = self.significant()
        scores = [m * score for m, score in zip(mask, self.scorer.scores(corrected=True), strict=True)]
        return [score * sum(mask) / sum(scores) for score in scores] if any(scores) else mask


class Fixed:
    """The same weights whatever is observed."""

    def __init__(self, weights):
        self.weights = list(weights)

    def observe(self, row, label):
        """Nothing changes them."""

    def current(self):
        return self.weights
