"""The seven streams of table 4.1 of the thesis on feature drift, used in its chapters 5 to 8.

100,000 instances, ten concepts, a drift every 10,000, labels drawn anew with probability 0.1. The thesis does not
say which concepts follow each other, nor which features the redundant ones repeat; ``docs/errata.md`` has the
decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from driftsift.data.randomness import Purpose, child_seed, uniforms
from driftsift.streams.composition import WithRedundant
from driftsift.streams.generators import BG1, BG2, BG3, SEA, Agrawal, AssetNegotiation, RandomTree
from driftsift.streams.generators.relevant import relevant_features
from driftsift.streams.presets.recipe import abrupt_and_gradual, changing_features, drifting
from driftsift.streams.stream import Stream

__all__ = ["RECIPES"]

N = 100_000
WIDTH = 1000.0
CONCEPTS = 10
BASE = 35
NOMINAL = 17
AGRAWAL_FUNCTIONS = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3)
ASSET_FUNCTIONS = (1, 2, 3, 4, 5) * 2
THETAS = (8.0, 9.0, 7.0, 9.5)

Generators = type[BG1] | type[BG2] | type[BG3]


def agrawal(n: int, seed: int, width: float) -> Stream:
    """Return AGR: rules with two to four relevant features, eleven redundant ones."""
    concepts = [Agrawal(n, function, seed=child_seed(seed, k)) for k, function in enumerate(AGRAWAL_FUNCTIONS)]
    return WithRedundant(drifting(concepts, n, width, seed), linear=11, seed=seed)


def asset_negotiation(n: int, seed: int, width: float) -> Stream:
    """Return AN: all five rules, twice, and fifteen redundant features."""
    concepts = [
        AssetNegotiation(n, function, noise_mode="resample", seed=child_seed(seed, k))
        for k, function in enumerate(ASSET_FUNCTIONS)
    ]
    return WithRedundant(drifting(concepts, n, width, seed), linear=15, seed=seed)


def binary(generator: Generators, sizes: Sequence[int]) -> Callable[[int, int, float], Stream]:
    """Return the builder of BG1, BG2 or BG3: some of 35 bits decide, fifteen features repeat such bits."""

    def choose(seed: int) -> tuple[int, ...]:
        drawn, _ = uniforms(seed, Purpose.FEATURE_SUBSET, 1, 0, 1)
        return relevant_features(sizes[int(drawn[0] * len(sizes))], BASE, seed)

    def build(n: int, seed: int, width: float) -> Stream:
        concepts = [
            generator(n, BASE, relevant, noise_mode="resample", sampling="author", seed=child_seed(seed, k))
            for k, relevant in enumerate(changing_features(choose, CONCEPTS, seed))
        ]
        return WithRedundant(drifting(concepts, n, width, seed), linear=15, seed=seed)

    return build


def random_tree(n: int, seed: int, width: float) -> Stream:
    """Return RTG: trees over two of 17 nominal and three of 18 numeric features, fifteen redundant ones."""

    def choose(seed: int) -> tuple[int, ...]:
        numeric = relevant_features(3, BASE - NOMINAL, child_seed(seed, 1))
        return (*relevant_features(2, NOMINAL, seed), *(NOMINAL + i for i in numeric))

    concepts = [
        RandomTree(
            n,
            BASE - NOMINAL,
            NOMINAL,
            relevant,
            categories=10,
            noise_mode="resample",
            seed=child_seed(seed, k),
        )
        for k, relevant in enumerate(changing_features(choose, CONCEPTS, seed))
    ]
    return _with_three_kinds(drifting(concepts, n, width, seed), seed)


def sea(n: int, seed: int, width: float) -> Stream:
    """Return SEA: two of 35 features decide, fifteen are redundant."""

    def choose(seed: int) -> tuple[int, ...]:
        return relevant_features(2, BASE, seed)

    concepts = [
        SEA(n, THETAS[k % len(THETAS)], BASE, relevant, noise_mode="resample", seed=child_seed(seed, k))
        for k, relevant in enumerate(changing_features(choose, CONCEPTS, seed))
    ]
    return _with_three_kinds(drifting(concepts, n, width, seed), seed)


def _with_three_kinds(stream: Stream, seed: int) -> Stream:
    return WithRedundant(stream, linear=5, rbf=5, cosine=5, seed=seed)


RECIPES = {
    **abrupt_and_gradual("AGR", N, agrawal, WIDTH, "Agrawal with 11 redundant features, ten concepts"),
    **abrupt_and_gradual("AN", N, asset_negotiation, WIDTH, "Asset negotiation, 15 redundant features, ten concepts"),
    **abrupt_and_gradual("BG1", N, binary(BG1, (3, 4, 5)), WIDTH, "Conjunctions of 3 to 5 of 50 bits, ten concepts"),
    **abrupt_and_gradual("BG2", N, binary(BG2, (3,)), WIDTH, "Majority of 3 of 50 bits, ten concepts"),
    **abrupt_and_gradual("BG3", N, binary(BG3, (3,)), WIDTH, "Equality of 3 of 50 bits, ten concepts"),
    **abrupt_and_gradual("RTG", N, random_tree, WIDTH, "Random trees over 5 of 50 features, ten concepts"),
    **abrupt_and_gradual("SEA", N, sea, WIDTH, "SEA with 2 of 50 features relevant, ten concepts"),
}
