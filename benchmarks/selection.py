"""Selectors in front of learners on the seven streams of the ABFS publication: CSV and Markdown.

    PYTHONPATH=src:. .venv/bin/python benchmarks/selection.py [--seeds 3] [--learners NaiveBayes ...] [--table]

The streams have three concepts and a hundred irrelevant features (AN two hundred), here 60,000 instances with drifts
of width 1,500 around instances 20,000 and 40,000. The accuracy is that of all predictions, test-then-train. Every run
is one line of benchmarks/studies/selectors.csv, written as soon as it is done; what is there is not run again.
`--table` only prints what is in the file.
"""

from __future__ import annotations

import argparse
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.weightings import PRESETS, append, line_of, read, table_head

import driftsift as ds

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "studies" / "selectors.csv"
COLUMNS = ("seed", "preset", "learner", "selector", "accuracy", "cpu_seconds", "changes", "restarts", "bytes")
N = 60_000
NONE, ORACLE = "none", "Oracle"

LEARNERS: dict[str, Callable[[], Any]] = {
    "NaiveBayes": ds.NaiveBayes,
    "KNN": lambda: ds.KNN(k=10, window=500),
    "HoeffdingTree": ds.HoeffdingTree,
    "HoeffdingAdaptiveTree": ds.HoeffdingAdaptiveTree,
}
SELECTORS: dict[str, Callable[[Any], Any]] = {  # of the truth of a stream
    NONE: lambda _: None,
    "DISCUSS": lambda _: ds.DISCUSS(),
    "DISCUSS, 5 best": lambda _: ds.DISCUSS("n-best", n=5),
    "ABFS": lambda _: ds.ABFS(),
    "LookaheadSelector": lambda _: ds.LookaheadSelector(),
    ORACLE: ds.Oracle,
}


# --- runs -------------------------------------------------------------------------------------------------


def run(learners: Iterable[str], seeds: Iterable[int]) -> None:
    """Run what the file does not have yet."""
    done = {tuple(row[name] for name in COLUMNS[:4]) for row in rows()}
    for seed in seeds:
        for preset in PRESETS:
            missing = [(a, b) for a in learners for b in SELECTORS if (str(seed), preset, a, b) not in done]
            if missing:
                run_on(preset, seed, missing)


def run_on(preset: str, seed: int, pairs: list[tuple[str, str]]) -> None:
    """Make a stream once and run learners behind selectors on it."""
    generated = ds.preset(f"abfs/{preset}-100", n=N, seed=seed)
    taken = generated.take(N)
    stream = ds.ArrayStream(taken.X, [generated.schema.classes[c] for c in taken.y], generated.schema, name=preset)
    for learner, selector in pairs:
        evaluation = ds.evaluate(build(learner, selector, generated.truth), stream, progress=False)
        write([seed, preset, learner, selector, *figures(evaluation)])


def build(learner: str, selector: str, truth: Any) -> Any:
    """Return a learner behind a selector, or alone."""
    front = SELECTORS[selector](truth)
    return LEARNERS[learner]() if front is None else front | LEARNERS[learner]()


def figures(evaluation: Any) -> list[Any]:
    """Return accuracy, time, how often the selection changed and the learner started afresh, and bytes."""
    summary, model = evaluation.summary(), evaluation.trained
    selects = isinstance(model, ds.Pipeline)
    changes = [len(model.events_), sum(model.explain()["changes"])] if selects else [0, 0]
    return [f"{100 * summary['accuracy']:.3f}", f"{summary['cpu_seconds']:.3f}", *changes, summary["model_bytes"]]


def write(line: list[Any]) -> None:
    append(RESULTS, COLUMNS, line)


def rows() -> list[dict[str, str]]:
    return read(RESULTS)


# --- tables -----------------------------------------------------------------------------------------------


def by_selector(learner: str) -> dict[str, dict[str, list[dict[str, str]]]]:
    """Return by selector and preset the runs of a learner whose seed was run with every selector on every stream."""
    lines = [row for row in rows() if row["learner"] == learner]
    seeds = set.intersection(
        *(
            {row["seed"] for row in lines if (row["selector"], row["preset"]) == (s, p)}
            for s in SELECTORS
            for p in PRESETS
        )
    )
    found: dict[str, dict[str, list[dict[str, str]]]] = defaultdict(lambda: defaultdict(list))
    for row in lines:
        if row["seed"] in seeds:
            found[row["selector"]][row["preset"]].append(row)
    return found


def table(learner: str) -> str:
    """Return the mean accuracies by stream, and what it took as means over the streams."""
    found = by_selector(learner)
    seeds = len(found[NONE][PRESETS[0]])
    lines = table_head([f"{learner}, {seeds} seeds", *PRESETS, "mean", "CPU s", "changes", "restarts", "KiB"])
    for selector in SELECTORS:
        by_preset = found[selector]
        accuracies = [mean_of(by_preset[preset], "accuracy") for preset in PRESETS]
        every = [row for preset in PRESETS for row in by_preset[preset]]
        shown = [f"{x:.1f}" for x in (*accuracies, fmean(accuracies))]
        shown.append(f"{mean_of(every, 'cpu_seconds'):.2f}")
        shown += [f"{mean_of(every, name):.0f}" for name in ("changes", "restarts")]
        lines.append(line_of([selector, *shown, f"{mean_of(every, 'bytes') / 1024:,.0f}"]))
    return "\n".join(lines)


def mean_of(lines: list[dict[str, str]], name: str) -> float:
    return fmean(float(row[name]) for row in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3, help="1 to this number")
    parser.add_argument("--learners", choices=list(LEARNERS), nargs="+", default=list(LEARNERS))
    parser.add_argument("--table", action="store_true", help="only print the tables")
    options = parser.parse_args()
    if not options.table:
        warnings.filterwarnings("ignore", message=".*HoeffdingAdaptiveTree")  # that is what is measured
        run(options.learners, range(1, options.seeds + 1))
    print("\n\n".join(table(learner) for learner in options.learners))


if __name__ == "__main__":
    main()
