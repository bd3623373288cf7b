"""Streams made by rule, whose truth is known: every instance is a pure function of (seed, row)."""

from driftsift.streams.generators.sea import SEA

__all__ = ["SEA"]
