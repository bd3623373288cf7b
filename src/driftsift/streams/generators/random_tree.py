"""RandomTree: a random decision tree over some of the features tells the class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from driftsift.data.randomness import Purpose, uniform_table, uniforms
from driftsift.streams.checks import checked_count, checked_model_seed, checked_rate
from driftsift.streams.generators.columns import Columns, Uniform, Values, choice, numbers
from driftsift.streams.generators.flat_tree import FlatTree
from driftsift.streams.generators.relevant import relevant_features
from driftsift.streams.generators.ruled import Ruled
from driftsift.streams.units import MODEL_UNIT

__all__ = ["RandomTree"]

LEAF_UNIT = MODEL_UNIT
SPLIT_UNIT = MODEL_UNIT + 1
CHECK_UNIT = MODEL_UNIT + 2

MOST_TREES = 100
CHECKED_ROWS = 1000
SMALLEST_SHARE, LARGEST_SHARE = 0.4, 1.6  # of an even share


class RandomTree(Ruled):
    """Nominal and numeric features, some of which a random decision tree asks for the class.

    The effect of a feature depends on others. Trees are drawn until every feature that is said to be relevant
    can change the class, and no class is rare or nearly all there is.

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    n_numeric : int
        Number of numeric features, uniform on [0, 1); they stand behind the nominal ones.
    n_nominal : int
        Number of nominal features.
    relevant : sequence of int or int, optional
        The features the tree asks for, or how many the seed chooses; by default all.
    categories : int
        Number of categories of a nominal feature.
    n_classes : int
        Number of classes.
    max_depth : int
        Largest number of questions on a path.
    first_leaf_level : int
        Smallest number of questions before a leaf.
    leaf_fraction : float
        Probability of a leaf from there on.
    noise : float
        Probability that a label is hit by noise.
    noise_mode : {"flip", "resample"}
        A hit label becomes one of the other classes, or one of all classes.
    balance : {"coin", "alternate", "none"}
        The class of an instance before noise is any with equal probability, or each in turn, or what follows
        from features drawn freely.
    model_seed : int, optional
        Seed of the tree; by default `seed`.
    seed : int
        Seed of all other draws.

    Attributes
    ----------
    tree : dict
        ``{"leaf": class}``, or ``{"feature": i, "children": [...]}`` with one child per category, or with
        ``"threshold"`` and two children, the first for smaller values.

    Notes
    -----
    Row t draws as in `SEA`. With `model_seed`, sub = number of the tree and t = number of the node, counted as
    the tree is grown from the root, left before right: words A and B of unit 2^30 say whether it is a leaf and of
    which class, words A and B of unit 2^30 + 1 choose the feature, among those that can still be asked, and
    the threshold within its current bounds. A tree is tried on 1000 instances, word j % 2 of unit
    2^30 + 2 + j//2, t = 0, ..., 999: each class must have between 0.4 and 1.6 times an even share, and each
    relevant feature must change the class of one of them when it takes the value of the next one.

    References: P. Domingos, G. Hulten, *Mining high-speed data streams*, KDD 2000.

    Examples
    --------
    >>> stream = RandomTree(1000, n_numeric=10, n_nominal=10, relevant=4, seed=1)
    >>> len(stream.relevant[0]), stream.tree["feature"] in stream.relevant[0]
    (4, True)
    """

    def __init__(
        self,
        n: int | None,
        n_numeric: int = 5,
        n_nominal: int = 5,
        relevant: Sequence[int] | int | None = None,
        categories: int = 5,
        n_classes: int = 2,
        max_depth: int = 5,
        first_leaf_level: int = 3,
        leaf_fraction: float = 0.15,
        noise: float = 0.1,
        noise_mode: str = "flip",
        balance: str = "coin",
        model_seed: int | None = None,
        seed: int = 0,
    ) -> None:
        n_numeric = checked_count("n_numeric", n_numeric, 0)
        n_nominal = checked_count("n_nominal", n_nominal, 0 if n_numeric else 1)
        categories = checked_count("categories", categories, 2)
        n_classes = checked_count("n_classes", n_classes, 2)
        max_depth = checked_count("max_depth", max_depth, 1)
        first_leaf_level = checked_count("first_leaf_level", first_leaf_level, 0)
        leaf_fraction = checked_rate("leaf_fraction", leaf_fraction)
        self.model_seed = checked_model_seed(model_seed, seed)
        chosen = relevant_features(relevant, n_numeric + n_nominal, self.model_seed)
        columns = [
            *(choice(f"x{i}", map(str, range(categories))) for i in range(n_nominal)),
            *numbers(n_numeric, first=n_nominal),
        ]
        growth = Growth(max_depth, first_leaf_level, leaf_fraction, n_classes)
        self.tree, self._flat = _accepted_tree(columns, chosen, growth, self.model_seed)
        super().__init__(n, columns, range(n_classes), chosen, noise, noise_mode, balance, seed)

    def _classes(self, x: Values) -> Any:
        return self._flat.classes(x)


@dataclass(frozen=True)
class Growth:
    """How far a tree grows."""

    max_depth: int
    first_leaf_level: int
    leaf_fraction: float
    n_classes: int


@dataclass(frozen=True)
class Node:
    """What is known at a place where the tree may go on."""

    depth: int
    candidates: tuple[int, ...]
    bounds: Mapping[int, tuple[float, float]]

    def without(self, feature: int) -> Node:
        """Return the place behind a question for a nominal feature."""
        rest = tuple(candidate for candidate in self.candidates if candidate != feature)
        return replace(self, depth=self.depth + 1, candidates=rest)

    def within(self, feature: int, low: float, high: float) -> Node:
        """Return the place behind a question for a numeric feature."""
        return replace(self, depth=self.depth + 1, bounds={**self.bounds, feature: (low, high)})


class _Grower:
    """Grows one tree, node by node in preorder."""

    def __init__(self, columns: Sequence[Uniform], growth: Growth, seed: int, attempt: int) -> None:
        self._columns = columns
        self._growth = growth
        self._draws = _node_draws(seed, attempt)

    def grow(self, node: Node) -> dict[str, Any]:
        """Return the tree below a node."""
        leaf, kind, pick, place = next(self._draws)
        growth = self._growth
        may_end = node.depth >= growth.first_leaf_level and leaf < growth.leaf_fraction
        if node.depth >= growth.max_depth or may_end or not node.candidates:
            return {"leaf": int(growth.n_classes * kind)}
        feature = node.candidates[int(len(node.candidates) * pick)]
        column = self._columns[feature]
        if column.whole:
            children = [self.grow(node.without(feature)) for _ in range(int(column.span))]
            return {"feature": feature, "children": children}
        low, high = node.bounds.get(feature, (0.0, 1.0))
        threshold = low + (high - low) * place
        left, right = node.within(feature, low, threshold), node.within(feature, threshold, high)
        return {"feature": feature, "threshold": threshold, "children": [self.grow(left), self.grow(right)]}


def _node_draws(seed: int, attempt: int) -> Iterator[tuple[float, float, float, float]]:
    """Yield the four numbers of each node."""
    block = 256
    for first in range(0, 2**40, block):
        pairs = (uniforms(seed, Purpose.STREAM, unit, first, block, attempt) for unit in (LEAF_UNIT, SPLIT_UNIT))
        yield from zip(*(word.tolist() for pair in pairs for word in pair), strict=True)


def _accepted_tree(
    columns: Sequence[Uniform], relevant: tuple[int, ...], growth: Growth, seed: int
) -> tuple[dict[str, Any], FlatTree]:
    """Return the first tree whose classes and features are what is said of them."""
    for attempt in range(MOST_TREES):
        tree = _Grower(columns, growth, seed, attempt).grow(Node(0, relevant, {}))
        flat = FlatTree(tree, relevant)
        drawn = uniform_table(seed, Purpose.STREAM, CHECK_UNIT, 0, CHECKED_ROWS, len(columns), sub=attempt)
        x = Columns(columns).values(drawn)
        if _balanced(flat.classes(x), growth.n_classes) and all(_matters(flat, x, i) for i in relevant):
            return tree, flat
    raise ValueError(
        f"no tree of {MOST_TREES} with max_depth={growth.max_depth} asks for all of relevant={relevant} and has "
        f"{growth.n_classes} classes of similar size; make the tree deeper or name fewer features"
    )


def _balanced(labels: NDArray[np.int32], n_classes: int) -> bool:
    shares = np.bincount(labels, minlength=n_classes) * n_classes / len(labels)
    return bool((shares >= SMALLEST_SHARE).all() and (shares <= LARGEST_SHARE).all())


def _matters(tree: FlatTree, x: Values, feature: int) -> bool:
    """Tell whether a class changes when the feature takes the value of the next row."""
    before = tree.classes(x)
    values = x[feature].copy()
    x[feature][:] = np.roll(values, -1)
    after = tree.classes(x)
    x[feature][:] = values
    return bool((before != after).any())
