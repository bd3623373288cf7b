"""What presets are made of: a builder, a usual length, drifts at parts of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from driftsift.data.randomness import child_seed
from driftsift.streams.composition import Drifting
from driftsift.streams.stream import Stream

__all__ = ["Recipe", "abrupt_and_gradual", "changing_features", "drifting"]

Build = Callable[[int, int], Stream]
BuildOfWidth = Callable[[int, int, float], Stream]
Chooser = Callable[[int], tuple[int, ...]]


@dataclass(frozen=True)
class Recipe:
    """How to make a preset.

    Parameters
    ----------
    n : int
        Number of instances in the publication.
    build : callable
        Makes the stream of a length and a seed.
    summary : str
        What the stream is, in a line.
    """

    n: int
    build: Build
    summary: str


def abrupt_and_gradual(name: str, n: int, build: BuildOfWidth, gradual: float, summary: str) -> dict[str, Recipe]:
    """Return the recipe of the gradual version under the name, that of the abrupt one under ``name(A)``.

    Parameters
    ----------
    name : str
    n : int
        Number of instances in the publication.
    build : callable
        Makes the stream of a length, a seed and a width of its drifts.
    gradual : float
        Width of the gradual drifts at the published length.
    summary : str
    """

    def gradually(length: int, seed: int) -> Stream:
        return build(length, seed, gradual * length / n)

    def abruptly(length: int, seed: int) -> Stream:
        return build(length, seed, 1)

    return {
        name: Recipe(n, gradually, f"{summary}, drifts of width {gradual:,.0f}"),
        f"{name}(A)": Recipe(n, abruptly, f"{summary}, abrupt drifts"),
    }


def drifting(
    concepts: Sequence[Stream], n: int, width: float, seed: int, places: Sequence[float] | None = None
) -> Drifting:
    """Join concepts that last equally long, or change at these parts of the length."""
    count = len(concepts)
    parts = [k / count for k in range(1, count)] if places is None else places
    return Drifting(concepts, at=[n * part for part in parts], width=width, seed=seed)


def changing_features(choose: Chooser, n_concepts: int, seed: int) -> list[tuple[int, ...]]:
    """Return the relevant features of each concept, never the same in two that follow each other.

    Parameters
    ----------
    choose : callable
        Chooses features for a seed.
    n_concepts : int
    seed : int

    Examples
    --------
    >>> from driftsift.streams.generators.relevant import relevant_features
    >>> pairs = changing_features(lambda seed: relevant_features(2, 3, seed), 10, seed=1)
    >>> all(a != b for a, b in zip(pairs, pairs[1:]))
    True
    """
    chosen: list[tuple[int, ...]] = []
    for concept in range(n_concepts):
        own = child_seed(seed, concept)
        attempt = 0
        while len(chosen) == concept:
            features = choose(child_seed(own, attempt))
            if not chosen or features != chosen[-1]:
                chosen.append(features)
            attempt += 1
    return chosen
