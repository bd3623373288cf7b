"""Models and streams of other libraries, in both directions.

* `to_river`: a learner of this library as a River classifier.
* `from_river`, `from_sklearn`: classifiers of River and scikit-learn as learners of this library.
* `river_stream`: a River dataset, or any iterable of ``(dict, label)``, as a stream.
* `to_river_stream`: a stream as the ``(dict, label)`` pairs River learns from.

scikit-learn's side needs nothing else: every learner here is a scikit-learn classifier already. River itself
is imported by `to_river` only.
"""

from driftsift.interop.river_streams import RiverStream, river_stream, to_river_stream
from driftsift.interop.wrappers import from_river, from_sklearn, to_river

__all__ = ["RiverStream", "from_river", "from_sklearn", "river_stream", "to_river", "to_river_stream"]
