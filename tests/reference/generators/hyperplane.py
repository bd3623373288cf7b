"""A hyperplane whose weights wander (heft-stream.md, section 11)."""

from __future__ import annotations

from functools import lru_cache

from tests.reference.generators.draws import MODEL_UNIT, WALK_UNIT, feature, from_table, noisy

PAGE = 1000


def relevant_features(seed, n_features=10, **_):
    return list(range(n_features))


@lru_cache(maxsize=64)
def positions(model_seed, n_drifting, turning, page):
    """For the rows of a page the steps that each drifting weight has made, and its direction after the page."""
    if page == 0:
        places, signs = [0] * n_drifting, [1] * n_drifting
    else:
        before, signs = positions(model_seed, n_drifting, turning, page - 1)
        places, signs = before[-1], list(signs)
    rows = [places]
    for t in range(page * PAGE, (page + 1) * PAGE):
        rows.append([k + s for k, s in zip(rows[-1], signs, strict=True)])
        signs = [-s if from_table(model_seed, WALK_UNIT, t, i) < turning else s for i, s in enumerate(signs)]
    return rows, signs


def weights(t, model_seed, n_features, n_drifting, speed, turning):
    w = [from_table(model_seed, MODEL_UNIT, 0, i) for i in range(n_features)]
    if not n_drifting:
        return w
    steps = positions(model_seed, n_drifting, turning, t // PAGE)[0][t % PAGE]
    return [w[i] + speed * steps[i] if i < n_drifting else w[i] for i in range(n_features)]


def row(
    t,
    seed,
    n_features=10,
    n_drifting=0,
    speed=0.0,
    turning=0.1,
    noise=0.05,
    noise_mode="flip",
    model_seed=None,
):
    values = [feature(seed, t, j) for j in range(n_features)]
    w = weights(t, seed if model_seed is None else model_seed, n_features, n_drifting, speed, turning)
    weighted = total = 0.0
    for i in range(n_features):
        weighted += w[i] * values[i]
        total += w[i]
    label = int(weighted >= 0.5 * total)
    return values, label, noisy(label, t, seed, noise, noise_mode)
