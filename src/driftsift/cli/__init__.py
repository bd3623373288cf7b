"""The `driftsift` command.

* `app`: the commands and what they have in common.
* `evaluate`, `generate`, `listing`, `demo`: one command each.
* `sources`: what SOURCE stands for, a file or an expression.
* `options`: how option values are read.
* `output`: tables for people, JSON for programs.
* `errors`: one plain sentence instead of a traceback, and the exit codes.

Importing this room imports none of the libraries that compute: ``driftsift --help`` answers at once.
"""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command with the arguments of the process."""
    from driftsift.cli.app import app

    app()
