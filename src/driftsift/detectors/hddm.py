"""HDDM_A and HDDM_W: means before and after a cut that moves, under bounds that ask nothing of the distribution."""

from __future__ import annotations

from math import inf
from typing import Any

from driftsift import _core
from driftsift.data.parameters import positive_real, real
from driftsift.detectors.detector import Detector, on_decrease, share

__all__ = ["HDDM_A", "HDDM_W"]


class HDDM_A(Detector):  # noqa: N801
    """Compares the mean since a cut with the mean before it, under Hoeffding's bound; starts afresh after a drift.

    Parameters
    ----------
    alpha_drift, alpha_warning : float, default 0.001 and 0.005
        Levels of significance; that of drifts is the smaller one.
    low, high : float, default 0 and 1
        The interval all values lie in.
    on_decrease : {"ignore", "restart", "alarm"}, default "restart"
        What a fallen mean does: nothing, start afresh, or be a drift like a risen one.

    References
    ----------
    I. Frías-Blanco and others: Online and non-parametric drift detection methods based on Hoeffding's bounds. IEEE
    Transactions on Knowledge and Data Engineering 27, 2015.

    Examples
    --------
    >>> from driftsift import HDDM_A
    >>> HDDM_A().run([0] * 100 + [1] * 10)
    array([103])
    """

    def __init__(
        self,
        alpha_drift: float = 0.001,
        alpha_warning: float = 0.005,
        low: float = 0.0,
        high: float = 1.0,
        on_decrease: str = "restart",
    ) -> None:
        self.alpha_drift = alpha_drift
        self.alpha_warning = alpha_warning
        self.low = low
        self.high = high
        self.on_decrease = on_decrease

    def _build(self) -> _core.Detector:
        return _core.hddm_a(*_levels(self), *_interval(self), on_decrease(self.on_decrease))


class HDDM_W(Detector):  # noqa: N801
    """Compares weighted means before and after a cut, under McDiarmid's bound; starts afresh after a drift.

    Finds abrupt changes sooner than `HDDM_A`, as recent values weigh more.

    Parameters
    ----------
    alpha_drift, alpha_warning : float, default 0.001 and 0.005
        Levels of significance; that of drifts is the smaller one.
    lambda_ : float, default 0.05
        Weight of the latest value.
    low, high : float, default 0 and 1
        The interval all values lie in.
    on_decrease : {"ignore", "restart", "alarm"}, default "ignore"
        What a fallen mean does: nothing, start afresh, or be a drift like a risen one.

    References
    ----------
    I. Frías-Blanco and others: Online and non-parametric drift detection methods based on Hoeffding's bounds. IEEE
    Transactions on Knowledge and Data Engineering 27, 2015.

    Examples
    --------
    >>> from driftsift import HDDM_W
    >>> HDDM_W().run([0] * 100 + [1] * 20)
    array([114])
    """

    def __init__(
        self,
        alpha_drift: float = 0.001,
        alpha_warning: float = 0.005,
        lambda_: float = 0.05,
        low: float = 0.0,
        high: float = 1.0,
        on_decrease: str = "ignore",
    ) -> None:
        self.alpha_drift = alpha_drift
        self.alpha_warning = alpha_warning
        self.lambda_ = lambda_
        self.low = low
        self.high = high
        self.on_decrease = on_decrease

    def _build(self) -> _core.Detector:
        lambda_ = positive_real("lambda_", self.lambda_, most=1.0)
        return _core.hddm_w(lambda_, *_levels(self), *_interval(self), on_decrease(self.on_decrease))


def _levels(detector: Any) -> tuple[float, float]:
    drift = share("alpha_drift", detector.alpha_drift)
    warning = share("alpha_warning", detector.alpha_warning)
    if warning < drift:
        raise ValueError(f"alpha_warning={warning} is below alpha_drift={drift}: warnings would come after drifts")
    return drift, warning


def _interval(detector: Any) -> tuple[float, float]:
    low, high = real("low", detector.low), real("high", detector.high)
    if not 0 < high - low < inf:
        raise ValueError(f"low must be below high, and their difference finite, got low={low} and high={high}")
    return low, high
