"""Names of features that a composition adds."""

from __future__ import annotations

from collections.abc import Iterable

from driftsift.data import Feature, Schema

__all__ = ["require_new_names"]


def require_new_names(schema: Schema, added: Iterable[Feature]) -> None:
    """Raise ValueError if a feature to be added is called like one that is there."""
    taken = set(schema.names)
    for feature in added:
        if feature.name in taken:
            raise ValueError(
                f"the stream has a feature {feature.name!r} already, and one of that name is to be added; rename it"
            )
