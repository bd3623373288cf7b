"""Are the features that matter found soon after a drift? On the thesis streams, whose truth is known: CSV and Markdown.

    PYTHONPATH=src .venv/bin/python benchmarks/truth_found.py [--seeds 10] [--table]

The streams change abruptly every 10,000 instances; every scorer looks at a whole stream from its beginning. 500
instances after each drift it is asked whether all relevant features score above all irrelevant ones (`all`), and which
share of the relevant features is among the first so many (`share`). `rows` says after how many instances, in steps of
10 and up to 2,000, the first is so for the first time. Copies of relevant features are neither: they are left out of
the ranking. Copies of features that do not matter in a concept are irrelevant. In AGR a commission depends on the
salary (0 from 75,000 on); a row of its own leaves it out of the ranking where salary matters.

What could be known: fresh scorers see the first 500, 1,000, ... or all 10,000 instances of a concept and no others.
The results of each stream are added to benchmarks/studies/truth_found.csv; what is there is not computed again.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

import driftsift as ds

RESULTS = Path(__file__).resolve().parent / "studies" / "truth_found.csv"
COLUMNS = ("seed", "preset", "concept", "scorer", "all", "share", "rows")
COLUMNS += ("lowest_relevant", "lowest_score", "highest_irrelevant", "highest_score")
TIED = "AGR, ties aside"
PRESETS = ("AGR", TIED, "AN", "BG1", "BG2", "BG3", "RTG", "SEA")
LENGTH, ASKED, STEP, MOST = 10_000, 500, 10, 2_000
WINDOW = 300
FIRST = (500, 1_000, 2_000, 5_000, LENGTH)
SCORERS: dict[str, Callable[[], ds.relevance.StreamScorer]] = {
    "SU": lambda: ds.SymmetricalUncertainty(WINDOW),
    "IG": lambda: ds.InformationGain(WINDOW),
    "entropy": lambda: ds.ConditionalEntropy(WINDOW),
    "gain ratio": lambda: ds.GainRatio(WINDOW),
    "lookahead": lambda: ds.InteractionLookahead(ASKED),
}
FRESH: dict[str, tuple[int, ds.relevance.StreamScorer]] = {
    **{f"SU, first {w:,}": (w, ds.SymmetricalUncertainty(w)) for w in FIRST},
    **{f"lookahead, first {w:,}": (w, ds.InteractionLookahead(w)) for w in FIRST},
}


class Sides:
    """The relevant and the irrelevant features of a concept; those bound to a relevant one by `ties` are neither."""

    def __init__(self, stream: ds.Stream, concept: int, ties: dict[int, int]) -> None:
        relevant = stream.relevant[concept]
        informed = relevant | {bound for bound, source in ties.items() if source in relevant}
        self.names = stream.schema.names
        self.relevant = np.array(sorted(relevant))
        others = (f for f in range(stream.schema.n_features) if f not in informed)
        self.irrelevant = np.array([f for f in others if stream.redundant.get(f) not in informed])

    def apart(self, scores: NDArray[np.float64]) -> bool:
        return bool(scores[self.relevant].min() > scores[self.irrelevant].max())

    def found(self, scores: NDArray[np.float64]) -> float:
        """Return the share of relevant features among as many first ones; among equals irrelevant ones come first."""
        above = [np.count_nonzero(scores[self.irrelevant] >= score) for score in scores[self.relevant]]
        before = [np.count_nonzero(scores[self.relevant] > score) for score in scores[self.relevant]]
        return fmean(a + b < len(self.relevant) for a, b in zip(above, before, strict=True))

    def extremes(self, scores: NDArray[np.float64]) -> list[Any]:
        low = self.relevant[scores[self.relevant].argmin()]
        high = self.irrelevant[scores[self.irrelevant].argmax()]
        return [self.names[low], f"{scores[low]:.5f}", self.names[high], f"{scores[high]:.5f}"]


# --- runs -------------------------------------------------------------------------------------------------


def run(seeds: Iterable[int]) -> None:
    done = {(int(row["seed"]), row["preset"]) for row in rows()}
    for seed in seeds:
        for preset in PRESETS:
            if (seed, preset) not in done:
                write([seed, preset, *line] for line in results(preset, seed))


def results(preset: str, seed: int) -> list[list[Any]]:
    stream = ds.preset(f"thesis/{preset.partition(',')[0]}(A)", seed=seed)
    taken = stream.take(stream.n_instances)
    ties = {stream.schema.names.index("commission"): stream.schema.names.index("salary")} if preset == TIED else {}
    sides = [Sides(stream, concept, ties) for concept in range(len(stream.relevant))]
    return [
        *(line for name in SCORERS for line in followed(name, stream.schema, taken, sides)),
        *(line for name in FRESH for line in beginnings(name, stream.schema, taken, sides)),
    ]


def followed(name: str, schema: ds.Schema, taken: ds.Chunk, sides: list[Sides]) -> Iterator[list[Any]]:
    """Let a scorer look at the stream and ask it after every drift."""
    scorer = SCORERS[name]().prepare(schema).observe_chunk(taken[:LENGTH])
    for concept in range(1, len(sides)):
        part = taken[concept * LENGTH : (concept + 1) * LENGTH]
        until, line = "", []
        for seen in range(STEP, MOST + STEP, STEP):
            scores = scorer.observe_chunk(part[seen - STEP : seen]).scores()
            if not until and sides[concept].apart(scores):
                until = str(seen)
            if seen == ASKED:
                line = asked(sides[concept], scores)
        scorer.observe_chunk(part[MOST:])
        yield [concept, name, *line[:2], until, *line[2:]]


def beginnings(name: str, schema: ds.Schema, taken: ds.Chunk, sides: list[Sides]) -> Iterator[list[Any]]:
    """Show a fresh scorer the beginning of each concept but the first, and nothing else."""
    rows, prototype = FRESH[name]
    for concept in range(1, len(sides)):
        first = taken[concept * LENGTH : concept * LENGTH + rows]
        line = asked(sides[concept], clone(prototype).prepare(schema).observe_chunk(first).scores())
        yield [concept, name, *line[:2], "", *line[2:]]


def asked(side: Sides, scores: NDArray[np.float64]) -> list[Any]:
    return [int(side.apart(scores)), f"{side.found(scores):.4f}", *side.extremes(scores)]


def write(lines: Iterable[list[Any]]) -> None:
    RESULTS.parent.mkdir(exist_ok=True)
    begins = not RESULTS.exists()
    with RESULTS.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([COLUMNS] if begins else [])
        writer.writerows(lines)


def rows() -> list[dict[str, str]]:
    if not RESULTS.exists():
        return []
    with RESULTS.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


# --- tables -----------------------------------------------------------------------------------------------


def by_cell() -> dict[tuple[str, str], list[dict[str, str]]]:
    """Return the lines of each preset and scorer."""
    cells = defaultdict(list)
    for row in rows():
        cells[row["preset"], row["scorer"]].append(row)
    return cells


def share(lines: list[dict[str, str]], column: str) -> str:
    return f"{100 * fmean(float(row[column]) for row in lines):.1f}"


def rows_until(lines: list[dict[str, str]]) -> str:
    middle = median(float(row["rows"] or "inf") for row in lines)
    return f"{middle:.0f}" if middle <= MOST else f"> {MOST:,}"


def table(shown: Callable[[list[dict[str, str]]], str], scorers: Iterable[str]) -> str:
    cells, scorers = by_cell(), list(scorers)
    lines = [line_of(["", *scorers]), line_of(["---", *["---:"] * len(scorers)])]
    lines += [line_of([preset, *(shown(cells[preset, scorer]) for scorer in scorers)]) for preset in PRESETS]
    return "\n".join(lines)


def in_the_way(scorer: str) -> str:
    """Return per preset which features are wrong most often: the lowest relevant and the highest irrelevant one."""
    lines = [line_of(["", "wrong", "lowest relevant, highest irrelevant (how often)"]), line_of(["---", "---:", "---"])]
    for preset in PRESETS:
        wrong = [row for row in by_cell()[preset, scorer] if row["all"] == "0"]
        pairs = Counter((row["lowest_relevant"], row["highest_irrelevant"]) for row in wrong)
        listed = "; ".join(f"{low}, {high} ({count})" for (low, high), count in pairs.most_common(6))
        lines.append(line_of([preset, len(wrong), listed]))
    return "\n".join(lines)


def line_of(cells: Iterable[Any]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def weakest() -> str:
    """Return per preset what the weakest relevant feature says, and what chance gives the best irrelevant one."""
    known, asked_after = f"SU, first {LENGTH:,}", "SU"
    heads = [
        "",
        "weakest relevant feature, whole concept",
        "highest irrelevant one, 300 rows",
        "the first is higher, %",
    ]
    lines = [line_of(heads), line_of(["---", "---:", "---:", "---:"])]
    for preset in PRESETS:
        low = [float(row["lowest_score"]) for row in by_cell()[preset, known]]
        high = [float(row["highest_score"]) for row in by_cell()[preset, asked_after]]
        more = 100 * fmean(a > b for a, b in zip(low, high, strict=True))
        lines.append(line_of([preset, f"{median(low):.4f}", f"{median(high):.4f}", f"{more:.0f}"]))
    return "\n".join(lines)


def print_tables() -> None:
    seeds = len({row["seed"] for row in rows()})
    print(f"### All relevant features above all irrelevant ones, % of the drifts ({seeds} seeds)\n")
    print(table(lambda lines: share(lines, "all"), SCORERS))
    print("\n### Relevant features among the first, %\n")
    print(table(lambda lines: share(lines, "share"), SCORERS))
    print("\n### Instances until all are above all, median over the drifts\n")
    print(table(rows_until, SCORERS))
    print("\n### All above all, from the beginning of the concept alone\n")
    print(table(lambda lines: share(lines, "all"), FRESH))
    print(f"\n### Symmetrical uncertainty, medians\n\n{weakest()}")
    for scorer in ("SU", f"SU, first {LENGTH:,}", f"lookahead, first {LENGTH:,}"):
        print(f"\n### In the way: {scorer}\n\n{in_the_way(scorer)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--table", action="store_true", help="only print the tables")
    options = parser.parse_args()
    if not options.table:
        run(range(options.seeds))
    print_tables()


if __name__ == "__main__":
    main()
