"""The streams of chapter 9 of the thesis on feature drift: few features that matter among hundreds that do not.

200,000 instances, three concepts of equal length, alternating classes. The settings are those of the program
published with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from driftsift.data.randomness import child_seed
from driftsift.streams.composition import WithIrrelevant
from driftsift.streams.generators import BG1, BG2, BG3, SEA, Agrawal, AssetNegotiation, RandomTree
from driftsift.streams.generators.relevant import relevant_features
from driftsift.streams.presets.recipe import Recipe, abrupt_and_gradual, changing_features, drifting
from driftsift.streams.stream import Stream

__all__ = ["RECIPES"]

N = 200_000
WIDTH = 5000.0
CONCEPTS = 3
CHANGES = (66_666 / N, 133_332 / N)
IRRELEVANT = (100, 200, 500)
THETAS = (5.0, 9.5, 9.0)
TRIPLES = ((0, 1, 2), (3, 4, 5), (1, 3, 5))


def _joined(concepts: Sequence[Stream], n: int, seed: int, width: float) -> Stream:
    return drifting(concepts, n, width, seed, CHANGES)


def agrawal(irrelevant: int, n: int, seed: int, width: float) -> Stream:
    """Return AGR: rules 1, 2, 3; half of the irrelevant features numeric, half of them bits."""
    concepts = [Agrawal(n, k + 1, balance="alternate", seed=child_seed(seed, k)) for k in range(CONCEPTS)]
    half = irrelevant // 2
    return WithIrrelevant(_joined(concepts, n, seed, width), half, half, categories=2, seed=seed)


def asset_negotiation(irrelevant: int, n: int, seed: int, width: float) -> Stream:
    """Return AN: rules 1, 2, 3; the program appends irrelevant features twice."""
    concepts = [
        AssetNegotiation(n, k + 1, noise=0.05, balance="alternate", seed=child_seed(seed, k)) for k in range(CONCEPTS)
    ]
    half = irrelevant // 2
    return WithIrrelevant(_joined(concepts, n, seed, width), irrelevant + half, half, categories=2, seed=seed)


def conjunction(irrelevant: int, n: int, seed: int, width: float) -> Stream:
    """Return BG1 with fixed triples."""
    return _binary(BG1, TRIPLES, irrelevant, n, seed, width)


def majority(irrelevant: int, n: int, seed: int, width: float) -> Stream:
    """Return BG2 with fixed triples."""
    return _binary(BG2, TRIPLES, irrelevant, n, seed, width)


def equality(irrelevant: int, n: int, seed: int, width: float) -> Stream:
    """Return BG3 with triples chosen by the seed."""

    def choose(seed: int) -> tuple[int, ...]:
        return relevant_features(3, 3 + irrelevant, seed)

    return _binary(BG3, changing_features(choose, CONCEPTS, seed), irrelevant, n, seed, width)


def _binary(
    generator: type[BG1] | type[BG2] | type[BG3],
    triples: Sequence[tuple[int, ...]],
    irrelevant: int,
    n: int,
    seed: int,
    width: float,
) -> Stream:
    concepts = [
        generator(n, 3 + irrelevant, triple, balance="alternate", sampling="author", seed=child_seed(seed, k))
        for k, triple in enumerate(triples)
    ]
    return _joined(concepts, n, seed, width)


def random_tree(irrelevant: int, n: int, seed: int, width: float) -> Stream:
    """Return RTG: trees over three nominal and three numeric features, half of all features of each kind."""
    half = 3 + irrelevant // 2

    def choose(seed: int) -> tuple[int, ...]:
        numeric = relevant_features(3, half, child_seed(seed, 1))
        return (*relevant_features(3, half, seed), *(half + i for i in numeric))

    concepts = [
        RandomTree(n, half, half, relevant, noise=0, balance="alternate", seed=child_seed(seed, k))
        for k, relevant in enumerate(changing_features(choose, CONCEPTS, seed))
    ]
    return _joined(concepts, n, seed, width)


def sea(irrelevant: int, n: int, seed: int, width: float) -> Stream:
    """Return SEA: thresholds 5, 9.5, 9, each with its own pair of features."""

    def choose(seed: int) -> tuple[int, ...]:
        return relevant_features(2, 2 + irrelevant, seed)

    concepts = [
        SEA(n, theta, 2 + irrelevant, pair, balance="alternate", seed=child_seed(seed, k))
        for k, (theta, pair) in enumerate(zip(THETAS, changing_features(choose, CONCEPTS, seed), strict=True))
    ]
    return _joined(concepts, n, seed, width)


BUILDERS: dict[str, tuple[Callable[[int, int, int, float], Stream], str]] = {
    "AGR": (agrawal, "Agrawal"),
    "AN": (asset_negotiation, "Asset negotiation"),
    "BG1": (conjunction, "Conjunction of three bits"),
    "BG2": (majority, "Majority of three bits"),
    "BG3": (equality, "Equality of three bits"),
    "RTG": (random_tree, "Random trees over six features"),
    "SEA": (sea, "SEA"),
}


def _recipes() -> dict[str, Recipe]:
    recipes: dict[str, Recipe] = {}
    for name, (build, what) in BUILDERS.items():
        for irrelevant in IRRELEVANT:
            count = 2 * irrelevant if name == "AN" else irrelevant
            summary = f"{what}, {count} irrelevant features, three concepts"
            recipes |= abrupt_and_gradual(f"{name}-{irrelevant}", N, partial(build, irrelevant), WIDTH, summary)
    return recipes


RECIPES = _recipes()
