"""Every learner under test, once. A new learner joins all common tests by one line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import driftsift as ds
from driftsift.streams.schedule import Drift
from driftsift.streams.truth import Truth
from tests.reference import knn, majority, naive_bayes, no_change
from tests.reference.projected import Projected
from tests.reference.rules import facil


@dataclass(frozen=True)
class Entry:
    """A learner: how to make it, the oracle of a sample (None: none here), and whether small streams do not fill it."""

    name: str
    make: Callable[[], Any]
    oracle: Callable[[Any], Any] | None = None
    grows: bool = False


# Settings with which small streams are enough for splits.
EAGER_TREE = {"grace": 20, "delta": 0.05, "tau": 0.1}
LOOKAHEAD = ds.InteractionLookahead(window=40, alpha=0.3, min_cell=5)
EAGER_RULES = {"grace": 20, "delta": 0.05, "tau": 0.2}
EAGER_WINDOW = {
    "window": 80,
    "check": 20,
    "cycle": 20,
    "test": 5,
    "grace": 10,
    "delta": 0.05,
    "tau": 0.2,
    "warm_up": 30,
}


# All streams have feature 0, whatever their width.
TRUTH = Truth({0: frozenset({0}), 1: frozenset(), 2: frozenset({0})}, drifts=(Drift(50, 1), Drift(90.5, 1)))

LEARNERS = [
    Entry("majority", lambda: ds.MajorityClass(), lambda s: majority.MajorityClass(s.n_classes)),
    Entry(
        "majority-windowed",
        lambda: ds.MajorityClass(window=7),
        lambda s: majority.MajorityClass(s.n_classes, 7),
    ),
    Entry("no-change", lambda: ds.NoChange(), lambda s: no_change.NoChange(s.n_classes)),
    Entry("naive-bayes", lambda: ds.NaiveBayes(), lambda s: naive_bayes.NaiveBayes(s.n_categories, s.n_classes)),
    Entry(
        "naive-bayes-floor",
        lambda: ds.NaiveBayes(variance_floor=0.01),
        lambda s: naive_bayes.NaiveBayes(s.n_categories, s.n_classes, variance_floor=0.01),
    ),
    Entry(
        "naive-bayes-windowed",
        lambda: ds.NaiveBayes(window=25),
        lambda s: naive_bayes.NaiveBayes(s.n_categories, s.n_classes, window=25),
    ),
    Entry(
        "naive-bayes-weighted",
        lambda: ds.NaiveBayes(weights=ds.SymmetricalUncertainty(window=40), weighting="relative", min_n=20, window=70),
    ),
    Entry("knn", lambda: ds.KNN(), lambda s: knn.KNN(s.n_categories, s.n_classes)),
    Entry("knn-small", lambda: ds.KNN(k=3, window=11), lambda s: knn.KNN(s.n_categories, s.n_classes, 3, 11)),
    Entry(
        "knn-unscaled",
        lambda: ds.KNN(k=4, window=13, scale="none"),
        lambda s: knn.KNN(s.n_categories, s.n_classes, 4, 13, "none"),
    ),
    Entry("knn-weighted", lambda: ds.KNN(k=5, window=120, weights=ds.InformationGain(window=40), min_n=20)),
    # Trees and rules are compared with their oracles in trees/ and rules/: what they decide may hang on the last digit.
    Entry("stump", lambda: ds.DecisionStump(grace=30)),
    Entry("hoeffding-tree", lambda: ds.HoeffdingTree(**EAGER_TREE), grows=True),
    Entry(
        "hoeffding-tree-histogram",
        lambda: ds.HoeffdingTree(**EAGER_TREE, numeric="histogram", bins=8, nominal="binary", leaf="nb", subspace=2),
        grows=True,
    ),
    Entry(
        "hoeffding-tree-limited",
        lambda: ds.HoeffdingTree(**EAGER_TREE, memory_limit=20_000, leaf="majority"),
        grows=True,
    ),
    Entry("adaptive-tree", lambda: ds.HoeffdingAdaptiveTree(**EAGER_TREE, drift_delta=0.3), grows=True),
    Entry(
        "adaptive-tree-weighted-leaves",
        lambda: ds.HoeffdingAdaptiveTree(
            **EAGER_TREE, drift_delta=0.3, leaf=ds.NaiveBayes(weights=ds.SymmetricalUncertainty(window=40), min_n=20)
        ),
        grows=True,
    ),
    Entry(
        "adaptive-tree-best-leaves",
        lambda: ds.HoeffdingAdaptiveTree(**EAGER_TREE, leaf="adaptive", min_leaf=5),
        grows=True,
    ),
    Entry("cvfdt", lambda: ds.CVFDT(**EAGER_WINDOW), grows=True),
    Entry("vfdr", lambda: ds.VFDR(**EAGER_RULES), grows=True),
    Entry(
        "adaptive-rules", lambda: ds.AdaptiveVFDR(detector=ds.ADWIN(delta=0.3), **EAGER_RULES, ordered=True), grows=True
    ),
    Entry(
        "facil",
        lambda: ds.Facil(window=40, max_examples=6),
        lambda s: facil.Facil(s.n_categories, s.n_classes, window=40, max_examples=6),
        grows=True,
    ),
    Entry(
        "subset-knn",
        lambda: ds.Subset([0]) | ds.KNN(),
        lambda s: Projected(knn.KNN(s.n_categories[:1], s.n_classes), [0]),
    ),
    Entry("top-k-naive-bayes", lambda: ds.TopK(k=2, window=100, every=50) | ds.NaiveBayes()),
    # Selectors and projections are compared with their references in transformers/. A selector keeps its last events.
    Entry("discuss-naive-bayes", lambda: ds.DISCUSS(window=40, alpha=0.5) | ds.NaiveBayes(), grows=True),
    Entry("discuss-lookahead-knn", lambda: ds.DISCUSS(scorer=LOOKAHEAD, n=2) | ds.KNN(k=3, window=120), grows=True),
    Entry("abfs-naive-bayes", lambda: ds.ABFS(grace=20, alpha=0.5) | ds.NaiveBayes(), grows=True),
    Entry(
        "lookahead-selector-knn",
        lambda: ds.LookaheadSelector(window=40, memory=120, alpha=0.04, min_cell=5) | ds.KNN(k=3, window=120),
        grows=True,
    ),
    Entry("fcbf-naive-bayes", lambda: ds.FCBF(chunk=60) | ds.NaiveBayes(), grows=True),
    Entry(
        "fcbf-sliding-knn", lambda: ds.FCBF(chunk=40, every=9, binning="width") | ds.KNN(k=3, window=120), grows=True
    ),
    Entry("oracle-naive-bayes", lambda: ds.Oracle(TRUTH) | ds.NaiveBayes()),
    Entry("compressed-knn", lambda: ds.CompressedSensing(dimension=5, when_wide="project") | ds.KNN(k=3, window=120)),
    Entry(
        "compressed-naive-bayes",
        lambda: ds.CompressedSensing(dimension=9, kind="sparse", when_wide="project") | ds.NaiveBayes(),
    ),
]

BY_NAME = {entry.name: entry for entry in LEARNERS}
