"""What streams are like, which features matter in them, what evaluations found: as tables, pictures, pages.

* `report`: `Report`, which holds evaluations and writes them in each form.
* `page`: one HTML file with everything in it, that needs no network.
* `tables`, `charts`: its parts.
* `figures`: the picture made with matplotlib.
* `relevance_report`, `relevance_page`: relevance over time, as a picture and a page.
* `inspection`: `inspect` reads a stream and says what it is like; its tables and its picture.
* `environment`: what the figures were measured on.
"""

from driftsift.reports.inspection import Inspection, inspect
from driftsift.reports.relevance_report import RelevanceReport
from driftsift.reports.report import Report

__all__ = ["Inspection", "RelevanceReport", "Report", "inspect"]
