"""From the syntax tree of an expression to objects."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import pairwise
from typing import Any

from driftsift.expressions.names import kebab, key_of, nearest, public_classes
from driftsift.expressions.source import ExpressionError, Source

__all__ = ["Builder"]

WORDS = {"true": True, "false": False, "none": None}


class Builder:
    """Turns one expression into objects.

    Parameters
    ----------
    text : str
        The expression.
    wanted : str
        What it should give, for messages.
    rooms : collection of str
        The rooms whose classes it may use.
    makers : mapping of str to callable, optional
        Functions it may call besides.
    """

    def __init__(
        self,
        text: str,
        wanted: str,
        rooms: Collection[str],
        makers: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        self._source = Source(text)
        self._wanted = wanted
        self._classes = {**public_classes(rooms), **(makers or {})}
        self._by_key = {key_of(name): value for name, value in self._classes.items()}

    def build(self, kind: type, complaint: str) -> Any:
        """Return the object; `ExpressionError` with the complaint if it is not of this kind."""
        try:
            node = self._source.parse()
            built = self._object(node)
        except RecursionError:
            raise ExpressionError("the expression is too deep", self._source.text, 0) from None
        if not isinstance(built, kind):
            raise self._source.error(complaint, node)
        return built

    def _object(self, node: ast.expr) -> Any:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self._pipeline(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Name):
            return self._value_of_name(node)
        return self._value(node)

    def _pipeline(self, node: ast.BinOp) -> Any:
        steps = list(_steps(node))
        joined = self._step(steps[0])
        for before, step in pairwise(steps):
            right = self._step(step)
            try:
                joined = joined | right
            except TypeError:
                raise self._source.error("only a transformer can stand before |", before) from None
        return joined

    def _step(self, node: ast.expr) -> Any:
        step = self._object(node)
        if step is None or isinstance(step, (bool, int, float, str, list, tuple)):
            raise self._source.error("| stands between transformers and a classifier", node)
        return step

    def _call(self, node: ast.Call) -> Any:
        if not isinstance(node.func, ast.Name):
            raise self._source.error("only a name can be called", node.func)
        factory = self._factory(node.func)
        arguments = [self._argument(argument) for argument in node.args]
        keywords: dict[str, Any] = {}
        for keyword in node.keywords:
            name = self._keyword(factory, keyword)
            if name in keywords:
                raise self._source.error(f"{name!r} is given twice", keyword)
            keywords[name] = self._argument(keyword.value)
        return self._construct(factory, arguments, keywords, node)

    def _keyword(self, factory: Callable[..., Any], keyword: ast.keyword) -> str:
        if keyword.arg is None:
            raise self._source.error("** is not allowed", keyword)
        known = _parameters(factory)
        if keyword.arg not in known:
            hint = nearest(keyword.arg, known)
            listed = f"its parameters are {', '.join(known)}" if known else "it has no parameters"
            raise self._source.error(
                f"{_shown(factory)} has no parameter {keyword.arg!r}{hint or '; ' + listed}", keyword
            )
        return keyword.arg

    def _construct(self, factory: Callable[..., Any], arguments: list[Any], keywords: dict[str, Any], node: Any) -> Any:
        from inspect import signature

        try:
            given = signature(factory).bind_partial(*arguments, **keywords).arguments
            if self._wanted == "stream" and "n" in _parameters(factory) and "n" not in given:
                keywords["n"] = None
            signature(factory).bind(*arguments, **keywords)
        except TypeError as error:
            raise self._source.error(f"{_shown(factory)}: {error}", node) from None
        try:
            return factory(*arguments, **keywords)
        except (TypeError, ValueError) as error:
            raise self._source.error(f"{_shown(factory)}: {error}", node) from None

    def _argument(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Starred):
            raise self._source.error("* is not allowed", node)
        return self._object(node)

    def _value_of_name(self, node: ast.Name) -> Any:
        word = node.id.lower()
        if word in WORDS:
            return WORDS[word]
        return self._construct(self._factory(node), [], {}, node)

    def _factory(self, node: ast.Name) -> Callable[..., Any]:
        factory = self._by_key.get(key_of(node.id))
        if factory is None:
            written = self._source.of(node)
            hint = nearest(written, [kebab(name) for name in self._classes])
            raise self._source.error(f"no {self._wanted} is called {written!r}{hint or self._all_names()}", node)
        return factory

    def _all_names(self) -> str:
        return f"; there are {', '.join(kebab(name) for name in self._classes)}"

    def _value(self, node: ast.expr) -> Any:
        if isinstance(node, (ast.List, ast.Tuple)):
            items = [self._argument(item) for item in node.elts]
            return items if isinstance(node, ast.List) else tuple(items)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            number = self._object(node.operand) if isinstance(node.operand, ast.Constant) else None
            if isinstance(number, (int, float)) and not isinstance(number, bool):
                return -number if isinstance(node.op, ast.USub) else number
        if isinstance(node, ast.Constant) and isinstance(node.value, (str, int, float, type(None))):
            return self._constant(node)
        raise self._source.error("only names, calls, numbers, texts, lists and | are allowed", node)

    def _constant(self, node: ast.Constant) -> Any:
        value = node.value
        if isinstance(value, float) and value.is_integer() and "." not in self._source.of(node):
            return int(value)
        return value


def _steps(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _steps(node.left)
        yield from _steps(node.right)
    else:
        yield node


def _parameters(factory: Callable[..., Any]) -> list[str]:
    from inspect import signature

    return list(signature(factory).parameters)


def _shown(factory: Callable[..., Any]) -> str:
    return kebab(factory.__name__)
