"""DISCUSS: relevant features without redundant ones, chosen anew when one of them crosses the line."""

from __future__ import annotations

from math import log, log10, sqrt
from typing import Any

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import flag, one_of, positive_int, positive_real, real
from driftsift.data.schema import Schema
from driftsift.relevance import InteractionLookahead, SymmetricalUncertainty
from driftsift.transformers.selector import StreamSelector, on_empty

__all__ = ["DISCUSS"]

STRATEGIES = {
    "significance": _core.DiscussStrategy.significance,
    "n-best": _core.DiscussStrategy.n_best,
    "threshold": _core.DiscussStrategy.threshold,
    "auto": _core.DiscussStrategy.threshold,
    "auto-printed": _core.DiscussStrategy.threshold,
}
REDUNDANCY = {
    "corrected": _core.Redundancy.corrected,
    "raw": _core.Redundancy.raw,
    None: _core.Redundancy.off,
}
LONG = ("significance", "n-best")  # strategies with a window of 300, the others have 200


class DISCUSS(StreamSelector):
    """Keeps the features that tell about the class in a sliding window and are not redundant.

    Scores are kept up to date with every row. When a feature crosses the line, from irrelevant to relevant or back, the
    selection is made anew: candidates by falling score, leaving out those that share more with a better one than they
    say about the class. The learner behind starts afresh only if the selection is another one, and learns the rows of
    the window again.

    Parameters
    ----------
    strategy : {"significance", "n-best", "threshold", "auto", "auto-printed"}, default "significance"
        "significance": features that say more than chance would. "n-best": the n best. "threshold": a score above
        `theta`. "auto": above the Hoeffding bound for `delta` and the window; "auto-printed": the bound as printed, ten
        times too small.
    n : int, optional
        Most features to select; 5 for "n-best", any number otherwise.
    theta : float, default 0.03
    window : int, optional
        Rows that count; 300 for "significance" and "n-best", otherwise 200.
    scorer : SymmetricalUncertainty or InteractionLookahead, optional
        With a window of its own. The lookahead also sees features that say something only together.
    redundancy : {"corrected", "raw", None}, default "corrected"
        Whether what two features share is compared without its bias, as it comes, or not at all.
    alpha : float, default 0.05
        Level of significance for all features together.
    kappa : float, default 10
        A feature joins at alpha / kappa and leaves at alpha * kappa.
    margin : float, default 0.01
        The same for scores: how far beyond the line they must be.
    delta : float, default 0.05
    check_every : int, default 1
        Rows between two looks.
    redundancy_heuristic : bool, default False
        Whether only pairs of nearly the same score are compared.
    on_empty : {"all", "keep", "prior"}, default "all"
        What passes while nothing is selected: all features, the last selection, or none.
    variant : {"repaired", "as-published"}, default "repaired"
        The published form selects anew whenever a feature stands on the other side of the line, which may be at every
        row: slow, for comparison.

    Examples
    --------
    >>> import driftsift as ds
    >>> stream = ds.WithIrrelevant(ds.SEA(n=5_000, seed=1), numeric=20)
    >>> model = (ds.DISCUSS() | ds.NaiveBayes()).prepare(stream.schema)
    >>> evaluation = ds.evaluate(model, stream)
    >>> evaluation.trained.explain()["selected"]
    [['x1', 'x2']]
    """

    def __init__(
        self,
        strategy: str = "significance",
        n: int | None = None,
        theta: float = 0.03,
        window: int | None = None,
        scorer: Any = None,
        redundancy: str | None = "corrected",
        alpha: float = 0.05,
        kappa: float = 10.0,
        margin: float = 0.01,
        delta: float = 0.05,
        check_every: int = 1,
        redundancy_heuristic: bool = False,
        on_empty: str = "all",
        variant: str = "repaired",
    ) -> None:
        self.strategy = strategy
        self.n = n
        self.theta = theta
        self.window = window
        self.scorer = scorer
        self.redundancy = redundancy
        self.alpha = alpha
        self.kappa = kappa
        self.margin = margin
        self.delta = delta
        self.check_every = check_every
        self.redundancy_heuristic = redundancy_heuristic
        self.on_empty = on_empty
        self.variant = variant

    def _build(self, schema: Schema) -> _core.Transformer:
        scorer = self._scorer()
        options = self._options(scorer.window)
        if options.as_published and (self.strategy == "significance" or isinstance(scorer, InteractionLookahead)):
            raise ValueError("variant='as-published' takes neither strategy='significance' nor an InteractionLookahead")
        return _core.discuss(native_schema(schema), options, scorer._build(schema))

    def _replay(self) -> int:
        return int(self._scorer().window)

    def _scorer(self) -> Any:
        if self.scorer is None:
            usual = 300 if self.strategy in LONG else 200
            return SymmetricalUncertainty(usual if self.window is None else positive_int("window", self.window))
        if not isinstance(self.scorer, (SymmetricalUncertainty, InteractionLookahead)):
            raise TypeError(f"scorer must be a SymmetricalUncertainty or an InteractionLookahead, got {self.scorer!r}")
        if self.window is not None:
            raise ValueError("window must be None where a scorer with a window of its own is given")
        return self.scorer

    def _options(self, window: int) -> _core.DiscussOptions:
        options = _core.DiscussOptions()
        options.strategy = STRATEGIES[one_of("strategy", self.strategy, list(STRATEGIES))]
        usual = 5 if self.strategy == "n-best" else 0
        options.n = usual if self.n is None else positive_int("n", self.n)
        options.delta = real("delta", self.delta, above=0.0, below=1.0)
        options.theta = self._threshold(window)
        if self.redundancy not in REDUNDANCY:
            raise ValueError(f"redundancy must be one of {list(REDUNDANCY)}, got {self.redundancy!r}")
        options.redundancy = REDUNDANCY[self.redundancy]
        options.alpha = real("alpha", self.alpha, above=0.0, below=1.0)
        options.kappa = positive_real("kappa", self.kappa)
        options.margin = real("margin", self.margin, above=-1e-300)
        options.check_every = positive_int("check_every", self.check_every)
        options.heuristic = flag("redundancy_heuristic", self.redundancy_heuristic)
        options.on_empty = on_empty(self)
        options.as_published = one_of("variant", self.variant, ("repaired", "as-published")) == "as-published"
        return options

    def _threshold(self, window: int) -> float:
        if self.strategy == "auto":
            return sqrt(log(1 / self.delta) / (2 * window))
        if self.strategy == "auto-printed":
            return sqrt(log10(1 / (1 - self.delta)) / (2 * window))
        return real("theta", self.theta, above=-1e-300)
