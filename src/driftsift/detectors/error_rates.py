"""DDM and EDDM: the rate of errors, and the distances between them."""

from __future__ import annotations

from driftsift import _core
from driftsift.data.parameters import positive_int, positive_real
from driftsift.detectors.detector import Detector, share

__all__ = ["DDM", "EDDM"]


class DDM(Detector):
    """Watches whether the rate of errors p rises above its lowest point by more than chance allows.

    With s the standard deviation of p: a warning where p + s is at least p_min + `warning_threshold` * s_min, a drift
    where it is at least p_min + `drift_threshold` * s_min. Starts afresh after a drift.

    Parameters
    ----------
    warning_threshold, drift_threshold : float, default 2 and 3
        Numbers of standard deviations.
    min_n : int, default 30
        So many values at least before anything is said.

    References
    ----------
    J. Gama, P. Medas, G. Castillo, P. Rodrigues: Learning with drift detection. SBIA 2004.

    Examples
    --------
    >>> from driftsift import DDM
    >>> DDM().run([0, 0, 0, 1] * 25 + [1] * 20)
    array([111])
    """

    def __init__(self, warning_threshold: float = 2.0, drift_threshold: float = 3.0, min_n: int = 30) -> None:
        self.warning_threshold = warning_threshold
        self.drift_threshold = drift_threshold
        self.min_n = min_n

    def _build(self) -> _core.Detector:
        warning = positive_real("warning_threshold", self.warning_threshold)
        drift = positive_real("drift_threshold", self.drift_threshold)
        if drift < warning:
            raise ValueError(f"drift_threshold={drift} is below warning_threshold={warning}")
        return _core.ddm(warning, drift, positive_int("min_n", self.min_n))


class EDDM(Detector):
    """Watches whether the distances between errors become shorter than they once were; takes 0 and 1.

    With m and s the mean and standard deviation of the distances: a warning where m + 2 s falls below `alpha` times
    its maximum, a drift where it falls below `beta` times it. A hit leaves the level as it is. Starts afresh after a
    drift. Finds slow changes that `DDM` does not see, at the price of many false alarms.

    Parameters
    ----------
    alpha, beta : float, default 0.95 and 0.90
        Shares of the maximum.
    min_errors : int, default 30
        So many errors at least before anything is said, and before the maximum is looked for.

    References
    ----------
    M. Baena-García and others: Early drift detection method. Fourth International Workshop on Knowledge Discovery from
    Data Streams, 2006.

    Examples
    --------
    >>> from driftsift import EDDM
    >>> EDDM().run(([0] * 9 + [1]) * 40 + [1] * 100)
    array([447])
    """

    def __init__(self, alpha: float = 0.95, beta: float = 0.90, min_errors: int = 30) -> None:
        self.alpha = alpha
        self.beta = beta
        self.min_errors = min_errors

    def _build(self) -> _core.Detector:
        alpha, beta = share("alpha", self.alpha), share("beta", self.beta)
        if alpha < beta:
            raise ValueError(f"alpha={alpha} is below beta={beta}: warnings would come after drifts")
        return _core.eddm(alpha, beta, positive_int("min_errors", self.min_errors, least=2))
