"""What results of all rooms become: data frames, plain data for JSON, and text."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["as_frame", "as_text", "short_number", "without_nan"]


def as_frame(columns: Mapping[str, Any], backend: Any = None) -> Any:
    """Return columns as a data frame: of pandas if it is installed, else Polars, else Arrow, or as asked.

    Examples
    --------
    >>> as_frame({"row": [1, 2]}, "pyarrow").column_names
    ['row']
    """
    from importlib.util import find_spec

    import narwhals.stable.v2 as nw
    import pyarrow as pa

    best: Any = next(name for name in ("pandas", "polars", "pyarrow") if find_spec(name))
    return nw.from_arrow(pa.table(dict(columns)), backend=backend or best).to_native()


def without_nan(value: Any) -> Any:
    """Return plain data with None for every number that JSON cannot hold.

    Examples
    --------
    >>> without_nan({"a": (1.0, float("nan"))})
    {'a': [1.0, None]}
    """
    if isinstance(value, dict):
        return {str(key): without_nan(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [without_nan(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def short_number(value: float) -> str:
    """Return a number with four digits; all of those before the point.

    Examples
    --------
    >>> short_number(37.28456), short_number(12345.6), short_number(3.0)
    ('37.28', '12346', '3')
    """
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def as_text(content: RenderableType, width: int = 120) -> str:
    """Return a table, or several, as plain text."""
    from rich.console import Console

    console = Console(width=width, file=io.StringIO(), force_terminal=False)
    with console.capture() as captured:
        console.print(content)
    return captured.get()
