"""What the specification says the selectors must show, at its sizes (thesis-methods.md, 5.6, 7.6 and 8)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import driftsift as ds
from tests.transformers.selecting import Seen

pytestmark = pytest.mark.slow


def majority_of_three(seed, n, d, relevant, flip=0.1):
    """BG2: fair bits, the class of three of them, labels flipped."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (n, d)).astype(float)
    y = (X[:, relevant].sum(axis=1) >= 2) ^ (rng.random(n) < flip)
    return X, y.astype(int)


def bits(d):
    return ds.Schema([ds.Nominal(f"x{f}", "01") for f in range(d)], (0, 1))


def along(selector, X, y, schema, step=100) -> Iterator[tuple[int, set[int], int]]:
    """After every so many rows: how many there were, what is selected, and how often the learner started afresh."""
    pipeline = ds.Pipeline([("select", selector), ("learn", ds.MajorityClass())], replay=0).prepare(schema)
    seen = Seen(pipeline)
    for start in range(0, len(X), step):
        pipeline.partial_fit(X[start : start + step], y[start : start + step])
        yield min(start + step, len(X)), set(seen.selected), seen.resets


def quality(selected, relevant, d):
    """RSR and CUCP."""
    return len(selected & relevant) / len(relevant), 1 - len(selected - relevant) / (d - len(relevant))


def test_discuss_follows_an_abrupt_drift_within_a_window():
    """(c): 30 runs, d = 30, w = 300."""
    right = 0
    for seed in range(30):
        before = majority_of_three(seed, 600, 30, [0, 1, 2])
        after = majority_of_three(1000 + seed, 300, 30, [10, 11, 12])
        X, y = (np.concatenate(parts) for parts in zip(before, after, strict=True))
        *_, (_, selected, _) = along(ds.DISCUSS(), X, y, bits(30))
        right += selected == {10, 11, 12}
    assert right >= 27


def test_discuss_starts_afresh_rarely_where_the_published_form_does_at_every_row():
    """(a): d = 20, the last feature an exact copy of the first, 3000 instances."""
    X, y = majority_of_three(17, 3000, 20, [0, 1, 2])
    X[:, 19] = X[:, 0]
    published = ds.DISCUSS("threshold", theta=0.03, window=200, variant="as-published")
    *_, (_, _, often) = along(published, X, y, bits(20))
    *_, (_, selected, rarely) = along(ds.DISCUSS(), X, y, bits(20))
    assert often > 0.98 * 2800
    assert rarely <= 15
    assert {0, 1, 2} <= selected


@pytest.mark.parametrize("seed", range(5))
def test_abfs_selects_hardly_any_noise(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 2, (20_000, 100)).astype(float), rng.integers(0, 2, 20_000)
    assert all(len(selected) <= 2 for _, selected, _ in along(ds.ABFS(), X, y, bits(100)))


def test_abfs_finds_the_relevant_and_little_else():
    """BG2, d = 103, three concepts of 6000, 5 seeds; the published rule selects at least two features more."""
    d, concepts = 103, [[0, 1, 2], [3, 4, 5], [1, 3, 5]]
    recalls, precisions, sizes = [], [], {"repaired": [], "as-published": []}
    for seed in range(5):
        parts = [majority_of_three(100 * seed + k, 6000, d, concept) for k, concept in enumerate(concepts)]
        X, y = (np.concatenate(part) for part in zip(*parts, strict=True))
        published = ds.ABFS(grace=500, split_test="none", on_empty="keep", variant="as-published")
        for variant, selector in (("repaired", ds.ABFS()), ("as-published", published)):
            for t, selected, _ in along(selector, X, y, bits(d)):
                sizes[variant].append(len(selected))
                if variant == "repaired":
                    recall, precision = quality(selected, set(concepts[(t - 1) // 6000]), d)
                    recalls.append(recall)
                    precisions.append(precision)
    assert np.mean(recalls) >= 0.9
    assert np.mean(precisions) >= 0.985
    assert np.mean(sizes["as-published"]) >= np.mean(sizes["repaired"]) + 2


def test_abfs_starts_the_learner_afresh_with_its_events_only():
    X, y = majority_of_three(29, 6000, 20, [0, 1, 2])
    y[3000:] = majority_of_three(29, 6000, 20, [5, 6, 7])[1][3000:]
    pipeline = (ds.ABFS() | ds.MajorityClass()).prepare(bits(20)).partial_fit(X, y)
    seen = Seen(pipeline)
    assert seen.resets == len(seen.events) > 3
    assert {5, 6, 7} <= set(seen.selected)
    assert len(seen.selected) <= 4


def three_equal(seed, n, d, relevant, flip=0.1):
    """BG3: fair bits, the class says whether three of them are equal."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (n, d)).astype(float)
    total = X[:, relevant].sum(axis=1)
    return X, (((total == 0) | (total == 3)) ^ (rng.random(n) < flip)).astype(int)


def test_what_matters_only_together_is_found_by_looking_ahead_alone():
    d, concepts = 53, [[0, 1, 2], [3, 4, 5]]
    parts = [three_equal(k, 3000, d, concept) for k, concept in enumerate(concepts)]
    X, y = (np.concatenate(part) for part in zip(*parts, strict=True))
    recalls = {}
    for selector in (ds.LookaheadSelector(), ds.DISCUSS(), ds.ABFS()):
        found = [
            quality(selected, set(concepts[(t - 1) // 3000]), d) for t, selected, _ in along(selector, X, y, bits(d))
        ]
        recalls[type(selector).__name__] = np.mean(found, axis=0)
    recall, precision = recalls["LookaheadSelector"]
    assert recall > 0.85
    assert precision > 0.95
    assert recalls["DISCUSS"][0] < 0.2
    assert recalls["ABFS"][0] < 0.2
