"""Which features a model uses over time."""

from __future__ import annotations

import numpy as np
import pytest

import driftsift as ds

PAIRS = [(0, 1), (2, 3)]


def stream(n=20_000, at=10_000):
    return ds.Drifting([ds.SEA(n, n_features=5, relevant=pair, seed=1) for pair in PAIRS], at=at)


@pytest.fixture(scope="module")
def found():
    return ds.importance_over_time(ds.HoeffdingAdaptiveTree(), stream())


def test_the_features_that_matter_are_those_of_the_concept(found):
    assert found.features == ("x0", "x1", "x2", "x3")
    before, after = found.scores[9], found.scores[-1]
    assert before[:2].sum() == pytest.approx(1.0)
    assert after[2:].sum() > 0.99
    assert found.rows.tolist() == list(range(1000, 20_001, 1000))
    assert [drift.at for drift in found.drifts] == [10_000]


@pytest.mark.parametrize(("every", "n"), [(700, None), (3000, 10_000), (1000, 6000), (50_000, None)])
def test_scores_are_what_the_model_says_at_that_row(every, n):
    found = ds.importance_over_time(ds.HoeffdingAdaptiveTree(), stream(), every=every, n=n)
    rows = stream().take(found.n)
    length = n or 20_000
    assert found.rows.tolist() == [*range(every, length + 1, every), *([length] if length % every else [])]
    for row, scores in list(zip(found.rows, found.scores, strict=True))[-2:]:
        model = ds.HoeffdingAdaptiveTree().prepare(stream().schema)
        labels = [stream().schema.classes[code] for code in rows.y[:row]]
        model.partial_fit(rows.X[:row], labels)
        expected = dict(zip(model.schema_.names, model.feature_importances_, strict=True))
        assert dict(zip(found.features, scores, strict=True)) == {name: expected[name] for name in found.features}
        assert sum(expected.values()) == pytest.approx(scores.sum())
    assert found.trained.feature_importances_.tolist() == list(expected.values())


def test_the_model_given_is_not_trained():
    model = ds.HoeffdingTree()
    ds.importance_over_time(model, ds.SEA(500, seed=1))
    assert not hasattr(model, "schema_")


def test_without_a_split_there_are_no_features():
    found = ds.importance_over_time(ds.HoeffdingTree(), ds.SEA(500, seed=1), every=100)
    assert (found.features, found.scores.shape, found.top()) == ((), (5, 0), ())
    assert found.to_frame("pyarrow").num_rows == 0
    assert "500 rows, 5 checkpoints" in str(found)
    assert found.plot() is not None


def test_without_rows_there_are_no_checkpoints():
    empty = ds.ArrayStream(np.empty((0, 2)), [], ds.Schema.numeric(2, (0, 1)))
    found = ds.importance_over_time(ds.HoeffdingTree(), empty)
    assert (found.n, found.rows.tolist()) == (0, [])


def test_order_is_by_the_mean(found):
    means = found.scores.mean(axis=0)
    assert found.top(4) == tuple(sorted(found.features, key=lambda name: -means[found.features.index(name)]))
    assert found.top(1) == found.top(4)[:1]


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_a_frame_has_a_row_per_checkpoint_and_feature(found, backend):
    pytest.importorskip(backend)
    frame = found.to_frame(backend)
    columns = frame.to_pydict() if backend == "pyarrow" else {name: list(frame[name]) for name in frame.columns}
    assert list(columns) == ["row", "feature", "importance"]
    assert columns["row"][:5] == [1000] * 4 + [2000]
    assert columns["feature"][:4] == list(found.features)
    assert columns["importance"] == found.scores.ravel().tolist()


def test_text_shows_the_features_that_mattered_most_first(found):
    lines = str(found).splitlines()
    assert lines[0].strip() == "HoeffdingAdaptiveTree on Drifting: 20,000 rows, 20 checkpoints"
    shown = [line.split() for line in lines if line.strip().startswith("x")]
    assert tuple(cells[0] for cells in shown) == found.top(4)
    first = found.features.index(shown[0][0])
    own = found.scores[:, first]
    assert shown[0][1:4] == [f"{value:.3f}" for value in (own.mean(), own[-1], own.max())]
    assert shown[0][4] == f"{found.rows[own.argmax()]:,}"


def test_pictures_show_importances_and_drifts(found):
    heat = found.plot(top=3)
    assert [label.get_text() for label in heat.get_yticklabels()] == sorted(
        found.top(3), key=lambda name: found.scores[:, found.features.index(name)].argmax()
    )
    assert any(line.get_xdata()[0] == 10_000 for line in heat.lines)
    lines = found.plot("lines", top=2)
    assert lines.get_ylabel() == "importance"
    assert [line.get_label() for line in lines.lines[:2]] == list(found.top(2))
    with pytest.raises(ValueError, match="kind"):
        found.plot("pie")


@pytest.mark.parametrize(
    ("model", "name"), [(ds.NaiveBayes(), "NaiveBayes"), (ds.Subset([0]) | ds.HoeffdingTree(), "Subset")]
)
def test_a_model_without_importances_is_refused(model, name):
    with pytest.raises(TypeError, match=f"^{name}.*has no feature_importances_; trees have them$"):
        ds.importance_over_time(model, ds.SEA(100, seed=1))


@pytest.mark.parametrize(("options", "text"), [({"every": 0}, "every must be at least 1"), ({"n": 0}, "n must be at")])
def test_impossible_options_are_refused(options, text):
    with pytest.raises(ValueError, match=text):
        ds.importance_over_time(ds.HoeffdingTree(), ds.SEA(100, seed=1), **options)
