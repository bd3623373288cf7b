"""Puts the figures of the last race into README.md and performance.md: ``python docs/make_speed.py``.

``make bench`` adds a record to benchmarks/history.jsonl; between ``<!-- speed: ... -->`` and ``<!-- /speed -->`` the
pages hold what this script makes of one record, and nothing else.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import fill
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HISTORY = ROOT / "benchmarks" / "history.jsonl"
PAGES = (ROOT / "README.md", ROOT / "docs" / "performance.md")
BLOCK = re.compile(r"(<!-- speed: (\w+) -->\n).*?(<!-- /speed -->)", re.DOTALL)
PEERS = ("MOA", "River")


def records() -> list[dict[str, Any]]:
    """Return the records of all complete races, the oldest first."""
    return [json.loads(line) for line in HISTORY.read_text(encoding="utf-8").splitlines()]


def with_figures(page: str, record: dict[str, Any]) -> str:
    """Return the text of a page with the figures of a record."""
    return BLOCK.sub(lambda match: f"{match[1]}{RENDERERS[match[2]](record)}\n{match[3]}", page)


def machine(record: dict[str, Any]) -> str:
    """Return when and on what the race was held."""
    m = record["machine"]
    versions = ", ".join(peer.replace("==", " ") for peer in m["peers"])
    text = (
        f"{record['date'][:10]}, commit {record['commit']}; {m['processor']}, {m['cores']} cores, {m['system']}; "
        f"Python {m['python']}, NumPy {m['numpy']}, {m['java']}; {versions}."
    )
    return fill(text, 120, break_on_hyphens=False)


def short(record: dict[str, Any]) -> str:
    """Return the best times of all, one row per contest, and how many times as long the peers took."""
    rows = []
    for contest in record["contests"]:
        best = {row["contender"]: row["best"] for row in contest["figures"]}
        own = best["driftsift"]
        peers = [_times(best.get(name), own) for name in PEERS]
        rows.append([_title(contest), _ns(own), _ns(best["numpy.sum"]), *peers])
    heads = ["one row tested, then learned", "driftsift", "`numpy.sum`", *PEERS]
    return f"{_table(heads, rows)}\n\n{machine(record)}"


def full(record: dict[str, Any]) -> str:
    """Return all figures."""
    rows = []
    for contest in record["contests"]:
        best = {row["contender"]: row["best"] for row in contest["figures"]}
        for row in contest["figures"]:
            ratio = _ratio(row["best"] / best["driftsift"])
            accuracy = "" if row["accuracy"] is None else f"{row['accuracy']:.4f}"
            times = [f"{row[name]:,.1f}" for name in ("best", "middle")]
            rows.append([_title(contest), row["contender"], f"{row['rows']:,}", accuracy, *times, ratio])
    heads = ["learner, rows x features", "contender", "rows", "accuracy", "best, ns", "median, ns", "ratio"]
    return f"{_table(heads, rows)}\n\n{machine(record)}"


def spam(record: dict[str, Any]) -> str:
    """Return the times on the sparse file."""
    rows = [[r["learner"], f"{100 * r['accuracy']:.2f} %", f"{r['seconds']:.2f} s"] for r in record["spam"]]
    return _table(["learner", "accuracy", "wall time, file reading included"], rows)


RENDERERS = {"short": short, "full": full, "spam": spam}


def _title(contest: dict[str, Any]) -> str:
    kind = contest.get("kind", "numbers")
    rows = f"{contest['rows']:,} x {contest['features']}"
    return f"{contest['learner']}, {rows}" if kind == "numbers" else f"{contest['learner']}, {rows}, {kind}"


def _ns(nanoseconds: float) -> str:
    return f"{nanoseconds:,.1f} ns" if nanoseconds < 100 else f"{nanoseconds:,.0f} ns"


def _times(value: float | None, own: float) -> str:
    if value is None:
        return "not run"
    return f"{_ns(value)} ({_ratio(value / own)} x)"


def _ratio(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def _table(heads: list[str], rows: list[list[str]]) -> str:
    rules = ["---", *["---:"] * (len(heads) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [heads, rules, *rows])


def main() -> None:
    """Rewrite the pages."""
    for page in PAGES:
        page.write_text(with_figures(page.read_text(encoding="utf-8"), records()[-1]), encoding="utf-8")


if __name__ == "__main__":
    main()
