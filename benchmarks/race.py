"""Race driftsift against MOA, River, scikit-learn and the memory floor on the same rows: ``make bench``.

Every contender tests on a row and then learns it, in one thread, and counts its accuracy; the clock is the
CPU time of that thread. Contenders take turns, for several rounds. A turn lasts 0.3 s or one run, whichever
is longer, and its middle run counts, so that one odd reading of the clock decides nothing; tables show the
best and the median turn. Peers that are not installed are left out with a note.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import numpy as np
from rich.console import Console
from rich.table import Table

import contenders
import history
from contenders import Contender, Rows, Run
from driftsift import streams
from driftsift.data import Schema
from driftsift.streams import Stream

SEED = 20
SEPARATION = 2.5
TURN_NANOSECONDS = 300_000_000
FEWER_ROWS = (
    "River and scikit-learn run on the first rows only; their accuracy is over these. "
    "River's KNN starts with a full window and does not normalise the features."
)
SPAM = "spam.libsvm.gz"
SPAM_SECONDS = {"NaiveBayes": 3.0, "KNN": 20.0}
console = Console(width=None if Console().is_terminal else 120)


@dataclass(frozen=True)
class Contest:
    """One learner on one kind of row; ``goals`` are the least ratios of a peer's time to driftsift's."""

    learner: str
    features: int
    rows: int
    goals: Mapping[str, float] = field(default_factory=dict)
    most_floors: float | None = None
    kind: str = "numbers"

    @property
    def title(self) -> str:
        return f"{self.learner}, {self.rows:,} x {self.features} {self.kind}"


def tree_contests(
    learner: str, goals: Mapping[str, float], rows: int = 100_000, of_numbers: int | None = None
) -> tuple[Contest, ...]:
    """The contests of a learner of trees or rules: numbers and bits that a tree tells apart, digits of ten classes."""
    kinds = (("tree of numbers", 10), ("tree of numbers", 50), ("tree of bits", 50), ("LED", 24))
    return tuple(
        Contest(learner, features, of_numbers or rows if "numbers" in kind else rows, goals, kind=kind)
        for kind, features in kinds
    )


CONTESTS = (
    Contest("NaiveBayes", 10, 100_000, {"MOA": 8}),
    Contest("NaiveBayes", 50, 100_000, {"MOA": 12, "River": 500}, most_floors=10),
    Contest("KNN", 10, 20_000, {"MOA": 25}),
    Contest("KNN", 50, 10_000, {"MOA": 25}),
    Contest("MajorityClass", 10, 100_000),
    *tree_contests("HoeffdingTree", {"MOA": 10, "River": 200}),
    *tree_contests("HoeffdingAdaptiveTree", {"MOA": 12, "River": 200}),
    *tree_contests("VFDR", {"MOA": 20}, rows=20_000, of_numbers=3_000),  # MOA's takes minutes for more
)
QUICK_CONTESTS = (
    Contest("NaiveBayes", 10, 5_000, {"MOA": 8}),
    Contest("KNN", 10, 2_000, {"MOA": 25}),
    Contest("HoeffdingTree", 50, 5_000, {"MOA": 10}, kind="tree of bits"),
)


@dataclass(frozen=True)
class Figures:
    """The best and the middle round of one contender."""

    contender: str
    rows: int
    accuracy: float | None
    best: float
    middle: float

    @classmethod
    def of(cls, name: str, runs: list[Run]) -> Figures:
        times = [run.nanoseconds / run.rows for run in runs]
        return cls(name, runs[0].rows, runs[0].accuracy, min(times), median(times))


def rows_of(contest: Contest, folder: Path) -> Rows:
    """The rows of a contest."""
    n, d = contest.rows, contest.features
    if contest.kind == "numbers":
        return Rows(*gaussian_rows(n, d), Schema.numeric(d, (0, 1)), contest.learner, folder)
    stream = generator(contest.kind, n, d)
    chunk = stream.take(n)
    schema = Schema(stream.schema.features, tuple(range(stream.schema.n_classes)))
    return Rows(chunk.X, chunk.y, schema, contest.learner, folder)


def generator(kind: str, n: int, d: int) -> Stream:
    """A stream that makes rows of a kind; of many features 10 are relevant."""
    if kind == "LED":
        return streams.LED(n, irrelevant=d - 7, seed=SEED)
    columns = {"n_numeric": d, "n_nominal": 0} if kind == "tree of numbers" else {"n_numeric": 0, "n_nominal": d}
    return streams.RandomTree(n, **columns, relevant=10, categories=2, max_depth=8, noise=0.05, seed=SEED)


def gaussian_rows(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Two classes, normal in every feature, means ``SEPARATION`` apart: at best 0.894 of them can be told."""
    random = np.random.default_rng(SEED)
    y = random.integers(0, 2, n, dtype=np.int32)
    direction = random.standard_normal(d)
    direction *= SEPARATION / np.linalg.norm(direction)
    scale = np.exp(random.standard_normal(d) / 2)
    return (random.standard_normal((n, d)) + np.outer(y, direction)) * scale, y


