"""`driftsift demo`: the main job of the library on a small scale."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from driftsift.cli.errors import guarded
from driftsift.cli.options import Debug, file_option, number_option
from driftsift.cli.output import print_table

if TYPE_CHECKING:
    from driftsift.streams import Drifting

__all__ = ["demo"]

PAIRS = ((0, 1), (2, 3), (4, 5), (6, 7))
FEATURES = 20

STORY = """\
{n:,} instances with {features} features, of which two decide: first x0 and x1, then x2 and x3, x4 and x5, and
x6 and x7. Every instance is predicted, then learned. A selection made once is worthless after the first
change; Naive Bayes keeps what it learned of features that no longer matter; neighbours in a window follow,
but suffer from the {irrelevant} irrelevant features.
"""


@guarded
def demo(
    n: Annotated[int, number_option("Number of instances.", "--n", "-n")] = 50_000,
    html: Annotated[Path, file_option("The page to write.")] = Path("driftsift-demo.html"),
    debug: Debug = False,  # noqa: ARG001
) -> None:
    """Compare models on a stream whose relevant features change, print a table and write a page."""
    from driftsift.evaluation import evaluate
    from driftsift.reports import Report

    stream = drifting_stream(n)
    evaluations = [evaluate(model, stream, window=max(1, n // 50)) for model in models()]
    marks = {int(drift.at): f"x{a}, x{b} decide" for drift, (a, b) in zip(stream.drifts, PAIRS[1:], strict=True)}
    report = Report(evaluations, title="SEA whose relevant features change", marks=marks)
    typer.echo(STORY.format(n=n, features=FEATURES, irrelevant=FEATURES - 2))
    print_table(report.table())
    typer.echo(f"The curves are in {report.html(html)}")


def drifting_stream(n: int) -> Drifting:
    """Return SEA concepts one after the other, each with its own pair of relevant features."""
    from driftsift.streams import SEA, Drifting

    concepts = [SEA(n, n_features=FEATURES, relevant=pair, noise=0.05, seed=seed) for seed, pair in enumerate(PAIRS)]
    changes = [n * (k + 1) // len(PAIRS) for k in range(len(PAIRS) - 1)]
    return Drifting(concepts, at=changes, width=1)


def models() -> list[Any]:
    """Return the models that are compared."""
    from driftsift.learners import KNN, MajorityClass, NaiveBayes
    from driftsift.transformers import Subset

    return [MajorityClass(), NaiveBayes(), KNN(), Subset(["x0", "x1"]) | KNN()]
