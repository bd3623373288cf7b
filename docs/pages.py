"""Pages of the documentation that are files of the repository: mkdocs runs `on_files` before it builds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}


def on_files(files: Files, *, config: Any) -> Files:
    """Add the pages."""
    for name, page in PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_with_links_from_docs(text)))
    return files


def _with_links_from_docs(text: str) -> str:
    """Turn links that are right in the root of the repository into links that are right in docs/."""
    text = text.replace("](docs/", "](")
    for name, page in PAGES.items():
        text = text.replace(f"]({name})", f"]({page})")
    return text
