"""Reports: what stands in the page, that nothing can break out of it, and the picture."""

from __future__ import annotations

import json
import subprocess
import sys
from html.parser import HTMLParser

import numpy as np
import pytest

import driftsift as ds
from driftsift import palette
from driftsift.reports import charts, tables
from tests.reports.conftest import hand_made

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;${title}\u2028"
VOID = {"meta", "br", "img", "input", "link", "hr"}


class Page(HTMLParser):
    """The elements and texts of a page; complains about tags that do not match."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.texts, self.attributes = [], [], {}, []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        self.attributes += [(tag, *attr) for attr in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)

    def data(self):
        return next(json.loads(text) for text in self.texts["script"] if text.startswith("{"))


def page_of(report, tmp_path):
    return Page(report.html(tmp_path / "page.html").read_text(encoding="utf-8"))


def test_the_page_shows_every_figure(evaluations, tmp_path):
    page = page_of(ds.Report(evaluations, title="SEA, three models"), tmp_path)
    assert page.texts["h1"] == page.texts["title"] == ["SEA, three models"]
    cells = page.texts["td"]
    for evaluation in evaluations:
        summary = evaluation.summary()
        for name in ("accuracy", "kappa", "kappa_m", "f1", "mcc"):
            assert f"{100 * summary[name]:.2f}" in cells
        assert f"{int(evaluation.matrix[0, 1]):,}" in cells
        assert evaluation.model in page.texts["th"]
    assert ds.__version__ in cells
    assert any("last 200 instances" in text for text in page.texts["p"])


def test_the_curves_are_those_of_the_evaluations(evaluations, tmp_path):
    data = page_of(ds.Report(evaluations, marks={700: "drift"}), tmp_path).data()
    (lines,) = data["streams"]
    assert [line["name"] for line in lines] == [e.model for e in evaluations]
    for line, evaluation in zip(lines, evaluations, strict=True):
        assert line["curve"]["instance"] == evaluation.curve["instance"]
        assert line["curve"]["accuracy"] == pytest.approx(evaluation.curve["accuracy"])
    assert data["marks"] == [{"at": 700, "text": "drift"}]
    assert list(data["measures"])[:3] == ["accuracy", "kappa", "kappa_m"]


def test_the_page_loads_nothing(evaluations, tmp_path):
    page = page_of(ds.Report(evaluations), tmp_path)
    assert not [a for a in page.attributes if a[1] in ("src", "href", "srcset", "action")]
    policy = next(value for _, name, value in page.attributes if name == "content" and "default-src" in value)
    assert policy.startswith("default-src 'none'")
    assert page.elements.count("script") == 3


def test_nothing_breaks_out(tmp_path):
    hostile = hand_made(model=EVIL, stream=EVIL, classes=(EVIL, "b"))
    page = page_of(ds.Report([hostile], title=EVIL, marks={3: EVIL}), tmp_path)
    assert page.elements.count("script") == 3
    assert "img" not in page.elements
    assert page.texts["h1"] == [EVIL]
    assert "<" not in page.data()["streams"][0][0]["name"]


def test_a_script_element_holds_any_text():
    text = charts.as_json({"name": EVIL, "values": [1.5, float("nan"), float("inf"), np.float64(2.0)]})
    assert not set(text) & set("<>&\u2028")
    assert json.loads(text) == {"name": EVIL, "values": [1.5, None, None, 2.0]}


def test_what_is_not_defined_is_said_so(tmp_path):
    page = page_of(ds.Report(hand_made()), tmp_path)
    assert "n/a" in page.texts["td"]
    assert not any("nan" in text for text in page.texts["td"])
    assert page.data()["streams"][0][0]["curve"]["accuracy"] == [None]


def test_several_streams(evaluations, tmp_path):
    other = ds.evaluate(ds.NaiveBayes(), ds.SEA(500, seed=2, n_features=4), window=100)
    other = hand_made(model="NaiveBayes", stream="other") if other.stream == evaluations[0].stream else other
    page = page_of(ds.Report([*evaluations, other]), tmp_path)
    assert page.texts["figcaption"] == [evaluations[0].stream, other.stream]
    assert len(page.data()["streams"]) == 2
    assert "stream" in page.texts["th"]


def test_many_classes_are_drawn_not_listed(tmp_path):
    classes = tuple(f"class {i}" for i in range(30))
    matrix = np.diag(np.arange(30.0))
    page = page_of(ds.Report(hand_made(classes=classes, matrix=matrix)), tmp_path)
    assert page.data()["matrices"]["0"]["counts"] == matrix.tolist()
    assert ("div", "id", "matrix-0") in page.attributes
    assert ("table", "class", "confusion") not in page.attributes


PROTOCOLS = [
    ({}, "Every instance is predicted, then learned. The curves are over all instances so far."),
    ({"window": 1500}, "over the last 1,500 instances"),
    ({"fading": 0.999}, "an instance counts 0.999 times as much as the next one"),
    ({"delay": 30}, "A label arrives after 30 further instances"),
    ({"protocol": "chunks", "chunk": 500}, "Every chunk of 500 instances is predicted as a whole"),
    ({"protocol": "holdout", "test_size": 100, "every": 900}, "learn 900 instances, test on the next 100"),
]


@pytest.mark.parametrize(("options", "words"), PROTOCOLS)
def test_protocols_in_words(options, words):
    assert words in tables.described(hand_made().protocol | options)


def test_the_figure(evaluations, tmp_path):
    report = ds.Report(evaluations, marks={500: "drift"})
    figure = report.figure(("accuracy", "kappa", "f1"))
    assert [ax.get_ylabel() for ax in figure.axes] == ["accuracy", "kappa", "f1"]
    lines = figure.axes[0].get_lines()
    assert list(lines[1].get_ydata()) == evaluations[1].curve["accuracy"]
    assert len({(line.get_color(), line.get_linestyle()) for line in lines}) == 4
    assert report.png(tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")


def test_the_table(evaluations):
    table = ds.Report(evaluations).table()
    assert table.row_count == 3
    assert ds.Report(evaluations[0]).table().row_count == 1
    assert all(evaluation.model in str(ds.Report(evaluations)) for evaluation in evaluations)


@pytest.mark.parametrize("wrong", [[], "evaluation", [1], None])
def test_a_report_needs_evaluations(wrong):
    with pytest.raises((TypeError, ValueError)):
        ds.Report(wrong)


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return np.dot(linear, [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize(
    ("colours", "ground"), [(palette.LIGHT, "#ffffff"), (palette.DARK, "#1b1f23")], ids=["light", "dark"]
)
def test_lines_stand_out_from_the_ground(colours, ground):
    """WCAG asks 3:1 for graphics."""
    for colour in colours:
        brighter, darker = sorted((luminance(colour), luminance(ground)), reverse=True)
        assert (brighter + 0.05) / (darker + 0.05) >= 4.0, colour


def test_models_differ_in_colour_or_dash():
    period = np.lcm(len(palette.LIGHT), len(palette.DASHES))
    assert len(palette.DASHES) == len(palette.LINE_STYLES)
    assert len(palette.LIGHT) == len(palette.DARK) == len(set(palette.LIGHT)) == len(set(palette.DARK))
    assert period == 40


def test_drawing_libraries_are_imported_when_they_draw():
    code = "import sys, driftsift as ds; ds.Report; print({'plotly', 'matplotlib'} & set(sys.modules))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"
