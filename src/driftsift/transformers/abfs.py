"""ABFS: a chain of boosted stumps, each of which selects a feature."""

from __future__ import annotations

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import one_of, positive_int, positive_real, real
from driftsift.data.schema import Schema
from driftsift.detectors import Detector
from driftsift.detectors.adwin import native_detector
from driftsift.learners.trees.options import CRITERIA
from driftsift.transformers.selector import StreamSelector, on_empty

__all__ = ["ABFS"]

TESTS = {
    "significance": _core.SplitTest.significance,
    "none": _core.SplitTest.none,
    "hoeffding": _core.SplitTest.hoeffding,
}


class ABFS(StreamSelector):
    """Finds features one after another with decision stumps that listen to what those before them got wrong.

    After every grace period the best stump on a feature not yet selected joins the chain if its gain is more than
    chance would give. A row goes through the chain with a weight that every stump lowers where it was right and raises
    where it was wrong. Each stump has a detector that watches its errors: in a drift it goes, with all stumps behind
    it, and the search begins again.

    Parameters
    ----------
    grace : float, default 100
        Rows between two attempts to select a feature.
    theta : float, default 0.01
        Least merit of a stump.
    detector : detector, default ADWIN()
        Never used itself; every stump gets a fresh one with these parameters.
    criterion : {"information-gain", "gini", "hellinger", "symmetrical-uncertainty"}
    split_test : {"significance", "none", "hoeffding"}, default "significance"
        What else a stump has to show: a gain that is significant at `alpha` among all stumps there are to choose from,
        nothing (as the published program), or that it is better than the second best by the Hoeffding bound (as
        printed: of equally good features none is ever selected).
    alpha : float, default 0.05
    delta : float, default 1e-7
    tau : float, default 0.0
        Of the Hoeffding bound.
    lambda_range : tuple of two floats, default (0.1, 10.0)
        Bounds of the weight of a row.
    max_units : int, optional
        Most stumps; any number by default.
    on_empty : {"all", "keep", "prior"}, default "all"
        What passes while nothing is selected: all features, the last selection, or none.
    variant : {"repaired", "as-published"}, default "repaired"
        As published, counters start at 0, weights have no bounds and the grace period is counted in weight; the
        published program is ``ABFS(grace=500, split_test="none", on_empty="keep", variant="as-published")``.

    Examples
    --------
    >>> import driftsift as ds
    >>> stream = ds.WithIrrelevant(ds.SEA(n=5_000, seed=1), numeric=20)
    >>> evaluation = ds.evaluate(ds.ABFS() | ds.NaiveBayes(), stream)
    >>> [(event.row, event.kind, event.gained) for event in evaluation.trained.events_]
    [(100, 'grown', ('x1',)), (300, 'grown', ('x2',))]
    """

    def __init__(
        self,
        grace: float = 100,
        theta: float = 0.01,
        detector: Detector | None = None,
        criterion: str = "information-gain",
        split_test: str = "significance",
        alpha: float = 0.05,
        delta: float = 1e-7,
        tau: float = 0.0,
        lambda_range: tuple[float, float] = (0.1, 10.0),
        max_units: int | None = None,
        on_empty: str = "all",
        variant: str = "repaired",
    ) -> None:
        self.grace = grace
        self.theta = theta
        self.detector = detector
        self.criterion = criterion
        self.split_test = split_test
        self.alpha = alpha
        self.delta = delta
        self.tau = tau
        self.lambda_range = lambda_range
        self.max_units = max_units
        self.on_empty = on_empty
        self.variant = variant

    def _build(self, schema: Schema) -> _core.Transformer:
        return _core.abfs(native_schema(schema), self._options(), native_detector(self.detector))

    def _replay(self) -> int:
        return max(1, int(self.grace))

    def _options(self) -> _core.AbfsOptions:
        options = _core.AbfsOptions()
        options.split.criterion = CRITERIA[one_of("criterion", self.criterion, list(CRITERIA))]
        options.as_published = one_of("variant", self.variant, ("repaired", "as-published")) == "as-published"
        rows = positive_real("grace", self.grace) if options.as_published else positive_int("grace", self.grace)
        options.grace = rows
        options.theta = real("theta", self.theta, above=-1e-300)
        options.test = TESTS[one_of("split_test", self.split_test, list(TESTS))]
        options.alpha = real("alpha", self.alpha, above=0.0, below=1.0)
        options.delta = real("delta", self.delta, above=0.0, below=1.0)
        options.tau = real("tau", self.tau, above=-1e-300)
        options.lambda_least, options.lambda_most = self._lambda_range()
        options.max_units = 0 if self.max_units is None else positive_int("max_units", self.max_units)
        options.on_empty = on_empty(self)
        return options

    def _lambda_range(self) -> tuple[float, float]:
        try:
            least, most = self.lambda_range
        except (TypeError, ValueError):
            raise TypeError(f"lambda_range must be two numbers, got {self.lambda_range!r}") from None
        least, most = positive_real("lambda_range", least), positive_real("lambda_range", most)
        if least > most:
            raise ValueError(f"lambda_range must be ascending, got {self.lambda_range!r}")
        return least, most
