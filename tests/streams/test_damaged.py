"""Files with bytes flipped, taken out, doubled or put in: an error or rows, never a crash or a hang."""

from __future__ import annotations

import gzip
import random

import numpy as np
import pytest
import scipy.sparse as sp

from driftsift.streams import open_stream
from tests.streams.conftest import arff_text, arrow_table, csv_text, pack, parquet_bytes, sparse_arff_text

LIBSVM = b"1 1:0.5 3:-2e1 # x\n-1 2:3\n? 1:1\n" * 4
SOUND = {
    "t.csv": csv_text().encode(),
    "t.arff": arff_text().encode(),
    "s.arff": sparse_arff_text().encode(),
    "t.libsvm": LIBSVM,
    "t.parquet": parquet_bytes(arrow_table()),
    "t.csv.gz": gzip.compress(csv_text().encode()),
    "t.arff.zst": pack(arff_text().encode(), ".zst"),
    "t.libsvm.bz2": pack(LIBSVM, ".bz2"),
}
SPECIAL = [*(bytes([c]) for c in b"\x00\xff\"'{},:\n\r%@?-\\"), b"1e999", b"nan", b"@data\n"]


def mutated(data, rng):
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(changed) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            changed[at : at + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            del changed[at : at + rng.randint(1, 20)]
        elif kind == 2:
            changed[at:at] = rng.choice(SPECIAL)
        else:
            changed[at:at] = changed[at : at + rng.randint(1, 40)]
    return bytes(changed)


def outcome(path):
    """The values of all rows, or the error."""
    try:
        return [chunk.X.data if sp.issparse(chunk.X) else chunk.X.ravel() for chunk in open_stream(path)]
    except (ValueError, TypeError) as error:
        return error


@pytest.mark.parametrize("name", SOUND)
def test_damaged_files_give_an_error_or_finite_rows(write, name):
    rng = random.Random(name)
    for _ in range(150):
        result = outcome(write(name, mutated(SOUND[name], rng)))
        if isinstance(result, list):
            assert not any(np.isinf(values).any() for values in result)
        else:
            assert str(result)
