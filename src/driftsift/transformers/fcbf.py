"""FCBF: relevant features that no stronger one makes redundant, chosen anew from every chunk."""

from __future__ import annotations

from typing import Any

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import one_of, positive_int, real
from driftsift.data.schema import Schema
from driftsift.relevance.scorer import LONGEST_WINDOW
from driftsift.transformers.selector import StreamSelector, on_empty

__all__ = ["FCBF"]

BINNING = {"frequency": _core.ColumnBinning.frequency, "width": _core.ColumnBinning.width}
MOST_BINS = 2**12
SIGNIFICANCE = "significance"


class FCBF(StreamSelector):
    """Keeps the features of a chunk that are predominant for the class (Yu and Liu 2003).

    Features are looked at by falling symmetrical uncertainty with the class; one is left out if a stronger one that is
    kept shares at least as much with it. Values that are missing count nowhere.

    With the published threshold of 0 an irrelevant feature takes part whenever chance lends it some information: on a
    stream whose relevant features stay, the selection may still change with every chunk.

    Parameters
    ----------
    chunk : int, default 1000
        Rows that are looked at together.
    every : int, optional
        Rows from one selection to the next; by default as many as a chunk has, so that chunks do not overlap.
    threshold : float or "significance", default 0.0
        Symmetrical uncertainty a relevant feature must exceed; "significance": it must pass a G-test.
    alpha : float, default 0.001
        Level of that test, for a single feature.
    bins : int, default 5
        Of a numeric feature, cut anew in every chunk.
    binning : {"frequency", "width"}, default "frequency"
    max_features : int, optional
        Most features to select.
    min_change : int, default 1
        So many features must join or leave for a selection to replace the one before.
    on_empty : {"keep", "all"}, default "keep"
        What passes when nothing is relevant: the last selection, or all features.

    Examples
    --------
    >>> import driftsift as ds
    >>> stream = ds.WithIrrelevant(ds.SEA(n=5_000, seed=1), numeric=20)
    >>> model = (ds.FCBF(threshold="significance") | ds.NaiveBayes()).prepare(stream.schema)
    >>> ds.evaluate(model, stream).trained.explain()["selected"]
    [['x1', 'x2']]
    """

    def __init__(
        self,
        chunk: int = 1000,
        every: int | None = None,
        threshold: float | str = 0.0,
        alpha: float = 0.001,
        bins: int = 5,
        binning: str = "frequency",
        max_features: int | None = None,
        min_change: int = 1,
        on_empty: str = "keep",
    ) -> None:
        self.chunk = chunk
        self.every = every
        self.threshold = threshold
        self.alpha = alpha
        self.bins = bins
        self.binning = binning
        self.max_features = max_features
        self.min_change = min_change
        self.on_empty = on_empty

    def _build(self, schema: Schema) -> _core.Transformer:
        return _core.fcbf(native_schema(schema), self._options())

    def _replay(self) -> int:
        return self._chunk()

    def _chunk(self) -> int:
        return positive_int("chunk", self.chunk, most=LONGEST_WINDOW)

    def _options(self) -> _core.FcbfOptions:
        options = _core.FcbfOptions()
        options.chunk = self._chunk()
        options.every = options.chunk if self.every is None else positive_int("every", self.every)
        options.significance = isinstance(self.threshold, str)
        options.threshold = _threshold(self.threshold)
        options.alpha = real("alpha", self.alpha, above=0.0, below=1.0)
        options.bins = positive_int("bins", self.bins, least=2, most=MOST_BINS)
        options.binning = BINNING[one_of("binning", self.binning, list(BINNING))]
        options.max_features = 0 if self.max_features is None else positive_int("max_features", self.max_features)
        options.min_change = positive_int("min_change", self.min_change)
        one_of("on_empty", self.on_empty, ("keep", "all"))
        options.on_empty = on_empty(self)
        return options


def _threshold(value: Any) -> float:
    if isinstance(value, str):
        if value != SIGNIFICANCE:
            raise ValueError(f"threshold must be a number or {SIGNIFICANCE!r}, got {value!r}")
        return 0.0
    number = real("threshold", value, below=1.0)
    if number < 0:
        raise ValueError(f"threshold must be at least 0, got {value}")
    return number
