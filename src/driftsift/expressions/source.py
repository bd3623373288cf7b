"""The text of an expression: read by Python's parser, never run; errors point at their place."""

from __future__ import annotations

import ast
import re
import warnings
from typing import Any

__all__ = ["ExpressionError", "Source"]

LONGEST = 10_000
DEEPEST = 40

TEXT_OR_NAME = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<![\w.-])([^\W\d]\w*(?:-\w+)+)""")


class ExpressionError(ValueError):
    """An expression cannot be read; the message shows where.

    Parameters
    ----------
    message : str
    text : str
        The expression.
    position : int
        Where in it the trouble begins.
    """

    def __init__(self, message: str, text: str, position: int) -> None:
        self.message = message
        self.position = position
        super().__init__(f"{message}\n{_pointed_at(text, position)}")


class Source:
    """The text of an expression.

    Parameters
    ----------
    text : str
    """

    def __init__(self, text: str) -> None:
        self.text = text.strip()

    def parse(self) -> ast.expr:
        """Return the syntax tree; `ExpressionError` for anything that is not one line of Python syntax."""
        if not self.text:
            raise ExpressionError("the expression is empty", self.text, 0)
        self._refuse_monsters()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(_without_hyphens(self.text), mode="eval").body
        except SyntaxError as error:
            raise ExpressionError(_complaint(error), self.text, max((error.offset or 1) - 1, 0)) from None
        except (ValueError, MemoryError):
            raise ExpressionError("this is not an expression", self.text, 0) from None

    def of(self, node: Any) -> str:
        """Return the text a node was written as."""
        begin, end = (_characters(self.text, offset) for offset in (node.col_offset, node.end_col_offset))
        return self.text[begin:end]

    def error(self, message: str, node: Any) -> ExpressionError:
        """Return the error that points at a node."""
        return ExpressionError(message, self.text, _characters(self.text, node.col_offset))

    def _refuse_monsters(self) -> None:
        if len(self.text) > LONGEST:
            raise ExpressionError(f"an expression has at most {LONGEST:,} characters", self.text, LONGEST)
        depth = 0
        for i, character in enumerate(self.text):
            if character in "\n\r\0":
                raise ExpressionError("an expression is one line of text", self.text, i)
            depth += (character in "([{") - (character in ")]}")
            if depth > DEEPEST:
                raise ExpressionError(f"brackets are nested more than {DEEPEST} deep", self.text, i)


def _without_hyphens(text: str) -> str:
    """Write names with hyphens with underscores; everything keeps its place."""
    return TEXT_OR_NAME.sub(lambda match: match[1] or match[2].replace("-", "_"), text)


def _characters(text: str, utf8_bytes: int) -> int:
    return len(text.encode("utf-8", "surrogatepass")[:utf8_bytes].decode("utf-8", "ignore"))


def _complaint(error: SyntaxError) -> str:
    message = error.msg or "this is not an expression"
    if message.startswith("Exceeds the limit"):
        return "the number is too long"
    return message[0].lower() + message[1:]


def _pointed_at(text: str, position: int) -> str:
    """Return the neighbourhood of a position with a caret under it."""
    begin = max(0, position - 60)
    shown = "".join(c if c.isprintable() else " " for c in text[begin : position + 40])
    return f"  {shown}\n  {' ' * (position - begin)}^"
