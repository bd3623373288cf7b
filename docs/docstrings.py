"""Makes Markdown of docstrings, which are written to be read as they are: tables, lists of terms, sessions.

A griffe extension; mkdocstrings runs it on everything it shows.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

RULE = r"=+(?: +=+)+"
TABLE = re.compile(rf"^{RULE}\n(?:.+\n)+?{RULE}$(?=\n\n|\n*\Z)", re.MULTILINE)
TERM = re.compile(r"^(`\w+`|\w+)\n    (?=\S)", re.MULTILINE)
SESSION = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)
FIRST_SECTION = re.compile(r"^(?:Parameters|Attributes|Returns|Notes|Examples)\n---", re.MULTILINE)


class Markdown(griffe.Extension):
    """Rewrites docstrings before they are parsed."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class or function."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(text: str) -> str:
    """Return a docstring with its tables, and what stands before its sections, as Markdown."""
    text = TABLE.sub(lambda match: _table(match[0].splitlines()), text)
    section = FIRST_SECTION.search(text)
    prose, rest = (text, "") if section is None else (text[: section.start()], text[section.start() :])
    prose = TERM.sub(r"\n\1\n:   ", prose)
    return SESSION.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", prose) + rest


def _table(lines: list[str]) -> str:
    """Return a table whose columns are as wide as the signs of its rules."""
    columns = [match.start() for match in re.finditer("=+", lines[0])]
    heads, rows = [""] * len(columns), []
    for line in lines[1:-1]:
        if re.fullmatch(RULE, line):
            heads, rows = rows[0], []
            continue
        ends = [*columns[1:], len(line)]
        cells = [line[begin:end].strip() for begin, end in zip(columns, ends, strict=True)]
        if cells[0]:
            rows.append(cells)
        else:
            rows[-1] = [f"{above} {below}".strip() for above, below in zip(rows[-1], cells, strict=True)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [heads, ["---"] * len(columns), *rows])
