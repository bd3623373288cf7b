"""All weightings of naive Bayes and kNN side by side on the seven streams of the thesis: CSV and Markdown.

    PYTHONPATH=src .venv/bin/python benchmarks/weightings.py [--seeds 30] [--part core lookahead ...] [--table]

The streams are gradual (width 1,000), 100,000 instances and ten concepts, one stream for each seed. The accuracy is
the mean over ten checkpoints of the last 10,000 instances, test-then-train (protocol of chapter 4 of the thesis).
Every run is one line of benchmarks/studies/weightings.csv, written as soon as it is done; what is there is not run
again. Seeds come in rounds, so that all models have seen the same streams whenever it is stopped. `--table` only prints
what is in the file and draws docs/images/weightings.png.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean
from typing import Any

from scipy.stats import wilcoxon

import driftsift as ds

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "studies" / "weightings.csv"
PICTURE = ROOT / "docs" / "images" / "weightings.png"
COLUMNS = ("seed", "preset", "model", "scorer", "weighting", "window", "accuracy", "cpu_seconds")
PRESETS = ("AGR", "AN", "BG1", "BG2", "BG3", "RTG", "SEA")
FORMS = ("raw", "relative", "relative2", "balanced", "significant")
SCORERS = {"SU": ds.SymmetricalUncertainty, "IG": ds.InformationGain, "entropy": ds.ConditionalEntropy}
UNIFORM = "BG3, uniform"
N = 100_000
LOOKAHEAD = "lookahead"
UNSCALED = "KNN unscaled"
PUBLISHED = {  # accuracy without and with SU in the thesis, table 7.1
    "NB": {"AGR": (59.13, 67.71), "AN": (74.37, 76.93), "BG1": (76.21, 76.55), "BG2": (75.80, 76.88)}
    | {"BG3": (57.70, 64.65), "RTG": (54.15, 57.68), "SEA": (79.26, 78.72)},
    "KNN": {"AGR": (54.71, 64.20), "AN": (67.31, 79.81), "BG1": (79.35, 82.98), "BG2": (71.37, 78.16)}
    | {"BG3": (55.50, 63.00), "RTG": (52.31, 54.11), "SEA": (63.46, 74.11)},
}

Setting = tuple[str, str, str, int]  # model, scorer, weighting, window of the likelihoods (0: all rows)
Accuracies = dict[Setting, dict[str, dict[int, float]]]

CORE: list[Setting] = [
    ("NB", "", "", 0),
    ("NB", "SU", "significant", 0),
    ("NB", "", "", 1000),
    ("NB", "SU", "significant", 1000),
    ("KNN", "", "", 1000),
    ("KNN", "SU", "significant", 1000),
]


def part(name: str) -> list[Setting]:
    """Return the settings of a part of the study."""
    if name == "core":
        return CORE
    if name == "lookahead":
        return [(model, LOOKAHEAD, "significant", window) for model, window in (("NB", 0), ("NB", 1000), ("KNN", 1000))]
    if name == "knn":
        return [("KNN", *weights, 1000) for weights in ((LOOKAHEAD, "significant"), ("SU", "raw"), ("SU", "relative"))]
    if name == "unscaled":
        return [(UNSCALED, *weights, 1000) for weights in (("", ""), ("SU", "raw"), ("SU", "significant"))]
    weighted = [
        *(("NB", scorer, form, window) for window in (0, 1000) for scorer in SCORERS for form in FORMS),
        *(("NB", "SU", "printed", window) for window in (0, 1000)),
        *(("KNN", scorer, form, 1000) for scorer in SCORERS for form in FORMS if form != "balanced"),
    ]
    return [setting for setting in weighted if setting not in CORE and distinct(setting)]


def distinct(setting: Setting) -> bool:
    """Return whether no other setting does the same: the test of significance is one, whatever the score."""
    return setting[1] == "SU" or setting[2] != "significant"


def build(setting: Setting, window: int = 300) -> Any:
    model, scorer, form, rows = setting
    options: dict[str, Any] = {"weighting": form} if scorer else {}
    if scorer:
        options["weights"] = ds.InteractionLookahead(window=500) if scorer == LOOKAHEAD else SCORERS[scorer](window)
    if model in ("KNN", UNSCALED):
        return ds.KNN(k=10, window=rows, scale="none" if model == UNSCALED else "range", **options)
    return ds.NaiveBayes(window=rows or None, **options)


# --- runs -------------------------------------------------------------------------------------------------


def run(settings: list[Setting], seeds: Iterable[int], presets: Iterable[str] = PRESETS) -> None:
    """Run what the file does not have yet."""
    done = {(row["seed"], row["preset"], *setting_of(row)) for row in rows()}
    for seed in seeds:
        for preset in presets:
            missing = [setting for setting in settings if (str(seed), preset, *setting) not in done]
            if missing:
                run_on(preset, seed, missing)


def run_on(preset: str, seed: int, settings: list[Setting]) -> None:
    """Make a stream once and run all settings on it."""
    generated = uniform_equality(seed) if preset == UNIFORM else ds.preset(f"thesis/{preset}", seed=seed)
    taken = generated.take(generated.n_instances)
    stream = ds.ArrayStream(taken.X, [generated.schema.classes[c] for c in taken.y], generated.schema, name=preset)
    for setting in settings:
        evaluation = ds.evaluate(build(setting), stream, window="auto", every=stream.n_instances // 10, progress=False)
        accuracy = 100 * fmean(evaluation.curve["accuracy"])
        cpu = evaluation.summary()["cpu_seconds"]
        write([seed, preset, *setting, f"{accuracy:.3f}", f"{cpu:.2f}"])


def uniform_equality(seed: int) -> ds.Stream:
    """Return BG3 of the thesis, but with 000 and 111 equally frequent: no bit says anything alone."""
    relevant = ds.preset("thesis/BG3", seed=seed).relevant
    concepts = [
        ds.BG3(N, 35, sorted(bits), noise_mode="resample", seed=len(relevant) * seed + k)
        for k, bits in relevant.items()
    ]
    return ds.WithRedundant(ds.Drifting(concepts, range(N // 10, N, N // 10), 1000, seed=seed), linear=15, seed=seed)


def append(path: Path, columns: Iterable[str], line: list[Any]) -> None:
    """Write a line to the file of a study, as soon as it is known."""
    path.parent.mkdir(exist_ok=True)
    begins = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        if begins:
            writer.writerow(columns)
        writer.writerow(line)


def read(path: Path) -> list[dict[str, str]]:
    """Return the lines of the file of a study."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(line: list[Any]) -> None:
    append(RESULTS, COLUMNS, line)


