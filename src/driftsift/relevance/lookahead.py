"""Which features say something about the class alone, and which only together with others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import flag, one_of, positive_int, real
from driftsift.data.schema import Schema
from driftsift.relevance.discretizers import Discretizer, PaD
from driftsift.relevance.scorer import LONGEST_WINDOW, StreamScorer

__all__ = ["Extension", "InteractionLookahead", "Pair", "Triple"]

MOST_LEVELS = 16
MOST_FEATURES_OF_TRIPLES = 200


@dataclass(frozen=True)
class Pair:
    """Two features each of which says something about the class given the other.

    Attributes
    ----------
    features : (str, str)
        The names of i and j.
    g, df, p : (number, number)
        The test of i given j, and of j given i: G, its degrees of freedom, probability without any information. Where
        a count below 5 is expected, p is that of the smaller one of G and Pearson's statistic. With
        ``significance="permutation"``, p is the share of shifts whose best pair has at least as much.
    scores : (float, float)
        The corrected conditional symmetrical uncertainty of i given j, and of j given i.
    """

    features: tuple[str, str]
    g: tuple[float, float]
    df: tuple[int, int]
    p: tuple[float, float]
    scores: tuple[float, float]


@dataclass(frozen=True)
class Extension:
    """A feature that says something about the class where two others, a pair, have certain values.

    Its test, `g`, `df` and `p`, is that of a `Pair` by chi-square.
    """

    given: tuple[str, str]
    feature: str
    g: float
    df: int
    p: float
    score: float


@dataclass(frozen=True)
class Triple:
    """Three features each of which says something about the class given the other two.

    Their tests, `g`, `df` and `p`, are those of a `Pair` by chi-square.
    """

    features: tuple[str, str, str]
    g: tuple[float, float, float]
    df: tuple[int, int, int]
    p: tuple[float, float, float]
    scores: tuple[float, float, float]


class InteractionLookahead(StreamScorer[_core.Lookahead]):
    """A scorer that also sees features which matter only together.

    A feature is found if it says something about the class in the last `window` labelled rows alone, given one other
    feature (and that one given it), or given such a pair. Scores are on the scale of the symmetrical uncertainty,
    less its bias; a feature without evidence has 0.

    Single features are counted at every row. Pairs are looked at when the window has become full, then after every
    `period` rows, and when `scan` is called; in between what was found is kept.

    Parameters
    ----------
    window : int, default 300
        500 to 1000 for concepts like deep trees.
    levels : int, default 3
        Coarse levels of a numeric feature in groups of features, of equal frequency. A nominal feature keeps its
        categories, of more than five the four most frequent ones.
    alpha : float, default 0.01
        Bounds the probability that any feature has a score in one full window of independent rows that say nothing
        about the class: two fifths of it for single features, two for pairs, one for what lies beyond. 0.05 suits a
        single window; over many windows false findings add up.
    period : int, optional
        Rows between two scans; by default a quarter of the window, but not less than 25.
    order : {2, 3}, default 2
        With 3, all triples are looked at too: only they show a parity of three. For up to 200 features.
    extend : bool, default True
        Whether to look for a third feature within the cells of the strongest pairs.
    min_cell : int, default 20
        Rows in a cell of a pair below which it is left out there.
    max_seeds : int, default 50
        How many pairs are extended.
    max_features : int, default 2000
        With more features that can take part, each scan looks at a share of the pairs, in turn, so that all have been
        looked at after a window of rows.
    min_support : int, default 5
        A feature with fewer rows outside its commonest level takes part in no group.
    anchors : sequence of names or numbers of features, optional
        Look only at groups with one of these. The tests stay as strict.
    significance : {"chi2", "permutation"}, default "chi2"
        Against what a pair is tested. "permutation" shifts the labels in a circle by random numbers of rows and asks
        for more than the best pair has then: for labels that depend on their predecessors. Single features and
        extensions are tested by chi-square in either case.
    permutations : int, default 99
        Number of shifts. A pair has to be above them all, unless 0.4 `alpha` allows for more; so the level of the
        pairs is then 1 / (`permutations` + 1).
    seed : int, default 0
        Chooses the shifts.
    discretizer : Discretizer, optional
        How numbers become the bins of single features; `PaD()` by default.

    Notes
    -----
    As `weights` of a learner it keeps to its own `alpha`, whatever that of the learner; `min_n` means there what it
    means with other scorers.

    Pairs, extensions and triples are tested by G and, where a count below 5 is expected, also by Pearson's statistic.
    Both are chi-square only approximately: of 1000 windows of noise (50 nominal features, 300 rows, 2 to 5 equally
    frequent categories, 2 to 5 classes) 0.02 to 0.08 gave a score at `alpha` = 0.05, more than 0.05 with four
    categories and five classes, and with five categories and two to four classes.

    Examples
    --------
    The class of an exclusive or depends on two features, neither of which says anything alone.

    >>> import numpy as np
    >>> from driftsift import InteractionLookahead, Nominal, Schema
    >>> schema = Schema([Nominal(name, ("0", "1")) for name in "abcd"], ("0", "1"))
    >>> X = np.random.default_rng(1).integers(0, 2, (300, 4))
    >>> scorer = InteractionLookahead().prepare(schema).observe(X, [str(row[0] ^ row[1]) for row in X])
    >>> sorted(scorer.relevant())
    ['a', 'b']
    >>> scorer.pairs()[0].features
    ('a', 'b')
    """

    def __init__(
        self,
        window: int = 300,
        levels: int = 3,
        alpha: float = 0.01,
        period: int | None = None,
        order: int = 2,
        extend: bool = True,
        min_cell: int = 20,
        max_seeds: int = 50,
        max_features: int = 2000,
        min_support: int = 5,
        anchors: Sequence[int | str] | None = None,
        significance: str = "chi2",
        permutations: int = 99,
        seed: int = 0,
        discretizer: Discretizer | None = None,
    ) -> None:
        self.window = window
        self.levels = levels
        self.alpha = alpha
        self.period = period
        self.order = order
        self.extend = extend
        self.min_cell = min_cell
        self.max_seeds = max_seeds
        self.max_features = max_features
        self.min_support = min_support
        self.anchors = anchors
        self.significance = significance
        self.permutations = permutations
        self.seed = seed
        self.discretizer = discretizer

    def scan(self) -> Self:
        """Look at all pairs now. Needs 100 rows, or a full window."""
        if not self._seen().scannable:
            raise ValueError(f"a scan needs a full window or 100 rows; there are {self.n} of {self.window}")
        self._model.scan()
        return self

    def pairs(self) -> list[Pair]:
        """Return the pairs found by the last scan, in the order of the features."""
        return [Pair(self._names(members), *map(tuple, tests)) for members, *tests in self._seen().pairs()]

    def extensions(self) -> list[Extension]:
        """Return what the last scan found given a pair, the strongest pair first."""
        return [
            Extension(self._names(members)[:2], self._names(members)[2], *(values[0] for values in tests))
            for members, *tests in self._seen().extensions()
        ]

    def triples(self) -> list[Triple]:
        """Return the triples found by the last scan, in the order of the features; none unless `order` is 3."""
        return [Triple(self._names(members), *map(tuple, tests)) for members, *tests in self._seen().triples()]

    def prune(self) -> list[str]:
        """Return the names of the features with a score, the highest first, without redundant ones.

        A feature is redundant if the symmetrical uncertainty of it and a kept feature, less its bias, is above its own
        score.
        """
        return list(self._names(self._seen().prune()))

    def significant(self, alpha: float | None = None) -> NDArray[np.bool_]:
        """Return whether there is evidence for every feature, at the `alpha` of the scorer."""
        if alpha is not None and alpha != self.alpha:
            raise ValueError(f"all tests were made at alpha={self.alpha}; give another alpha to the scorer itself")
        return self.scores() > 0

    def relevant(self, alpha: float | None = None) -> list[str]:
        """Return the names of the features with evidence, the highest score first."""
        chosen, scores = np.flatnonzero(self.significant(alpha)), self.scores()
        return list(self._names(sorted(chosen, key=lambda f: (-scores[f], f))))

    def p_values(self) -> NDArray[np.float64]:
        """Return for every feature how probable its gain is if it alone has nothing to do with the class."""
        _, statistic, freedom = np.asarray(self._seen().singles()).T
        p = np.asarray(stats.chi2.sf(statistic, np.maximum(freedom, 1.0)))
        return np.where(freedom > 0, p, 1.0)

    def explain(self) -> dict[str, Any]:
        """Return what is now believed, as plain data: the score of each feature, and the groups behind it."""
        scores, alone = self.scores(), self._significant_alone()
        return {
            "scores": {self.schema_.names[f]: float(scores[f]) for f in np.flatnonzero(scores)},
            "alone": [self.schema_.names[f] for f in np.flatnonzero(alone)],
            "pairs": [vars(pair).copy() for pair in self.pairs()],
            "extensions": [vars(extension).copy() for extension in self.extensions()],
            "triples": [vars(triple).copy() for triple in self.triples()],
        }

    def _significant_alone(self) -> NDArray[np.bool_]:
        return self.p_values() < 0.4 * self.alpha / max(1, self.schema_.n_features)

    def _names(self, members: Any) -> Any:
        return tuple(self.schema_.names[feature] for feature in members)

    def _build(self, schema: Schema) -> _core.Lookahead:
        discretizer = PaD() if self.discretizer is None else self.discretizer
        if not isinstance(discretizer, Discretizer):
            raise TypeError(f"discretizer must be PaD(), PiD() or EqualWidth(), got {discretizer!r}")
        options = self._options(schema)
        return _core.Lookahead(native_schema(schema), options, discretizer._build(options.window))

    def _options(self, schema: Schema) -> _core.LookaheadOptions:
        options = _core.LookaheadOptions()
        options.window = positive_int("window", self.window, most=LONGEST_WINDOW)
        options.levels = _at_most("levels", positive_int("levels", self.levels, least=2), MOST_LEVELS)
        options.alpha = real("alpha", self.alpha, above=0.0, below=1.0)
        options.period = max(25, options.window // 4) if self.period is None else positive_int("period", self.period)
        options.order = _at_most("order", positive_int("order", self.order, least=2), 3)
        if options.order == 3 and schema.n_features > MOST_FEATURES_OF_TRIPLES:
            raise ValueError(f"order=3 is for up to {MOST_FEATURES_OF_TRIPLES} features, got {schema.n_features}")
        options.extend = flag("extend", self.extend)
        options.min_cell = positive_int("min_cell", self.min_cell)
        options.max_seeds = positive_int("max_seeds", self.max_seeds)
        options.max_features = positive_int("max_features", self.max_features)
        options.min_support = positive_int("min_support", self.min_support)
        options.anchors = None if self.anchors is None else [_number(schema, anchor) for anchor in self.anchors]
        options.permute = one_of("significance", self.significance, ("chi2", "permutation")) == "permutation"
        options.permutations = positive_int("permutations", self.permutations)
        options.seed = positive_int("seed", self.seed, least=0)
        return options


def _at_most(name: str, value: int, most: int) -> int:
    if value > most:
        raise ValueError(f"{name} must be at most {most}, got {value}")
    return value


def _number(schema: Schema, anchor: int | str) -> int:
    if isinstance(anchor, str):
        if anchor not in schema.names:
            raise ValueError(f"anchors: no feature {anchor!r}; the features are {', '.join(schema.names[:20])}")
        return schema.names.index(anchor)
    if not 0 <= anchor < schema.n_features:
        raise ValueError(f"anchors: no feature {anchor}; there are {schema.n_features}")
    return int(anchor)
