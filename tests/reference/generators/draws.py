"""What the generators share: addresses of draws, wanted classes, rejection, noise, chosen features."""

from __future__ import annotations

from statistics import NormalDist

from tests.reference import philox

STREAM, FEATURE_SUBSET = 9, 4
WALK_UNIT, MODEL_UNIT = 2**29, 2**30
MOST_ATTEMPTS = 100_000

A, B = 0, 1


def uniforms(seed, unit, t, sub=0):
    """Both words of a unit as numbers in [0, 1)."""
    return philox.uniforms(seed, STREAM, unit, t, sub)


def from_table(seed, unit, t, j, sub=0):
    """Column j of a table that has one unit for two columns."""
    return uniforms(seed, unit + j // 2, t, sub)[j % 2]


def feature(seed, t, j, sub=0):
    return from_table(seed, 2, t, j, sub)


def bit(seed, t, j, sub=0, unit=2):
    """Column j of a table of bits, 128 to a unit."""
    word = philox.words(seed, STREAM, unit + j // 128, t, sub)[j // 64 % 2]
    return word >> j % 64 & 1


def choice(u, k):
    """One of k by a number in [0, 1)."""
    return int(k * u)


def normal(u):
    """The standard normal quantile of the middle of the interval that u stands for."""
    return NormalDist().inv_cdf(min(u + 2.0**-54, 1 - 2.0**-53))


def wanted_class(t, seed, balance, n_classes=2):
    if balance == "none":
        return None
    return (t + 1) % n_classes if balance == "alternate" else choice(uniforms(seed, 0, t)[A], n_classes)


def accepted(wanted, values_at, label_of):
    """Values and label of the first attempt that has the wanted class (None: any)."""
    for attempt in range(MOST_ATTEMPTS):
        values = values_at(attempt)
        label = label_of(values)
        if wanted is None or label == wanted:
            return values, label
    raise RuntimeError(f"no row of class {wanted}")


def drawn(t, seed, n_features, deciding, attempt):
    """A number in [0, 1) for each feature; those that decide are drawn anew in each attempt."""
    return [feature(seed, t, j, attempt if j in deciding else 0) for j in range(n_features)]


def noisy(label, t, seed, noise, mode, n_classes=2):
    if uniforms(seed, 0, t)[B] >= noise:
        return label
    u = uniforms(seed, 1, t)[A]
    return choice(u, n_classes) if mode == "resample" else (label + 1 + choice(u, n_classes - 1)) % n_classes


def smallest_keys(keys, k):
    """Indices of the k smallest keys, smallest first."""
    return sorted(range(len(keys)), key=lambda i: keys[i])[:k]


def chosen(relevant, seed, n_features):
    """The relevant features in ascending order; a count means that many by seed."""
    if not isinstance(relevant, int):
        return sorted(relevant)
    keys = [philox.words(seed, FEATURE_SUBSET, 0, j)[A] for j in range(n_features)]
    return sorted(smallest_keys(keys, relevant))
