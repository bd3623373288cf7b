"""The selector that knows the truth (thesis-methods.md, section 8)."""

from __future__ import annotations

from tests.reference.selectors.selection import Selector

UNKNOWN = -1


class Oracle(Selector):
    """``relevant`` has the features of each concept, ``drifts`` the row after which the next one begins."""

    def __init__(self, n_categories, n_classes, relevant, drifts=(), include=(), follow="nominal", on_empty="all"):
        super().__init__(n_categories, n_classes, on_empty)
        self.relevant = relevant
        self.drifts = drifts
        self.include = set(include)
        self.follow = follow
        self.concept = UNKNOWN
        self.selected = self.truth(0)
        self.last_not_empty = self.selected or None

    @property
    def features(self):
        return self.selected if self.selected or self.on_empty == "prior" else super().features

    def truth(self, concept):
        return sorted({*self.relevant[concept], *self.include})

    def learn(self, row, label, weight=1.0, concept=UNKNOWN):
        self.concept = concept
        return super().learn(row, label, weight)

    def observe(self, row, label, weight):
        concept = self.concept if self.follow == "instance" else sum(at < self.t for at in self.drifts)
        if concept != UNKNOWN:
            self.select(self.truth(concept), "drift", f"concept {concept}")
        return False