def rows() -> list[dict[str, str]]:
    return read(RESULTS)


def setting_of(row: dict[str, str]) -> Setting:
    return row["model"], row["scorer"], row["weighting"], int(row["window"])


# --- tables -----------------------------------------------------------------------------------------------


def accuracies() -> Accuracies:
    """Return by setting, preset and seed what the file says."""
    found: Accuracies = defaultdict(lambda: defaultdict(dict))
    for row in rows():
        found[setting_of(row)][row["preset"]][int(row["seed"])] = float(row["accuracy"])
    return found


def plain_of(setting: Setting) -> Setting:
    return setting[0], "", "", setting[3]


def gains(found: Accuracies, setting: Setting, preset: str) -> list[float]:
    """Return by seed how much more accurate a setting is than the same learner without weights."""
    weighted, plain = found[setting].get(preset, {}), found[plain_of(setting)].get(preset, {})
    return [weighted[seed] - plain[seed] for seed in sorted(weighted.keys() & plain.keys())]


def seeds_of(found: Accuracies, setting: Setting) -> int:
    """Return how many seeds all presets have."""
    return min(len(found[setting].get(preset, {})) for preset in PRESETS)


def p_value(differences: list[float]) -> float:
    """Return the two-sided p of Wilcoxon's signed-rank test, normal approximation; 1 if nothing differs."""
    return float(wilcoxon(differences, method="asymptotic").pvalue) if any(differences) else 1.0


def named(setting: Setting) -> str:
    _, scorer, form, _ = setting
    return f"{scorer}, {form}" if scorer else "plain"


def side_by_side(found: Accuracies, model: str, window: int) -> str:
    """Return the mean accuracies of all weightings of a learner."""
    settings = [s for s in found if (s[0], s[3]) == (model, window) and seeds_of(found, s)]
    order = [("", ""), *((s, f) for s in (*SCORERS, LOOKAHEAD) for f in (*FORMS, "printed"))]
    settings.sort(key=lambda setting: order.index((setting[1], setting[2])))
    seeds = min(seeds_of(found, s) for s in settings)
    lines = table_head([f"weights, {seeds} seeds", *PRESETS, "mean", "gain", "worst"])
    plain = mean_by_preset(found, plain_of(settings[0]), seeds)
    for setting in settings:
        means = mean_by_preset(found, setting, seeds)
        change = [a - b for a, b in zip(means, plain, strict=True)]
        signed = [f"{fmean(change):+.2f}", f"{min(change):+.2f}"] if setting[1] else ["", ""]
        lines.append(line_of([named(setting), *(f"{x:.2f}" for x in (*means, fmean(means))), *signed]))
    return "\n".join(lines)


def mean_by_preset(found: Accuracies, setting: Setting, seeds: int) -> list[float]:
    """Return the mean accuracies over the first seeds."""
    return [fmean(found[setting][preset][seed] for seed in range(seeds)) for preset in PRESETS]


