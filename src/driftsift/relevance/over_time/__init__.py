"""Relevance over time: scores at checkpoints, and alarms where what a feature says about the class has changed.

* `run`: `relevance_over_time`. `result`: `RelevanceOverTime`, what it returns; `tables` and `pictures` of it.
* `windows`: the last rows, as two windows that share none. `levels`: how often features and classes meet in them.
* `change`: the test of one pair of windows. `alarms`: what holds among all tests.
* `history`: the scores, in bounded memory.
"""

from driftsift.relevance.over_time.alarms import Alarm
from driftsift.relevance.over_time.result import RelevanceOverTime
from driftsift.relevance.over_time.run import relevance_over_time

__all__ = ["Alarm", "RelevanceOverTime", "relevance_over_time"]
