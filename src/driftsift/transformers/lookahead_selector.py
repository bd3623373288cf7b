"""A selector for features that say something alone or only together."""

from __future__ import annotations

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import positive_int, positive_real, real
from driftsift.data.schema import Schema
from driftsift.relevance import InteractionLookahead, PaD
from driftsift.relevance.discretizers import Discretizer
from driftsift.relevance.scorer import LONGEST_WINDOW
from driftsift.transformers.selector import StreamSelector, on_empty

__all__ = ["LookaheadSelector"]


class LookaheadSelector(StreamSelector):
    """Keeps the features that say something about the class, alone or only together, without redundant ones.

    Two `InteractionLookahead` look at all features and pairs every so many rows: one at the last `window` rows, which
    notices soon what has changed, and one at up to `memory` rows since the last break, which finds what is weak or lies
    deep. A feature joins by strict evidence and stays by loose evidence. What the memory knows so well that the window
    could not miss it, and the window does not see twice in a row, is a break: the memory begins again.

    Parameters
    ----------
    window : int, default 500
    memory : int, default 5000
        Rows; None, or no more than `window`, for no memory.
    every : int, optional
        Rows between two looks; by default a quarter of the window, but not less than 25.
    alpha : float, default 0.01
        Level, for all features and pairs together, at which a feature joins.
    kappa : float, default 10
        It stays as long as there is evidence at `alpha` times `kappa`.
    margin : float, default 0.01
        By how much a score must be better to make a selected feature redundant.
    n : int, optional
        Most features to select.
    levels, order, extend, min_cell, max_seeds, max_features, min_support, discretizer
        As those of `InteractionLookahead`.
    on_empty : {"all", "keep", "prior"}, default "all"
        What passes while nothing is selected: all features, the last selection, or none.

    Examples
    --------
    No feature of BG3 says anything alone: three say it together.

    >>> import driftsift as ds
    >>> stream = ds.BG3(n=3_000, n_features=30, relevant=[3, 5, 7], seed=1)
    >>> evaluation = ds.evaluate(ds.LookaheadSelector() | ds.KNN(), stream)
    >>> evaluation.trained.explain()["selected"]
    [['x3', 'x5', 'x7']]
    """

    def __init__(
        self,
        window: int = 500,
        memory: int | None = 5000,
        every: int | None = None,
        alpha: float = 0.01,
        kappa: float = 10.0,
        margin: float = 0.01,
        n: int | None = None,
        levels: int = 3,
        order: int = 2,
        extend: bool = True,
        min_cell: int = 20,
        max_seeds: int = 50,
        max_features: int = 2000,
        min_support: int = 5,
        discretizer: Discretizer | None = None,
        on_empty: str = "all",
    ) -> None:
        self.window = window
        self.memory = memory
        self.every = every
        self.alpha = alpha
        self.kappa = kappa
        self.margin = margin
        self.n = n
        self.levels = levels
        self.order = order
        self.extend = extend
        self.min_cell = min_cell
        self.max_seeds = max_seeds
        self.max_features = max_features
        self.min_support = min_support
        self.discretizer = discretizer
        self.on_empty = on_empty

    def _build(self, schema: Schema) -> _core.Transformer:
        discretizer = PaD() if self.discretizer is None else self.discretizer
        if not isinstance(discretizer, Discretizer):
            raise TypeError(f"discretizer must be PaD(), PiD() or EqualWidth(), got {discretizer!r}")
        options = self._options(schema)
        bins = [discretizer._build(rows) for rows in (options.lookahead.window, options.memory)]
        return _core.lookahead_selector(native_schema(schema), options, *bins)

    def _replay(self) -> int:
        return max(self.window, self._memory())

    def _memory(self) -> int:
        return self.window if self.memory is None else positive_int("memory", self.memory, most=LONGEST_WINDOW)

    def _options(self, schema: Schema) -> _core.LookaheadSelectorOptions:
        options = _core.LookaheadSelectorOptions()
        options.lookahead = self._lookahead()._options(schema)
        options.memory = self._memory()
        options.every = max(25, self.window // 4) if self.every is None else positive_int("every", self.every)
        options.kappa = self.kappa
        options.margin = real("margin", self.margin, above=-1e-300)
        options.n = 0 if self.n is None else positive_int("n", self.n)
        options.on_empty = on_empty(self)
        return options

    def _lookahead(self) -> InteractionLookahead:
        alpha = real("alpha", self.alpha, above=0.0, below=1.0)
        kappa = positive_real("kappa", self.kappa)
        if kappa < 1 or alpha * kappa >= 1:
            raise ValueError(f"kappa must be at least 1 and below 1 / alpha, got {self.kappa}")
        return InteractionLookahead(
            window=self.window,
            levels=self.levels,
            alpha=alpha * kappa,
            order=self.order,
            extend=self.extend,
            min_cell=self.min_cell,
            max_seeds=self.max_seeds,
            max_features=self.max_features,
            min_support=self.min_support,
        )
