"""The upper levels of a tree, drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from driftsift.results import short_number

__all__ = ["draw_tree"]

WIDTH_OF_A_LEAF = 1.7
HEIGHT_OF_A_LEVEL = 1.1


def draw_tree(root: dict[str, Any], max_depth: int, ax: Any = None) -> Any:
    """Draw splits as boxes with their features, leaves with what they predict; return the axes."""
    from matplotlib.patheffects import withStroke

    legible = [withStroke(linewidth=3, foreground="white")]
    places = list(_places(root, max_depth))
    if ax is None:
        from matplotlib.figure import Figure

        width = max(4.0, WIDTH_OF_A_LEAF * sum(not children for _, _, _, children in places))
        ax = Figure(figsize=(width, HEIGHT_OF_A_LEVEL * (2 + max(y for _, _, y, _ in places)))).add_subplot()
    for node, x, y, children in places:
        for condition, child_x in children:
            ax.plot([x, child_x], [-y, -y - 1], color="0.6", linewidth=1, zorder=1)
            middle = (x + child_x) / 2, -y - 0.5
            ax.text(*middle, condition, ha="center", va="center", fontsize=8, zorder=2, path_effects=legible)
        ax.text(x, -y, _title(node, bool(children)), ha="center", va="center", fontsize=9, zorder=3, bbox=_box(node))
    ax.set_axis_off()
    ax.margins(0.12)
    return ax


Place = tuple[dict[str, Any], float, int, list[tuple[str, float]]]


def _places(root: dict[str, Any], max_depth: int) -> Iterator[Place]:
    """Yield every drawn node, where it stands, and the conditions and places of its children."""
    leaves = 0

    def place(node: dict[str, Any], level: int) -> tuple[float, list[Place]]:
        nonlocal leaves
        branches = node.get("branches", ()) if level < max_depth else ()
        if not branches:
            leaves += 1
            return leaves - 1, [(node, leaves - 1, level, [])]
        below = [(branch["if"], place(branch, level + 1)) for branch in branches]
        x = (below[0][1][0] + below[-1][1][0]) / 2
        children = [(condition, child_x) for condition, (child_x, _) in below]
        return x, [(node, x, level, children), *(drawn for _, (_, others) in below for drawn in others)]

    yield from place(root, 0)[1]


def _title(node: dict[str, Any], open_: bool) -> str:
    if "branches" in node:
        return node["feature"] if open_ else f"{node['feature']} ..."
    total = sum(node["class_weight"].values())
    share = f"\n{max(node['class_weight'].values()) / total:.0%} of {short_number(total)}" if total > 0 else ""
    return f"{node['prediction']}{share}"


def _box(node: dict[str, Any]) -> dict[str, Any]:
    return {"boxstyle": "round", "facecolor": "white" if "branches" in node else "0.92", "edgecolor": "0.4"}
