"""`driftsift generate`: a stream into a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from driftsift.cli.errors import UsageError, guarded, say
from driftsift.cli.options import Debug, Target, file_option, number_option
from driftsift.cli.sources import Seed, Source, open_source, require_end

__all__ = ["generate"]

FORMATS = ".parquet, .csv, .tsv, .arff, .libsvm; behind all but .parquet also .gz, .zst, .bz2, .xz."


@guarded
def generate(
    stream: Source,
    output: Annotated[Path, file_option(FORMATS, "--output", "-o")],
    n: Annotated[int | None, number_option("Number of instances.", "--n", "-n")] = None,
    target: Target = None,
    seed: Seed = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    truth: Annotated[
        bool, typer.Option(help="Write what is known of relevant features and drifts to OUTPUT.truth.json.")
    ] = True,
    debug: Debug = False,  # noqa: ARG001
) -> None:
    """Write a stream to a file, in constant memory; the file appears when it is complete."""
    from driftsift.progress import progress_bar
    from driftsift.streams.truth_file import is_known, truth_path
    from driftsift.streams.writers import write_stream

    if output.exists() and not force:
        raise UsageError(f"{output} exists; --force replaces it")
    opened = open_source(stream, target, seed)
    require_end(opened, n)
    known = truth and is_known(opened)
    lengths = [length for length in (n, opened.n_instances) if length is not None]
    with progress_bar(None, f"{opened.name} to {output.name}", min(lengths, default=None)) as advance:
        written = write_stream(opened, output, n=n, overwrite=force, truth=known, progress=advance)
    say(f"wrote {written:,} instances to {output}" + (f", the truth to {truth_path(output)}" if known else ""))
