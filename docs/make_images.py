"""Makes the pictures of the documentation: ``python docs/make_images.py``. Every curve in them is a real run."""

from __future__ import annotations

from pathlib import Path

import driftsift as ds
from driftsift.streams import datasets

IMAGES = Path(__file__).resolve().parent / "images"


def drifting_sea() -> ds.Report:
    """Four models on a stream whose two relevant features change twice (README.md)."""
    pairs = [(0, 1), (2, 3), (4, 5)]
    concepts = [ds.SEA(60_000, n_features=10, relevant=pair, seed=k) for k, pair in enumerate(pairs)]
    stream = ds.Drifting(concepts, at=[20_000, 40_000], width=1)
    relevance = ds.SymmetricalUncertainty(window=300)
    models = [ds.NaiveBayes(), ds.KNN(), ds.Subset(["x0", "x1"]) | ds.KNN(), ds.KNN(weights=relevance)]
    return ds.Report(
        [ds.evaluate(model, stream, window=1000, every=500) for model in models],
        title="SEA, ten features: first x0, x1 decide, then x2, x3, then x4, x5",
        marks={20_000: "x2, x3 decide", 40_000: "x4, x5 decide"},
    )


def sensors() -> ds.Report:
    """The stream of the tutorial, without the detour through a file (docs/tutorial.md)."""
    concepts = [ds.SEA(30_000, n_features=6, relevant=pair, seed=k) for k, pair in enumerate([(0, 1), (3, 4)], 1)]
    stream = ds.Drifting(concepts, at=15_000, width=1000)
    models = [ds.MajorityClass(), ds.NoChange(), ds.NaiveBayes(), ds.KNN()]
    return ds.Report(
        [ds.evaluate(model, stream, window=1000) for model in models],
        title="Sensors",
        marks={15_000: "other measurements decide"},
    )


def relevance_of_sea() -> ds.RelevanceReport:
    """A published stream of ten concepts (docs/relevance.md)."""
    return ds.RelevanceReport(ds.relevance_over_time(ds.preset("thesis/SEA(A)", seed=1)))


def relevance_of_electricity() -> ds.RelevanceReport:
    """Prices in New South Wales, four weeks at a time (docs/tutorial-relevance.md)."""
    scorer = ds.SymmetricalUncertainty(window=4 * 7 * 48, correct_bias=True)
    stream = datasets.load("electricity")
    return ds.RelevanceReport(ds.relevance_over_time(stream, scorer, every=7 * 48, least_change=0.05, block=12))


def relevance_of_spam() -> ds.RelevanceReport:
    """The beginning of SPAM (docs/tutorial-relevance.md)."""
    found = ds.relevance_over_time(datasets.load("spam"), n=2700, every=50)
    return ds.RelevanceReport(found, title="SPAM, the first 2,700 messages")


def heat_map(report: ds.RelevanceReport, path: Path, top: int) -> None:
    """Write a heat map."""
    ax = report.found.plot(top=top)
    ax.set_title(report.title)
    ax.figure.savefig(path, dpi=90)


def tree_of_agrawal() -> ds.HoeffdingTree:
    """A small tree (docs/trees.md)."""
    stream = ds.Agrawal(20_000, function=1, seed=1)
    return ds.evaluate(ds.HoeffdingTree(nominal="binary", max_depth=3), stream).trained


def importance_in_sea() -> ds.ImportanceOverTime:
    """Which features an adaptive tree uses in ten concepts (docs/trees.md)."""
    return ds.importance_over_time(ds.HoeffdingAdaptiveTree(), ds.preset("thesis/SEA", seed=1))


def main() -> None:
    """Write the pictures."""
    IMAGES.mkdir(exist_ok=True)
    drifting_sea().png(IMAGES / "drifting-sea.png", measures=("accuracy",))
    sensors().png(IMAGES / "sensors.png")
    tree_of_agrawal().plot().figure.savefig(IMAGES / "tree.png", dpi=90, bbox_inches="tight")
    importance_in_sea().plot(top=18).figure.savefig(IMAGES / "importance-sea.png", dpi=90)
    heat_map(relevance_of_sea(), IMAGES / "relevance-sea.png", 20)
    heat_map(relevance_of_electricity(), IMAGES / "relevance-electricity.png", 8)
    heat_map(relevance_of_spam(), IMAGES / "relevance-spam.png", 25)


if __name__ == "__main__":
    main()
