"""What changes the feature space in front of a learner, and the pipeline that joins the two.

* `base`: what all transformers share, and `|`.
* `top_k`, `subset`: `TopK`, `Subset`.
* `compressed_sensing`: `CompressedSensing`, a random projection.
* `selector`: what dynamic selectors share; `abfs`, `discuss`, `fcbf`, `lookahead_selector`, `oracle`: `ABFS`,
  `DISCUSS`, `FCBF`, `LookaheadSelector`, `Oracle`.
* `pipeline`: `Pipeline`. When the projection changes, the learner starts afresh in the new feature space and learns
  the last rows again.
"""

from driftsift.transformers.abfs import ABFS
from driftsift.transformers.base import StreamTransformer
from driftsift.transformers.compressed_sensing import CompressedSensing
from driftsift.transformers.discuss import DISCUSS
from driftsift.transformers.fcbf import FCBF
from driftsift.transformers.lookahead_selector import LookaheadSelector
from driftsift.transformers.oracle import Oracle
from driftsift.transformers.pipeline import Pipeline
from driftsift.transformers.selector import SelectionEvent
from driftsift.transformers.subset import Subset
from driftsift.transformers.top_k import TopK

__all__ = [
    "ABFS",
    "DISCUSS",
    "FCBF",
    "CompressedSensing",
    "LookaheadSelector",
    "Oracle",
    "Pipeline",
    "SelectionEvent",
    "StreamTransformer",
    "Subset",
    "TopK",
]
