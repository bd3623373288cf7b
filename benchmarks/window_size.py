"""How far is the symmetrical uncertainty of a window from that of the whole stream? CSV, Markdown and a picture.

    PYTHONPATH=src .venv/bin/python benchmarks/window_size.py [--table]

Three stationary streams of 100,000 instances: 50 bits of which three decide by majority, ten uniform features of which
two decide as in SEA, and the same ten in ten bins of equal width. A tenth of the labels is flipped. At 150 places of
the stream a fresh scorer looks at a window; the error is that of its scores, averaged over features and places.
Results go to benchmarks/studies/window_size.csv, the picture to docs/images/window-size.png.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

import driftsift as ds

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "benchmarks" / "studies" / "window_size.csv"
PICTURE = ROOT / "docs" / "images" / "window-size.png"
COLUMNS = ("stream", "corrected", "window", "absolute", "squared", "floor")
N, PLACES = 100_000, 150
WINDOWS = (10, 20, 50, 100, 150, 200, 250, 300, 500, 1000)
SPEC = {  # the same experiment, computed independently: mean absolute and squared error
    "50 bits": {10: (0.1085, 0.0308), 50: (0.0185, 0.00113), 100: (0.0097, 0.00034), 200: (0.0055, 0.00014)}
    | {250: (0.0046, 0.00011), 300: (0.0040, 0.00009), 500: (0.0026, 0.00004), 1000: (0.0015, 0.00002)},
    "10 features in 10 bins": {10: (0.3193, 0.1129), 50: (0.0761, 0.00718), 100: (0.0348, 0.00158)}
    | {200: (0.0170, 0.00039), 250: (0.0138, 0.00027), 300: (0.0114, 0.00018), 500: (0.0071, 0.00008)}
    | {1000: (0.0039, 0.00003)},
}


def streams() -> dict[str, tuple[ds.Schema, ds.Chunk]]:
    bits = ds.BG2(N, 50, [0, 1, 2], seed=1)
    sea = ds.SEA(N, theta=8, n_features=10, relevant=[0, 1], seed=1)
    numbers = sea.take(N)
    digits = ds.Schema([ds.Nominal(name, tuple("0123456789")) for name in sea.schema.names], sea.schema.classes)
    binned = ds.Chunk(np.minimum(np.floor(numbers.X), 9.0), numbers.y)
    return {
        "50 bits": (bits.schema, bits.take(N)),
        "10 features in 10 bins": (digits, binned),
        "10 numbers, PaD": (sea.schema, numbers),
    }


def scores(schema: ds.Schema, rows: ds.Chunk, corrected: bool = False) -> np.ndarray:
    scorer = ds.SymmetricalUncertainty(len(rows), correct_bias=corrected).prepare(schema)
    return scorer.observe_chunk(rows).scores()


def floor(schema: ds.Schema, window: int) -> float:
    """Return the expected score of a feature that says nothing: all features have as many values as the first."""
    m = len(schema.features[0].categories) if isinstance(schema.features[0], ds.Nominal) else 10
    return (m - 1) / (window * np.log(2) * (np.log2(m) + 1))


def errors(schema: ds.Schema, rows: ds.Chunk, truth: np.ndarray, window: int, corrected: bool) -> tuple[float, float]:
    """Return the mean absolute and squared error."""
    ends = np.linspace(window, N, PLACES).astype(int)
    off = np.array([scores(schema, rows[end - window : end], corrected) - truth for end in ends])
    return float(np.abs(off).mean()), float((off**2).mean())


def run() -> None:
    RESULTS.parent.mkdir(exist_ok=True)
    with RESULTS.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for name, (schema, rows) in streams().items():
            truth = scores(schema, rows)
            for corrected in (False, True):
                for window in WINDOWS:
                    absolute, squared = errors(schema, rows, truth, window, corrected)
                    line = [f"{absolute:.5f}", f"{squared:.6f}", f"{floor(schema, window):.5f}"]
                    writer.writerow([name, int(corrected), window, *line])
                    file.flush()


def rows_of(name: str, corrected: bool) -> list[dict[str, str]]:
    with RESULTS.open(newline="", encoding="utf-8") as file:
        return [r for r in csv.DictReader(file) if r["stream"] == name and r["corrected"] == str(int(corrected))]


def names() -> list[str]:
    with RESULTS.open(newline="", encoding="utf-8") as file:
        return list(dict.fromkeys(row["stream"] for row in csv.DictReader(file)))


def table(name: str) -> str:
    """Return the errors of a stream, beside those of the independent computation where there are any."""
    spec = SPEC.get(name)
    heads = ["w", "absolute", *(["independent"] * bool(spec)), "squared", *(["independent"] * bool(spec))]
    lines = [line_of([*heads, "absolute, corrected", "floor"]), line_of(["---:"] * (len(heads) + 2))]
    for row, less in zip(rows_of(name, False), rows_of(name, True), strict=True):
        theirs = (spec or {}).get(int(row["window"]))
        theirs = (f"{theirs[0]:.4f}", f"{theirs[1]:.5f}") if theirs else ("", "")
        cells = [row["window"], f"{float(row['absolute']):.4f}", theirs[0], f"{float(row['squared']):.5f}", theirs[1]]
        cells = cells if spec else [cells[0], cells[1], cells[3]]
        lines.append(line_of([*cells, f"{float(less['absolute']):.4f}", f"{float(row['floor']):.4f}"]))
    return "\n".join(lines)


def line_of(cells: Iterable[Any]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def draw() -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), sharex=True, layout="constrained")
    for color, name in zip(("#1b7f79", "#b5522b", "#55558f"), names(), strict=True):
        rows = rows_of(name, False)
        windows = [int(row["window"]) for row in rows]
        for ax, what in zip(axes, ("absolute", "squared"), strict=True):
            ax.plot(windows, [float(row[what]) for row in rows], "o-", color=color, markersize=3, label=name)
        less = [float(row["absolute"]) for row in rows_of(name, True)]
        axes[0].plot(windows, less, "--", color=color, linewidth=1)
    for ax, title in zip(axes, ("mean absolute error (dashed: less its bias)", "mean squared error"), strict=True):
        ax.set(xscale="log", yscale="log", xlabel="window", title=title)
        ax.axhline(1e-3, color="grey", linewidth=0.8, linestyle=":")
        ax.grid(alpha=0.3)
    axes[1].legend(frameon=False)
    figure.savefig(PICTURE, dpi=110, metadata={"Software": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", action="store_true", help="only print the tables and draw")
    if not parser.parse_args().table:
        run()
    for name in names():
        print(f"### {name}\n\n{table(name)}\n")
    draw()


if __name__ == "__main__":
    main()
