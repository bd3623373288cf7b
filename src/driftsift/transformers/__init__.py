"""What changes the feature space in front of a learner, and the pipeline that joins the two.

* `base`: what all transformers share, and `|`.
* `top_k`, `subset`: `TopK`, `Subset`.
* `selector`: what dynamic selectors share; `abfs`: `ABFS`; `discuss`: `DISCUSS`; `lookahead_selector`:
  `LookaheadSelector`.
* `pipeline`: `Pipeline`. When the projection changes, the learner starts afresh in the new feature space and learns
  the last rows again.
"""

from driftsift.transformers.abfs import ABFS
from driftsift.transformers.base import StreamTransformer
from driftsift.transformers.discuss import DISCUSS
from driftsift.transformers.lookahead_selector import LookaheadSelector
from driftsift.transformers.pipeline import Pipeline
from driftsift.transformers.selector import SelectionEvent
from driftsift.transformers.subset import Subset
from driftsift.transformers.top_k import TopK

__all__ = ["ABFS", "DISCUSS", "LookaheadSelector", "Pipeline", "SelectionEvent", "StreamTransformer", "Subset", "TopK"]
