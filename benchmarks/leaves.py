"""Weighted leaves of the Hoeffding adaptive tree on the seven streams of the thesis: CSV and Markdown.

    PYTHONPATH=src:. .venv/bin/python benchmarks/leaves.py [--tree HAT] [--seeds 10] [--leaves nb ...] [--table]

Streams and accuracy as in weightings.py: gradual drifts, 100,000 instances, ten concepts, the mean over ten checkpoints
of the last 10,000 instances, test-then-train. Every run is one line of benchmarks/studies/leaves.csv, written as soon
as it is done; what is there is not run again. `--table` only prints what is in the file.

Two trees: HAT with its defaults, and one whose detectors need so much evidence (drift_delta 1e-100) that with plain
leaves it is about as accurate as the HAT of the publication. `--moa` runs MOA's HAT with its defaults on the same rows
(it needs benchmarks/setup_peers.sh).
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks import trees_study
from benchmarks.weightings import PRESETS, append, line_of, p_value, read, table_head

import driftsift as ds

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "studies" / "leaves.csv"
COLUMNS = ("seed", "preset", "tree", "leaf", "accuracy", "cpu_seconds")
PLAIN = "nba"
TREES = {"HAT": 0.002, "sluggish HAT": 1e-100}  # delta of the detectors
MOAS = "HAT of MOA"
WINDOW, LONG_WINDOW = 200, 500
PUBLISHED = {  # accuracy in the thesis, table 7.2, in the order of PRESETS
    PLAIN: (69.84, 84.74, 91.76, 78.92, 64.45, 56.64, 78.80),
    "kNN-Entropy": (70.54, 86.43, 92.37, 82.87, 68.53, 57.47, 79.59),
    "kNN-SU": (81.90, 88.24, 94.42, 86.04, 72.47, 58.16, 79.62),
    "NB-Entropy": (70.54, 87.28, 94.51, 79.71, 65.74, 57.21, 81.16),
    "NB-SU": (71.23, 88.97, 94.51, 81.29, 65.10, 58.34, 82.74),
}
AS_PUBLISHED = ("kNN-Entropy, relative", "kNN-SU, relative", "NB-Entropy, relative", "NB-SU, relative")

Accuracies = dict[str, dict[str, dict[int, float]]]  # of one tree, by leaf, preset and seed


def bayes(scorer: Any, form: str) -> dict[str, Any]:
    return {"leaf": ds.NaiveBayes(weights=scorer, weighting=form)}


def neighbours(scorer: Any, form: str, window: int = WINDOW) -> dict[str, Any]:
    return {"leaf": ds.KNN(k=10, window=window, weights=scorer, weighting=form), "leaf_window": window}


SU, ENTROPY = ds.SymmetricalUncertainty, ds.ConditionalEntropy
LEAVES: dict[str, Callable[[], dict[str, Any]]] = {
    PLAIN: lambda: {"leaf": "nba"},
    "nb": lambda: {"leaf": "nb"},
    "NB-Entropy, relative": lambda: bayes(ENTROPY(WINDOW), "relative"),
    "NB-SU, relative": lambda: bayes(SU(WINDOW), "relative"),
    "NB-SU, significant": lambda: bayes(SU(WINDOW), "significant"),
    "kNN-Entropy, relative": lambda: neighbours(ENTROPY(WINDOW), "relative"),
    "kNN-SU, relative": lambda: neighbours(SU(WINDOW), "relative"),
    "kNN-SU, significant": lambda: neighbours(SU(WINDOW), "significant"),
    "kNN-SU, relative, 500 rows": lambda: neighbours(SU(LONG_WINDOW), "relative", LONG_WINDOW),
    "kNN-SU, significant, 500 rows": lambda: neighbours(SU(LONG_WINDOW), "significant", LONG_WINDOW),
    "kNN-lookahead, 500 rows": lambda: neighbours(ds.InteractionLookahead(window=300), "significant", LONG_WINDOW),
    "adaptive": lambda: {"leaf": "adaptive"},
}


# --- runs -------------------------------------------------------------------------------------------------


def run(tree: str, leaves: Iterable[str], seeds: Iterable[int]) -> None:
    """Run what the file does not have yet."""
    done = {(row["seed"], row["preset"], row["tree"], row["leaf"]) for row in rows()}
    for seed in seeds:
        for preset in PRESETS:
            missing = [leaf for leaf in leaves if (str(seed), preset, tree, leaf) not in done]
            if missing:
                run_on(preset, seed, tree, missing)


def run_on(preset: str, seed: int, tree: str, leaves: list[str]) -> None:
    """Make a stream once and grow trees with all leaves on it."""
    generated = ds.preset(f"thesis/{preset}", seed=seed)
    taken = generated.take(generated.n_instances)
    stream = ds.ArrayStream(taken.X, [generated.schema.classes[c] for c in taken.y], generated.schema, name=preset)
    for leaf in leaves:
        model = ds.HoeffdingAdaptiveTree(drift_delta=TREES[tree], **LEAVES[leaf]())
        evaluation = ds.evaluate(model, stream, window="auto", every=stream.n_instances // 10, progress=False)
        accuracy = 100 * fmean(evaluation.curve["accuracy"])
        write([seed, preset, tree, leaf, f"{accuracy:.3f}", f"{evaluation.summary()['cpu_seconds']:.2f}"])


def run_moa(seeds: Iterable[int]) -> None:
    """Run MOA's tree on the streams the file does not have yet of it."""
    done = {(row["seed"], row["preset"]) for row in rows() if row["tree"] == MOAS}
    moa = trees_study.MOA()
    for seed in seeds:
        for preset in PRESETS:
            if (str(seed), preset) not in done:
                accuracy, _ = moa("HoeffdingAdaptiveTree", trees_study.Rows(ds.preset(f"thesis/{preset}", seed=seed)))
                write([seed, preset, MOAS, PLAIN, f"{accuracy:.3f}", ""])
    moa.close()


