"""Labels by a random decision tree (thesis-foundations.md, section 3.6)."""

from __future__ import annotations

from functools import lru_cache
from itertools import count

from tests.reference.generators.draws import (
    MODEL_UNIT,
    accepted,
    choice,
    chosen,
    drawn,
    from_table,
    noisy,
    uniforms,
    wanted_class,
)

CHECK_ROWS = 1000
MOST_TREES = 100


def relevant_features(seed, n_numeric=5, n_nominal=5, relevant=None, model_seed=None, **_):
    n_features = n_numeric + n_nominal
    if relevant is None:
        return list(range(n_features))
    return chosen(relevant, seed if model_seed is None else model_seed, n_features)


def grow(model_seed, attempt, relevant, n_nominal, categories, n_classes, max_depth, first_leaf_level, leaf_fraction):
    """The tree of one attempt, its nodes numbered as they are entered."""
    numbers = count()

    def node(depth, box, used):
        number = next(numbers)
        leaf, leaf_class = uniforms(model_seed, MODEL_UNIT, number, attempt)
        candidates = [f for f in relevant if f not in used]
        if depth >= max_depth or (depth >= first_leaf_level and leaf < leaf_fraction) or not candidates:
            return {"leaf": choice(leaf_class, n_classes)}
        pick, place = uniforms(model_seed, MODEL_UNIT + 1, number, attempt)
        feature = candidates[choice(pick, len(candidates))]
        if feature < n_nominal:
            children = [node(depth + 1, box, used | {feature}) for _ in range(categories)]
            return {"feature": feature, "children": children}
        low, high = box.get(feature, (0.0, 1.0))
        threshold = low + (high - low) * place
        left = node(depth + 1, {**box, feature: (low, threshold)}, used)
        right = node(depth + 1, {**box, feature: (threshold, high)}, used)
        return {"feature": feature, "threshold": threshold, "children": [left, right]}

    return node(0, {}, frozenset())


def leaf_of(tree, values):
    while "leaf" not in tree:
        value = values[tree["feature"]]
        branch = int(value >= tree["threshold"]) if "threshold" in tree else int(value)
        tree = tree["children"][branch]
    return tree["leaf"]


def as_values(u, n_nominal, categories):
    return [float(choice(u[j], categories)) if j < n_nominal else u[j] for j in range(len(u))]


def check_rows(model_seed, attempt, n_features, n_nominal, categories):
    for t in range(CHECK_ROWS):
        u = [from_table(model_seed, MODEL_UNIT + 2, t, j, attempt) for j in range(n_features)]
        yield as_values(u, n_nominal, categories)


def matters(tree, rows, labels, feature):
    """Does a row exist whose label changes when the feature takes the value of the next row?"""
    for i, values in enumerate(rows):
        changed = list(values)
        changed[feature] = rows[(i + 1) % len(rows)][feature]
        if leaf_of(tree, changed) != labels[i]:
            return True
    return False


def is_acceptable(tree, rows, relevant, n_classes):
    labels = [leaf_of(tree, values) for values in rows]
    shares = [labels.count(c) / len(labels) for c in range(n_classes)]
    if not all(0.4 / n_classes <= share <= 1.6 / n_classes for share in shares):
        return False
    return all(matters(tree, rows, labels, feature) for feature in relevant)


@lru_cache(maxsize=64)
def accepted_tree(
    model_seed, relevant, n_numeric, n_nominal, categories, n_classes, max_depth, first_leaf_level, leaf_fraction
):
    """The first tree in which every relevant feature matters and no class is rare; and its attempt."""
    for attempt in range(MOST_TREES):
        tree = grow(
            model_seed,
            attempt,
            relevant,
            n_nominal,
            categories,
            n_classes,
            max_depth,
            first_leaf_level,
            leaf_fraction,
        )
        rows = list(check_rows(model_seed, attempt, n_numeric + n_nominal, n_nominal, categories))
        if is_acceptable(tree, rows, relevant, n_classes):
            return tree, attempt
    raise ValueError("no acceptable tree")


def tree_of(
    seed,
    n_numeric=5,
    n_nominal=5,
    relevant=None,
    categories=5,
    n_classes=2,
    max_depth=5,
    first_leaf_level=3,
    leaf_fraction=0.15,
    model_seed=None,
    **_,
):
    """The tree of a stream with these parameters."""
    return accepted_tree(
        seed if model_seed is None else model_seed,
        tuple(relevant_features(seed, n_numeric, n_nominal, relevant, model_seed)),
        n_numeric,
        n_nominal,
        categories,
        n_classes,
        max_depth,
        first_leaf_level,
        leaf_fraction,
    )[0]


def row(
    t,
    seed,
    n_numeric=5,
    n_nominal=5,
    relevant=None,
    categories=5,
    n_classes=2,
    noise=0.1,
    noise_mode="flip",
    balance="coin",
    model_seed=None,
    **shape,
):
    deciding = relevant_features(seed, n_numeric, n_nominal, relevant, model_seed)
    tree = tree_of(seed, n_numeric, n_nominal, relevant, categories, n_classes, model_seed=model_seed, **shape)

    def values_at(attempt):
        return as_values(drawn(t, seed, n_numeric + n_nominal, deciding, attempt), n_nominal, categories)

    values, label = accepted(wanted_class(t, seed, balance, n_classes), values_at, lambda values: leaf_of(tree, values))
    return values, label, noisy(label, t, seed, noise, noise_mode, n_classes)
