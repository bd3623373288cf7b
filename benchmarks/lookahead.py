"""How long a scan of the interaction lookahead takes: a Markdown table, one row per number of features and levels.

Run with ``python benchmarks/lookahead.py``. One thread; the best of several scans of the same full window of noise.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import driftsift as ds

FEATURES = (50, 200, 500)
KINDS = {"binary": 2, "three categories": 3, "numeric, q = 3": 0}


def full_window(d: int, categories: int, window: int) -> ds.InteractionLookahead:
    """Return a lookahead whose window is full of noise."""
    random = np.random.default_rng(1)
    names = [f"f{i}" for i in range(d)]
    kinds = tuple(map(str, range(categories)))
    features = [ds.Nominal(name, kinds) if categories else ds.Numeric(name) for name in names]
    X = random.integers(0, categories, (window, d)) if categories else random.random((window, d))
    schema = ds.Schema(features, ("0", "1"))
    return ds.InteractionLookahead(window=window).prepare(schema).observe(X, random.integers(0, 2, window).astype(str))


def best_of(scans: int, lookahead: ds.InteractionLookahead) -> float:
    """Return the milliseconds of the fastest of several scans."""
    took = []
    for _ in range(scans):
        start = time.perf_counter()
        lookahead.scan()
        took.append(time.perf_counter() - start)
    return 1000.0 * min(took)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--windows", type=int, nargs="+", default=[300, 500, 1000])
    parser.add_argument("--scans", type=int, default=50)
    options = parser.parse_args()
    print("| d | features | " + " | ".join(f"w = {window}, ms" for window in options.windows) + " |")
    print("|---|---|" + "---|" * len(options.windows))
    for d in FEATURES:
        for kind, categories in KINDS.items():
            times = [best_of(options.scans, full_window(d, categories, window)) for window in options.windows]
            print(f"| {d} | {kind} | " + " | ".join(f"{t:.3f}" for t in times) + " |")


if __name__ == "__main__":
    main()
