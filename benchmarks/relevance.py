"""What it costs to keep scores exact at every row: Markdown tables.

    DRIFTSIFT_DATA=... PYTHONPATH=src .venv/bin/python benchmarks/relevance.py [--turns 5]

CPU time of one thread, the best of several turns. Rows are in memory. Times of a machine that others use too are worth
less than their ratios, so each table has these as well. SPAM is left out where the data set is not at hand.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

import driftsift as ds

ROWS, FEATURES = 100_000, 50
ROWS_OF_A_CALL = 100
SU = ds.SymmetricalUncertainty


def best_of(turns: int, work: Callable[[], Any], prepare: Callable[[], Any] = lambda: None) -> float:
    """Return the CPU seconds of the fastest turn; `prepare` makes what `work` is given and is not counted."""
    took = []
    for _ in range(turns):
        given = prepare()
        begin = time.thread_time()
        work(given) if given is not None else work()
        took.append(time.thread_time() - begin)
    return min(took)


def made(categories: int, rows: int = ROWS) -> tuple[ds.Schema, ds.Chunk]:
    """Return rows of noise: numbers if there are no categories."""
    random = np.random.default_rng(1)
    kinds = tuple(map(str, range(categories)))
    features = [ds.Nominal(f"f{i}", kinds) if categories else ds.Numeric(f"f{i}") for i in range(FEATURES)]
    X = random.integers(0, categories, (rows, FEATURES)) if categories else random.random((rows, FEATURES))
    labels = random.integers(0, 2, rows).astype(np.int32)
    return ds.Schema(features, ("0", "1")), ds.Chunk(X.astype(float), labels)


# --- keeping scores exact ---------------------------------------------------------------------------------


def keeping(turns: int) -> str:
    """Nanoseconds per row and feature, in calls of fewer rows than the window has, so that none can be passed over."""
    cases = [
        ("nominal, 10 categories, w = 200", 10, SU(200)),
        ("binary, w = 200", 2, SU(200)),
        *((f"numeric, PaD, w = {w}", 0, SU(w)) for w in (200, 300, 1000)),
        ("numeric, EqualWidth, w = 200", 0, SU(200, ds.EqualWidth())),
    ]
    rows, unit = [], None
    for name, categories, scorer in cases:
        schema, chunk = made(categories)
        pieces = [chunk[i : i + ROWS_OF_A_CALL] for i in range(0, ROWS, ROWS_OF_A_CALL)]

        def observe(fresh, pieces=pieces):
            for piece in pieces:
                fresh.observe_chunk(piece)

        seconds = best_of(turns, observe, lambda p=scorer, s=schema: p.prepare(s))
        each = 1e9 * seconds / (ROWS * FEATURES)
        unit = unit or each
        rows.append([name, f"{each:.1f}", f"{each / unit:.2f}"])
    return table(["symmetrical uncertainty of 100,000 x 50", "ns per row and feature", "ratio to nominal"], rows)


# --- asking at every row ----------------------------------------------------------------------------------


def asking(turns: int) -> str:
    """Seconds for SPAM, with and without a question for all 39,916 scores at every row."""
    stream = ds.streams.datasets.load("spam")
    chunk = stream.take(stream.n_instances)
    rows = [chunk[i : i + 1] for i in range(len(chunk))]

    def one_by_one(scorer: Any, ask: bool) -> None:
        for row in rows:
            scorer.observe_chunk(row)
            if ask:
                scorer.scores()

    def fresh() -> Any:
        return SU(200).prepare(stream.schema)

    turns = min(turns, 2)
    block = best_of(turns, lambda scorer: scorer.observe_chunk(chunk), fresh)
    silent = best_of(turns, lambda scorer: one_by_one(scorer, ask=False), fresh)
    asked = best_of(turns, lambda scorer: one_by_one(scorer, ask=True), fresh)
    lines = [("in one call", block), ("row by row", silent), ("row by row, all scores asked for each time", asked)]
    head = f"SPAM, {len(chunk):,} x {stream.schema.n_features:,} sparse"
    return table([head, "s", "ms per row"], [[n, f"{t:.2f}", f"{1e3 * t / len(chunk):.3f}"] for n, t in lines])


# --- a whole window ---------------------------------------------------------------------------------------


def all_at_once(X: np.ndarray, y: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Return the symmetrical uncertainties of bits with one `bincount` for all features."""
    places = offsets + 2 * X.astype(np.int64) + y[:, None]
    joint = np.bincount(places.ravel(), minlength=4 * X.shape[1]).reshape(-1, 2, 2)
    of_feature, of_class, of_both = entropy(joint.sum(2)), entropy(joint.sum(1)), entropy(joint.reshape(-1, 4))
    return 2 * (of_feature + of_class - of_both) / (of_feature + of_class)


