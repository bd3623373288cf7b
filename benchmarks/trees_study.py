"""Are the Hoeffding trees as good as those of MOA and River? Accuracy and size, paired by seed: CSV and Markdown.

    PYTHONPATH=src .venv/bin/python benchmarks/trees_study.py [--seeds 30] [--river-seeds 10] [--streams ...] [--table]

Stationary streams, and streams with three abrupt drifts, of 30,000 instances, test-then-train; all libraries see the
same rows with the same settings (grace 200, delta 1e-7, tau 0.05, leaves with naive Bayes or the majority). Every run
is one line of benchmarks/studies/trees.csv, written as soon as it is done; what is there is not run again. Streams on
which the outcome varies much have more seeds.

Two trees are called equivalent on a stream if the 90 % confidence interval of the mean difference of their accuracies
lies within half a point (two one-sided t tests at 5 %), and driftsift's "not below" if its lower end is above minus
half a point. Leaves are those of the tree that speaks, without alternates.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
from scipy.stats import t as student

import driftsift as ds

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "studies" / "trees.csv"
COLUMNS = ("stream", "seed", "learner", "library", "accuracy", "leaves")
N = 30_000
DRIFTS = (7_500, 15_000, 22_500)
MARGIN = 0.5
LEARNERS = ("HoeffdingTree", "HoeffdingAdaptiveTree")
OURS = "driftsift"
PEERS = ("MOA", "River")

Outcome = tuple[float, int]  # accuracy in percent, leaves
Found = dict[tuple[str, str, str], dict[int, Outcome]]  # by stream, learner, library and seed


def drifting(concept: Callable[[int], ds.Stream], seed: int) -> ds.Stream:
    """Return four concepts in turn."""
    return ds.Drifting([concept(k) for k in range(len(DRIFTS) + 1)], DRIFTS, 1, seed=seed)


STATIONARY: dict[str, Callable[[int], ds.Stream]] = {
    "RandomTree": lambda seed: ds.RandomTree(N, noise=0.05, max_depth=8, seed=seed),
    "Hyperplane": lambda seed: ds.Hyperplane(N, seed=seed),
    "LED": lambda seed: ds.LED(N, seed=seed),
    "RandomRBF": lambda seed: ds.RandomRBF(N, seed=seed),
    "Agrawal": lambda seed: ds.Agrawal(N, function=seed % 10 + 1, seed=seed),
}
DRIFTING: dict[str, Callable[[int], ds.Stream]] = {
    "SEA, drifts": lambda seed: drifting(lambda k: ds.SEA(N, theta=(8.0, 9.0, 7.0, 9.5)[k], seed=4 * seed + k), seed),
    "Agrawal, drifts": lambda seed: drifting(lambda k: ds.Agrawal(N, function=k + 1, seed=4 * seed + k), seed),
    "RandomRBF, drifts": lambda seed: drifting(lambda k: ds.RandomRBF(N, seed=4 * seed + k), seed),
    "LED, drifts": lambda seed: drifting(lambda k: ds.LED(N, exchanged=(0, 3, 5, 7)[k], seed=4 * seed + k), seed),
}
STREAMS = STATIONARY | DRIFTING


# --- runs -------------------------------------------------------------------------------------------------


class Rows:
    """The rows of a stream, classes as codes."""

    def __init__(self, stream: ds.Stream) -> None:
        chunk = stream.take(stream.n_instances or N)
        self.X, self.y = chunk.X, chunk.y
        self.schema = ds.Schema(stream.schema.features, tuple(range(stream.schema.n_classes)))


def driftsift(learner: str, rows: Rows) -> Outcome:
    model = getattr(ds, learner)().prepare(rows.schema)
    hits = np.mean(model.predict_then_train(rows.X, rows.y) == rows.y)
    state = model._model.state()
    return 100 * float(hits), leaves(state["kind"], state["feature"], state["alternate"], rows.schema.n_categories)


def leaves(kind: list[int], feature: list[int], alternate: list[int], n_categories: np.ndarray) -> int:
    """Count the leaves of a tree given in preorder, where the alternate of a node follows its children."""
    by_category = 2
    at = 0

    def subtree() -> int:
        nonlocal at
        node = at
        at += 1
        if kind[node] == 0:
            return 1
        children = int(n_categories[feature[node]]) if kind[node] == by_category else 2
        total = sum(subtree() for _ in range(children))
        if alternate[node]:
            subtree()
        return total

    return subtree()


def river(learner: str, rows: Rows) -> Outcome:
    from river import tree

    names = rows.schema.names
    nominal = [name for name, count in zip(names, rows.schema.n_categories, strict=True) if count]
    options: dict[str, Any] = {"nominal_attributes": nominal}
    if learner == "HoeffdingAdaptiveTree":
        options["seed"] = 1
    model = getattr(tree, f"{learner}Classifier")(**options)
    hits = 0
    for row, label in zip(rows.X.tolist(), rows.y.tolist(), strict=True):
        x = dict(zip(names, row, strict=True))
        hits += model.predict_one(x) == label
        model.learn_one(x, label)
    return 100 * hits / len(rows.y), model.n_leaves or 1


class MOA:
    """A process that runs MOA's trees."""

    def __init__(self) -> None:
        import moa_peer

        self.peer = moa_peer
        command = moa_peer.command("Trees")
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def __call__(self, learner: str, rows: Rows) -> Outcome:
        with tempfile.TemporaryDirectory() as folder:
            self.peer.write_data(Path(folder), rows.X, rows.y, rows.schema.n_classes, rows.schema.n_categories)
            self.process.stdin.write(f"{learner} {folder}\n")
            self.process.stdin.flush()
            answer = json.loads(self.process.stdout.readline())
        return 100 * answer["accuracy"], answer["leaves"]

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def run(libraries: dict[str, Callable[[str, Rows], Outcome]], seeds: Iterable[int], streams: Iterable[str]) -> None:
    """Run what the file does not have yet."""
    done = found()
    for seed in seeds:
        for stream in streams:
            missing = [
                (learner, library)
                for learner in LEARNERS
                for library in libraries
                if seed not in done[stream, learner, library]
            ]
            rows = Rows(STREAMS[stream](seed)) if missing else None
            for learner, library in missing:
                accuracy, size = libraries[library](learner, rows)
                write([stream, seed, learner, library, f"{accuracy:.3f}", size])


