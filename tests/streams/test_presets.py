"""The streams of the papers: sizes, relevant features and drifts are those of their tables."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import driftsift as ds
from driftsift.data import Nominal
from driftsift.streams.presets import preset, preset_names, recipe
from tests.streams.conftest import assert_refused, assert_same, dense

# Table 4.1 of the thesis: features, fewest and most relevant ones, linear, rbf and cosine copies
TABLE = {
    "AGR": (20, 2, 4, 11, 0, 0),
    "AN": (20, 3, 4, 15, 0, 0),
    "BG1": (50, 3, 5, 15, 0, 0),
    "BG2": (50, 3, 3, 15, 0, 0),
    "BG3": (50, 3, 3, 15, 0, 0),
    "RTG": (50, 5, 5, 5, 5, 5),
    "SEA": (50, 2, 2, 5, 5, 5),
}
AGRAWAL = {
    2: {"salary", "age"},
    3: {"age", "elevel"},
    4: {"salary", "age", "elevel"},
    5: {"salary", "age", "loan"},
    6: {"salary", "commission", "age"},
    7: {"salary", "commission", "loan"},
    8: {"salary", "commission", "elevel"},
    9: {"salary", "commission", "elevel", "loan"},
}

every_thesis_stream = pytest.mark.parametrize("name", TABLE)


def relevant_names(stream):
    return [{stream.schema.names[i] for i in stream.relevant[k]} for k in range(len(stream.relevant))]


@every_thesis_stream
@pytest.mark.parametrize("seed", [0, 5])
def test_the_thesis_streams_have_the_features_of_the_table(name, seed):
    features, fewest, most, *copies = TABLE[name]
    stream = preset(f"thesis/{name}", seed)

    assert stream.schema.n_features == features
    assert stream.n_instances == 100_000
    assert stream.schema.n_classes == 2
    assert len(stream.relevant) == 10
    assert all(fewest <= len(relevant) <= most for relevant in stream.relevant.values())
    kinds = [stream.schema.names[i].rsplit("_", 1)[1].rstrip("0123456789") for i in stream.redundant]
    assert [kinds.count(kind) for kind in ("linear", "rbf", "cosine")] == copies
    base = features - sum(copies)
    assert set(stream.redundant) == set(range(base, features))
    assert all(source < base for source in stream.redundant.values())


@every_thesis_stream
def test_the_thesis_streams_drift_every_ten_thousand_instances(name):
    gradual, abrupt = preset(f"thesis/{name}"), preset(f"thesis/{name}(A)")

    places = [10_000 * k for k in range(1, 10)]
    assert [tuple(drift) for drift in gradual.drifts] == [(place, 1000) for place in places]
    assert [tuple(drift) for drift in abrupt.drifts] == [(place, 1) for place in places]
    assert_same(preset(f"thesis/{name}(G)").take(300), gradual.take(300))


@every_thesis_stream
@pytest.mark.parametrize("seed", range(5))
def test_the_relevant_features_of_the_thesis_streams_change_at_every_drift(name, seed):
    relevant = relevant_names(preset(f"thesis/{name}", seed))
    assert all(before != after for before, after in pairwise(relevant))


@every_thesis_stream
def test_copies_repeat_features_that_matter_in_some_concept(name):
    stream = preset(f"thesis/{name}", seed=2)
    ever = set().union(*stream.relevant.values())
    assert set(stream.redundant.values()) <= ever


def test_agrawal_goes_through_the_rules_with_two_to_four_relevant_features():
    expected = [AGRAWAL[function] for function in (2, 3, 4, 5, 6, 7, 8, 9, 2, 3)]
    assert relevant_names(preset("thesis/AGR", seed=1)) == expected


def test_the_random_trees_ask_for_two_nominal_and_three_numeric_features():
    stream = preset("thesis/RTG", seed=4)
    nominal = [isinstance(feature, Nominal) for feature in stream.schema.features[:35]]

    assert nominal == [True] * 17 + [False] * 18
    assert all(sum(nominal[i] for i in relevant) == 2 for relevant in stream.relevant.values())
    assert {len(f.categories) for f in stream.schema.features[:17]} == {10}


@every_thesis_stream
def test_thirty_seeds_are_thirty_streams(name):
    beginnings = {dense(preset(f"thesis/{name}", seed).take(50).X).tobytes() for seed in range(30)}
    assert len(beginnings) == 30


def agreement_of_sea(stream, n, theta):
    chunk = stream.take(n)
    a, b = sorted(stream.relevant[0])
    return (chunk.X[:, a] + chunk.X[:, b] <= theta).astype(int) == chunk.y


@pytest.mark.parametrize(("name", "theta", "share"), [("thesis/SEA(A)", 8, 0.95), ("abfs/SEA-100(A)", 5, 0.9)])
def test_a_tenth_of_the_labels_is_drawn_anew_in_the_thesis_and_flipped_in_its_chapter_nine(name, theta, share):
    n = 10_000
    agrees = agreement_of_sea(preset(name, seed=1), n, theta)
    assert abs(agrees.mean() - share) < 4.5 * np.sqrt(share * (1 - share) / n)


@pytest.mark.parametrize("triple", ["BG2", "BG3"])
def test_patterns_are_those_of_the_published_code(triple):
    stream = preset(f"thesis/{triple}(A)", seed=1)
    chunk = stream.take(10_000)
    bits = chunk.X[:, sorted(stream.relevant[0])].sum(axis=1)
    share_of_000 = (bits == 0).mean()
    assert share_of_000 == pytest.approx({"BG2": 0.0, "BG3": 1 / 3}[triple], abs=0.02)


ABFS = {"AGR": 9, "AN": 5, "BG1": 3, "BG2": 3, "BG3": 3, "RTG": 6, "SEA": 2}


@pytest.mark.parametrize("irrelevant", [100, 200, 500])
@pytest.mark.parametrize("name", ABFS)
def test_the_streams_of_chapter_nine(name, irrelevant):
    stream = preset(f"abfs/{name}-{irrelevant}", seed=3)
    more = 2 * irrelevant if name == "AN" else irrelevant

    assert stream.schema.n_features == ABFS[name] + more
    assert stream.n_instances == 200_000
    assert [drift.at for drift in stream.drifts] == pytest.approx([66_666, 133_332])
    assert [drift.width for drift in stream.drifts] == [5000, 5000]
    assert [drift.width for drift in preset(f"abfs/{name}-{irrelevant}(A)").drifts] == [1, 1]
    assert stream.redundant == {}
    counts = {"AGR": [1, 2, 2], "AN": [4, 3, 4], "RTG": [6] * 3, "SEA": [2] * 3}.get(name, [3] * 3)
    assert [len(stream.relevant[k]) for k in range(3)] == counts


def test_the_bits_of_chapter_nine_decide_in_fixed_triples():
    for name in ("BG1", "BG2"):
        relevant = preset(f"abfs/{name}-100", seed=8).relevant
        assert relevant == {0: {0, 1, 2}, 1: {3, 4, 5}, 2: {1, 3, 5}}
    assert preset("abfs/BG3-100", seed=8).relevant != preset("abfs/BG3-100", seed=9).relevant


def test_the_kinds_of_irrelevant_features_of_chapter_nine():
    def kinds(name):
        features = preset(name).schema.features
        nominal = [len(f.categories) for f in features if isinstance(f, Nominal)]
        return len(features) - len(nominal), nominal

    assert kinds("abfs/AGR-100") == (6 + 50, [5, 20, 9] + [2] * 50)
    assert kinds("abfs/AN-100") == (150, [8, 8, 9, 8, 5] + [2] * 50)
    assert kinds("abfs/RTG-100") == (53, [5] * 53)
    assert kinds("abfs/SEA-200") == (202, [])


def test_classes_alternate_in_chapter_nine_before_noise():
    stream = preset("abfs/RTG-100(A)", seed=1)  # without noise
    assert stream.take(100).y.tolist() == [1, 0] * 50


@pytest.mark.parametrize(
    ("name", "rows", "features", "classes", "drifts"),
    [
        ("heft/SEA", 100_000, 3, 2, []),
        ("heft/HYP", 100_000, 10, 2, []),
        ("heft/LED", 100_000, 24, 10, []),
        ("evaluation/LED(50000)", 10**6, 24, 10, [(250_000, 50_000), (500_000, 50_000), (750_000, 50_000)]),
        ("evaluation/SEA(50)", 10**6, 3, 2, [(250_000, 50), (500_000, 50), (750_000, 50)]),
        ("evaluation/SEA(50000)", 10**6, 3, 2, [(250_000, 50_000), (500_000, 50_000), (750_000, 50_000)]),
        *((f"evaluation/HYP(10,{v})", 10**6, 10, 2, []) for v in ("0.001", "0.0001")),
        *(
            (f"evaluation/RBF({k})", 10**6, 10, 5, [])
            for k in ("0,0", "50,0.001", "10,0.001", "50,0.0001", "10,0.0001")
        ),
        *((f"cs-arf/Tweets{k}", 10**6, 500 * k, 2, []) for k in (1, 2, 3)),
        ("cs-arf/RBF", 10**6, 200, 10, []),
    ],
)
def test_the_streams_of_the_other_papers(name, rows, features, classes, drifts):
    stream = preset(name, seed=1)

    assert (stream.name, stream.n_instances) == (name, rows)
    assert (stream.schema.n_features, stream.schema.n_classes) == (features, classes)
    assert [tuple(drift) for drift in stream.drifts] == drifts


def test_segments_change_places_with_more_and_more_bits():
    relevant = preset("evaluation/LED(50000)", seed=1).relevant
    assert [len(relevant[k] - set(range(7))) for k in range(4)] == [1, 3, 5, 7]
    assert relevant[0] - set(range(7)) < relevant[3]


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_can_be_shortened_with_its_drifts(name):
    full, short = preset(name), preset(name, seed=3, n=500)
    chunk = short.take(10_000)

    assert len(chunk) == short.n_instances == 500
    assert chunk.concept is not None
    for long, brief in zip(full.drifts, short.drifts, strict=True):
        assert brief.at == pytest.approx(long.at * 500 / full.n_instances)
        assert brief.width == (1 if long.width == 1 else pytest.approx(long.width * 500 / full.n_instances))
    assert_same(preset(name, seed=3, n=500).take(500), chunk)
    assert dense(preset(name, seed=4, n=500).take(500).X).tobytes() != dense(chunk.X).tobytes()


def test_presets_say_what_they_are():
    assert len(preset_names()) == len(set(preset_names())) == 2 * 7 + 2 * 21 + 3 + 10 + 5
    assert all(recipe(name).summary for name in preset_names())
    assert ds.preset is preset


@pytest.mark.parametrize(
    ("name", "options", "pieces"),
    [
        ("thesis/SAE", {}, ["'thesis/SAE'", "did you mean"]),
        ("sea", {}, ["'sea'"]),
        ("heft/SEA(G)", {}, ["'heft/SEA(G)'"]),
        ("thesis/SEA", {"n": 0}, ["n=0", "at least 1"]),
    ],
)
def test_what_does_not_exist_is_refused(name, options, pieces):
    assert_refused(lambda: preset(name, **options), pieces)
