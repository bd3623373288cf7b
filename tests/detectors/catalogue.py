"""Every detector under test with its oracle and several settings. A new one joins all common tests here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import driftsift as ds
from tests.reference.detectors.adwin import ADWIN
from tests.reference.detectors.ddm import DDM
from tests.reference.detectors.ecdd import ECDD
from tests.reference.detectors.eddm import EDDM
from tests.reference.detectors.hddm_a import HDDM_A
from tests.reference.detectors.hddm_w import HDDM_W
from tests.reference.detectors.page_hinkley import PageHinkley

ORACLES = {oracle.__name__: oracle for oracle in (ADWIN, DDM, ECDD, EDDM, HDDM_A, HDDM_W, PageHinkley)}
NAMES = list(ORACLES)


@dataclass(frozen=True)
class Entry:
    """A detector with parameters; the numbers it takes lie from low to high, or are only these two."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)
    low: float = 0.0
    high: float = 1.0
    only_two: bool = False

    def __str__(self):
        return "-".join([self.name, *(f"{key}={value}" for key, value in self.options.items())])

    def make(self) -> Any:
        return getattr(ds, self.name)(**self.options)

    def oracle(self) -> Any:
        return ORACLES[self.name](**self.options)

    @property
    def unbounded(self) -> bool:
        return self.name in ("ADWIN", "PageHinkley")


ENTRIES = [
    Entry("ADWIN"),
    Entry("ADWIN", {"clock": 1, "delta": 0.1}),
    Entry("ADWIN", {"clock": 1, "method": "hoeffding"}),
    Entry("ADWIN", {"clock": 7, "method": "hoeffding", "on_decrease": "alarm"}),
    Entry("ADWIN", {"clock": 5, "on_decrease": "restart", "delta": 0.05}),
    Entry("ADWIN", {"on_decrease": "alarm"}, low=-1e3, high=1e3),
    Entry("ECDD"),
    Entry("ECDD", {"limits": "table", "on_decrease": "alarm"}),
    Entry("ECDD", {"arl0": 100, "on_decrease": "restart"}),
    Entry("ECDD", {"arl0": 1000, "limits": "table", "warning_factor": 0.3}),
    Entry("ECDD", {"limit": 2.5, "lambda_": 0.1, "min_n": 1, "on_decrease": "alarm"}),
    Entry("HDDM_A"),
    Entry("HDDM_A", {"on_decrease": "ignore"}),
    Entry("HDDM_A", {"on_decrease": "alarm", "alpha_drift": 0.05, "alpha_warning": 0.2}),
    Entry("HDDM_A", {"low": -20.0, "high": 30.0}, low=-20.0, high=30.0),
    Entry("HDDM_W"),
    Entry("HDDM_W", {"on_decrease": "restart", "lambda_": 0.2}),
    Entry("HDDM_W", {"on_decrease": "alarm", "alpha_drift": 0.05, "alpha_warning": 0.2}),
    Entry("HDDM_W", {"low": 0.0, "high": 4.0}, low=0.0, high=4.0),  # of constants, only 0 and 2^k round alike
    Entry("DDM"),
    Entry("DDM", {"min_n": 1, "warning_threshold": 1.0, "drift_threshold": 1.5}),
    Entry("EDDM", only_two=True),
    Entry("EDDM", {"min_errors": 2, "alpha": 0.99, "beta": 0.97}, only_two=True),
    Entry("PageHinkley"),
    Entry("PageHinkley", {"threshold": 5.0, "alpha": 0.99, "on_decrease": "alarm"}),
    Entry("PageHinkley", {"threshold": 2.0, "delta": 0.1, "alpha": 1.0, "min_n": 1, "on_decrease": "restart"}),
    Entry("PageHinkley", {"threshold": 900.0, "delta": 10.0}, low=-500.0, high=100.0),
]
