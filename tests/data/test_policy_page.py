"""docs/data-policy.md quotes the messages as they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from driftsift.data import Nominal, Numeric, Schema, encode, encode_array, encode_labels, infer_schema

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "data-policy.md").read_text(encoding="utf-8")
MANY_TEXTS = [f"user {i}" for i in range(100_001)]
SCHEMA = Schema([Numeric("price"), Nominal("day", ("mon", "tue"))], (0, 1))


def frame(**columns):
    return pa.table({"price": [1.0] * 8, "day": ["mon"] * 8, **columns})


QUOTED = {
    "absent column": lambda: encode(pa.table({"price": [1.0], "Day": ["mon"]}), SCHEMA),
    "width": lambda: encode_array(np.zeros((1, 3)), SCHEMA),
    "inf": lambda: encode(frame(price=[1.0] * 7 + [np.inf]), SCHEMA),
    "no number": lambda: encode(frame(price=["1"] * 7 + ["cheap"]), SCHEMA),
    "lists": lambda: encode(pa.table({"x": [[1]]}), Schema([Numeric("x")], ())),
    "no code": lambda: encode_array([[0, 0]] * 7 + [[0, 0.5]], SCHEMA),
    "text array": lambda: encode_array([["short", "text"]], SCHEMA),
    "no number for a class": lambda: encode_labels(["0"] * 7 + ["x"], (0, 1)),
    "number for a text": lambda: encode_labels([None] * 7 + [1], ("a", "b")),
    "quantity": lambda: infer_schema(pd.DataFrame({"a": [1], "price": [2.5]}), "price"),
    "many texts": lambda: infer_schema(pa.table({"id": MANY_TEXTS, "y": [0] * len(MANY_TEXTS)}), "y"),
}


@pytest.mark.parametrize("case", QUOTED)
def test_the_page_quotes_the_message(case):
    with pytest.raises((ValueError, TypeError)) as caught:
        QUOTED[case]()
    assert f"`{caught.value}`" in PAGE


def test_the_page_lists_the_marks_of_missing_values():
    from driftsift.data.text import MISSING_TEXT

    row = next(line for line in PAGE.splitlines() if line.startswith("| text "))
    assert all(f"`{mark}`" in row for mark in MISSING_TEXT if mark)
