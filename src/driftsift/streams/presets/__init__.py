"""The synthetic streams of published experiments, by name.

`preset` makes one, `preset_names` lists them. Each paper has a file of its own: `thesis` (chapters 4 to 8),
`abfs` (chapter 9), `heft`, `evaluation` and `cs_arf`. A name is ``paper/stream``; where a stream has a gradual and
an abrupt version, the latter ends in (A), and the former may be written with (G).

>>> preset("thesis/SEA", seed=3)
<WithRedundant 'thesis/SEA': 100,000 instances, 50 features, 2 classes>
"""

from __future__ import annotations

from driftsift.data.hints import did_you_mean
from driftsift.streams.presets import abfs, cs_arf, evaluation, heft, thesis
from driftsift.streams.presets.recipe import Recipe
from driftsift.streams.stream import Stream

__all__ = ["Recipe", "preset", "preset_names", "recipe"]

_RECIPES = {
    f"{paper}/{name}": recipe
    for paper, recipes in (
        ("thesis", thesis.RECIPES),
        ("abfs", abfs.RECIPES),
        ("heft", heft.RECIPES),
        ("evaluation", evaluation.RECIPES),
        ("cs-arf", cs_arf.RECIPES),
    )
    for name, recipe in recipes.items()
}


def preset(name: str, seed: int = 0, n: int | None = None) -> Stream:
    """Return the synthetic stream of a published experiment.

    Parameters
    ----------
    name : str
        One of `preset_names`.
    seed : int
        Another seed gives other instances and, where the experiment leaves them open, other relevant features.
    n : int, optional
        Number of instances, if not as published; places and widths of drifts shrink or grow with it.

    Examples
    --------
    >>> stream = preset("evaluation/SEA(50000)", n=20_000)
    >>> [(drift.at, drift.width) for drift in stream.drifts]
    [(5000.0, 1000.0), (10000.0, 1000.0), (15000.0, 1000.0)]
    """
    made = recipe(name)
    length = made.n if n is None else n
    if length < 1:
        raise ValueError(f"n={n}, expected at least 1")
    stream = made.build(length, seed)
    stream.name = name
    return stream


def recipe(name: str) -> Recipe:
    """Return how a preset is made; ValueError if there is none of this name.

    Examples
    --------
    >>> recipe("heft/LED").n
    100000
    """
    known_as = name.removesuffix("(G)")
    if known_as not in _RECIPES or (known_as != name and f"{known_as}(A)" not in _RECIPES):
        papers = ", ".join(dict.fromkeys(known.partition("/")[0] for known in _RECIPES))
        hint = did_you_mean(name, list(_RECIPES)) or f"; the names begin with one of {papers}; see preset_names()"
        raise ValueError(f"no preset is called {name!r}{hint}")
    return _RECIPES[known_as]


def preset_names() -> tuple[str, ...]:
    """Return the names of all presets.

    Examples
    --------
    >>> [name for name in preset_names() if name.startswith("heft/")]
    ['heft/SEA', 'heft/HYP', 'heft/LED']
    """
    return tuple(_RECIPES)
