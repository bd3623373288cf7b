"""Delays and false alarms of the detectors beside River's of the same name, and their speed, as Markdown tables.

    PYTHONPATH=src .venv/bin/python benchmarks/detectors.py [--runs 200]

Sequences are bits, as the errors of a classifier are: 2,000 at a rate of 0.2, then 3,000 after a change. A delay
is the number of values from the change to the first alarm, 3,000 if there is none. False alarms are those in 5,000
values at 0.2. Everybody sees the same sequences. The first table is of detectors as they come; for the second, one
parameter of each is set by bisection so that all have one false alarm in 10,000 values: only then delays compare.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

import numpy as np
from river import drift
from river.drift import binary

import driftsift as ds

BEFORE, AFTER = 2_000, 3_000
RATE = 0.2
TARGET = 1.0  # false alarms per 10,000 values
STEPS = 14
SLOPE = 1_000


@dataclass(frozen=True)
class Contender:
    """A detector, and the parameter that decides how often it gives an alarm: from `seldom` to `often`."""

    name: str
    make: Callable[..., Any]
    parameter: str
    default: float
    seldom: float
    often: float

    @property
    def native(self) -> bool:
        return isinstance(self.make(), ds.detectors.Detector)

    def at(self, share: float) -> float:
        """A value of the parameter between its ends, in geometric steps."""
        if self.parameter == "beta":
            return self.seldom + (self.often - self.seldom) * share
        return math.exp(math.log(self.seldom) + (math.log(self.often) - math.log(self.seldom)) * share)

    def build(self, value: float) -> Any:
        return self.make(**{self.parameter: value, **self.warning(value)})

    def warning(self, value: float) -> dict[str, float]:
        """Warnings as far from drifts as by default, so that they never come after them."""
        return {
            "alpha_drift": {"alpha_warning": min(0.999, 5 * value)},
            "drift_confidence": {"warning_confidence": min(0.999, 5 * value)},
            "drift_threshold": {"warning_threshold": value * 2 / 3},
            "beta": {"alpha": 1 - (1 - value) / 2},
        }.get(self.parameter, {})


def contenders() -> list[Contender]:
    two_sided_adwin = "ADWIN, rises and falls"
    return [
        Contender("ADWIN", ds.ADWIN, "delta", 0.002, 1e-6, 0.999),
        Contender(two_sided_adwin, lambda **p: ds.ADWIN(on_decrease="alarm", **p), "delta", 0.002, 1e-6, 0.999),
        Contender(f"River {two_sided_adwin}", drift.ADWIN, "delta", 0.002, 1e-6, 0.999),
        Contender("ECDD", lambda limit=None: ds.ECDD(limit=limit), "limit", math.nan, 12.0, 1.0),
        Contender("HDDM_A", ds.HDDM_A, "alpha_drift", 0.001, 1e-8, 0.999),
        Contender("River HDDM_A", binary.HDDMA, "drift_confidence", 0.001, 1e-8, 0.999),
        Contender("HDDM_W", ds.HDDM_W, "alpha_drift", 0.001, 1e-8, 0.999),
        Contender("River HDDM_W", binary.HDDMW, "drift_confidence", 0.001, 1e-8, 0.999),
        Contender("DDM", ds.DDM, "drift_threshold", 3.0, 30.0, 0.5),
        Contender("River DDM", binary.DDM, "drift_threshold", 3.0, 30.0, 0.5),
        Contender("EDDM", ds.EDDM, "beta", 0.9, 0.05, 0.999),
        Contender("River EDDM", binary.EDDM, "beta", 0.9, 0.05, 0.999),
        Contender("PageHinkley", ds.PageHinkley, "threshold", 50.0, 500.0, 0.5),
        Contender("River PageHinkley", lambda **p: drift.PageHinkley(mode="up", **p), "threshold", 50.0, 500.0, 0.5),
    ]


# --- sequences --------------------------------------------------------------------------------------------

CHANGES = {
    "0.2 to 0.3": np.full(AFTER, 0.3),
    "0.2 to 0.5": np.full(AFTER, 0.5),
    f"0.2 to 0.5 within {SLOPE:,}": 0.2 + 0.3 * np.minimum(np.arange(AFTER) / SLOPE, 1),
}


def stationary(runs: int, seed: int) -> list[np.ndarray]:
    return list((np.random.default_rng(seed).random((runs, BEFORE + AFTER)) < RATE).astype(float))


def changing(runs: int, shares: np.ndarray, seed: int) -> list[np.ndarray]:
    rates = np.concatenate([np.full(BEFORE, RATE), shares])
    return list((np.random.default_rng(seed).random((runs, len(rates))) < rates).astype(float))


# --- measures ---------------------------------------------------------------------------------------------


def alarms(detector: Any, values: np.ndarray) -> list[int]:
    if isinstance(detector, ds.detectors.Detector):
        return detector.run(values).tolist()
    found = []
    for i, v in enumerate(values.astype(int).tolist()):
        detector.update(v)
        if detector.drift_detected:
            found.append(i)
    return found


def false_alarms(contender: Contender, value: float, sequences: list[np.ndarray]) -> float:
    """Per 10,000 values."""
    count = sum(len(alarms(build(contender, value), values)) for values in sequences)
    return 1e4 * count / sum(map(len, sequences))


def build(contender: Contender, value: float) -> Any:
    return contender.make() if value is contender.default else contender.build(value)


def delays(contender: Contender, value: float, sequences: list[np.ndarray]) -> list[int]:
    firsts = []
    for values in sequences:
        after = [i - BEFORE + 1 for i in alarms(build(contender, value), values) if i >= BEFORE]
        firsts.append(after[0] if after else AFTER)
    return firsts


def tuned(contender: Contender, sequences: list[np.ndarray]) -> float:
    """The value of the parameter with the wanted rate of false alarms, or the nearest to it."""
    low, high, best = 0.0, 1.0, (math.inf, contender.at(1.0))
    for _ in range(STEPS):
        middle = (low + high) / 2
        rate = false_alarms(contender, contender.at(middle), sequences)
        best = min(best, (abs(rate - TARGET), contender.at(middle)))
        low, high = (middle, high) if rate < TARGET else (low, middle)
    return best[1]


def shown(firsts: list[int]) -> str:
    """Mean delay with its standard error, and how often there was an alarm at all."""
    found = sum(first < AFTER for first in firsts) / len(firsts)
    return f"{fmean(firsts):,.0f} ± {stdev(firsts) / math.sqrt(len(firsts)):.0f} ({found:.0%})"


def row(contender: Contender, value: float, runs: int) -> list[str]:
    setting = "" if math.isnan(value) else f"`{contender.parameter}` {value:.3g}"
    rate = false_alarms(contender, value, stationary(runs, seed=1))
    cells = [shown(delays(contender, value, changing(runs, shares, seed=2))) for shares in CHANGES.values()]
    return [contender.name, setting, f"{rate:.2f}", *cells]


# --- speed ------------------------------------------------------------------------------------------------

PAIRS = [
    ("ADWIN, clock 32", lambda: ds.ADWIN(), lambda: drift.ADWIN()),
    ("ADWIN, clock 1", lambda: ds.ADWIN(clock=1), lambda: drift.ADWIN(clock=1)),
    ("ECDD", lambda: ds.ECDD(), None),
    ("HDDM_A", lambda: ds.HDDM_A(), lambda: binary.HDDMA()),
    ("HDDM_W", lambda: ds.HDDM_W(), lambda: binary.HDDMW()),
    ("DDM", lambda: ds.DDM(), lambda: binary.DDM()),
    ("EDDM", lambda: ds.EDDM(), lambda: binary.EDDM()),
    ("PageHinkley", lambda: ds.PageHinkley(), lambda: drift.PageHinkley()),
]


def nanoseconds(work: Callable[[], Any], n: int, turns: int = 5) -> float:
    """CPU time of this thread per value, the best of some turns."""
    best = math.inf
    for _ in range(turns):
        begin = time.thread_time_ns()
        work()
        best = min(best, time.thread_time_ns() - begin)
    return best / n


def loop(detector: Any, values: list[int]) -> None:
    for v in values:
        detector.update(v)


def speed(name: str, ours: Callable[[], Any], river: Callable[[], Any] | None) -> list[str]:
    bits = (np.random.default_rng(3).random(1_000_000) < RATE).astype(float)
    few = bits[:100_000].astype(int).tolist()
    run = nanoseconds(lambda: ours().run(bits), len(bits))
    update = nanoseconds(lambda: loop(ours(), few), len(few))
    if river is None:
        return [name, f"{run:.1f}", f"{update:.0f}", "", ""]
    theirs = nanoseconds(lambda: loop(river(), few), len(few))
    return [name, f"{run:.1f}", f"{update:.0f}", f"{theirs:.0f}", f"{theirs / run:.0f}"]


# --- tables -----------------------------------------------------------------------------------------------


def print_table(heads: list[str], rows: list[list[str]]) -> None:
    print("|", " | ".join(heads), "|")
    print("|", " | ".join(["---"] + ["---:"] * (len(heads) - 1)), "|")
    for cells in rows:
        print("|", " | ".join(cells), "|")
    print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200, help="sequences of each kind")
    runs = parser.parse_args().runs
    heads = ["detector", "setting", "false alarms per 10,000", *CHANGES]
    print("### As they come\n")
    print_table(heads, [row(contender, contender.default, runs) for contender in contenders()])
    print("### One false alarm in 10,000 values\n")
    tuning = stationary(runs, seed=4)
    print_table(heads, [row(contender, tuned(contender, tuning), runs) for contender in contenders()])
    print("### Nanoseconds per value\n")
    heads = ["detector", "`run`", "`update` in a loop", "River's `update` in a loop", "River / `run`"]
    print_table(heads, [speed(*pair) for pair in PAIRS])


if __name__ == "__main__":
    main()
