"""What goes wrong becomes a sentence on the error stream and an exit code."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import ParamSpec

import typer

__all__ = ["FAILURE", "INTERRUPTED", "USAGE", "UsageError", "guarded", "say"]

FAILURE = 1
USAGE = 2
INTERRUPTED = 130

EXPECTED = (ValueError, TypeError, OSError, ImportError, MemoryError)

Parameters = ParamSpec("Parameters")


class UsageError(ValueError):
    """The command line cannot be meant as it stands."""


def guarded(command: Callable[Parameters, None]) -> Callable[Parameters, None]:
    """Turn what a command raises into a message and an exit code; with ``debug=True`` let it through.

    Parameters
    ----------
    command : callable
        Takes `debug` among its parameters.
    """

    @functools.wraps(command)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except KeyboardInterrupt:
            say("interrupted")
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            _leave_quietly()
        except Exception as error:
            if kwargs.get("debug") or isinstance(error, (typer.Exit, typer.BadParameter)):
                raise
            say(_sentence(error))
            raise typer.Exit(_code(error)) from None

    return run


def say(message: str) -> None:
    """Write a message to the error stream."""
    typer.echo(f"driftsift: {message}", err=True)


def _code(error: Exception) -> int:
    from driftsift.expressions import ExpressionError

    return USAGE if isinstance(error, (UsageError, ExpressionError)) else FAILURE


def _sentence(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {error.strerror}"
    if isinstance(error, EXPECTED) and str(error):
        return str(error)
    return f"unexpected {type(error).__name__}: {error} (--debug shows where)"


def _leave_quietly() -> None:
    """Stop because nobody reads the output any more, as the next program in a pipe does by ending."""
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (closed by the interpreter at exit)
    raise typer.Exit(FAILURE)