def write(line: list[Any]) -> None:
    append(RESULTS, COLUMNS, line)


def rows() -> list[dict[str, str]]:
    return read(RESULTS)


# --- tables -----------------------------------------------------------------------------------------------


def accuracies(tree: str) -> Accuracies:
    """Return by leaf, preset and seed what the file says of a tree."""
    found: Accuracies = defaultdict(lambda: defaultdict(dict))
    for row in rows():
        if row["tree"] == tree:
            found[row["leaf"]][row["preset"]][int(row["seed"])] = float(row["accuracy"])
    return found


def complete_seeds(found: Accuracies) -> list[int]:
    """Return the seeds for which every leaf was run on every stream."""
    seeds = [set(found[leaf][preset]) for leaf in LEAVES for preset in PRESETS]
    return sorted(set.intersection(*seeds))


def gain(found: Accuracies, leaf: str, preset: str, seed: int) -> float:
    """Return how much more accurate a tree is than the one with plain leaves."""
    return found[leaf][preset][seed] - found[PLAIN][preset][seed]


def gains_table(tree: str) -> str:
    """Return the mean gains over plain leaves by stream, and the p of Wilcoxon's test on the means of the seeds."""
    found = accuracies(tree)
    seeds = complete_seeds(found)
    lines = table_head([f"{tree}, {len(seeds)} seeds", *PRESETS, "mean", "p"])
    plain = [fmean(found[PLAIN][preset][seed] for seed in seeds) for preset in PRESETS]
    lines.append(line_of([f"{PLAIN}, accuracy", *(f"{x:.2f}" for x in (*plain, fmean(plain))), ""]))
    moa = accuracies(MOAS)[PLAIN] if tree == "HAT" else {}
    if moas := sorted(set.intersection(*(set(moa[preset]) for preset in PRESETS)) if moa else ()):
        its = [fmean(moa[preset][seed] for seed in moas) for preset in PRESETS]
        lines.append(line_of([f"{MOAS}, {len(moas)} seeds", *(f"{x:.2f}" for x in (*its, fmean(its))), ""]))
    for leaf in list(LEAVES)[1:]:
        by_seed = [[gain(found, leaf, preset, seed) for preset in PRESETS] for seed in seeds]
        lines.append(line_of([leaf, *signed(map(fmean, zip(*by_seed, strict=True))), p_cell(map(fmean, by_seed))]))
    for name, leaves in (("mean of four as published", AS_PUBLISHED), ("best of these four", AS_PUBLISHED)):
        choose = fmean if name.startswith("mean") else max
        lines.append(line_of([name, *signed(chosen(found, leaves, seeds, choose)), ""]))
    lines.append(line_of(["best of all", *signed(chosen(found, list(LEAVES)[1:], seeds, max)), ""]))
    return "\n".join(lines)


def chosen(found: Accuracies, leaves: Iterable[str], seeds: list[int], choose: Callable[..., float]) -> list[float]:
    """Return by stream the mean, or the best, of the mean gains of leaves."""
    return [choose([fmean(gain(found, leaf, p, seed) for seed in seeds) for leaf in leaves]) for p in PRESETS]


def published_table() -> str:
    """Return the same of the published accuracies."""
    plain = PUBLISHED[PLAIN]
    lines = table_head(["published", *PRESETS, "mean"])
    lines.append(line_of([f"{PLAIN}, accuracy", *(f"{x:.2f}" for x in (*plain, fmean(plain)))]))
    by_leaf = {leaf: [a - b for a, b in zip(PUBLISHED[leaf], plain, strict=True)] for leaf in list(PUBLISHED)[1:]}
    for leaf, gained in by_leaf.items():
        lines.append(line_of([leaf, *signed(gained)]))
    by_stream = list(zip(*by_leaf.values(), strict=True))
    lines.append(line_of(["mean of the four", *signed(map(fmean, by_stream))]))
    lines.append(line_of(["best of the four", *signed(map(max, by_stream))]))
    return "\n".join(lines)


def signed(values: Iterable[float]) -> list[str]:
    """Return values and their mean, with signs."""
    shown = list(values)
    return [f"{x:+.2f}" for x in (*shown, fmean(shown))]


def p_cell(differences: Iterable[float]) -> str:
    return f"{p_value(list(differences)):.0e}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--tree", choices=list(TREES), default="HAT")
    parser.add_argument("--leaves", choices=list(LEAVES), nargs="+", default=list(LEAVES))
    parser.add_argument("--moa", action="store_true", help="run MOA's tree")
    parser.add_argument("--table", action="store_true", help="only print the tables")
    options = parser.parse_args()
    if options.moa:
        run_moa(range(options.seeds))
    elif not options.table:
        run(options.tree, options.leaves, range(options.seeds))
    print(gains_table(options.tree), published_table(), sep="\n\n")


if __name__ == "__main__":
    main()
