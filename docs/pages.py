"""What mkdocs is to put in beside the files of this folder: a hook, named in mkdocs.yml.

* README.md, CONTRIBUTING.md and CHANGELOG.md as pages.
* ``<!-- help: evaluate -->`` in a page: what ``driftsift evaluate --help`` says; without a word, ``driftsift --help``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
HELP = re.compile(r"^<!-- help:(.*)-->$", re.MULTILINE)


def on_files(files: Files, *, config: Any) -> Files:
    """Add the files of the repository that are pages."""
    for name, page in PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_with_links_from_docs(text)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put in what the command says about itself."""
    return HELP.sub(lambda match: f"```text\n{_help(match[1].split())}\n```", markdown)


def _with_links_from_docs(text: str) -> str:
    """Turn links that are right in the root of the repository into links that are right in this folder."""
    text = text.replace("](docs/", "](")
    for name, page in PAGES.items():
        text = text.replace(f"]({name})", f"]({page})")
    return text


def _help(command: list[str]) -> str:
    from typer.testing import CliRunner

    from driftsift.cli.app import app

    shown = CliRunner().invoke(app, [*command, "--help"], prog_name="driftsift", terminal_width=100)
    return "\n".join(line.rstrip() for line in shown.output.strip("\n").splitlines())
