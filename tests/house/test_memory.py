"""Memory does not grow with the length of a stream."""

from __future__ import annotations

import subprocess
import sys

import pytest

RUN = """
import numpy as np
import driftsift as ds

ROWS, CHUNK = 5_000_000, 10_000
schema = ds.Schema.numeric(10, (0, 1))

def chunks():
    random = np.random.default_rng(0)
    for _ in range(ROWS // CHUNK):
        y = random.integers(0, 2, CHUNK).astype(np.int32)
        yield ds.Chunk(random.normal(size=(CHUNK, 10)) + y[:, None], y)

def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

class Watched(ds.ChunkStream):
    def chunks(self, size=None, start=0):
        for number, chunk in enumerate(super().chunks(size, start)):
            if number in (20, ROWS // CHUNK // 2):
                print(resident())
            yield chunk

stream = Watched(schema, chunks)
evaluation = ds.evaluate({model}, stream, window=1000, every=100_000, progress=False)
assert evaluation.n == ROWS, evaluation.n
print(resident(), evaluation.curve["model_bytes"][0], evaluation.curve["model_bytes"][-1])
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize(
    "model", ["ds.NaiveBayes()", "ds.TopK(k=5, window=200) | ds.NaiveBayes()", "ds.MajorityClass(window=100)"]
)
def test_five_million_rows(model):
    done = subprocess.run(
        [sys.executable, "-c", RUN.replace("{model}", model)], capture_output=True, text=True, check=True
    )
    early, middle, last = done.stdout.strip().splitlines()
    last, first_bytes, last_bytes = last.split()
    assert int(middle) - int(early) < 4096, "KiB after the first chunks"
    assert int(last) - int(middle) < 4096
    assert first_bytes == last_bytes
