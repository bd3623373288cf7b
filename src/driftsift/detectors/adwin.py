"""ADWIN: the longest recent window whose mean has not changed."""

from __future__ import annotations

from driftsift import _core
from driftsift.data.parameters import one_of, positive_int
from driftsift.detectors.detector import Detector, on_decrease, share

__all__ = ["ADWIN", "native_detector"]


class ADWIN(Detector):
    """Keeps the longest recent window whose mean has not changed, and drops what came before a change.

    The window is kept as an exponential histogram: O(log n) memory, O(1) per value on average. After a drift ADWIN
    goes on with its shortened window.

    Parameters
    ----------
    delta : float, default 0.002
        The probability of a false alarm at one look at a window, for values in [0, 1].
    clock : int, default 32
        The window is looked at after so many values.
    method : {"practical", "hoeffding"}, default "practical"
        "practical" uses the variance of the window, as MOA does; "hoeffding" is the bound that is proved for values
        in [0, 1], which finds less.
    on_decrease : {"ignore", "restart", "alarm"}, default "ignore"
        What a fallen mean does: only shorten the window, start afresh, or be a drift like a risen one.

    References
    ----------
    A. Bifet, R. Gavaldà: Learning from time-changing data with adaptive windowing. SDM 2007.

    Examples
    --------
    >>> from driftsift import ADWIN
    >>> adwin = ADWIN()
    >>> adwin.run([0] * 100 + [1] * 100)
    array([127, 159])
    >>> adwin.width
    112
    """

    def __init__(
        self, delta: float = 0.002, clock: int = 32, method: str = "practical", on_decrease: str = "ignore"
    ) -> None:
        self.delta = delta
        self.clock = clock
        self.method = method
        self.on_decrease = on_decrease

    def _build(self) -> _core.Detector:
        proved = one_of("method", self.method, ("practical", "hoeffding")) == "hoeffding"
        return _core.adwin(
            share("delta", self.delta), positive_int("clock", self.clock), proved, on_decrease(self.on_decrease)
        )

    @property
    def width(self) -> int:
        """The number of values in the window."""
        return self.n

    @property
    def variance(self) -> float:
        """The variance of the values in the window."""
        return float(self._native.variance)


def native_detector(detector: Detector | None) -> _core.Detector:
    """Return a native detector with the parameters of one that was given, of `ADWIN` if there is none."""
    chosen = ADWIN() if detector is None else detector
    if not isinstance(chosen, Detector):
        raise TypeError(f"detector must be a detector such as ADWIN(), got {chosen!r}")
    return chosen._build()
