"""Asset negotiation (thesis-foundations.md, section 3.4)."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import prod

from tests.reference.generators.draws import A, B, accepted, choice, drawn, noisy, uniforms, wanted_class

CATEGORIES = {
    "color": ["black", "blue", "cyan", "brown", "red", "green", "yellow", "magenta"],
    "price": ["veryLow", "low", "normal", "high", "veryHigh", "quiteHigh", "enormous", "non_salable"],
    "payment": ["0", "30", "60", "90", "120", "150", "180", "210", "240"],
    "amount": ["veryLow", "low", "normal", "high", "veryHigh", "quiteHigh", "enormous", "non_ensured"],
    "delivery_delay": ["veryLow", "low", "normal", "high", "veryHigh"],
}
NAMES = list(CATEGORIES)
RULES = {
    1: [
        {"price": "normal", "amount": "high"},
        {"color": "brown", "price": "veryLow", "delivery_delay": "high"},
    ],
    2: [{"price": "high", "amount": "veryHigh", "delivery_delay": "high"}],
    3: [
        {"price": "veryLow", "payment": "0", "amount": "high"},
        {"color": "red", "price": "low", "payment": "30"},
    ],
    4: [
        {"color": "black", "payment": "90", "delivery_delay": "veryLow"},
        {"color": "magenta", "price": "high", "delivery_delay": "veryLow"},
    ],
    5: [
        {"color": "blue", "payment": "60", "amount": "low", "delivery_delay": "normal"},
        {"color": "cyan", "amount": "low", "delivery_delay": "normal"},
    ],
}


def relevant_features(seed, function=1, **_):
    return [j for j, name in enumerate(NAMES) if any(name in conjunction for conjunction in RULES[function])]


def codes(conjunction):
    """What a conjunction asks of which feature."""
    return {NAMES.index(name): float(CATEGORIES[name].index(value)) for name, value in conjunction.items()}


CODES = {function: [codes(conjunction) for conjunction in rule] for function, rule in RULES.items()}


def interested(function, values):
    return any(all(values[j] == v for j, v in asked.items()) for asked in CODES[function])


def coverage(conjunction):
    return prod((Fraction(1, len(CATEGORIES[name])) for name in conjunction), start=Fraction(1))


def shares(function, scheme):
    """How probable it is that each conjunction is forced."""
    rule = RULES[function]
    coverages = [Fraction(1) if scheme == "force" else coverage(conjunction) for conjunction in rule]
    return [c / sum(coverages) for c in coverages]


def forced(function, scheme, u):
    """What the chosen conjunction asks of which feature."""
    if scheme == "force":
        return CODES[function][choice(u, len(CODES[function]))]
    reached = list(accumulate(shares(function, scheme)))
    return CODES[function][next(i for i, share in enumerate(reached) if share > u)]


def row(t, seed, function=1, scheme="force", class_ratio=0.5, noise=0.1, noise_mode="flip", balance="coin"):
    rule_features = relevant_features(seed, function)

    def values_at(attempt):
        u = drawn(t, seed, 5, rule_features, attempt)
        return [float(choice(u[j], len(CATEGORIES[name]))) for j, name in enumerate(NAMES)]

    def label_of(values):
        return int(interested(function, values))

    wanted = wanted_class(t, seed, balance)
    if balance == "coin":
        wanted = int(uniforms(seed, 0, t)[A] >= 1 - class_ratio)
    if wanted == 1:
        values, label = values_at(0), 1
        if scheme == "exact" or not interested(function, values):
            for j, value in forced(function, scheme, uniforms(seed, 1, t)[B]).items():
                values[j] = value
    else:
        values, label = accepted(wanted, values_at, label_of)
    return values, label, noisy(label, t, seed, noise, noise_mode)
