"""Page-Hinkley: how far the sum of deviations from the mean has climbed."""

from __future__ import annotations

from driftsift import _core
from driftsift.data.parameters import positive_int, positive_real, real
from driftsift.detectors.detector import Detector, on_decrease

__all__ = ["PageHinkley"]

# As large as values may be; sums of such numbers stay finite.
LARGEST = 1e100


class PageHinkley(Detector):
    """Adds up how far values lie above their mean; a drift where the sum has climbed too far above its lowest point.

    Starts afresh after a drift. Takes numbers of any size, but `delta` and `threshold` are in their unit.

    Parameters
    ----------
    delta : float, default 0.005
        Deviations up to this size are tolerated.
    threshold : float, default 50
        How far the sum may climb.
    alpha : float, default 0.9999
        The sum fades by this factor with every value.
    min_n : int, default 30
        So many values at least before anything is said.
    on_decrease : {"ignore", "restart", "alarm"}, default "ignore"
        What a fallen mean does: nothing, start afresh, or be a drift like a risen one.

    References
    ----------
    E. S. Page: Continuous inspection schemes. Biometrika 41, 1954.

    Examples
    --------
    >>> from driftsift import PageHinkley
    >>> PageHinkley(threshold=10).run([0] * 100 + [1] * 20)
    array([110])
    """

    def __init__(
        self,
        delta: float = 0.005,
        threshold: float = 50.0,
        alpha: float = 0.9999,
        min_n: int = 30,
        on_decrease: str = "ignore",
    ) -> None:
        self.delta = delta
        self.threshold = threshold
        self.alpha = alpha
        self.min_n = min_n
        self.on_decrease = on_decrease

    def _build(self) -> _core.Detector:
        return _core.page_hinkley(
            real("delta", self.delta, above=-LARGEST, below=LARGEST),
            positive_real("threshold", self.threshold),
            positive_real("alpha", self.alpha, most=1.0),
            positive_int("min_n", self.min_n),
            on_decrease(self.on_decrease),
        )
