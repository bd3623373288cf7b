"""`driftsift evaluate`: models on a stream, side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from driftsift.cli.errors import UsageError, guarded, say
from driftsift.cli.options import Debug, Json, Protocol, Target, file_option, number_option, window_size
from driftsift.cli.output import print_json, print_table
from driftsift.cli.sources import Seed, Source, open_source, require_end

if TYPE_CHECKING:
    from driftsift.evaluation import Evaluation
    from driftsift.streams import Stream

__all__ = ["evaluate"]

Expressions = Annotated[
    list[str],
    typer.Option("--model", "-m", metavar="EXPR", help='Such as "topk(k=5) | naive-bayes"; may be repeated.'),
]
Window = Annotated[
    Any, typer.Option(parser=window_size, metavar="N|auto", help="The curves are over the last N instances.")
]
Fading = Annotated[
    float | None,
    typer.Option(metavar="F", help="In the curves an instance counts F times as much as the next one."),
]
Checkpoint = Annotated[
    Path | None,
    file_option("Keep the state of the run, to go on after an interruption; several models: FILE.1, FILE.2, ..."),
]
Number = int | None


@guarded
def evaluate(
    source: Source,
    model: Expressions,
    target: Target = None,
    seed: Seed = None,
    protocol: Annotated[Protocol, typer.Option(help="How models are tested.")] = Protocol.prequential,
    n: Annotated[Number, number_option("Read at most N instances.", "--n", "-n")] = None,
    window: Window = None,
    fading: Fading = None,
    every: Annotated[Number, number_option("Instances between points of the curve, or test sets.")] = None,
    delay: Annotated[Number, number_option("A label arrives N instances later.")] = None,
    chunk: Annotated[Number, number_option("Instances per chunk of --protocol chunks.")] = None,
    test_size: Annotated[Number, number_option("Instances per test set of --protocol holdout.")] = None,
    html: Annotated[Path | None, file_option("Write a page with tables and interactive curves.")] = None,
    png: Annotated[Path | None, file_option("Write a picture of the curves.")] = None,
    checkpoint: Checkpoint = None,
    as_json: Json = False,
    debug: Debug = False,  # noqa: ARG001
) -> None:
    """Test models on every instance of a stream before they learn it.

    After Ctrl-C the models that are finished are still shown. The same command
    with the same --checkpoint goes on from where it stopped.
    """
    given = {"window": window, "fading": fading, "every": every, "delay": delay, "chunk": chunk}
    options = _options(protocol, {**given, "test_size": test_size, "checkpoint": checkpoint})
    stream = open_source(source, target, seed)
    require_end(stream, n)
    models = _models(model, stream)
    finished: list[Evaluation] = []
    try:
        _run(models, stream, {**options, "n": n}, checkpoint, finished)
    except KeyboardInterrupt:
        if checkpoint is not None:
            say(f"the same command goes on from {checkpoint}")
        raise
    finally:
        _show(finished, model, stream, as_json)
        _write(finished, html, png)


def _options(protocol: Protocol, given: dict[str, Any]) -> dict[str, Any]:
    """Return the options that were given; those that do not go with the protocol are refused."""
    allowed = {
        Protocol.prequential: {"window", "fading", "every", "delay", "checkpoint"},
        Protocol.chunks: {"window", "fading", "every", "chunk", "checkpoint"},
        Protocol.holdout: {"every", "test_size"},
    }[protocol]
    options = {name: value for name, value in given.items() if value is not None}
    for name in options:
        if name not in allowed:
            raise UsageError(f"--{name.replace('_', '-')} does not go with --protocol {protocol}")
    if {"window", "fading"} <= set(options):
        raise UsageError("--window and --fading exclude each other")
    options.pop("checkpoint", None)
    return options if protocol is Protocol.holdout else {**options, "protocol": str(protocol)}


def _models(expressions: list[str], stream: Stream) -> list[Any]:
    """Return the models, each of which has been tried on the schema of the stream."""
    from sklearn.base import clone

    from driftsift.expressions import build_model

    models = [build_model(expression) for expression in expressions]
    for expression, model in zip(expressions, models, strict=True):
        try:
            clone(model).prepare(stream.schema)
        except (TypeError, ValueError) as error:
            raise UsageError(f"{expression}: {error}") from None
    return models


def _run(
    models: list[Any],
    stream: Stream,
    options: dict[str, Any],
    checkpoint: Path | None,
    finished: list[Evaluation],
) -> None:
    """Evaluate one model after the other; what is finished is in the list even if the next one fails."""
    from driftsift import evaluation

    for number, model in enumerate(models, 1):
        if "protocol" not in options:
            finished.append(evaluation.holdout(model, stream, **options))
            continue
        file = checkpoint
        if checkpoint is not None and len(models) > 1:
            file = checkpoint.with_name(f"{checkpoint.name}.{number}")
        finished.append(evaluation.evaluate(model, stream, **options, checkpoint=file))


def _show(finished: list[Evaluation], expressions: list[str], stream: Stream, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "stream": stream.name,
                "complete": len(finished) == len(expressions),
                "evaluations": [
                    {"model": e.model, "expression": expression, **json.loads(e.to_json())}
                    for e, expression in zip(finished, expressions, strict=False)
                ],
            }
        )
    elif finished:
        from driftsift.reports import Report

        print_table(Report(finished).table())


def _write(finished: list[Evaluation], html: Path | None, png: Path | None) -> None:
    if not finished or not (html or png):
        return
    from driftsift.reports import Report

    report = Report(finished)
    for path, write in ((html, report.html), (png, report.png)):
        if path is not None:
            say(f"wrote {write(path)}")
