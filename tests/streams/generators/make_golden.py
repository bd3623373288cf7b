"""Write golden.json: the first rows of every setting by the plain reference, never by the library.

Run ``python -m tests.streams.generators.make_golden`` after a change of the definition or of the catalogue;
anything else that changes the file is an error.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.streams.generators.catalogue import CATALOGUE, rows_of

PATH = Path(__file__).with_name("golden.json")
SEEDS = 0, 2**63 + 11
ROWS = 5


def stored(setting, values):
    """The values of a row; of a text the columns of its words."""
    if setting.generator == "Tweets":
        return [j for j, value in enumerate(values) if value]
    return [int(value) if value == int(value) else value for value in values]


def first_rows(setting, seed):
    """Lists of the values and the label."""
    return [[stored(setting, values), label] for values, label in zip(*rows_of(setting, 0, ROWS, seed), strict=True)]


def document():
    """The file: one line for the rows of a setting and a seed."""
    lines = [
        f"{json.dumps(f'{setting.name} seed={seed}')}: {json.dumps(first_rows(setting, seed), separators=(',', ':'))}"
        for setting in CATALOGUE
        for seed in SEEDS
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    PATH.write_text(document())
