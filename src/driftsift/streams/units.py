"""Who draws from which unit.

Every random draw of a stream has the address (seed, `Purpose.STREAM`, unit, t, sub), where t = 0, 1, ... is
the row of the instance. Units below 2^31 belong to the generators, each of which says in its docstring what
it draws from them; the units from 2^31 on belong to the streams that are made from other streams, so that a
generator and a composition with the same seed never share a draw. Feature j takes word j % 2 of unit
`FEATURE_UNIT` + j // 2, and so do the columns of every other family of units.
"""

from __future__ import annotations

__all__ = [
    "CHOICE_UNIT",
    "CONCEPT_UNIT",
    "COPY_UNIT",
    "DECISION_UNIT",
    "FEATURE_UNIT",
    "IRRELEVANT_UNIT",
    "MISSING_UNIT",
    "MODEL_UNIT",
    "NOISE_UNIT",
    "SHARES_UNIT",
]

DECISION_UNIT = 0
CHOICE_UNIT = 1
FEATURE_UNIT = 2
MODEL_UNIT = 2**30

CONCEPT_UNIT = 2**31
NOISE_UNIT = CONCEPT_UNIT + 1
SHARES_UNIT = CONCEPT_UNIT + 2

PER_FEATURE = 2**28
IRRELEVANT_UNIT = CONCEPT_UNIT + PER_FEATURE
COPY_UNIT = IRRELEVANT_UNIT + PER_FEATURE
MISSING_UNIT = COPY_UNIT + PER_FEATURE
