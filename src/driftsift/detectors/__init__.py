"""Detectors: did a sequence of numbers change.

Every detector takes one number at a time (`update`) or many (`levels`, `run`) and answers with a `Level`: stable,
warning or drift. Fed with the errors of a classifier, 1 for a wrong prediction and 0 for a right one, it tells when
the classifier no longer fits. The properties `drift_detected` and `warning_detected` are those of River's detectors.

* `detector`: what all of them share.
* `adwin`, `ecdd`, `hddm`, `error_rates`, `page_hinkley`: the detectors.
"""

from driftsift.detectors.adwin import ADWIN
from driftsift.detectors.detector import Detector, Level
from driftsift.detectors.ecdd import ECDD
from driftsift.detectors.error_rates import DDM, EDDM
from driftsift.detectors.hddm import HDDM_A, HDDM_W
from driftsift.detectors.page_hinkley import PageHinkley

__all__ = ["ADWIN", "DDM", "ECDD", "EDDM", "HDDM_A", "HDDM_W", "Detector", "Level", "PageHinkley"]
