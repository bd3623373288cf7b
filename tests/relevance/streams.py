"""Streams on which discretizers and tables have a hard time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.strategies import Sample, long_stream


def scaled(seed, factors=(1.0, 1e3, 1e-3, 1e6, 1.0), n=500):
    """The scale of the numeric features changes again and again."""
    sample = long_stream(seed, n=n, numeric=3, nominal=0)
    stages = np.repeat(factors, -(-n // len(factors)))[:n]
    return replace(sample, X=sample.X * stages[:, None])


def sometimes_constant(seed, n=600):
    """Features are constant for a while, vary, and are constant again, each at another time."""
    sample = long_stream(seed, n=n, numeric=3, nominal=1)
    for f, (start, stop) in enumerate([(0, n // 2), (n // 3, n - 50), (n // 2, n), (0, n // 3)]):
        sample.X[start:stop, f] = 1.0
    return sample


def sometimes_missing(seed, n=600):
    """Features are missing altogether for a while, so that their window empties and fills again."""
    sample = long_stream(seed, n=n, numeric=3, nominal=1, missing=0.05)
    for f, (start, stop) in enumerate([(0, n // 2), (n // 3, 2 * n // 3), (n // 2, n), (100, 150)]):
        sample.X[start:stop, f] = np.nan
    return sample


def heavy_tails(seed, n=500):
    """A few huge values among small ones, on either side."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.lognormal(0, 3, n), -rng.lognormal(0, 3, n), rng.standard_cauchy(n)])
    return Sample((0, 0, 0), 2, X, (X[:, 0] > 1).astype(np.int32))


def outliers(seed, n=400):
    """A single value as large as floats can be, now and then."""
    sample = long_stream(seed, n=n, numeric=2, nominal=0)
    sample.X[::97, 0] = 1e300
    sample.X[50::131, 1] = -1e300
    return sample


def late_classes(seed, n=400):
    """The second class appears after a quarter of the rows, the third after a half."""
    sample = long_stream(seed, n=n, numeric=2, nominal=2, n_classes=3)
    sample.y[: n // 4] = 0
    sample.y[n // 4 : n // 2] %= 2
    return sample


def two_values(seed, n=300):
    """Each feature has two values, of which one is rare."""
    sample = long_stream(seed, n=n, numeric=3, nominal=0)
    return replace(sample, X=(np.quantile(sample.X, 0.95, axis=0) < sample.X).astype(float) - 0.5)


def trend(seed, n=500):
    """Values grow all the time: every one is outside of all bins."""
    sample = long_stream(seed, n=n, numeric=2, nominal=0)
    return replace(sample, X=sample.X * 0.01 + np.arange(n)[:, None] * [1.0, -0.1])


STREAMS = {
    "numeric": lambda seed: long_stream(seed, n=500, numeric=4, nominal=0),
    "two classes": lambda seed: long_stream(seed, n=500, numeric=4, nominal=0, n_classes=2),
    "nominal": lambda seed: long_stream(seed, n=500, numeric=0, nominal=4),
    "mixed": lambda seed: long_stream(seed, n=500, numeric=2, nominal=2),
    "missing": lambda seed: long_stream(seed, n=500, missing=0.3),
    "all but a few missing": lambda seed: long_stream(seed, n=500, missing=0.97),
    "unlabelled": lambda seed: long_stream(seed, n=500, unlabelled=0.5),
    "heavy ties": lambda seed: long_stream(seed, n=500, decimals=0),
    "far from zero": lambda seed: long_stream(seed, n=500, offset=1e9, decimals=3),
    "one class": lambda seed: long_stream(seed, n=300, n_classes=1),
    "many classes": lambda seed: long_stream(seed, n=500, n_classes=12, categories=15),
    "changes of scale": scaled,
    "sometimes constant": sometimes_constant,
    "sometimes missing": sometimes_missing,
    "heavy tails": heavy_tails,
    "outliers": outliers,
    "late classes": late_classes,
    "two values": two_values,
    "trend": trend,
}

SPARSE_STREAMS = {
    "numeric": lambda seed: long_stream(seed, n=400, numeric=8, nominal=0, density=0.3),
    "nominal": lambda seed: long_stream(seed, n=400, numeric=0, nominal=8, density=0.3),
    "mixed": lambda seed: long_stream(seed, n=400, numeric=3, nominal=3, density=0.4),
    "very sparse": lambda seed: long_stream(seed, n=400, numeric=8, nominal=0, density=0.02),
    "missing": lambda seed: long_stream(seed, n=400, numeric=4, nominal=2, density=0.3, missing=0.1),
    "ties": lambda seed: long_stream(seed, n=400, numeric=5, nominal=0, density=0.5, decimals=0),
    "empty": lambda seed: long_stream(seed, n=60, numeric=3, nominal=1, density=0.0),
    "full": lambda seed: long_stream(seed, n=300, numeric=3, nominal=0, density=1.0),
    "unlabelled": lambda seed: long_stream(seed, n=400, density=0.3, unlabelled=0.5),
}
