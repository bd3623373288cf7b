"""Colours and line styles: told apart by either, on light and on dark ground."""

from __future__ import annotations

__all__ = ["DARK", "DASHES", "LIGHT", "LINE_STYLES"]

LIGHT = ("#0b62a4", "#c2410c", "#047857", "#86328f", "#8a6d00", "#be185d", "#475569", "#0e7490")
DARK = ("#6cb4ee", "#ff9f6b", "#4fd1a5", "#d59be0", "#e5c04b", "#f58ab5", "#b6c2cf", "#5fd0e0")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
LINE_STYLES = ("-", "--", ":", "-.", (0, (8, 3)))
