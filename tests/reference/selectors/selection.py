"""What all selectors share: the features they have chosen, those that pass, and what they tell of a change."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

from tests.reference.common import is_learned


@dataclass(frozen=True)
class Event:
    """Other features are selected from learned row ``row`` on, the first being row 1."""

    row: int
    kind: str
    gained: tuple[int, ...]
    lost: tuple[int, ...]
    selected: tuple[int, ...]
    why: str
    causes: tuple[int, ...] = ()


class Selector(ABC):
    """A subclass says in ``observe`` whether what stands behind has to start afresh.

    ``n_categories[f]`` is 0 for a numeric feature, else its number of categories. ``nearest_call`` is how far, as a
    share, the closest of the decisions about the last row was from going the other way.
    """

    def __init__(self, n_categories, n_classes, on_empty="all"):
        self.n_categories = tuple(n_categories)
        self.n_classes = n_classes
        self.on_empty = on_empty
        self.t = 0
        self.selected = []
        self.last_not_empty = None
        self.events = []
        self.nearest_call = math.inf

    @property
    def d(self):
        return len(self.n_categories)

    @property
    def features(self):
        """Those that pass, in ascending order."""
        everything = list(range(self.d))
        if self.selected:
            return self.selected
        if self.last_not_empty is None or self.on_empty == "all":
            return everything
        return self.last_not_empty if self.on_empty == "keep" else []

    def project(self, row):
        return [row[f] for f in self.features]

    def learn(self, row, label, weight=1.0):
        """Take a row in; True if what stands behind has to start afresh."""
        if not is_learned(label, weight):
            return False
        self.t += 1
        self.nearest_call = math.inf
        before = self.features
        demanded = self.observe(row, label, weight)
        return bool(demanded) or self.features != before

    @abstractmethod
    def observe(self, row, label, weight):
        """Learn a row; whether what stands behind has to start afresh although the features are the same."""

    def select(self, chosen, kind, why, causes=()):
        """Select these features from now on; whether they are others than before."""
        chosen, before = sorted(chosen), self.selected
        if chosen == before:
            return False
        gained = tuple(f for f in chosen if f not in before)
        lost = tuple(f for f in before if f not in chosen)
        self.events.append(Event(self.t, kind, gained, lost, tuple(chosen), why, tuple(causes)))
        self.selected = chosen
        self.last_not_empty = chosen or self.last_not_empty
        return True

    def above(self, value, bar):
        """Whether a value is above a bar; notes how clearly it is, or is not."""
        if value != bar:
            self.nearest_call = min(self.nearest_call, abs(value - bar) / max(abs(value), abs(bar), 1e-300))
        return value > bar
