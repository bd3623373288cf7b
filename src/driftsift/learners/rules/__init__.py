"""Rules: conjunctions of literals, each with a class distribution of its own.

* `vfdr`: `VFDR` and `AdaptiveVFDR`. `facil`: `Facil`.
* `description`: rules as plain data and as text.
"""

from driftsift.learners.rules.facil import Facil
from driftsift.learners.rules.vfdr import VFDR, AdaptiveVFDR

__all__ = ["VFDR", "AdaptiveVFDR", "Facil"]
