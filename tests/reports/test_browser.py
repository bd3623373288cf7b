"""The page in a real browser, without a network."""

from __future__ import annotations

import re
import shutil
import subprocess

import numpy as np
import pytest

import driftsift as ds
from tests.reports.conftest import hand_made

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-logging=stderr",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--virtual-time-budget=10000",
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium; apt-get install chromium"),
]


@pytest.fixture
def opened(tmp_path):
    def open_page(report, *options, script=""):
        """Open a page; `script` runs when the page's own scripts have run."""
        page = report.html(tmp_path / "page.html")
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
        profile = f"--user-data-dir={tmp_path / 'profile'}"
        command = [CHROMIUM, *QUIET, profile, *options, "--dump-dom", page.as_uri()]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
        assert "CONSOLE" not in result.stderr, result.stderr
        return re.sub(r"<script.*?</script>", "", result.stdout, flags=re.DOTALL)

    return open_page


def test_curves_are_drawn(opened, evaluations):
    dom = opened(ds.Report(evaluations, marks={500: "drift"}))
    assert dom.count('<g class="lines"><path class="js-line"') == len(evaluations)
    assert dom.count('<g class="legendlines"><path class="js-line"') == len(evaluations)
    assert len(re.findall(r"<option value=", dom)) == 9
    assert ">drift<" in dom


def test_light_and_dark(opened, evaluations):
    report = ds.Report(evaluations)
    assert "rgb(11, 98, 164)" in opened(report)
    assert "rgb(108, 180, 238)" in opened(report, "--blink-settings=preferredColorScheme=0")


def test_large_confusion_matrices_are_drawn(opened):
    classes = tuple(f"class {i}" for i in range(25))
    assert 'class="hm"' in opened(ds.Report(hand_made(classes=classes, matrix=np.eye(25))))


def test_names_stay_text(opened):
    evil = "<img src=x onerror=\"document.title='broken'\"><b>bold</b>"
    dom = opened(ds.Report([hand_made(model=evil, classes=(evil, "b")), hand_made()], title="safe", marks={1: evil}))
    assert "<title>safe</title>" in dom
    assert "<img src" not in dom
    assert "&lt;b&gt;bold" in dom


@pytest.fixture(scope="module")
def relevance():
    concepts = [ds.SEA(4000, n_features=6, relevant=pair, seed=k) for k, pair in enumerate([(0, 1), (3, 4)])]
    return ds.RelevanceReport(ds.relevance_over_time(ds.Drifting(concepts, at=2000, width=1), every=100))


def test_relevance_is_drawn(opened, relevance):
    dom = opened(relevance)
    assert 'class="hm"' in dom
    assert dom.count('<g class="lines"><path class="js-line"') == 6
    assert len(re.findall(r'<path class="point"', dom)) >= 8
    assert dom.count(">known drift<") == 2
    assert len(re.findall(r"<option value=", dom)) == 2


def hovered(place, x, y):
    """Move the mouse over a place of a picture, given in its own coordinates, and wait for the label."""
    return f"""
    const picture = document.getElementById("{place}");
    const layer = picture.querySelector(".nsewdrag");
    const box = layer.getBoundingClientRect();
    const {{ xaxis, yaxis }} = picture._fullLayout;
    const at = {{ clientX: box.left + xaxis.d2p({x}), clientY: box.top + yaxis.d2p({y}), bubbles: true }};
    for (const kind of ["mouseover", "mousemove"]) layer.dispatchEvent(new MouseEvent(kind, at));
    """


def labels(dom):
    return [re.sub("<[^>]+>", " ", label) for label in re.findall(r'<g class="hovertext".*?</g>', dom, re.DOTALL)]


def test_hovering_over_relevance_shows_values(opened, relevance):
    found = relevance.found
    line, feature = found.rows.tolist().index(1500), found.features.index("x1")
    (heat,) = labels(opened(relevance, script=hovered("heat", 1450, '"x1"')))
    score = f"{found.scores[line, feature]:.3f}"
    assert all(part in heat for part in ("x1", "row 1,500", f"score {score}", "p "))
    (curve,) = labels(opened(relevance, script=hovered("lines", 1500, score)))
    assert all(part in curve for part in ("x1", "row 1,500", f"score {score}"))
    alarm = next(alarm for alarm in found.events if alarm.feature == "x1")
    (mark,) = labels(opened(relevance, script=hovered("heat", alarm.row, '"x1"')))
    assert all(part in mark for part in ("x1 fell", f"{alarm.since:,} to {alarm.until:,}", f"p {alarm.p_value:.1e}"))


def test_relevance_in_light_and_dark(opened, relevance):
    assert "rgb(11, 98, 164)" in opened(relevance)
    assert "rgb(108, 180, 238)" in opened(relevance, "--blink-settings=preferredColorScheme=0")
