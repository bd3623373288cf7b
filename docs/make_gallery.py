"""Makes the pictures of gallery.md: ``python docs/make_gallery.py [NAME ...]``.

There is one function per picture, called like its file. Every point in a picture is a row of a stream, and every
share is counted on rows; nothing is used but what users of the library have.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from numpy.typing import NDArray
from PIL import Image

import driftsift as ds
from driftsift.data.randomness import Purpose, uniform_table
from driftsift.palette import LIGHT

IMAGES = Path(__file__).resolve().parent / "images" / "gallery"
DPI = 100
COLOURS = 64
GREY = "#94a3b8"
LINE = "#111827"

Table = NDArray[np.float64]
Codes = NDArray[np.int32]
Axes = Any


# Parts of pictures


def panels(width: float, height: float, columns: int, rows: int = 1, **options: Any) -> tuple[Figure, list[Axes]]:
    """Return a figure and its axes, row by row."""
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = list(figure.subplots(rows, columns, squeeze=False, **options).ravel())
    for ax in axes:
        ax.spines[["top", "right"]].set_visible(False)
    return figure, axes


def scatter(ax: Axes, x: Table, y: Table, classes: Codes, size: float = 6) -> None:
    """Draw points in the colours of their classes."""
    ax.scatter(x, y, s=size, c=[LIGHT[k] for k in classes], linewidths=0, alpha=0.75)


def key(figure: Figure, names: Iterable[Any], colours: Sequence[str] = LIGHT) -> None:
    """Say below a figure what its colours mean."""
    handles = [Patch(color=colour, label=str(name)) for name, colour in zip(names, colours, strict=False)]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False)


def mark(labels: Iterable[Any], relevant: Iterable[int]) -> None:
    """Print the names of relevant features bold, those of the others grey."""
    chosen = set(relevant)
    for i, label in enumerate(labels):
        label.set(fontweight="bold" if i in chosen else "normal", color=LINE if i in chosen else "#64748b")


def in_pairs(ax: Axes, names: Sequence[str], first: Table, second: Table) -> None:
    """Draw two bars for each name."""
    places = np.arange(len(names))
    ax.bar(places - 0.2, first, 0.38, color=LIGHT[0])
    ax.bar(places + 0.2, second, 0.38, color=LIGHT[1])
    ax.set_xticks(places, names)


# Measures


def symmetrical_uncertainty(x: Table, y: Codes, bins: int = 10) -> float:
    """Return how much a feature says about the class, from 0 to 1; numbers are cut into equally wide bins."""
    values = x if len(np.unique(x)) <= bins else np.floor(bins * (x - x.min()) / (np.ptp(x) + 1e-9))
    table = np.histogram2d(values, y, bins=(np.unique(values).size, np.unique(y).size))[0] / len(y)
    both = entropy(table.sum(axis=1)) + entropy(table.sum(axis=0))
    return 2 * (both - entropy(table.ravel())) / both


def entropy(shares: Table) -> float:
    """Return the entropy of shares in bits."""
    there = shares[shares > 0]
    return float(-(there * np.log2(there)).sum())


def shares_over_time(values: Codes, kinds: int, step: int) -> Table:
    """Return the share of each kind in every `step` rows."""
    return np.array([np.bincount(part, minlength=kinds) / step for part in values.reshape(-1, step)])


# Generators


def agrawal() -> Figure:
    """Draw four rules over the features they name."""
    figure, axes = panels(10, 3.2, 4)
    for ax, (rule, across, up) in zip(axes, [(1, 2, 0), (2, 2, 0), (3, 2, 3), (7, 0, 8)], strict=True):
        stream = ds.Agrawal(None, function=rule, perturbation=0, seed=1)
        rows = stream.take(1200)
        height = rows.X[:, up] + (up == 3) * np.linspace(-0.35, 0.35, 1200)  # a nominal feature as five bands
        scatter(ax, rows.X[:, across], height, rows.y, size=5)
        names = stream.schema.names
        ax.set(xlabel=names[across], ylabel=names[up])
        ax.set_title(f"rule {rule}\n" + ", ".join(names[i] for i in sorted(stream.relevant[0])), fontsize="medium")
        in_thousands(ax)
    key(figure, ("group A", "group B"))
    return figure


def in_thousands(ax: Axes) -> None:
    """Write large numbers as thousands."""
    for axis in (ax.xaxis, ax.yaxis):
        if axis.get_view_interval()[1] > 1000:
            axis.set_major_formatter(lambda value, _: f"{value / 1000:.0f}k")


def asset_negotiation() -> Figure:
    """Draw how frequent each value is in either class."""
    stream = ds.AssetNegotiation(None, function=1, noise=0, seed=1)
    rows = stream.take(40_000)
    figure, axes = panels(11, 3, 5)
    for ax, feature, values in zip(axes, stream.schema.features, rows.X.T, strict=True):
        places = np.arange(len(feature.categories))
        for k, colour in enumerate(LIGHT[:2]):
            share = np.bincount(values[rows.y == k].astype(int), minlength=len(places)) / (rows.y == k).sum()
            ax.barh(places + 0.4 * k - 0.2, share, 0.38, color=colour)
        ax.set_yticks(places, feature.categories, fontsize="x-small")
        ax.invert_yaxis()
        ax.set_title(feature.name, fontsize="medium")
        ax.set_xlim(0, 0.65)
    axes[2].set_xlabel("share within the class")
    mark([ax.title for ax in axes], stream.relevant[0])
    key(figure, stream.schema.classes)
    return figure


def binary(generator: Callable[..., ds.Stream], where: str) -> Figure:
    """Draw what single bits and patterns of three say about the class."""
    stream = generator(None, n_features=8, relevant=(1, 4, 6), noise=0, seed=1)
    rows = stream.take(20_000)
    figure, (single, joint) = panels(9, 2.9, 2)
    in_pairs(single, stream.schema.names, *(rows.X[rows.y == k].mean(axis=0) for k in (0, 1)))
    single.set(ylabel="P(bit = 1 | class)", ylim=(0, 1), title="each bit alone")
    mark(single.get_xticklabels(), stream.relevant[0])
    code = rows.X[:, sorted(stream.relevant[0])] @ [4, 2, 1]
    joint.bar(range(8), [rows.y[code == k].mean() for k in range(8)], 0.6, color=LIGHT[1])
    joint.set_xticks(range(8), [f"{k:03b}" for k in range(8)])
    joint.set(ylabel="P(class 1 | x1 x4 x6)", ylim=(0, 1.02), title=f"x1 x4 x6 together: class 1 iff {where}")
    key(figure, ("class 0", "class 1"))
    return figure


def bg1() -> Figure:
    """Draw a conjunction."""
    return binary(ds.BG1, "all are 1")


def bg2() -> Figure:
    """Draw a majority."""
    return binary(ds.BG2, "two are 1")


def bg3() -> Figure:
    """Draw an equality."""
    return binary(ds.BG3, "all are equal")


def hyperplane() -> Figure:
    """Draw the weights over time, made after the docstring of the generator, and the plane at three moments."""
    seed, speed, n = 4, 0.001, 12_000
    stream = ds.Hyperplane(n, n_features=2, n_drifting=2, speed=speed, noise=0, seed=seed)
    weights = weights_over_time(seed, n, speed)
    figure, (course, *moments) = panels(11, 2.9, 4, width_ratios=(1.7, 1, 1, 1))
    for i in (0, 1):
        course.plot(weights[:, i], color=LIGHT[2 + i], label=f"weight of x{i}")
    course.set(xlabel="row", ylabel="weight", ylim=(0, None), title="two weights that move")
    course.legend(frameon=False)
    for ax, start in zip(moments, (0, n // 2, n - 400), strict=True):
        rows = stream.take(400, start=start)
        scatter(ax, *rows.X.T, rows.y, size=9)
        along = np.array([0.0, 1.0])
        a, b = weights[start + 200]
        ax.plot(along, 0.5 + a / b * (0.5 - along), color=LINE, linewidth=1)
        ax.set(xlim=(0, 1), ylim=(0, 1), xlabel="x0", ylabel="x1", title=f"rows {start:,} to {start + 400:,}")
        ax.title.set_fontsize("medium")
    key(figure, ("class 0", "class 1"))
    return figure


def weights_over_time(seed: int, n: int, speed: float) -> Table:
    """Return where two weights are at each row."""
    first = uniform_table(seed, Purpose.STREAM, 2**30, 0, 1, 2)
    turned = np.cumsum(uniform_table(seed, Purpose.STREAM, 2**29, 0, n, 2) < 0.1, axis=0) % 2
    steps = np.cumsum(1 - 2 * np.vstack([[0, 0], turned[:-1]]), axis=0)
    return first + speed * np.vstack([[0, 0], steps[:-1]])


def led() -> Figure:
    """Draw the digits as they are seen on average, and where their segments stand."""
    figure = Figure(figsize=(10, 4.2), layout="constrained")
    above, below = figure.subfigures(2, 1, height_ratios=(1, 2))
    for digit, ax in enumerate(above.subplots(1, 10)):
        draw_digit(ax, on_average(ds.LED(None, seed=1))[digit, :7])
    above.suptitle("each segment is inverted with probability 0.1", fontsize="medium")
    for ax, exchanged in zip(below.subplots(1, 2), (0, 3), strict=True):
        stream = ds.LED(None, exchanged=exchanged, seed=1)
        shown = ax.imshow(on_average(stream), cmap="Blues", vmin=0, vmax=1, aspect="auto")
        ax.set_title(f"exchanged={exchanged}", fontsize="medium")
        ax.set_xticks(range(24), range(24), fontsize="x-small")
        ax.set_yticks(range(10), range(10), fontsize="x-small")
        ax.set(xlabel="feature", ylabel="digit")
        mark(ax.get_xticklabels(), stream.relevant[0])
    below.colorbar(shown, ax=ax, label="P(1 | digit)")
    return figure


def on_average(stream: ds.Stream) -> Table:
    """Return the mean of each feature within each class."""
    rows = stream.take(20_000)
    return np.array([rows.X[rows.y == k].mean(axis=0) for k in range(stream.schema.n_classes)])


def draw_digit(ax: Axes, brightness: Table) -> None:
    """Draw seven segments, from top to bottom, left before right."""
    bars = [((0, 2), (1, 2)), ((0, 1), (0, 2)), ((1, 1), (1, 2)), ((0, 1), (1, 1)), ((0, 0), (0, 1)), ((1, 0), (1, 1))]
    for (start, end), light in zip([*bars, ((0, 0), (1, 0))], brightness, strict=True):
        ax.plot(*zip(start, end, strict=True), color=LIGHT[0], alpha=light, linewidth=4, solid_capstyle="round")
    ax.set(xlim=(-0.6, 1.6), ylim=(-0.3, 2.3), aspect="equal")
    ax.axis("off")


def mixed() -> Figure:
    """Draw the point for each combination of the two truth values."""
    stream = ds.Mixed(None, seed=1)
    rows = stream.take(3000)
    figure, axes = panels(10, 2.9, 4, sharey=True)
    for ax, (v, w) in zip(axes, product((0, 1), repeat=2), strict=True):
        here = (rows.X[:, 0] == v) & (rows.X[:, 1] == w)
        scatter(ax, rows.X[here, 2], rows.X[here, 3], rows.y[here])
        draw_sine(ax)
        ax.set(xlabel="x", title=f"v {bool(v)}, w {bool(w)}".lower())
    axes[0].set_ylabel("y")
    key(figure, ("class 0", "class 1"))
    return figure


def draw_sine(ax: Axes) -> None:
    """Draw the curve 0.5 + 0.3 sin(3 pi x)."""
    along = np.linspace(0, 1, 100)
    ax.plot(along, 0.5 + 0.3 * np.sin(3 * np.pi * along), color=LINE, linewidth=1)


def random_rbf() -> Figure:
    """Draw clouds that move."""
    stream = ds.RandomRBF(
        None, n_features=2, n_classes=3, n_centroids=5, n_drifting=5, speed=0.0001, model_seed=93, seed=1
    )
    figure, axes = panels(9, 3.2, 3, sharex=True, sharey=True)
    for ax, start in zip(axes, (0, 3000, 6000), strict=True):
        rows = stream.take(700, start=start)
        scatter(ax, *rows.X.T, rows.y, size=7)
        ax.set(xlabel="x0", xlim=(-0.8, 1.8), ylim=(-0.8, 1.8), title=f"from row {start:,} on")
    axes[0].set_ylabel("x1")
    key(figure, [f"class {k}" for k in range(3)])
    return figure


def random_tree() -> Figure:
    """Draw what each feature says alone, and how often the class depends on it."""
    stream = ds.RandomTree(None, n_numeric=6, n_nominal=6, relevant=5, noise=0, seed=3)
    rows = stream.take(5000)
    names, relevant = stream.schema.names, stream.relevant[0]
    colours = [LIGHT[0] if i in relevant else GREY for i in range(len(names))]
    figure, (alone, together) = panels(9, 2.9, 2)
    alone.bar(names, [symmetrical_uncertainty(x, rows.y) for x in rows.X.T], color=colours)
    alone.set(ylabel="symmetrical uncertainty", title="what a feature says alone")
    together.bar(names, [changed(stream.tree, rows.X, i) for i in range(len(names))], color=colours)
    together.set(ylabel="share of rows", title="the class changes with the feature")
    for ax in (alone, together):
        mark(ax.get_xticklabels(), relevant)
    key(figure, ("relevant", "irrelevant"), (LIGHT[0], GREY))
    return figure


def changed(tree: Mapping[str, Any], X: Table, feature: int) -> float:
    """Return how often a row gets another class with the value that the next row has."""
    moved = X.copy()
    moved[:, feature] = np.roll(X[:, feature], -1)
    return float(np.mean([leaf(tree, a) != leaf(tree, b) for a, b in zip(X, moved, strict=True)]))


def leaf(node: Mapping[str, Any], row: Table) -> int:
    """Return the class that a tree gives to a row."""
    while "leaf" not in node:
        value = row[node["feature"]]
        node = node["children"][int(value >= node["threshold"] if "threshold" in node else value)]
    return int(node["leaf"])


def sea() -> Figure:
    """Draw the two features that decide and two that do not."""
    stream = ds.SEA(None, theta=8, n_features=4, relevant=(0, 2), noise=0.1, seed=1)
    rows = stream.take(1500)
    figure, axes = panels(7, 3.6, 2)
    for ax, (i, j), title in zip(axes, ((0, 2), (1, 3)), ("relevant", "irrelevant"), strict=True):
        scatter(ax, rows.X[:, i], rows.X[:, j], rows.y, size=7)
        ax.set(xlabel=f"x{i}", ylabel=f"x{j}", xlim=(0, 10), ylim=(0, 10), title=title)
    axes[0].plot((0, 8), (8, 0), color=LINE, linewidth=1)
    key(figure, ("class 0", "class 1"))
    return figure


def sine() -> Figure:
    """Draw both curves, the second one in both ways."""
    figure, axes = panels(9, 3.2, 3, sharey=True)
    for ax, function in zip(axes, (1, 3, 4), strict=True):
        rows = ds.Sine(None, function, seed=1).take(1200)
        scatter(ax, *rows.X.T, rows.y)
        ax.set(xlabel="x0", title=f"function={function}")
    along = np.linspace(0, 1, 100)
    axes[0].plot(along, np.sin(along), color=LINE, linewidth=1)
    for ax in axes[1:]:
        draw_sine(ax)
    axes[0].set_ylabel("x1")
    key(figure, ("class 0", "class 1"))
    return figure


def stagger() -> Figure:
    """Draw the 27 possible objects under each rule."""
    figure, axes = panels(10, 2.9, 3)
    for ax, function in zip(axes, (1, 2, 3), strict=True):
        stream = ds.STAGGER(None, function, seed=1)
        rows = stream.take(3000)
        size, color, shape = rows.X.T.astype(int)
        cells = np.full((3, 9), np.nan)
        cells[color, 3 * size + shape] = rows.y
        draw_cells(ax, cells)
        sizes, colors, shapes = (feature.categories for feature in stream.schema.features)
        ax.set_yticks(range(3), colors)
        ax.set_xticks(range(9), [name[0] for name in shapes] * 3)
        for k, name in enumerate(sizes):
            ax.text(3 * k + 1, -0.72, name, ha="center", fontsize="small")
        ax.set_title(", ".join(stream.schema.names[i] for i in sorted(stream.relevant[0])), pad=20)
        ax.set_xlabel("circle, square, triangle")
    key(figure, ("false", "true"))
    return figure


def draw_cells(ax: Axes, cells: Table) -> None:
    """Draw a table of classes, in three groups of columns."""
    for (i, j), value in np.ndenumerate(cells):
        ax.barh(i, 0.86, 0.86, left=j - 0.43, color=LIGHT[int(value)], alpha=0.8)
    for edge in (2.5, 5.5):
        ax.axvline(edge, color="white", linewidth=4)
    ax.set(xlim=(-0.6, 8.6), ylim=(2.6, -0.6))
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)


def tweets() -> Figure:
    """Draw how frequent words are, and what they say."""
    stream = ds.Tweets(None, n_words=300, seed=1)
    rows = stream.take(30_000)
    found = np.asarray(rows.X.sum(axis=0)).ravel()
    positive = np.asarray(rows.X[rows.y == 0].sum(axis=0)).ravel() / np.maximum(found, 1)
    base = np.mean(rows.y == 0)
    felt = np.isin(np.arange(300), list(stream.relevant[0]))
    kind = np.where(felt, np.where(positive > base, 1, 2), 0)
    colours = (GREY, LIGHT[0], LIGHT[1])
    figure, (frequency, leaning) = panels(9, 3.2, 2)
    for k in range(3):
        rank = np.flatnonzero((kind == k) & (found >= 100))
        for ax, height in ((frequency, found / len(rows.y)), (leaning, positive)):
            ax.scatter(rank + 1, height[rank], s=14, color=colours[k], linewidths=0)
    frequency.set(xscale="log", yscale="log", xlabel="number of the word", ylabel="share of texts with the word")
    leaning.axhline(base, color=LINE, linewidth=0.8)
    leaning.set(xscale="log", xlabel="number of the word", ylabel="P(positive | word)", ylim=(0, 1))
    key(figure, ("neutral words", "positive words", "negative words"), colours)
    return figure


def waveform() -> Figure:
    """Draw the mean curve of each class and where the middle 80 % of its values lie."""
    stream = ds.Waveform(None, irrelevant=19, seed=1)
    rows = stream.take(6000)
    places = range(stream.schema.n_features)
    figure, (ax,) = panels(9, 3.4, 1)
    for k in range(3):
        mine = rows.X[rows.y == k]
        low, high = np.quantile(mine, (0.1, 0.9), axis=0)
        ax.fill_between(places, low, high, color=LIGHT[k], alpha=0.15, linewidth=0)
        ax.plot(places, mine.mean(axis=0), color=LIGHT[k])
    ax.set(xlabel="feature", ylabel="value", xlim=(0, 39))
    ax.set_xticks(places, places, fontsize="x-small")
    mark(ax.get_xticklabels(), stream.relevant[0])
    key(figure, [f"class {k}" for k in range(3)])
    return figure


# Compositions


def drifting() -> Figure:
    """Draw which concept the rows come from."""
    concepts = [ds.SEA(None, relevant=pair, seed=k) for k, pair in enumerate([(0, 1), (1, 2), (0, 1)])]
    figure, axes = panels(10, 2.9, 3, sharey=True)
    for ax, width in zip(axes, (1, 1000, 4000), strict=True):
        stream = ds.Drifting(concepts, at=[4000, 8000], width=width, seed=1)
        stack(ax, shares_over_time(stream.take(12_000).concept, 3, 200), 200)
        ax.set(xlabel="row", title=f"width={width:,}")
    axes[0].set_ylabel("share of rows")
    key(figure, ("concept 0: x0, x1", "concept 1: x1, x2", "concept 2: x0, x1 again"))
    return figure


def stack(ax: Axes, shares: Table, step: int) -> None:
    """Draw shares over time, one upon the other."""
    edges = np.arange(len(shares) + 1) * step
    below = np.zeros(len(shares))
    for share, colour in zip(shares.T, LIGHT, strict=False):
        ax.stairs(below + share, edges, baseline=below, fill=True, color=colour, alpha=0.8, linewidth=0)
        below = below + share
    ax.set(xlim=(0, edges[-1]), ylim=(0, 1))


def redundant() -> Figure:
    """Draw a feature against its three kinds of copies."""
    source = ds.SEA(None, relevant=(0, 1), noise=0, balance="none", seed=1)
    stream = ds.WithRedundant(source, linear=1, rbf=1, cosine=1, p=0.1, sources=["x0"])
    rows, many = stream.take(800), stream.take(200_000)
    figure, axes = panels(10, 3.4, 3)
    for ax, copy in zip(axes, stream.redundant, strict=True):
        scatter(ax, rows.X[:, 0], rows.X[:, copy], rows.y)
        says = symmetrical_uncertainty(many.X[:, copy], many.y)
        correlation = abs(np.corrcoef(many.X[:, 0], many.X[:, copy])[0, 1])
        ax.set(xlabel="x0", ylabel=stream.schema.names[copy])
        ax.set_title(f"correlation with x0 {correlation:.2f}\nsymmetrical uncertainty {says:.3f}", fontsize="medium")
    key(figure, ("class 0", "class 1"))
    return figure


def imbalanced() -> Figure:
    """Draw the shares of the classes over time, and a feature within one class."""
    shares = [[0.5, 0.5], [0.95, 0.05], [0.3, 0.7]]
    source = ds.SEA(None, noise=0, relevant=(0, 1), seed=1)
    rows = ds.Imbalanced(source, shares, at=[4000, 8000], width=1500).take(12_000)
    figure, (time, within) = panels(10, 2.9, 2)
    stack(time, shares_over_time(rows.y, 2, 200), 200)
    time.set(xlabel="row", ylabel="share of rows", title="the classes")
    for begin, colour in zip((0, 5000, 9000), LIGHT[2:], strict=False):
        part = rows[begin : begin + 3000]
        values, label = part.X[part.y == 0, 0], f"rows {begin:,} to {begin + 3000:,}"
        within.hist(values, 10, range=(0, 10), density=True, histtype="step", color=colour, label=label)
    within.set(xlabel="x0", ylabel="density", title="x0 within class 0")
    within.legend(loc="upper left", frameon=False)
    key(figure, ("class 0", "class 1"))
    return figure


def inspected() -> Figure:
    """Return the picture of an inspection (howto/streams.md)."""
    concepts = [ds.SEA(20_000, n_features=6, relevant=pair, seed=k) for k, pair in enumerate([(0, 1), (2, 3), (0, 1)])]
    return ds.inspect(ds.Drifting(concepts, at=[8_000, 14_000], width=[1, 3_000])).figure()


PICTURES: tuple[Callable[[], Figure], ...] = (
    agrawal,
    asset_negotiation,
    bg1,
    bg2,
    bg3,
    hyperplane,
    led,
    mixed,
    random_rbf,
    random_tree,
    sea,
    sine,
    stagger,
    tweets,
    waveform,
    drifting,
    redundant,
    imbalanced,
    inspected,
)


def write(figure: Figure, path: Path) -> None:
    """Write a figure with few colours, so that the file is small."""
    drawn = io.BytesIO()
    figure.savefig(drawn, dpi=DPI, format="png")
    Image.open(drawn).convert("RGB").quantize(COLOURS).save(path, optimize=True)


def main() -> None:
    """Write all pictures, or those that are named."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:]
    for picture in PICTURES:
        name = picture.__name__.replace("_", "-")
        if not wanted or name in wanted:
            write(picture(), IMAGES / f"{name}.png")


if __name__ == "__main__":
    main()
