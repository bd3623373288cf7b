"""A learner that sees some of the features only."""

from __future__ import annotations


class Projected:
    def __init__(self, learner, features):
        self.learner = learner
        self.features = features

    def project(self, row):
        return [row[f] for f in self.features]

    def votes(self, row):
        return self.learner.votes(self.project(row))

    def learn(self, row, label, weight=1.0):
        self.learner.learn(self.project(row), label, weight)
