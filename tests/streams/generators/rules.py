"""The rules of the generators once more, for whole arrays: labels of rows that have neither noise nor perturbation."""

from __future__ import annotations

import numpy as np

from driftsift.data.randomness import Purpose, uniform_table

AGE_BANDS = [40, 60]
MODEL_UNIT, WALK_UNIT = 2**30, 2**29

CONJUNCTIONS = {
    1: ["price=normal amount=high", "color=brown price=veryLow delivery_delay=high"],
    2: ["price=high amount=veryHigh delivery_delay=high"],
    3: ["price=veryLow payment=0 amount=high", "color=red price=low payment=30"],
    4: ["color=black payment=90 delivery_delay=veryLow", "color=magenta price=high delivery_delay=veryLow"],
    5: ["color=blue payment=60 amount=low delivery_delay=normal", "color=cyan amount=low delivery_delay=normal"],
}
DIGITS = ["1110111", "0010010", "1011101", "1011011", "0111010", "1101011", "1101111", "1010010", "1111111", "1111011"]


def sea(stream, X, theta=8.0, **_):
    return X[:, sorted(stream.relevant[0])].sum(axis=1) <= theta


def agrawal(stream, X, function=1, **_):
    salary, commission, age, elevel, _, _, hvalue, hyears, loan = X.T
    band = np.digitize(age, AGE_BANDS)

    def by_band(*conditions):
        return np.choose(band, conditions)

    def inside(value, low, high):
        return (value >= 1000 * low) & (value <= 1000 * high)

    def education(young, middle, old):
        return by_band(np.isin(elevel, young), np.isin(elevel, middle), np.isin(elevel, old))

    income = salary + commission
    educated = education([0, 1], [1, 2, 3], [2, 3, 4])
    ordinary = by_band(inside(salary, 50, 100), inside(salary, 75, 125), inside(salary, 25, 75))
    surplus = 2 / 3 * income - 5000 * elevel * (function in (8, 9, 10)) - loan / 5 * (function in (7, 9))
    equity = np.where(hyears >= 20, hvalue * (hyears - 20) / 10, 0)
    low_loan, high_loan = [(100, 300), (200, 400), (300, 500)], [(200, 400), (300, 500), (100, 300)]
    group_a = {
        1: band != 1,
        2: ordinary,
        3: educated,
        4: by_band(
            np.where(educated, inside(salary, 25, 75), inside(salary, 50, 100)),
            np.where(educated, inside(salary, 50, 100), inside(salary, 75, 125)),
            np.where(educated, inside(salary, 50, 100), inside(salary, 25, 75)),
        ),
        5: np.where(
            ordinary, by_band(*(inside(loan, *x) for x in low_loan)), by_band(*(inside(loan, *x) for x in high_loan))
        ),
        6: by_band(inside(income, 50, 100), inside(income, 75, 125), inside(income, 25, 75)),
        7: surplus > 20_000,
        8: surplus > 20_000,
        9: surplus > 10_000,
        10: surplus + 0.2 * equity > 10_000,
    }[function]
    return ~group_a


def holds(stream, X, conjunction):
    """In which rows all attributes are as the conjunction says."""
    met = np.ones(len(X), dtype=bool)
    for name, value in (term.split("=") for term in conjunction.split()):
        j = stream.schema.names.index(name)
        met &= X[:, j] == stream.schema.features[j].categories.index(value)
    return met


def asset_negotiation(stream, X, function=1, **_):
    return np.any([holds(stream, X, conjunction) for conjunction in CONJUNCTIONS[function]], axis=0)


def bits_that_decide(stream, X):
    return X[:, sorted(stream.relevant[0])]


def bg1(stream, X, **_):
    return bits_that_decide(stream, X).prod(axis=1) == 1


def bg2(stream, X, **_):
    return np.median(bits_that_decide(stream, X), axis=1) == 1


def bg3(stream, X, **_):
    return np.ptp(bits_that_decide(stream, X), axis=1) == 0


def random_tree(stream, X, **_):
    labels = np.empty(len(X), dtype=int)

    def descend(node, rows):
        if "leaf" in node:
            labels[rows] = node["leaf"]
            return
        values = X[rows, node["feature"]]
        branch = values >= node["threshold"] if "threshold" in node else values
        for i, child in enumerate(node["children"]):
            descend(child, rows[branch == i])

    descend(stream.tree, np.arange(len(X)))
    return labels


def sine(stream, X, function=1, **_):
    curve = np.sin(X[:, 0]) if function <= 2 else 0.5 + 0.3 * np.sin(3 * np.pi * X[:, 0])
    return (X[:, 1] < curve) ^ (function % 2 == 0)


def stagger(stream, X, function=1, **_):
    size, color, shape = (
        np.array(f.categories)[column.astype(int)] for f, column in zip(stream.schema.features, X.T, strict=True)
    )
    return {
        1: (size == "small") & (color == "red"),
        2: (color == "green") | (shape == "circle"),
        3: (size == "medium") | (size == "large"),
    }[function]


def mixed(stream, X, function=1, **_):
    v, w, x, y = X.T
    z = y < 0.5 + 0.3 * np.sin(3 * np.pi * x)
    return ((v == 1) & (w == 1) | (v == 1) & z | (w == 1) & z) ^ (function == 2)


def hyperplane_weights(stream, n, n_features=10, n_drifting=0, speed=0.0, turning=0.1, **_):
    """The weights of rows 0, ..., n - 1."""
    first = uniform_table(stream.model_seed, Purpose.STREAM, MODEL_UNIT, 0, 1, n_features)
    turned = uniform_table(stream.model_seed, Purpose.STREAM, WALK_UNIT, 0, n, n_drifting) < turning
    signs = np.cumprod(np.vstack([np.ones((1, n_drifting)), 1 - 2.0 * turned]), axis=0)
    steps = np.zeros((n, n_features))
    steps[1:, :n_drifting] = np.cumsum(signs, axis=0)[: n - 1]
    return first + speed * steps


def hyperplane(stream, X, **options):
    w = hyperplane_weights(stream, len(X), **options)
    return (w * (X - 0.5)).sum(axis=1) >= 0


RULES = {
    "SEA": sea,
    "Agrawal": agrawal,
    "AssetNegotiation": asset_negotiation,
    "BG1": bg1,
    "BG2": bg2,
    "BG3": bg3,
    "RandomTree": random_tree,
    "Sine": sine,
    "STAGGER": stagger,
    "Mixed": mixed,
    "Hyperplane": hyperplane,
}


def labels(stream, X, options):
    """The classes of rows from the beginning of a stream, by its rule."""
    return RULES[type(stream).__name__](stream, X, **options).astype(int)
