"""What features say about the class together (thesis-methods.md, section 6), counted row by row."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from scipy import stats

from tests.reference.relevance.tables import Table, ratio

MOST_CATEGORIES = 5
SINGLES, PAIRS, BEYOND = 0.4, 0.4, 0.2


def phi(counts):
    return math.fsum(n * math.log(n) for n in counts.values())


def kinds_by_cell(keys):
    """How many different values there are with each condition, from the keys (condition, value)."""
    return Counter(condition for condition, _ in keys)


def smallest_by_cell(counts):
    """The smallest count with each condition."""
    cells = {condition for condition, _ in counts}
    return {cell: min(count for (condition, _), count in counts.items() if condition == cell) for cell in cells}


class Given:
    """What x says about y where z is known: made of rows (z, x, y), in cells of equal z."""

    def __init__(self, rows):
        self.n = len(rows)
        self.n_zxy = Counter(rows)
        self.n_zx = Counter((z, x) for z, x, _ in rows)
        self.n_zy = Counter((z, y) for z, _, y in rows)
        self.n_z = Counter(z for z, _, _ in rows)

    @property
    def g(self):
        return 2 * (phi(self.n_zxy) - phi(self.n_zx) - phi(self.n_zy) + phi(self.n_z))

    @property
    def df(self):
        values, classes = kinds_by_cell(self.n_zx), kinds_by_cell(self.n_zy)
        return sum((values[z] - 1) * (classes[z] - 1) for z in self.n_z)

    def expected(self, z, x, y):
        """How many rows of a cell would have these values if they had nothing to do with each other."""
        return self.n_zx[z, x] * self.n_zy[z, y] / self.n_z[z]

    @property
    def smallest_expected(self):
        """Of values and classes that occur in the cell."""
        values, classes = smallest_by_cell(self.n_zx), smallest_by_cell(self.n_zy)
        return min((values[z] * classes[z] / self.n_z[z] for z in self.n_z), default=math.inf)

    @property
    def pearson(self):
        """X2 of the table of every cell, added up."""
        pairs = ((z, x, y) for z, x in self.n_zx for other, y in self.n_zy if other == z)
        return math.fsum((self.n_zxy[key] - self.expected(*key)) ** 2 / self.expected(*key) for key in pairs)

    @property
    def statistic(self):
        """G, or the smaller one of G and X2 where a count below 1 is expected."""
        return min(self.g, self.pearson) if self.smallest_expected < 5 else self.g

    @property
    def p_value(self):
        return float(stats.chi2.sf(self.statistic, self.df)) if self.df else 1.0

    def bits(self, nats):
        """An amount in nats for all rows as bits for each."""
        return ratio(nats, self.n * math.log(2))

    @property
    def information(self):
        return self.bits(self.g / 2)

    @property
    def bias(self):
        return self.bits(self.df / 2)

    @property
    def entropies(self):
        """H(x|z) + H(y|z)."""
        return self.bits(2 * phi(self.n_z) - phi(self.n_zx) - phi(self.n_zy))

    @property
    def uncertainty(self):
        """CSU: twice the information beyond the bias, as a share of the entropies."""
        entropies = self.entropies
        return 2 * max(0.0, self.information - self.bias) / entropies if entropies > 1e-12 else 0.0


@dataclass(frozen=True)
class Pair:
    """Two features that are informative only, or more, together: i given j, and j given i."""

    features: tuple[int, int]
    given: tuple[Given, Given]

    @property
    def weaker(self):
        return min(each.g for each in self.given)

    def passes(self, alpha):
        return all(each.p_value < alpha for each in self.given)


class Lookahead:
    """Singles, pairs and extensions of a ``Window`` of nominal features.

    Parameters
    ----------
    window : Window
        Rows and tables of the single features.
    anchors : sequence of int, optional
        Only pairs with one of these are looked at.
    """

    def __init__(
        self, window, alpha=0.01, order=2, extend=True, min_cell=20, max_seeds=50, min_support=5, anchors=None
    ):
        self.window = window
        self.alpha = alpha
        self.order = order
        self.extend = extend
        self.min_cell = min_cell
        self.max_seeds = max_seeds
        self.min_support = min_support
        self.anchors = anchors
        self.d = len(window.n_categories)
        self.labels = [label for _, label in window.rows]
        self.levels = [self.levels_of(f) for f in range(self.d)]

    # --- levels

    def levels_of(self, f):
        """The coarse level of every row, None where missing."""
        codes = [None if math.isnan(row[f]) else int(row[f]) for row, _ in self.window.rows]
        if self.window.n_categories[f] <= MOST_CATEGORIES:
            return codes
        frequency = Counter(code for code in codes if code is not None)
        kept = sorted(frequency, key=lambda code: (-frequency[code], code))[: MOST_CATEGORIES - 1]
        return [code if code is None or code in kept else "rest" for code in codes]

    def rows_with(self, features):
        """Numbers of the rows in which all of these are present."""
        return [r for r in range(self.window.n) if all(self.levels[f][r] is not None for f in features)]

    def supported(self, f):
        """Whether enough rows are outside of its commonest level for it to be tested.

        The specification asks this of the rarest level, for the reason that such a feature could not pass; that is
        so with two levels only.
        """
        counts = Counter(level for level in self.levels[f] if level is not None)
        return sum(counts.values()) - max(counts.values(), default=0) >= self.min_support

    # --- pairs

    def given(self, f, others):
        """What a feature says where the others are known."""
        rows = self.rows_with([f, *others])
        return Given([(tuple(self.levels[z][r] for z in others), self.levels[f][r], self.labels[r]) for r in rows])

    def pair(self, i, j):
        return Pair((i, j), (self.given(i, [j]), self.given(j, [i])))

    @property
    def candidates(self):
        features = [f for f in range(self.d) if self.supported(f)]
        anchored = features if self.anchors is None else self.anchors
        return [(i, j) for i, j in combinations(features, 2) if i in anchored or j in anchored]

    @property
    def pair_alpha(self):
        """For each pair; all pairs of all features count, whichever are left out."""
        return PAIRS * self.alpha / math.comb(self.d, 2) if self.d > 1 else 0.0

    @property
    def pairs(self):
        """The significant ones, by falling evidence."""
        found = [pair for pair in (self.pair(i, j) for i, j in self.candidates) if pair.passes(self.pair_alpha)]
        return sorted(found, key=lambda pair: (-pair.weaker, pair.features))

    # --- beyond pairs

    @property
    def beyond_alpha(self):
        """For all extensions, and for all triples: they share what is left if both are looked at."""
        return BEYOND * self.alpha / (2 if self.extend and self.order == 3 else 1)

    def extension(self, k, seed):
        """What a feature says within the larger cells of a pair."""
        cells = self.rows_with(seed)
        sizes = Counter(tuple(self.levels[z][r] for z in seed) for r in cells)
        kept = [(tuple(self.levels[z][r] for z in seed), self.levels[k][r], self.labels[r]) for r in cells]
        return Given([row for row in kept if sizes[row[0]] >= self.min_cell and row[1] is not None])

    def extensions(self, pairs):
        """The accepted (feature, seed) and what the one says given the other."""
        seeds = [pair.features for pair in pairs[: self.max_seeds]] if self.extend else []
        tried = [(k, seed, self.extension(k, seed)) for seed in seeds for k in range(self.d) if k not in seed]
        limit = self.beyond_alpha / (len(seeds) * self.d) if seeds else 0.0
        return {(k, seed): given for k, seed, given in tried if given.p_value < limit}

    @property
    def triples(self):
        """Those of which each says something given the other two, and what it says."""
        if self.order < 3 or self.d < 3:
            return {}
        limit = self.beyond_alpha / math.comb(self.d, 3)
        found = {}
        for members in combinations([f for f in range(self.d) if self.supported(f)], 3):
            given = [self.given(f, [g for g in members if g != f]) for f in members]
            if all(each.p_value < limit for each in given):
                found[members] = given
        return found

    # --- scores

    def single(self, f):
        table = self.window.table(f)
        passes = table.p_value < SINGLES * self.alpha / self.d
        return table.symmetrical_uncertainty(corrected=True) if passes else 0.0

    def scores(self):
        return [max(self.single(f), together) for f, together in enumerate(self.scores_together())]

    def scores_together(self):
        """What pairs, extensions and triples alone give."""
        pairs = self.pairs
        scores = [0.0] * self.d
        for pair in pairs:
            for f, given in zip(pair.features, pair.given, strict=True):
                scores[f] = max(scores[f], given.uncertainty)
        for (k, _), given in self.extensions(pairs).items():
            scores[k] = max(scores[k], given.uncertainty)
        for members, all_given in self.triples.items():
            for f, given in zip(members, all_given, strict=True):
                scores[f] = max(scores[f], given.uncertainty)
        return scores

    # --- redundancy

    def similarity(self, i, j):
        """The corrected uncertainty between two features."""
        rows = [(self.levels[i][r], self.levels[j][r]) for r in self.rows_with([i, j])]
        joint = Counter(rows)
        values = [sorted(set(column), key=str) for column in zip(*rows, strict=True)] if rows else [[], []]
        counts = [[joint[a, b] for b in values[1]] for a in values[0]]
        return Table(self.window.length, counts).symmetrical_uncertainty(corrected=True)

    def prune(self, scores):
        """Features with a score that no better one makes redundant."""
        kept = []
        for j in sorted((f for f in range(self.d) if scores[f] > 0), key=lambda f: (-scores[f], f)):
            if all(self.similarity(i, j) <= scores[j] for i in kept):
                kept.append(j)
        return kept
