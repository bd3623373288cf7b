"""How the numbers of a feature become bins."""

from __future__ import annotations

from abc import ABC, abstractmethod

from sklearn.base import BaseEstimator

from driftsift import _core
from driftsift.data.parameters import flag, one_of, positive_int, positive_real, real

__all__ = ["Discretizer", "EqualWidth", "PaD", "PiD"]

MOST_BINS = 255
MOST_CELLS = 2**16


class Discretizer(BaseEstimator, ABC):
    """A recipe for the bins of every numeric feature of a scorer."""

    @abstractmethod
    def _build(self, window: int) -> _core.Binning:
        """Return the native recipe for a window of this length; ValueError for parameters that make no sense."""


class PaD(Discretizer):
    """Bins of about equal frequency over the values in the window, so that they follow a drift.

    Two layers: many cells of equal width that only count, and few bins that join neighbouring cells. The bins are made
    anew when one of them has become fuller than the fullest or emptier than the emptiest was, and at least every
    `period` rows, then with a new grid of cells.

    Parameters
    ----------
    bins : int, default 10
    fine : int, default 200
        Number of cells between the smallest and the largest value.
    alpha : float, default 0.01
        How much fuller or emptier a bin may become, as a share.
    period : int, optional
        Rows between two new grids; by default as many as the window has.
    refit : bool, default True
        Whether a new grid is also made when nearly all values have come to lie in few cells.
    method : {"grid", "quantile"}, default "grid"
        "quantile" cuts at the exact quantiles of the window instead: only the order of values matters then, and heavy
        tails do no harm, but making the bins anew means sorting the window. `fine` and `refit` have no effect.

    Examples
    --------
    >>> import numpy as np
    >>> from driftsift import PaD, SymmetricalUncertainty
    >>> scorer = SymmetricalUncertainty(window=20, discretizer=PaD(bins=4, fine=20))
    >>> scorer.observe(np.arange(20.0)[:, None], [0, 1] * 10).cuts(0)
    array([ 4.75,  9.5 , 14.25])
    """

    def __init__(
        self,
        bins: int = 10,
        fine: int = 200,
        alpha: float = 0.01,
        period: int | None = None,
        refit: bool = True,
        method: str = "grid",
    ) -> None:
        self.bins = bins
        self.fine = fine
        self.alpha = alpha
        self.period = period
        self.refit = refit
        self.method = method

    def _build(self, window: int) -> _core.Binning:
        bins, period = _bins(self.bins), _period(self.period, window)
        fine = positive_int("fine", self.fine, least=bins, most=MOST_CELLS)
        alpha = _not_negative("alpha", self.alpha)
        refit = flag("refit", self.refit)
        if one_of("method", self.method, ("grid", "quantile")) == "quantile":
            return _core.quantiles(period, bins, alpha)
        return _core.pad(period, bins, fine, alpha, refit)


class PiD(Discretizer):
    """Bins of about equal frequency over all values seen: fine bins that split as they fill, and a few made of them.

    PiD never forgets. The final bins are made when the window is full, and anew every `period` rows.

    Parameters
    ----------
    bins : int, default 10
    lo, hi : float, default 0 and 1
        A guess of the range of the values; other values are taken too.
    step : float, optional
        Width of a fine bin at the beginning; by default a two-hundredth of the range.
    alpha : float, default 0.01
        A fine bin that holds a greater share of the values is split.
    period : int, optional
        Rows between two sets of final bins; by default as many as the window has.

    References
    ----------
    J. Gama, C. Pinto: Discretization from data streams. SAC 2006.

    Examples
    --------
    >>> import numpy as np
    >>> from driftsift import PiD, SymmetricalUncertainty
    >>> scorer = SymmetricalUncertainty(window=1000, discretizer=PiD(bins=4))
    >>> scorer.observe(np.linspace(0, 1, 1000)[:, None], [0, 1] * 500).cuts(0).round(1)
    array([0.3, 0.5, 0.8])
    """

    def __init__(
        self,
        bins: int = 10,
        lo: float = 0.0,
        hi: float = 1.0,
        step: float | None = None,
        alpha: float = 0.01,
        period: int | None = None,
    ) -> None:
        self.bins = bins
        self.lo = lo
        self.hi = hi
        self.step = step
        self.alpha = alpha
        self.period = period

    def _build(self, window: int) -> _core.Binning:
        low, high = _range(self.lo, self.hi)
        step = (high - low) / 200 if self.step is None else positive_real("step", self.step, most=high - low)
        alpha = positive_real("alpha", self.alpha, most=1.0)
        return _core.pid(_period(self.period, window), _bins(self.bins), low, high, step, alpha)


class EqualWidth(Discretizer):
    """Bins of equal width over a known range; values outside belong to the outermost bins.

    Parameters
    ----------
    bins : int, default 10
    lo, hi : float, default 0 and 1

    Examples
    --------
    >>> from driftsift import EqualWidth, SymmetricalUncertainty
    >>> scorer = SymmetricalUncertainty(discretizer=EqualWidth(4, 0.0, 10.0))
    >>> scorer.observe([[1.0], [2.0], [9.0]], [0, 0, 1]).counts(0).tolist()
    [[2, 0], [0, 0], [0, 0], [0, 1]]
    """

    def __init__(self, bins: int = 10, lo: float = 0.0, hi: float = 1.0) -> None:
        self.bins = bins
        self.lo = lo
        self.hi = hi

    def _build(self, window: int) -> _core.Binning:  # noqa: ARG002
        return _core.equal_width(_bins(self.bins), *_range(self.lo, self.hi))


def _bins(value: int) -> int:
    bins = positive_int("bins", value, least=2)
    if bins > MOST_BINS:
        raise ValueError(f"bins must be at most {MOST_BINS}, got {bins}")
    return bins


def _range(lo: float, hi: float) -> tuple[float, float]:
    low, high = real("lo", lo), real("hi", hi)
    if not low < high:
        raise ValueError(f"lo must be below hi, got lo={low} and hi={high}")
    return low, high


def _period(period: int | None, window: int) -> int:
    return window if period is None else positive_int("period", period)


def _not_negative(name: str, value: float) -> float:
    number = real(name, value)
    if number < 0:
        raise ValueError(f"{name} must not be negative, got {number}")
    return number
