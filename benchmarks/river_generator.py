"""River's generators in the race, run by the Python of ``.venv-peers``: ``river_generator.py "SEA(noise=0.1)"``.

Says when it is ready, then makes instances for every line on standard input and answers each with one JSON line.
"""

from __future__ import annotations

import json
import sys
import time

from river.datasets import synth

ROWS = 5_000
NANOSECONDS = 500_000_000


def run(expression: str) -> dict[str, int]:
    stream = iter(eval(expression, vars(synth)))  # from generators.py
    next(stream)
    start = time.thread_time_ns()
    rows = 0
    while rows < ROWS and time.thread_time_ns() - start < NANOSECONDS:
        for _ in range(100):
            next(stream)
        rows += 100
    return {"nanoseconds": time.thread_time_ns() - start, "rows": rows}


def main() -> None:
    print("{}", flush=True)
    for _ in sys.stdin:
        print(json.dumps(run(sys.argv[1])), flush=True)


if __name__ == "__main__":
    main()
