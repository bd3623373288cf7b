"""Runs the code of the documentation and puts in what it prints: ``python docs/run_pages.py [PAGE ...]``.

The blocks of a page run in their order, in one folder and, as far as they are Python, with the same names:

* a block marked python; what it prints stands in the block marked text right behind it;
* a block marked console: the commands are the lines that begin with ``$``, what they print stands below them.

``<!-- data: electricity -->`` in a page: it needs these data sets.

tests/house/test_docs.py runs the pages too, and compares.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FENCED = re.compile(r"^```(python|console|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n", re.MULTILINE)
NEEDED = re.compile(r"^<!-- data:(.*)-->$", re.MULTILINE)
THE_SAME_MODULES = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}  # whatever folder a command runs in
DRIFTSIFT = "import sys; from driftsift.cli import main; sys.argv[0] = 'driftsift'; main()"


class Shown(NamedTuple):
    """What a page shows as printed, from `begin` to `end` of its text, and what has really been printed."""

    begin: int
    end: int
    expected: str
    actual: str


def pages() -> list[Path]:
    """Return all pages that people write."""
    return [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]


def data_sets(page: Path) -> list[str]:
    """Return the names of the data sets that a page needs."""
    needed = NEEDED.search(page.read_text(encoding="utf-8"))
    return needed[1].split() if needed else []


def run(page: Path) -> list[Shown]:
    """Run a page in an empty folder."""
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        return list(_run_blocks(text, page))


def _run_blocks(text: str, page: Path) -> Iterator[Shown]:
    names: dict[str, Any] = {"__name__": "__main__"}
    found = list(FENCED.finditer(text))
    for block, following in zip(found, [*found[1:], None], strict=False):
        if block[1] == "console":
            yield Shown(*block.span(2), block[2], _session(block[2]))
        if block[1] != "python":
            continue
        printed = _output_of_python(block[2], page, text.count("\n", 0, block.start(2)), names)
        if following and following[1] == "text" and not text[block.end() : following.start()].strip():
            yield Shown(*following.span(2), following[2], printed)
        elif printed:
            yield Shown(block.end(), block.end(), "", f"\n\n```text\n{printed}```")


def _output_of_python(code: str, page: Path, line: int, names: dict[str, Any]) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile("\n" * line + code, str(page), "exec"), names)  # errors name the line of the page
    return _tidy(printed.getvalue())


def _session(text: str) -> str:
    """Return commands, each followed by what it prints, errors too."""
    commands = [match[1] for match in COMMAND.finditer(text)]
    return "".join(f"$ {command}\n{_output_of_command(command)}" for command in commands)


def _output_of_command(command: str) -> str:
    name, *arguments = shlex.split(command.replace("\\\n", ""))
    if name != "driftsift":
        raise ValueError(f"a console block runs driftsift only, not {command!r}")
    done = subprocess.run(
        [sys.executable, "-c", DRIFTSIFT, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env={**os.environ, **THE_SAME_MODULES, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    return _tidy(done.stdout)


def _tidy(printed: str) -> str:
    """Return lines without spaces at their ends and empty lines around them."""
    lines = "\n".join(line.rstrip() for line in printed.splitlines()).strip("\n")
    return f"{lines}\n" if lines else ""


def main() -> None:
    """Rewrite the pages."""
    for page in [Path(name).resolve() for name in sys.argv[1:]] or pages():
        text = page.read_text(encoding="utf-8")
        for shown in reversed(run(page)):
            text = text[: shown.begin] + shown.actual + text[shown.end :]
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
