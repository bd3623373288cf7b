"""The fixed-point table of n log2 n, and entropies as exact whole numbers (thesis-foundations.md, section 6.1)."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from functools import cache

MOST_BITS = 52
BELOW = 2**61
DIGITS = 60


@cache
def n_log_n(n):
    """n log2 n to sixty digits."""
    with localcontext(prec=DIGITS):
        return Decimal(0) if n < 2 else n * Decimal(n).ln() / Decimal(2).ln()


@cache
def bits(window):
    """The largest number s of bits, at most 52, for which f(window + 1) 2^s stays below 2^61."""
    s = MOST_BITS
    with localcontext(prec=DIGITS):
        while n_log_n(window + 1) * 2**s >= BELOW:
            s -= 1
    return s


@cache
def entry(window, n):
    """G[n]: n log2 n in units of 2^-s, rounded to the nearest whole number."""
    with localcontext(prec=DIGITS):
        return int((n_log_n(n) * 2 ** bits(window)).to_integral_value())


def total(window, counts):
    return sum(entry(window, count) for count in counts)


def per_instance(window, amount, n):
    """A whole number of units, for n instances, as a number of bits for each."""
    return float(amount) / float(n << bits(window)) if n else 0.0


def entropy(window, counts):
    n = sum(counts)
    return per_instance(window, entry(window, n) - total(window, counts), n)


def precise_entropy(counts):
    """The same to sixty digits."""
    n = sum(counts)
    if not n:
        return Decimal(0)
    with localcontext(prec=DIGITS):
        return (n_log_n(n) - sum(map(n_log_n, counts))) / n


def log_term(part, whole):
    """Part/whole times the logarithm of it; 0 log 0 = 0."""
    return part / whole * math.log2(part / whole) if part else 0.0


def entropy_after_arrival(before, n, n_i):
    """Algorithm 1 of the thesis with its guards; n and n_i are the counts afterwards."""
    if n == 1:
        return 0.0
    shrunk = (n - 1) / n * (before - math.log2((n - 1) / n))
    return shrunk - log_term(n_i, n) + log_term(n_i - 1, n)


def entropy_after_departure(before, n, n_i):
    if n == 0:
        return 0.0
    grown = before + log_term(n_i + 1, n + 1) - log_term(n_i, n + 1)
    return (n + 1) / n * grown + math.log2(n / (n + 1))
