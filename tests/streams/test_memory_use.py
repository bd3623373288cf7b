"""Reading a file needs the memory of a few blocks of it, however long it is."""

from __future__ import annotations

import subprocess
import sys

import pytest

MEASURE = """
import sys
from driftsift.streams import open_stream
def peak():  # not getrusage: its maximum begins with the memory of the process that started this one
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))
small, large = sys.argv[1:]
for chunk in open_stream(small):
    pass
before = peak()
rows = sum(len(chunk) for chunk in open_stream(large))
print(rows, peak() - before)
"""

ARFF = "@relation r\n" + "".join(f"@attribute x{i} real\n" for i in range(9)) + "@attribute class {u,v}\n@data\n"
HEAD = {"csv": ",".join(f"x{i}" for i in range(9)) + ",class\n", "arff": ARFF, "libsvm": ""}
LINES = {
    "csv": "".join(f"{i / 7:.9f}," for i in range(9)) + "u\n",
    "arff": "".join(f"{i / 7:.9f}," for i in range(9)) + "v\n",
    "libsvm": "1 " + " ".join(f"{i}:{i / 7:.9f}" for i in range(1, 9)) + "\n",
}


def write_file(path, kind, megabytes):
    lines = LINES[kind] * 1000
    with path.open("w") as file:
        file.write(HEAD[kind])
        for _ in range(int(megabytes * 1e6 / len(lines))):
            file.write(lines)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("kind", LINES)
def test_memory_does_not_grow_with_the_file(tmp_path, kind):
    small, large = tmp_path / f"small.{kind}", tmp_path / f"large.{kind}"
    write_file(small, kind, 40)
    write_file(large, kind, 120)

    done = subprocess.run([sys.executable, "-c", MEASURE, small, large], check=True, capture_output=True, text=True)

    rows, growth = done.stdout.split()
    assert int(rows) == 1000 * int(120e6 / len(LINES[kind] * 1000))
    assert float(growth) < 25


@pytest.mark.slow
def test_memory_does_not_grow_with_a_parquet_file(tmp_path):
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    values = np.random.default_rng(0).normal(size=(50_000, 10))
    table = pa.table({**{f"x{i}": values[:, i] for i in range(10)}, "class": values[:, 0] > 0})
    for name, groups in (("small", 15), ("large", 45)):
        with pq.ParquetWriter(tmp_path / f"{name}.parquet", table.schema) as writer:
            for _ in range(groups):
                writer.write_table(table)

    done = subprocess.run(
        [sys.executable, "-c", MEASURE, tmp_path / "small.parquet", tmp_path / "large.parquet"],
        check=True,
        capture_output=True,
        text=True,
    )

    rows, growth = done.stdout.split()
    assert int(rows) == 2_250_000
    assert float(growth) < 60, "the 1,500,000 further rows are 120 MB"