def line_up(rows: Rows) -> list[Contender]:
    """Everybody who can take part, ready to run."""
    ready = []
    for name, enter in contenders.ALL.items():
        try:
            ready.append(enter(rows))
        except (contenders.PeerFailedError, ImportError) as problem:
            console.print(f"[dim]{name} is left out: {problem}[/dim]")
    return ready


def turn(contender: Contender) -> Run:
    """The middle run of a turn."""
    runs = [contender.run()]
    while sum(run.nanoseconds for run in runs) < TURN_NANOSECONDS:
        runs.append(contender.run())
    return sorted(runs, key=lambda run: run.nanoseconds)[len(runs) // 2]


def hold(contest: Contest, rounds: int) -> list[Figures]:
    with tempfile.TemporaryDirectory() as folder:
        entrants = line_up(rows_of(contest, Path(folder)))
        try:
            turns = [[turn(contender) for contender in entrants] for _ in range(rounds)]
        finally:
            for contender in entrants:
                contender.close()
    by_contender = zip(*turns, strict=True)
    return [Figures.of(who.name, list(runs)) for who, runs in zip(entrants, by_contender, strict=True)]


def ratio(value: float, base: Figures | None) -> float | None:
    return None if base is None else value / base.best


def times_as_long(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def verdict(met: bool) -> str:
    return "met" if met else "missed"


def goal(contest: Contest, row: Figures, to_driftsift: float | None, to_floor: float | None) -> str:
    """The goal of the row and whether it is met."""
    if row.contender == "driftsift" and contest.most_floors and to_floor:
        return f"≤ {contest.most_floors:g} x floor: {verdict(to_floor <= contest.most_floors)}"
    least = contest.goals.get(row.contender)
    if least is None or to_driftsift is None:
        return ""
    return f"≥ {least:g} x driftsift: {verdict(to_driftsift >= least)}"


def table(contest: Contest, figures: list[Figures]) -> Table:
    by_name = {row.contender: row for row in figures}
    result = Table(title=contest.title, title_justify="left")
    result.add_column("contender", no_wrap=True)
    for heading in ("rows", "accuracy", "ns per row", "median", "x driftsift", "x floor"):
        result.add_column(heading, justify="right")
    result.add_column("goal", no_wrap=True)
    for row in figures:
        to_driftsift = ratio(row.best, by_name.get("driftsift"))
        to_floor = ratio(row.best, by_name.get("numpy.sum"))
        accuracy = "" if row.accuracy is None else f"{row.accuracy:.4f}"
        ratios = [times_as_long(value) for value in (to_driftsift, to_floor)]
        times = [f"{value:,.1f}" for value in (row.best, row.middle)]
        result.add_row(
            row.contender,
            f"{row.rows:,}",
            accuracy,
            *times,
            *ratios,
            goal(contest, row, to_driftsift, to_floor),
        )
    return result


def spam(rounds: int) -> list[dict]:
    """Wall seconds of a prequential evaluation on the sparse file, reading included."""
    path = Path(os.environ.get("DRIFTSIFT_DATA", "/work/shared/data")) / SPAM
    if not path.exists():
        console.print(f"[dim]{SPAM} is left out: {path} does not exist (set DRIFTSIFT_DATA to its folder)[/dim]")
        return []
    try:
        from driftsift.evaluation import evaluate
        from driftsift.streams import open_stream
    except ImportError as problem:
        console.print(f"[dim]{SPAM} is left out: {problem}[/dim]")
        return []
    results = []
    for learner, most in SPAM_SECONDS.items():
        seconds = []
        for _ in range(rounds):
            start = time.perf_counter()
            accuracy = evaluate(contenders.driftsift_model(learner), open_stream(path)).summary()["accuracy"]
            seconds.append(time.perf_counter() - start)
        results.append({"learner": learner, "accuracy": accuracy, "seconds": min(seconds), "goal": most})
    return results


def spam_table(results: list[dict]) -> Table:
    result = Table("learner", "accuracy", "seconds", "goal", title=f"{SPAM}, reading included", title_justify="left")
    for row in results:
        seconds = f"{row['seconds']:.2f}"
        aim = f"≤ {row['goal']:g} s: {verdict(row['seconds'] <= row['goal'])}"
        result.add_row(row["learner"], f"{row['accuracy']:.4f}", seconds, aim)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few rows, one round, no record: a smoke test")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", metavar="LEARNER", help="hold the contests of one learner, keep no record")
    options = parser.parse_args()
    rounds = 1 if options.quick else options.rounds
    held = []
    for contest in QUICK_CONTESTS if options.quick else CONTESTS:
        if options.only in (None, contest.learner):
            figures = hold(contest, rounds)
            console.print(table(contest, figures))
            held.append((contest, figures))
    console.print(f"[dim]{FEWER_ROWS}[/dim]")
    spam_results = [] if options.only else spam(rounds)
    if spam_results:
        console.print(spam_table(spam_results))
    if not (options.quick or options.only):
        history.append(held, spam_results)
        console.print(f"recorded in {history.PATH}")


if __name__ == "__main__":
    main()
