"""BG1, BG2 and BG3: labels by a few of many bits (thesis-foundations.md, section 3.5)."""

from __future__ import annotations

from itertools import count

from tests.reference.generators.draws import B, bit, choice, chosen, noisy, uniforms, wanted_class

RULES = {"BG1": all, "BG2": lambda bits: sum(bits) >= 2, "BG3": lambda bits: len(set(bits)) == 1}
PATTERNS = {
    ("BG2", "uniform"): ("000 100 010 001", "110 101 011 111"),
    ("BG2", "author"): ("100 010 001", "110 101 011 111"),
    ("BG3", "uniform"): ("001 010 011 100 101 110", "000 111"),
    ("BG3", "author"): ("001 010 011 100 101 110", "000 000 111"),
}


def relevant_features(seed, n_features=10, relevant=3, **_):
    return chosen(relevant, seed, n_features)


def not_all_ones(sampling, bits_at):
    """Bits of a row of class 0 of BG1; ``bits_at`` draws them once more for each attempt."""
    attempts = count()
    bits = bits_at(next(attempts))
    if sampling == "author":
        bits = [x & y for x, y in zip(bits, bits_at(next(attempts)), strict=True)]
    while all(bits):
        again = bits_at(next(attempts))
        bits = [x & y for x, y in zip(bits, again, strict=True)] if sampling == "author" else again
    return bits


def pattern(name, sampling, label, t, seed):
    listed = PATTERNS[name, sampling][label].split()
    return [int(c) for c in listed[choice(uniforms(seed, 1, t)[B], len(listed))]]


def relevant_bits(name, wanted, sampling, t, seed, bits_at):
    if wanted is None:
        return bits_at(0)
    if name != "BG1":
        return pattern(name, sampling, wanted, t, seed)
    return [1] * len(bits_at(0)) if wanted else not_all_ones(sampling, bits_at)


def row(
    t,
    seed,
    name,
    n_features=10,
    relevant=3,
    noise=0.1,
    noise_mode="flip",
    balance="coin",
    sampling="uniform",
):
    deciding = chosen(relevant, seed, n_features)
    values = [float(bit(seed, t, j)) for j in range(n_features)]
    bits = relevant_bits(
        name,
        wanted_class(t, seed, balance),
        sampling,
        t,
        seed,
        lambda attempt: [bit(seed, t, j, attempt) for j in deciding],
    )
    for j, value in zip(deciding, bits, strict=True):
        values[j] = float(value)
    label = int(RULES[name](bits))
    return values, label, noisy(label, t, seed, noise, noise_mode)
