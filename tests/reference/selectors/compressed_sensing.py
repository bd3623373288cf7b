"""Random projections whose entries are a pure function of seed and place (cs-arf.md, section 3)."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from tests.reference import philox

GAUSSIAN, SIGN = 5, 6
SPARSE = 1  # sub-purpose of SIGN
STRIDE = 2**20
BITS = 64


def word(seed, purpose, unit, j, r, per_draw, sub=0):
    """The word of an entry when ``per_draw`` rows share a draw of two words."""
    return philox.words(seed, purpose, unit, j * STRIDE + r // per_draw, sub)


def gaussian(seed, r, j, unit=0):
    w = word(seed, GAUSSIAN, unit, j, r, 2)[r % 2]
    return NormalDist().inv_cdf(((w >> 11) + 0.5) * 2.0**-53)


def bernoulli(seed, r, j, unit=0):
    w = word(seed, SIGN, unit, j, r, BITS)[0]
    return 1.0 if w >> r % BITS & 1 else -1.0


def sparse(seed, r, j, unit=0):
    """Of six equally likely cases one is +1 and one is -1 (Achlioptas 2003)."""
    w = word(seed, SIGN, unit, j, r, 2, SPARSE)[r % 2]
    return {0: 1.0, 1: -1.0}.get((w * 6) >> BITS, 0.0)


ENTRIES = {"gaussian": gaussian, "bernoulli": bernoulli, "sparse": sparse}
VARIANCES = {"gaussian": 1.0, "bernoulli": 1.0, "sparse": 1 / 3}


class CompressedSensing:
    """``n_categories[f]`` is 0 for a numeric feature, else its number of categories."""

    def __init__(
        self,
        n_categories,
        n_classes,
        dimension=50,
        kind="gaussian",
        normalize=True,
        seed=0,
        nominal="indicators",
        when_wide="identity",
    ):
        self.wide = [size > 2 and nominal == "indicators" for size in n_categories]
        widths = [size if wide else 1 for size, wide in zip(n_categories, self.wide, strict=True)]
        self.first = [sum(widths[:f]) for f in range(len(widths))]
        self.dimension = dimension
        self.identity = dimension >= sum(widths) and when_wide == "identity"
        self.scale = math.sqrt(VARIANCES[kind] * (dimension if normalize else 1))
        entry = ENTRIES[kind]
        self.matrix = [[float(np.float32(entry(seed, r, j))) for j in range(sum(widths))] for r in range(dimension)]

    def columns(self, row):
        """Number and value of what is neither missing nor 0."""
        for f, value in enumerate(row):
            if math.isnan(value):
                continue
            if self.wide[f]:
                yield self.first[f] + int(value), 1.0
            elif value:
                yield self.first[f], value

    def project(self, row):
        if self.identity:
            return list(row)
        columns = list(self.columns(row))
        return [self.sum_of(line, columns) / self.scale for line in self.matrix]

    @staticmethod
    def sum_of(line, columns):
        total = 0.0
        for j, value in columns:
            total += value * line[j]
        return total

    def learn(self, row, label, weight=1.0):
        """Nothing changes it."""
        return False