def verdicts(found: Accuracies, model: str) -> str:
    """Return per preset the mean gains of a learner and the p of Wilcoxon's test, the published gains last."""
    settings = [s for s in found if s[0] == model and s[1] and seeds_of(found, s) == seeds_of(found, CORE[0])]
    settings.sort(key=lambda s: (s[3], s != (model, "SU", "significant", s[3]), s[1]))
    heads = [f"{named(s)}, {f'window {s[3]}' if s[3] else 'all rows'}" for s in settings]
    lines = table_head(["", *heads, "published, SU"])
    published = {preset: after - before for preset, (before, after) in PUBLISHED[model].items()}
    for preset in PRESETS:
        cells = [cell(gains(found, setting, preset)) for setting in settings]
        lines.append(line_of([preset, *cells, f"{published[preset]:+.2f}"]))
    overall = [cell(over_presets(found, setting)) for setting in settings]
    lines.append(line_of(["mean", *overall, f"{fmean(published.values()):+.2f}"]))
    return "\n".join(lines)


def over_presets(found: Accuracies, setting: Setting) -> list[float]:
    """Return by seed the mean gain, for the seeds that all presets have."""
    complete = [gains(found, setting, preset)[: seeds_of(found, setting)] for preset in PRESETS]
    return [fmean(of_seed) for of_seed in zip(*complete, strict=True)]


def cell(differences: list[float]) -> str:
    better = sum(d > 0 for d in differences)
    return f"{fmean(differences):+.2f} ({better}/{len(differences)}, p = {p_value(differences):.0e})"


def table_head(heads: list[str]) -> list[str]:
    return [line_of(heads), line_of(["---", *["---:"] * (len(heads) - 1)])]


def line_of(cells: Iterable[Any]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def single(found: Accuracies, preset: str) -> str:
    """Return the mean accuracies and gains of all settings on one stream, for the seeds that all have."""
    settings = [s for s in found if s[0] in PUBLISHED and found[s].get(preset)]
    seeds = min(len(found[s][preset]) for s in settings)
    lines = table_head([f"{preset}, {seeds} seeds", "accuracy", "gain"])
    for setting in sorted(settings, key=lambda s: (s[0], s[3], s[1], s[2])):
        accuracy = fmean(found[setting][preset][seed] for seed in range(seeds))
        gain = f"{fmean(gains(found, setting, preset)[:seeds]):+.2f}" if setting[1] else ""
        learner = f"{setting[0]}, {f'window {setting[3]}' if setting[3] else 'all rows'}"
        lines.append(line_of([f"{learner}: {named(setting)}", f"{accuracy:.2f}", gain]))
    return "\n".join(lines)


def print_tables() -> None:
    found = accuracies()
    for model in PUBLISHED:
        print(f"### Gain of {model} over the same learner without weights\n\n{verdicts(found, model)}\n")
    for model, window in (("NB", 0), ("NB", 1000), ("KNN", 1000), (UNSCALED, 1000)):
        if seeds_of(found, (model, "", "", window)):
            heading = f"{model}, {'all rows' if not window else f'the last {window} rows'}"
            print(f"### {heading}\n\n{side_by_side(found, model, window)}\n")
    if found[CORE[0]].get(UNIFORM):
        print(single(found, UNIFORM))


def draw(found: Accuracies) -> None:
    """Draw the gain of every seed, by preset."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    shown = [*(s for s in CORE if s[1]), *part("lookahead")[1:]]
    shown = sorted((s for s in shown if seeds_of(found, s)), key=lambda s: (s[0] == "KNN", s[3], s[1] == LOOKAHEAD))
    figure, axes = plt.subplots(1, len(shown), figsize=(11, 3.2), sharex=True, sharey=True, layout="constrained")
    for ax, setting in zip(axes, shown, strict=True):
        for place, preset in enumerate(PRESETS):
            points = gains(found, setting, preset)
            ax.plot(points, [place] * len(points), "o", color="#1b7f79", alpha=0.25, markersize=4, markeredgewidth=0)
            ax.plot([fmean(points)] * 2, [place - 0.35, place + 0.35], color="#b5522b", linewidth=1.5)
        ax.axvline(0, color="grey", linewidth=0.8)
        learner = f"{setting[0]}, {f'window {setting[3]}' if setting[3] else 'all rows'}"
        ax.set_title(f"{learner}\n{setting[1]}, {setting[2]}", fontsize=9)
        ax.grid(axis="x", alpha=0.3)
    axes[0].set_yticks(range(len(PRESETS)), PRESETS)
    axes[0].invert_yaxis()
    figure.supxlabel("gain in accuracy over the same learner without weights, points", fontsize=9)
    PICTURE.parent.mkdir(exist_ok=True)
    figure.savefig(PICTURE, dpi=100, metadata={"Software": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--part", choices=("core", "lookahead", "unscaled", "knn", "rest"), nargs="+", default=["core"])
    parser.add_argument("--uniform", action="store_true", help="BG3 with equally frequent patterns, in place of all")
    parser.add_argument("--table", action="store_true", help="only print the tables")
    options = parser.parse_args()
    if not options.table:
        presets = [UNIFORM] if options.uniform else PRESETS
        run(list(dict.fromkeys(s for name in options.part for s in part(name))), range(options.seeds), presets)
    print_tables()
    draw(accuracies())


if __name__ == "__main__":
    main()