def write(line: list[Any]) -> None:
    RESULTS.parent.mkdir(exist_ok=True)
    begins = not RESULTS.exists()
    with RESULTS.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        if begins:
            writer.writerow(COLUMNS)
        writer.writerow(line)


def found() -> Found:
    """Return what the file says."""
    outcomes: Found = defaultdict(dict)
    if RESULTS.exists():
        with RESULTS.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                outcome = float(row["accuracy"]), int(row["leaves"])
                outcomes[row["stream"], row["learner"], row["library"]][int(row["seed"])] = outcome
    return outcomes


# --- tables -----------------------------------------------------------------------------------------------


def interval(differences: list[float]) -> tuple[float, float]:
    """Return the 90 % confidence interval of the mean."""
    n = len(differences)
    half = float(student.ppf(0.95, n - 1)) * stdev(differences) / n**0.5
    return fmean(differences) - half, fmean(differences) + half


def verdict(low: float, high: float) -> str:
    """Return what an interval of differences says."""
    if low >= -MARGIN and high <= MARGIN:
        return "equivalent"
    if low > -MARGIN:
        return "better" if low > 0 else "not below"
    return "worse" if high < 0 else "undecided"


def line_of(outcomes: Found, stream: str, learner: str, library: str) -> list[str] | None:
    """Return the cells of a comparison, nothing where there is none."""
    ours, theirs = outcomes[stream, learner, OURS], outcomes[stream, learner, library]
    seeds = sorted(ours.keys() & theirs.keys())
    if len(seeds) < 2:
        return None
    differences = [ours[seed][0] - theirs[seed][0] for seed in seeds]
    low, high = interval(differences)
    sizes = [fmean(side[seed][1] for seed in seeds) for side in (ours, theirs)]
    means = [f"{fmean(side[seed][0] for seed in seeds):.2f}" for side in (ours, theirs)]
    spread = f"{fmean(differences):+.2f} [{low:+.2f}, {high:+.2f}]"
    leaves_cells = [*(f"{size:.1f}" for size in sizes), f"{sizes[0] / sizes[1]:.2f}"]
    return [stream, str(len(seeds)), *means, spread, verdict(low, high), *leaves_cells]


def table(learner: str, library: str) -> str:
    """Return the comparisons of a learner with another library's, stream by stream."""
    outcomes = found()
    heads = ["stream", "seeds", OURS, library, "difference", "verdict", "leaves", f"leaves, {library}", "ratio"]
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)]]
    lines += [cells for stream in STREAMS if (cells := line_of(outcomes, stream, learner, library))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--river-seeds", type=int, default=10)
    parser.add_argument("--streams", nargs="+", choices=STREAMS, default=list(STREAMS), metavar="STREAM")
    parser.add_argument("--table", action="store_true", help="only print the tables")
    options = parser.parse_args()
    if not options.table:
        moa = MOA()
        run({OURS: driftsift, "MOA": moa}, range(options.seeds), options.streams)
        moa.close()
        run({"River": river}, range(options.river_seeds), options.streams)
    for learner in LEARNERS:
        for library in PEERS:
            print(f"### {learner}, {OURS} and {library}\n\n{table(learner, library)}\n")


if __name__ == "__main__":
    main()
