"""Very fast decision rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import flag, not_negative_real, one_of, positive_int, positive_real, real
from driftsift.data.schema import Schema
from driftsift.detectors import Detector
from driftsift.detectors.adwin import native_detector
from driftsift.learners.rules.description import RuleClassifier, literal_text
from driftsift.learners.trees.options import MOST_BINS, MOST_CUTS, OBSERVERS

__all__ = ["VFDR", "AdaptiveVFDR"]

COMPARISONS = ("<=", ">", "=")


class FastRules(RuleClassifier):
    """What very fast decision rules have in common."""

    def _rules(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        return [self._rule(state[name]) for name in [*(f"rule {i}" for i in range(state["rules"])), "default"]]

    def _rule(self, rule: dict[str, Any]) -> dict[str, Any]:
        literals = zip(rule["features"].tolist(), rule["kinds"].tolist(), rule["values"].tolist(), strict=True)
        weights = rule["statistics"]["weight"]
        return {
            "if": [literal_text(self.schema_, feature, COMPARISONS[kind], value) for feature, kind, value in literals],
            "prediction": self.schema_.classes[int(np.argmax(weights))],
            "class_weight": dict(zip(self.schema_.classes, weights.tolist(), strict=True)),
        }


class VFDR(FastRules):
    """Rules that grow with the stream by the literals that leave the purest rows.

    A rule holds for the rows in which all of its literals are true (``x <= 0.5``, ``colour = red``); a missing value
    makes a literal false. After every grace period a rule gets the literal whose rows have the lowest entropy, if that
    is surely lower than with the next best feature, by the bound of Hoeffding trees, and forgets its statistics. Rows
    that no rule covers teach a default rule, whose first literal makes a new rule.

    Parameters
    ----------
    grace : float, default 200
        Weight of the rows a rule learns between two attempts to make it longer.
    delta : float, default 1e-6
        Probability to be wrong about the better literal.
    tau : float, default 0.05
        Bound below which two literals count as equally good.
    min_coverage : float, default 0.1
        Least share of the weight of a rule that a literal has to cover.
    max_rules : int, default 1000
        With so many rules no new one is made.
    ordered : bool, default False
        Whether only the first rule that covers a row learns it and speaks.
    prediction : {"nb", "majority"}, default "nb"
        Whether naive Bayes over its rows or their class distribution speaks for a rule.
    vote : {"weighted", "best"}, default "weighted"
        Of several rules: the mean of their votes by weight, or the vote of the surest.
    numeric : {"gaussian", "histogram", "exhaustive"}, default "gaussian"
    cuts : int, default 10
    bins : int, default 64
        As those of `HoeffdingTree`.

    Examples
    --------
    >>> from driftsift import SEA, VFDR, evaluate
    >>> round(evaluate(VFDR(), SEA(20_000, seed=1)).summary()["accuracy"], 2)
    0.85
    """

    def __init__(
        self,
        grace: float = 200,
        delta: float = 1e-6,
        tau: float = 0.05,
        min_coverage: float = 0.1,
        max_rules: int = 1000,
        ordered: bool = False,
        prediction: str = "nb",
        vote: str = "weighted",
        numeric: str = "gaussian",
        cuts: int = 10,
        bins: int = 64,
    ) -> None:
        self.grace = grace
        self.delta = delta
        self.tau = tau
        self.min_coverage = min_coverage
        self.max_rules = max_rules
        self.ordered = ordered
        self.prediction = prediction
        self.vote = vote
        self.numeric = numeric
        self.cuts = cuts
        self.bins = bins

    def _build(self, schema: Schema) -> _core.Model:
        return _core.vfdr(native_schema(schema), _options(self), None)


class AdaptiveVFDR(FastRules):
    """Rules that are dropped when they err more than they did.

    Every rule has a detector that watches its own errors. In a drift the rule is removed; of the default rule only the
    statistics.

    Parameters
    ----------
    detector : detector, default ADWIN()
        Never used itself; every rule gets a fresh one with these parameters.
    grace, delta, tau, min_coverage, max_rules, ordered, prediction, vote, numeric, cuts, bins
        As those of `VFDR`.

    Examples
    --------
    >>> import driftsift as ds
    >>> concepts = [ds.SEA(20_000, n_features=5, relevant=pair, seed=1) for pair in [(0, 1), (2, 3)]]
    >>> stream = ds.Drifting(concepts, at=10_000)
    >>> models = ds.VFDR(), ds.AdaptiveVFDR()
    >>> [round(ds.evaluate(model, stream).summary()["accuracy"], 2) for model in models]
    [0.81, 0.84]
    """

    def __init__(
        self,
        detector: Detector | None = None,
        grace: float = 200,
        delta: float = 1e-6,
        tau: float = 0.05,
        min_coverage: float = 0.1,
        max_rules: int = 1000,
        ordered: bool = False,
        prediction: str = "nb",
        vote: str = "weighted",
        numeric: str = "gaussian",
        cuts: int = 10,
        bins: int = 64,
    ) -> None:
        self.detector = detector
        self.grace = grace
        self.delta = delta
        self.tau = tau
        self.min_coverage = min_coverage
        self.max_rules = max_rules
        self.ordered = ordered
        self.prediction = prediction
        self.vote = vote
        self.numeric = numeric
        self.cuts = cuts
        self.bins = bins

    def _build(self, schema: Schema) -> _core.Model:
        return _core.vfdr(native_schema(schema), _options(self), native_detector(self.detector))


def _options(rules: VFDR | AdaptiveVFDR) -> _core.RuleOptions:
    options = _core.RuleOptions()
    options.split.numeric = OBSERVERS[one_of("numeric", rules.numeric, list(OBSERVERS))]
    options.split.cuts = positive_int("cuts", rules.cuts, most=MOST_CUTS)
    options.split.bins = positive_int("bins", rules.bins, least=2, most=MOST_BINS)
    options.grace = positive_real("grace", rules.grace)
    options.delta = real("delta", rules.delta, above=0.0, below=1.0)
    options.tau = not_negative_real("tau", rules.tau)
    options.min_coverage = not_negative_real("min_coverage", rules.min_coverage, most=1.0)
    options.max_rules = positive_int("max_rules", rules.max_rules, most=2**20)
    options.ordered = flag("ordered", rules.ordered)
    options.bayes = one_of("prediction", rules.prediction, ("nb", "majority")) == "nb"
    options.best_speaks = one_of("vote", rules.vote, ("weighted", "best")) == "best"
    return options
