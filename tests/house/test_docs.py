"""The documentation is true: its code runs and prints what it says, and the tests, files and figures it names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs import make_speed, make_studies, run_pages

from driftsift.streams.datasets.places import DATA
from tests.streams.conftest import REAL_DATA

ROOT = Path(__file__).resolve().parents[2]
PAGES = run_pages.pages()
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
CITED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")
LINK = re.compile(r"\]\(([^)#:]+?)(?:#[^)]*)?\)")
BORDER = re.compile(r"\s*[┏┡└]")
TIMED = ("CPU s", "memory", "RAM-Hours")  # columns of tables that differ between runs and machines

every_page = pytest.mark.parametrize("page", PAGES, ids=NAMES)


def runnable(page):
    return pytest.param(page, marks=[pytest.mark.slow] if run_pages.data_sets(page) else [])


def text_of(page):
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [runnable(page) for page in PAGES], ids=NAMES)
def test_pages_print_what_they_show(page, monkeypatch):
    if run_pages.data_sets(page):
        if not REAL_DATA.is_dir():
            pytest.skip(f"{REAL_DATA} is not here")
        monkeypatch.setenv(DATA, str(REAL_DATA))
    for shown in run_pages.run(page):
        assert comparable(shown.actual) == comparable(shown.expected), f"python docs/run_pages.py {page} mends it"


def comparable(printed):
    """Rows of tables as lists of cells, without what was measured; other lines as they are."""
    lines = [line.strip() for line in printed.strip().splitlines() if not BORDER.match(line)]
    heads, rows = [], []
    for line in lines:
        cells = [cell.strip() for cell in re.split("[┃│]", line)]
        if line.startswith("┃"):
            heads = cells
        if line.startswith(("┃", "│")) and len(cells) == len(heads):
            rows.append([cell for head, cell in zip(heads, cells, strict=True) if head not in TIMED])
        else:
            rows.append(line)
    return rows


@every_page
def test_links_lead_somewhere(page):
    for target in LINK.findall(text_of(page)):
        assert (page.parent / target).exists(), target


@every_page
def test_cited_tests_exist(page):
    for file, function in CITED.findall(text_of(page)):
        assert (ROOT / file).exists(), file
        assert not function or f"def {function}(" in (ROOT / file).read_text(encoding="utf-8"), function


@pytest.mark.parametrize("page", make_speed.PAGES, ids=lambda page: page.name)
def test_figures_of_speed_are_those_of_a_record(page):
    text = text_of(page)
    assert make_speed.BLOCK.search(text)
    assert any(make_speed.with_figures(text, record) == text for record in make_speed.records())


@pytest.mark.parametrize("page", make_studies.PAGES, ids=lambda page: page.name)
def test_tables_of_studies_are_those_of_their_files(page):
    text = text_of(page)
    assert make_studies.BLOCK.search(text)
    assert make_studies.with_tables(text) == text


def test_every_page_is_in_the_navigation():
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in PAGES[1:]:
        assert f": {page.relative_to(ROOT / 'docs').as_posix()}\n" in navigation


DOCSTRING = """Terms:

`Term`
    What it is.

>>> 1 + 1
2

Notes
-----
==  ==
a   b
==  ==
0   c,
    d
==  ==
"""


def test_docstrings_become_markdown():
    docstrings = pytest.importorskip("docs.docstrings", reason="needs griffe, of the extra docs")
    shown = docstrings.as_markdown(DOCSTRING)
    assert "\n`Term`\n:   What it is.\n" in shown
    assert "\n```pycon\n>>> 1 + 1\n2\n```\n" in shown
    assert "\n| a | b |\n| --- | --- |\n| 0 | c, d |\n" in shown
