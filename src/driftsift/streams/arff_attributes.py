"""How the attributes of an ARFF file become features, and what the row parser is told about them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from driftsift._core import ArffAttribute
from driftsift.data import Feature, Nominal, Numeric, Schema
from driftsift.streams.arff_header import Attribute
from driftsift.streams.errors import malformed

__all__ = ["feature_of", "for_learning", "for_reading"]

TARGET = -1
NOT_IN_SCHEMA = float("nan")


def feature_of(attribute: Attribute, words: Mapping[str, Sequence[str]]) -> Feature:
    """Return the feature an attribute declares; `words` are the values found of string attributes."""
    if attribute.kind == "nominal":
        return Nominal(attribute.name, attribute.categories)
    if attribute.kind == "string" and words[attribute.name]:
        return Nominal(attribute.name, tuple(sorted(words[attribute.name])))
    return Numeric(attribute.name)


def for_learning(attribute: Attribute, target: str, kept: Collection[str]) -> ArffAttribute:
    """Describe an attribute to a parser that only gathers texts."""
    if attribute.name == target:
        return _target(attribute)
    if attribute.kind == "string" and attribute.name in kept:
        return ArffAttribute.text(attribute.name, 0, [])
    return ArffAttribute.skipped(attribute.name)


def for_reading(path: Path, attribute: Attribute, target: str, schema: Schema, column: int | None) -> ArffAttribute:
    """Describe an attribute to a parser that makes the rows of `schema`, where it is feature `column`."""
    if attribute.name == target:
        return _target(attribute)
    if column is None:
        return ArffAttribute.skipped(attribute.name)
    feature = schema.features[column]
    if isinstance(feature, Nominal) and attribute.kind == "nominal":
        codes = {category: float(code) for code, category in enumerate(feature.categories)}
        stored = [codes.get(category, NOT_IN_SCHEMA) for category in attribute.categories]
        return ArffAttribute.nominal(attribute.name, column, attribute.categories, stored)
    if isinstance(feature, Nominal) and attribute.kind == "string":
        return ArffAttribute.text(attribute.name, column, feature.categories)
    if isinstance(feature, Numeric) and attribute.kind == "date":
        return _moment(path, attribute, column)
    if isinstance(feature, Numeric) and attribute.kind in ("numeric", "string"):
        return ArffAttribute.number(attribute.name, column)
    raise malformed(
        path,
        f"attribute {attribute.name!r} is {attribute.kind}, the schema has it as {type(feature).__name__}",
        line=attribute.line,
    )


def _target(attribute: Attribute) -> ArffAttribute:
    if attribute.kind == "nominal":
        return ArffAttribute.nominal(attribute.name, TARGET, attribute.categories, [])
    if attribute.kind == "numeric":
        return ArffAttribute.number(attribute.name, TARGET)
    return ArffAttribute.text(attribute.name, TARGET, [])


def _moment(path: Path, attribute: Attribute, column: int) -> ArffAttribute:
    try:
        return ArffAttribute.moment(attribute.name, column, attribute.pattern)
    except ValueError as error:
        raise malformed(path, f"attribute {attribute.name!r}: {error}", line=attribute.line) from None
