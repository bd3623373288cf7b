"""The report on relevance over time: what stands in the page, that nothing can break out of it, and the picture."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import driftsift as ds
from tests.reports.test_report import EVIL, Page


@pytest.fixture(scope="module")
def found():
    concepts = [ds.SEA(4000, n_features=6, relevant=pair, seed=k) for k, pair in enumerate([(0, 1), (3, 4)])]
    return ds.relevance_over_time(ds.Drifting(concepts, at=2000, width=1), every=100)


def page_of(found, tmp_path, **options):
    return Page(ds.RelevanceReport(found, **options).html(tmp_path / "page.html").read_text(encoding="utf-8"))


def test_the_page_shows_every_alarm_and_every_score(found, tmp_path):
    page = page_of(found, tmp_path, title="Two concepts")
    assert page.texts["h1"] == page.texts["title"] == ["Two concepts"]
    assert len(found.events) == 4
    for alarm in found.events:
        for text in (f"{alarm.row:,}", f"{alarm.since:,} to {alarm.until:,}", f"{alarm.q_value:.1e}"):
            assert text in page.texts["td"]
    data = page.data()
    assert data["rows"] == found.rows.tolist()
    assert len(data["edges"]) == len(data["rows"]) + 1
    for feature in data["features"]:
        column = found.features.index(feature["name"])
        np.testing.assert_allclose(feature["scores"], found.scores[:, column], atol=5e-5)
    assert sorted(data["staircase"]) == list(range(6))
    assert [(mark["feature"], mark["row"]) for mark in data["alarms"]] == [(a.feature, a.row) for a in found.events]
    assert data["drifts"] == [2000.0]
    assert {"SymmetricalUncertainty(correct_bias=True, window=300)", ds.__version__} <= set(page.texts["td"])


def test_the_page_loads_nothing(found, tmp_path):
    page = page_of(found, tmp_path)
    assert not [a for a in page.attributes if a[1] in ("src", "href", "srcset", "action")]
    policy = next(value for _, name, value in page.attributes if name == "content" and "default-src" in value)
    assert policy.startswith("default-src 'none'")
    assert page.elements.count("script") == 3


def test_nothing_breaks_out(found, tmp_path):
    events = tuple(alarm._replace(feature=EVIL) if alarm.feature == "x0" else alarm for alarm in found.events)
    hostile = dataclasses.replace(found, stream=EVIL, features=(EVIL, *found.features[1:]), events=events)
    page = page_of(hostile, tmp_path)
    assert page.elements.count("script") == 3
    assert "img" not in page.elements
    assert page.texts["h1"] == [EVIL]
    assert all("<" not in feature["name"] for feature in page.data()["features"])
    assert all("<img" not in mark["text"] for mark in page.data()["alarms"])


def test_features_that_say_nothing_are_not_drawn_beyond_ten(tmp_path):
    page = page_of(ds.relevance_over_time(ds.SEA(1000, n_features=30, relevant=[1, 2], seed=1)), tmp_path)
    assert len(page.data()["features"]) == 10
    assert any("The 10 of 30 features" in text for text in page.texts["p"])


def test_gaps_stay_gaps(found, tmp_path):
    scores = found.scores.copy()
    scores[3, :] = np.nan
    page = page_of(dataclasses.replace(found, scores=scores), tmp_path)
    assert {feature["scores"][3] for feature in page.data()["features"]} == {None}


def test_nothing_was_found(tmp_path):
    report = ds.RelevanceReport(ds.relevance_over_time(ds.SEA(0, seed=1)))
    assert Page(report.html(tmp_path / "page.html").read_text(encoding="utf-8")).data()["rows"] == []
    report.png(tmp_path / "page.png")


def test_the_picture(found, tmp_path):
    report = ds.RelevanceReport(found)
    assert report.png(tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
    heat, lines = report.figure(top=4).axes[:2]
    assert len(heat.get_yticklabels()) == 4
    assert len(lines.get_legend().get_texts()) == 4
    assert "4 alarms" in str(report)


def test_it_is_made_of_what_was_found():
    with pytest.raises(TypeError, match="relevance_over_time"):
        ds.RelevanceReport("found")
