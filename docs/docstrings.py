"""Makes Markdown of what docstrings say in the way of a terminal: tables, lists of terms, sessions.

A griffe extension; mkdocstrings runs it on every docstring it shows.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

RULE = re.compile(r"=+( +=+)+")
TERM = re.compile(r"(`[^`\n]+`|[a-z]\w*)$")
SECTION = re.compile(r"^(Parameters|Attributes|Returns|Notes|Examples)\n-+$", re.MULTILINE)


class Markdown(griffe.Extension):
    """Rewrites docstrings before they are parsed."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class or function."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(text: str) -> str:
    return text
