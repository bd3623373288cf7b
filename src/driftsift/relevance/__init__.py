"""Relevance: how much does each feature say about the class now.

A scorer looks at labelled rows (`observe`) and can be asked at any time for the score of every feature over the last
`window` of them (`scores`), and for which features the score is more than chance (`significant`, `relevant`).

* `scorer`: what all scorers share.
* `sliding`: `ConditionalEntropy`, `InformationGain`, `GainRatio`, `SymmetricalUncertainty`.
* `lookahead`: `InteractionLookahead`, which also sees features that matter only together.
* `discretizers`: how numbers become bins: `PaD`, `PiD`, `EqualWidth`.
* `over_time`: `relevance_over_time`, scores and alarms along a whole stream.
* `significance`: which of many features pass a test.
"""

from driftsift.relevance.discretizers import Discretizer, EqualWidth, PaD, PiD
from driftsift.relevance.lookahead import Extension, InteractionLookahead, Pair, Triple
from driftsift.relevance.over_time import Alarm, RelevanceOverTime, relevance_over_time
from driftsift.relevance.scorer import StreamScorer
from driftsift.relevance.sliding import (
    ConditionalEntropy,
    GainRatio,
    InformationGain,
    SlidingScorer,
    SymmetricalUncertainty,
)

__all__ = [
    "Alarm",
    "ConditionalEntropy",
    "Discretizer",
    "EqualWidth",
    "Extension",
    "GainRatio",
    "InformationGain",
    "InteractionLookahead",
    "PaD",
    "Pair",
    "PiD",
    "RelevanceOverTime",
    "SlidingScorer",
    "StreamScorer",
    "SymmetricalUncertainty",
    "Triple",
    "relevance_over_time",
]
