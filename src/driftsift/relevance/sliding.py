"""Scores made of entropies over a sliding window, exact at any time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import flag, positive_int, positive_real
from driftsift.data.schema import Schema
from driftsift.relevance.discretizers import Discretizer, PaD
from driftsift.relevance.scorer import LONGEST_WINDOW, StreamScorer
from driftsift.relevance.significance import passed

__all__ = [
    "ConditionalEntropy",
    "GainRatio",
    "InformationGain",
    "SlidingScorer",
    "SymmetricalUncertainty",
]

LN2 = float(np.log(2.0))


class SlidingScorer(StreamScorer[_core.Relevance]):
    """A score made of the entropies of each feature and the class in the last `window` labelled rows.

    Counts are whole numbers and entropies come from a table of n log2 n in fixed point, so a score depends on the
    rows in the window alone, bit for bit, and a window forgets completely. A missing value takes its row out of the
    table of its feature, and of no other. In sparse rows 0 is a kind of its own, and a row costs as much as it stores.

    Parameters
    ----------
    window : int, default 200
    discretizer : Discretizer, optional
        How numbers become bins; `PaD()` by default.
    correct_bias : bool, default False
        Take off what independence alone would give on average. Has no effect on `ConditionalEntropy`.
    """

    _kind: ClassVar[_core.RelevanceKind]

    def __init__(self, window: int = 200, discretizer: Discretizer | None = None, correct_bias: bool = False) -> None:
        self.window = window
        self.discretizer = discretizer
        self.correct_bias = correct_bias

    def _build(self, schema: Schema) -> _core.Relevance:
        window = positive_int("window", self.window, most=LONGEST_WINDOW)
        discretizer = PaD() if self.discretizer is None else self.discretizer
        if not isinstance(discretizer, Discretizer):
            raise TypeError(f"discretizer must be PaD(), PiD() or EqualWidth(), got {discretizer!r}")
        return _core.Relevance(
            native_schema(schema),
            window,
            self._kind,
            flag("correct_bias", self.correct_bias),
            discretizer._build(window),
        )

    def raw(self) -> NDArray[np.float64]:
        """Return the score as its formula gives it, whether or not higher is more relevant."""
        return self.scores()

    def p_values(self) -> NDArray[np.float64]:
        """Return for every feature how probable its gain is if it has nothing to do with the class.

        The G-test with Williams' divisor, or Pearson's test where a count below 1 is expected.
        """
        statistic, freedom, _ = np.asarray(self._seen().tests()).T
        p = np.asarray(stats.chi2.sf(statistic, np.maximum(freedom, 1.0)))
        return np.where(freedom > 0, p, 1.0)

    def significant(self, alpha: float = 0.05, correction: str | None = "bonferroni") -> NDArray[np.bool_]:
        """Return whether every feature says more about the class than chance would.

        Parameters
        ----------
        alpha : float, default 0.05
        correction : {"bonferroni", "fdr", None}, default "bonferroni"
            Whether `alpha` bounds the probability of any false alarm, the share of false alarms, or is the level of
            each feature by itself.
        """
        return passed(self.p_values(), positive_real("alpha", alpha, most=1.0), correction)

    def threshold(self, alpha: float = 0.05) -> NDArray[np.float64]:
        """Return the score that a feature independent of the class exceeds with this probability; infinite if never.

        This is for one feature; divide `alpha` by the number of features that are looked at.
        """
        return self._of_gain(self._gain_exceeded(positive_real("alpha", alpha, most=1.0)))

    def counts(self, feature: int | str) -> NDArray[np.int32]:
        """Return how often each bin or category of a feature, by number or name, meets each class.

        In sparse rows the last line counts what is not stored.
        """
        self._require_prepared()
        return np.asarray(self._model.counts(self._number(feature)))

    def between(
        self, feature: int | str, others: Sequence[int | str] | None = None, correct_bias: bool = True
    ) -> NDArray[np.float64]:
        """Return how much a feature and each of some others say about each other: their symmetrical uncertainty.

        Over the rows in which both are present, in the bins they have now; 0 as long as one of them is not ready.

        Parameters
        ----------
        feature : int or str
        others : list of int or str, optional
            All features by default.
        correct_bias : bool, default True
            Take off what independence alone would give on average. Two features of ten bins have a bias of about 0.09
            in 200 rows, more than many relevant features have to do with the class.
        """
        self._require_prepared()
        numbers = range(self.schema_.n_features) if others is None else map(self._number, others)
        found = np.asarray(self._model.between(self._number(feature), list(numbers)))
        return found[:, int(flag("correct_bias", correct_bias))]

    def cuts(self, feature: int | str) -> NDArray[np.float64]:
        """Return where the bins of a numeric feature, by number or name, meet; empty while it has none."""
        self._require_prepared()
        return np.asarray(self._model.cuts(self._number(feature)))

    def _entropies(self) -> NDArray[np.float64]:
        """Return H(X), H(Y), H(Y|X) and the gain by feature."""
        return np.asarray(self._seen().entropies()).T

    def _gain_exceeded(self, alpha: float) -> NDArray[np.float64]:
        _, freedom, divisor = np.asarray(self._seen().tests()).T
        present = np.asarray(self._model.present())
        with np.errstate(divide="ignore", invalid="ignore"):
            gain = divisor * stats.chi2.isf(alpha, np.maximum(freedom, 1.0)) / (2.0 * present * LN2)
        return np.where(freedom > 0, gain, np.inf)

    def _of_gain(self, gain: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the score a gain would give."""
        return gain


