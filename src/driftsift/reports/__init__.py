"""What streams are like and evaluations found, for people: a terminal table, a figure, a page.

* `report`: `Report`, which holds evaluations and writes them in each form.
* `page`: one HTML file with everything in it, that needs no network.
* `tables`, `charts`: its parts.
* `figures`: the picture made with matplotlib.
* `inspection`: `inspect` reads a stream and says what it is like; its tables and its picture.
* `palette`: colours that people of any colour vision can tell apart, on white and on black.
* `environment`: what the figures were measured on.
"""

from driftsift.reports.inspection import Inspection, inspect
from driftsift.reports.report import Report

__all__ = ["Inspection", "Report", "inspect"]
