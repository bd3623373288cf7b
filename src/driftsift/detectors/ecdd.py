"""ECDD: an exponentially weighted mean of errors against its control limits."""

from __future__ import annotations

from driftsift import _core
from driftsift.data.parameters import one_of, positive_int, positive_real
from driftsift.detectors.detector import Detector, on_decrease, share

__all__ = ["ECDD"]

RUN_LENGTHS = (100, 400, 1000)


class ECDD(Detector):
    """A control chart: the exponentially weighted mean of errors against the mean of all of them.

    Starts afresh after a drift. Values are 1 for an error and 0 for a hit, or anything between.

    Parameters
    ----------
    arl0 : {100, 400, 1000}, default 400
        How many values there are between two false alarms, on average.
    limits : {"polynomial", "table"}, default "polynomial"
        Where the control limits for 400 come from: the published polynomial, which is used up to an error rate of
        0.42 and stays constant above, or a simulated table. For 100 and 1000 the published polynomials are unusable
        (erratum E-50), and the table is used.
    limit : float, optional
        A fixed number of standard deviations instead.
    lambda_ : float, default 0.2
        Weight of the latest value. Another one than 0.2 needs a `limit`.
    warning_factor : float, default 0.5
        Warnings are given from this share of the limit on.
    min_n : int, default 30
        So many values at least before anything is said.
    on_decrease : {"ignore", "restart", "alarm"}, default "ignore"
        What a fallen mean does: nothing, start afresh, or be a drift like a risen one.

    References
    ----------
    G. J. Ross, N. M. Adams, D. K. Tasoulis, D. J. Hand: Exponentially weighted moving average charts for detecting
    concept drift. Pattern Recognition Letters 33, 2012.

    Examples
    --------
    >>> from driftsift import ECDD
    >>> ecdd = ECDD()
    >>> ecdd.run([0] * 100 + [1])
    array([100])
    """

    def __init__(
        self,
        arl0: int = 400,
        limits: str = "polynomial",
        limit: float | None = None,
        lambda_: float = 0.2,
        warning_factor: float = 0.5,
        min_n: int = 30,
        on_decrease: str = "ignore",
    ) -> None:
        self.arl0 = arl0
        self.limits = limits
        self.limit = limit
        self.lambda_ = lambda_
        self.warning_factor = warning_factor
        self.min_n = min_n
        self.on_decrease = on_decrease

    def _build(self) -> _core.Detector:
        limit = None if self.limit is None else positive_real("limit", self.limit)
        lambda_ = positive_real("lambda_", self.lambda_, most=1.0)
        if limit is None and lambda_ != 0.2:
            raise ValueError(f"the known control limits are for lambda_=0.2; give a limit with lambda_={lambda_}")
        if self.arl0 not in RUN_LENGTHS:
            raise ValueError(f"arl0 must be one of {list(RUN_LENGTHS)}, got {self.arl0!r}")
        limits = one_of("limits", self.limits, ("polynomial", "table"))
        return _core.ecdd(
            lambda_,
            float(self.arl0),
            limits if self.arl0 == 400 else "table",
            limit,
            share("warning_factor", self.warning_factor),
            positive_int("min_n", self.min_n),
            on_decrease(self.on_decrease),
        )