class ConditionalEntropy(SlidingScorer):
    """log2 of the number of classes, less H(Y|X): how far below its maximum the doubt about the class is.

    `raw` gives H(Y|X) itself: 0 where the feature determines the class. On unbalanced classes every feature has a
    floor of log2 c - H(Y), which `InformationGain` does not have.

    Examples
    --------
    >>> from driftsift import ConditionalEntropy, Nominal, Schema
    >>> schema = Schema([Nominal("colour", ("red", "green"))], ("no", "yes"))
    >>> scorer = ConditionalEntropy().prepare(schema).observe([[0], [0], [1], [1]], ["no", "no", "yes", "no"])
    >>> scorer.scores(), scorer.raw()
    (array([0.5]), array([0.5]))
    """

    _kind = _core.RelevanceKind.conditional_entropy

    def raw(self) -> NDArray[np.float64]:
        """Return H(Y|X); log2 of the number of classes as long as a feature is not ready."""
        return float(np.log2(max(self.schema_.n_classes, 1))) - self.scores()

    def _of_gain(self, gain: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.log2(max(self.schema_.n_classes, 1)) - self._entropies()[1] + gain)


class InformationGain(SlidingScorer):
    """H(Y) - H(Y|X): by how much the feature lowers the doubt about the class, in bits.

    Examples
    --------
    >>> from driftsift import InformationGain, Nominal, Schema
    >>> schema = Schema([Nominal("colour", ("red", "green"))], ("no", "yes"))
    >>> InformationGain().prepare(schema).observe([[0], [0], [1], [1]], ["no", "no", "yes", "yes"]).scores()
    array([1.])
    """

    _kind = _core.RelevanceKind.information_gain


class GainRatio(SlidingScorer):
    """The information gain as a share of H(X).

    Examples
    --------
    >>> from driftsift import GainRatio, Nominal, Schema
    >>> schema = Schema([Nominal("shape", ("a", "b", "c", "d"))], ("no", "yes"))
    >>> GainRatio().prepare(schema).observe([[0], [1], [2], [3]], ["no", "no", "yes", "yes"]).scores()
    array([0.5])
    """

    _kind = _core.RelevanceKind.gain_ratio

    def _of_gain(self, gain: NDArray[np.float64]) -> NDArray[np.float64]:
        return _ratio(gain, self._entropies()[0])


class SymmetricalUncertainty(SlidingScorer):
    """Twice the information gain as a share of H(X) + H(Y): from 0 (independent) to 1 (each determines the other).

    Examples
    --------
    >>> import driftsift as ds
    >>> stream = ds.SEA(1000, n_features=5, relevant=[1, 3], seed=1)
    >>> ds.SymmetricalUncertainty(window=300).prepare(stream.schema).observe_chunk(stream.take(1000)).relevant()
    ['x3', 'x1']
    """

    _kind = _core.RelevanceKind.symmetrical_uncertainty

    def _of_gain(self, gain: NDArray[np.float64]) -> NDArray[np.float64]:
        of_feature, of_class, _, _ = self._entropies()
        return _ratio(2.0 * gain, of_feature + of_class)


def _ratio(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.isinf(part), np.inf, part / whole)
