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
    "--virtual-time-budget=10000",
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium; apt-get install chromium"),
]


@pytest.fixture
def opened(tmp_path):
    def open_page(report, *options):
        page = report.html(tmp_path / "page.html")
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
