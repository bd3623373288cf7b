"""From many tests to few alarms: which findings hold among all tests, and which of them are one change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from driftsift.relevance.over_time.change import Changes
from driftsift.relevance.over_time.windows import Pair
from driftsift.relevance.significance import q_values

__all__ = ["Alarm", "Findings"]

MOST_FINDINGS = 20_000
NARROW = 1.5
DIRECTIONS = {1: "rose", -1: "fell", 0: "turned"}


class Alarm(NamedTuple):
    """A change of what one feature says about the class.

    Attributes
    ----------
    feature : str
    direction : {"rose", "fell", "turned"}
        "turned": it says as much as before, but something else.
    row : int
        The row behind which the change most probably lies.
    since, until : int
        The rows between which it lies.
    p_value : float
        How probable its clearest test between near windows is without any change.
    q_value : float
        The share of false alarms among all that are at least as clear.
    before, after : float
        Symmetrical uncertainty with the class, less its bias, in the two windows of that test.
    """

    feature: str
    direction: str
    row: int
    since: int
    until: int
    p_value: float
    q_value: float
    before: float
    after: float


class _Finding(NamedTuple):
    feature: int
    turn: int
    first: int
    border: int
    last: int
    p_value: float
    before: float
    after: float


class Findings:
    """Collects tests; keeps those that may become alarms.

    Parameters
    ----------
    alpha : float
        The share of false ones among the alarms.
    """

    def __init__(self, alpha: float) -> None:
        self._alpha = alpha
        self._findings: list[_Finding] = []
        self.tests = 0

    def add(self, changes: Changes, pair: Pair) -> None:
        """Take the tests of all features on two windows."""
        self.tests += len(changes.features)
        for i in np.flatnonzero(changes.p_values <= self._alpha):
            values = (float(column[i]) for column in (changes.p_values, changes.before, changes.after))
            place = (pair.first, pair.border, pair.last)
            self._findings.append(_Finding(int(changes.features[i]), int(changes.turn[i]), *place, *values))
        if len(self._findings) > 2 * MOST_FINDINGS:
            self._findings.sort(key=lambda finding: finding.p_value)
            del self._findings[MOST_FINDINGS:]

    def alarms(self, names: Sequence[str]) -> tuple[Alarm, ...]:
        """Return the alarms in the order of their rows."""
        q = q_values(np.array([finding.p_value for finding in self._findings]), self.tests)
        sure = [(finding, rate) for finding, rate in zip(self._findings, q, strict=True) if rate <= self._alpha]
        sure.sort(key=lambda item: (item[0].feature, item[0].border))
        by_feature = groupby(sure, key=lambda item: item[0].feature)
        found = [_alarm(names, event) for _, items in by_feature for event in _events(items)]
        return tuple(sorted(found, key=lambda alarm: (alarm.row, alarm.p_value, alarm.feature)))


def _events(items: Iterable[tuple[_Finding, float]]) -> Iterator[list[tuple[_Finding, float]]]:
    """Join the findings of one feature whose windows overlap, unless it rises in one and falls in the other."""
    event: list[tuple[_Finding, float]] = []
    turn = 0
    for item in items:
        finding = item[0]
        if event and (finding.first > event[-1][0].last or finding.turn * turn < 0):
            yield event
            event, turn = [], 0
        event.append(item)
        turn = turn or finding.turn
    if event:
        yield event


def _alarm(names: Sequence[str], event: list[tuple[_Finding, float]]) -> Alarm:
    """Describe an event by the clearest of its findings: of those that rise or fall, if any do, the narrowest ones."""
    directed = [item for item in event if item[0].turn] or event
    narrow = NARROW * min(f.last - f.first for f, _ in directed)
    clearest, rate = min((item for item in directed if item[0].last - item[0].first <= narrow), key=_p_value)
    since, until = max(f.first for f, _ in event), min(f.last for f, _ in event)
    if since > until:
        since, until = clearest.first, clearest.last
    row = min(max(clearest.border, since), until)
    name, direction = names[clearest.feature], DIRECTIONS[clearest.turn]
    values = (clearest.p_value, float(rate), clearest.before, clearest.after)
    return Alarm(name, direction, row, since, until, *values)


def _p_value(item: tuple[_Finding, float]) -> float:
    return item[0].p_value
