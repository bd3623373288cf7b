"""Puts the tables of the studies into the pages: ``PYTHONPATH=src python -m docs.make_studies``.

Between ``<!-- study: ... -->`` and ``<!-- /study -->`` a page holds what the scripts in benchmarks/ make of the files
in benchmarks/studies/, and nothing else.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from benchmarks import leaves, selection, trees_study, truth_found, weightings, window_size

PAGES = [Path(__file__).resolve().parent / name for name in ("selectors.md", "trees.md", "weighting.md")]
BLOCK = re.compile(r"(<!-- study: ([\w ]+) -->\n).*?(<!-- /study -->)", re.DOTALL)


def with_tables(page: str) -> str:
    """Return the text of a page with the tables of the studies."""
    found = weightings.accuracies()
    share = truth_found.share
    tables = {
        "gains of naive Bayes": partial(weightings.verdicts, found, "NB"),
        "gains of kNN": partial(weightings.verdicts, found, "KNN"),
        "naive Bayes": partial(weightings.side_by_side, found, "NB", 0),
        "naive Bayes with a window": partial(weightings.side_by_side, found, "NB", 1000),
        "kNN": partial(weightings.side_by_side, found, "KNN", 1000),
        "kNN unscaled": partial(weightings.side_by_side, found, weightings.UNSCALED, 1000),
        "uniform": partial(weightings.single, found, weightings.UNIFORM),
        "all above all": partial(truth_found.table, lambda lines: share(lines, "all"), truth_found.SCORERS),
        "share found": partial(truth_found.table, lambda lines: share(lines, "share"), truth_found.SCORERS),
        "instances until": partial(truth_found.table, truth_found.rows_until, truth_found.SCORERS),
        "beginnings": partial(truth_found.table, lambda lines: share(lines, "all"), truth_found.FRESH),
        "weakest": truth_found.weakest,
        "bits": partial(window_size.table, "50 bits"),
        "bins": partial(window_size.table, "10 features in 10 bins"),
        "numbers": partial(window_size.table, "10 numbers, PaD"),
        "leaves": partial(leaves.gains_table, "HAT"),
        "leaves of a sluggish tree": partial(leaves.gains_table, "sluggish HAT"),
        "published leaves": leaves.published_table,
        **{f"selectors before {learner}": partial(selection.table, learner) for learner in selection.LEARNERS},
        **{
            f"{learner} and {library}": partial(trees_study.table, learner, library)
            for learner in trees_study.LEARNERS
            for library in trees_study.PEERS
        },
    }
    return BLOCK.sub(lambda match: f"{match[1]}{tables[match[2]]()}\n{match[3]}", page)


def main() -> None:
    """Rewrite the pages."""
    for page in PAGES:
        page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
