"""The digits of a seven-segment display, of which some segments are wrong (heft-stream.md, section 11)."""

from __future__ import annotations

from tests.reference import philox
from tests.reference.generators.draws import (
    MODEL_UNIT,
    STREAM,
    A,
    B,
    bit,
    choice,
    feature,
    smallest_keys,
    uniforms,
)

#     0
#   1   2
#     3
#   4   5
#     6
MISSING = {0: "3", 1: "01346", 2: "15", 3: "14", 4: "046", 5: "24", 6: "2", 7: "1346", 8: "", 9: "4"}
DIGITS = [[0 if str(k) in MISSING[digit] else 1 for k in range(7)] for digit in range(10)]
BITS_UNIT = 6


def exchanged_columns(model_seed, irrelevant, exchanged):
    """Pairs of a segment and an irrelevant bit that have changed places."""

    def order(word, n):
        return smallest_keys([philox.words(model_seed, STREAM, MODEL_UNIT, t)[word] for t in range(n)], exchanged)

    return list(zip(order(A, 7), order(B, irrelevant), strict=True))


def relevant_features(seed, irrelevant=17, exchanged=0, model_seed=None, **_):
    columns = list(range(7))
    for segment, other in exchanged_columns(seed if model_seed is None else model_seed, irrelevant, exchanged):
        columns[segment] = 7 + other
    return sorted(columns)


def row(t, seed, irrelevant=17, exchanged=0, noise=0.1, model_seed=None):
    digit = choice(uniforms(seed, 0, t)[A], 10)
    segments = [lit ^ (feature(seed, t, k) < noise) for k, lit in enumerate(DIGITS[digit])]
    values = [float(v) for v in segments + [bit(seed, t, i, unit=BITS_UNIT) for i in range(irrelevant)]]
    for segment, other in exchanged_columns(seed if model_seed is None else model_seed, irrelevant, exchanged):
        values[segment], values[7 + other] = values[7 + other], values[segment]
    return values, digit, digit