def entropy(counts: np.ndarray) -> np.ndarray:
    share = counts / counts.sum(1, keepdims=True)
    return -np.sum(share * np.log2(share, where=share > 0, out=np.zeros_like(share)), axis=1)


def refreshing(turns: int) -> str:
    """Microseconds for new scores after 1,000 new rows of 50 bits."""
    schema, chunk = made(2, rows=1000)
    offsets = 4 * np.arange(FEATURES)
    scorer = SU(1000).prepare(schema).observe_chunk(chunk)
    assert np.allclose(scorer.scores(), all_at_once(chunk.X, chunk.y, offsets))
    repeats = 50

    def ours() -> None:
        for _ in range(repeats):
            scorer.observe_chunk(chunk).scores()

    def numpy() -> None:
        for _ in range(repeats):
            all_at_once(chunk.X, chunk.y, offsets)

    def anew() -> None:
        for _ in range(repeats):
            SU(1000).prepare(schema).observe_chunk(chunk).scores()

    times = [1e6 * best_of(turns, work) / repeats for work in (ours, anew, numpy)]
    names = ("driftsift", "driftsift, a new scorer", "NumPy, one bincount")
    rows = [[name, f"{t:.0f}", f"{t / times[0]:.2f}"] for name, t in zip(names, times, strict=True)]
    return table(["window of 1,000 x 50 bits replaced", "µs", "ratio"], rows)


# --- naive Bayes ------------------------------------------------------------------------------------------


def learning(turns: int) -> str:
    """Nanoseconds per row of naive Bayes, tested and learned."""
    models = {
        "plain": ds.NaiveBayes(),
        "plain, window 1000": ds.NaiveBayes(window=1000),
        "SU(300) significant": ds.NaiveBayes(weights=SU(300)),
        "SU(300) significant, window 1000": ds.NaiveBayes(weights=SU(300), window=1000),
        "SU(300) relative": ds.NaiveBayes(weights=SU(300), weighting="relative"),
    }
    kinds = {"numeric": 0, "nominal, 10 categories": 10, "binary": 2}
    times: dict[str, list[float]] = {name: [] for name in models}
    for categories in kinds.values():
        schema, chunk = made(categories)
        classes = np.array(schema.classes)[chunk.y]
        for name, model in models.items():
            took = best_of(
                turns,
                lambda fresh, c=chunk, y=classes: fresh.predict_then_train(c.X, y),
                lambda p=model, s=schema: p.prepare(s),
            )
            times[name].append(1e9 * took / ROWS)
    rows = []
    for name, own in times.items():
        cells = [f"{t:,.0f} ({t / plain:.1f})" for t, plain in zip(own, times["plain"], strict=True)]
        rows.append([name, *cells])
    return table(["naive Bayes, 100,000 x 50, ns per row (ratio to plain)", *kinds], rows)


def table(heads: list[str], rows: Iterable[list[str]]) -> str:
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=5)
    turns = parser.parse_args().turns
    for study in (keeping, refreshing, learning, asking):
        try:
            print(f"{study(turns)}\n", flush=True)
        except FileNotFoundError as error:  # the data set is not at hand
            print(error)


if __name__ == "__main__":
    main()
