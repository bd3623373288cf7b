"""Short texts of words, some of which are positive or negative (cs-arf.md, section 8.1)."""

from __future__ import annotations

import math
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate

from tests.reference.generators.draws import MODEL_UNIT, MOST_ATTEMPTS, A, from_table, noisy, normal, uniforms

POSITIVE, NEGATIVE = 0, 1
LENGTH_UNIT, TOKENS_UNIT = 2, 3


MOST_POLARITIES = 1000


@lru_cache(maxsize=64)
def polarity(model_seed, n_words, compat=None):
    """1 for a positive word, -1 for a negative one, else 0; neither kind prevails by more than a factor of two."""
    weights = [0.0] * n_words
    for w in range(n_words):
        weights[found(w, n_words, compat)] += (w + 1) ** -1.5
    for attempt in range(MOST_POLARITIES):
        drawn = [uniforms(model_seed, MODEL_UNIT, w, attempt)[A] for w in range(n_words)]
        signs = [1 if u < 0.1 else -1 if u < 0.2 else 0 for u in drawn]
        positive, negative = (math.fsum(w for w, s in zip(weights, signs, strict=True) if s == k) for k in (1, -1))
        if positive and negative and positive <= 2 * negative and negative <= 2 * positive:
            return signs
    raise ValueError(n_words)


def found(word, n_words, compat=None):
    """The word that a search for a word ends at: itself, or, in MOA, what was looked at last."""
    if compat is None:
        return word
    low, high, middle = 0, n_words - 1, 0
    while low <= high:
        middle = (low + high) // 2
        if middle >= word:  # its cumulated weight exceeds the number that is looked for
            high = middle - 1
        else:
            low = middle + 1
    return middle


@lru_cache(maxsize=64)
def cumulated_weights(n_words):
    return list(accumulate(rank**-1.5 for rank in range(1, n_words + 1)))


def relevant_features(seed, n_words=500, model_seed=None, compat=None, **_):
    polarities = polarity(seed if model_seed is None else model_seed, n_words, compat)
    reachable = {found(w, n_words, compat) for w in range(n_words)}
    columns = sorted(column(w, compat) for w in reachable if polarities[w])
    return [j for j in columns if j < n_words]


def column(word, compat):
    return word if compat is None else word + 1


def tokens(t, seed, n_words, attempt, compat=None):
    """The words of an attempt, counted from 0."""
    sums = cumulated_weights(n_words)
    length = max(1, math.trunc(15 * (1 + normal(uniforms(seed, LENGTH_UNIT, t, attempt)[A]))))
    marks = (from_table(seed, TOKENS_UNIT, t, k, attempt) * sums[-1] for k in range(length))
    return [found(bisect_right(sums, mark), n_words, compat) for mark in marks]


def row(t, seed, n_words=500, noise=0.0, noise_mode="flip", model_seed=None, compat=None):
    polarities = polarity(seed if model_seed is None else model_seed, n_words, compat)
    shown = set()
    for attempt in range(MOST_ATTEMPTS):
        words = tokens(t, seed, n_words, attempt, compat)
        shown = set(words) if compat is None else shown | set(words)
        surplus = sum(polarities[w] for w in words)
        if surplus:
            break
    label = POSITIVE if surplus > 0 else NEGATIVE
    columns = {column(w, compat) for w in shown}
    return [float(j in columns) for j in range(n_words)], label, noisy(label, t, seed, noise, noise_mode)
