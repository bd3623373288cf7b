"""Streams made by rule, whose truth is known: every instance is a pure function of (seed, row).

`Generator` is what they share, `Ruled` what those share that draw features and read the class off them. Then
there is one file per generator.
"""

from driftsift.streams.generators.agrawal import Agrawal
from driftsift.streams.generators.asset_negotiation import AssetNegotiation
from driftsift.streams.generators.binary import BG1, BG2, BG3
from driftsift.streams.generators.hyperplane import Hyperplane
from driftsift.streams.generators.led import LED
from driftsift.streams.generators.mixed import Mixed
from driftsift.streams.generators.random_rbf import RandomRBF
from driftsift.streams.generators.random_tree import RandomTree
from driftsift.streams.generators.sea import SEA
from driftsift.streams.generators.sine import Sine
from driftsift.streams.generators.stagger import STAGGER
from driftsift.streams.generators.tweets import Tweets
from driftsift.streams.generators.waveform import Waveform

__all__ = [
    "BG1",
    "BG2",
    "BG3",
    "LED",
    "SEA",
    "STAGGER",
    "Agrawal",
    "AssetNegotiation",
    "Hyperplane",
    "Mixed",
    "RandomRBF",
    "RandomTree",
    "Sine",
    "Tweets",
    "Waveform",
]
