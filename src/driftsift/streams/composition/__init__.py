"""Streams made of other streams, which keep what is known of them.

===============  ====================================================================
`Drifting`       concepts that replace each other, suddenly or gradually
`Concat`         streams one after the other
`WithIrrelevant` further features that say nothing
`WithRedundant`  further features that repeat others
`WithNoise`      wrong labels
`Imbalanced`     classes in other shares, which may change
`Delayed`        labels that become known late
`Missing`        values that are not there
`Shuffled`       features in another order
===============  ====================================================================

They can be put around each other. The draws of each are a function of its seed, of the row and of its layer, that is
of how many compositions lie in it: two of the same kind with the same seed draw differently.

>>> from driftsift.streams.generators import SEA
>>> concepts = [SEA(None, relevant=(0, 1), seed=1), SEA(None, relevant=(1, 2), seed=2)]
>>> stream = Shuffled(WithIrrelevant(Drifting(concepts, at=5000), numeric=7), seed=3)
>>> [stream.schema.names[i] for i in sorted(stream.relevant[1], key=stream.schema.names.__getitem__)]
['x1', 'x2']
"""

from driftsift.streams.composition.concat import Concat
from driftsift.streams.composition.delayed import Delayed
from driftsift.streams.composition.drifting import Drifting
from driftsift.streams.composition.imbalanced import Imbalanced
from driftsift.streams.composition.irrelevant import WithIrrelevant
from driftsift.streams.composition.missing import Missing
from driftsift.streams.composition.noise import WithNoise
from driftsift.streams.composition.redundant import WithRedundant
from driftsift.streams.composition.shuffled import Shuffled

__all__ = [
    "Concat",
    "Delayed",
    "Drifting",
    "Imbalanced",
    "Missing",
    "Shuffled",
    "WithIrrelevant",
    "WithNoise",
    "WithRedundant",
]
