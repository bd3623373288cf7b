"""What all scorers share: rows go in, a score of every feature comes out, at any time."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Generic, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from driftsift.data.chunk import Chunk
from driftsift.data.estimator import NativeModel, StreamEstimator
from driftsift.data.schema import Schema

__all__ = ["LONGEST_WINDOW", "StreamScorer"]

LONGEST_WINDOW = 2**22  # its table of n log2 n takes 67 MB


class NativeScorer(NativeModel, Protocol):
    """What native scorers have in common."""

    @property
    def rows(self) -> int:
        """The number of rows in the window."""

    def observe(self, X: object, y: NDArray[np.int32]) -> None:
        """Look at rows with class codes, -1 where there is none."""

    def scores(self) -> NDArray[np.float64]:
        """Return the score of every feature."""

    def ready(self) -> NDArray[np.uint8]:
        """Return whether every feature can be scored."""


Scorer = TypeVar("Scorer", bound=NativeScorer)


class StreamScorer(StreamEstimator[Scorer], Generic[Scorer]):
    """Says how much every feature tells about the class in the last rows; higher is more.

    Attributes
    ----------
    schema_ : Schema
        The features and classes of the rows.
    """

    @abstractmethod
    def _build(self, schema: Schema) -> Scorer:
        """Return a native scorer that has seen nothing; ValueError for parameters that make no sense."""

    def observe(self, X: Any, y: Any) -> Self:
        """Look at more rows.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n, d)
            Without `prepare`, the columns of an array are numeric features.
        y : labels of shape (n,)
            None or NaN where the label is unknown; such a row is passed over.
        """
        self._with_targets(X, y, None, None, lambda model, rows, codes, _: model.observe(rows, codes), at_least=0)
        return self

    def observe_chunk(self, chunk: Chunk) -> Self:
        """Look at the rows of a chunk, whose labels are class codes. The schema must be known."""
        self._require_prepared()
        self._on_chunk(chunk, lambda model, rows: model.observe(rows, chunk.y))
        return self

    def scores(self) -> NDArray[np.float64]:
        """Return the score of every feature; 0 as long as it is not `ready`."""
        return np.asarray(self._seen().scores())

    def ready(self) -> NDArray[np.bool_]:
        """Return whether every feature can be scored: a numeric one needs a full window."""
        return np.asarray(self._seen().ready()).astype(bool)

    @abstractmethod
    def significant(self, alpha: float = 0.05) -> NDArray[np.bool_]:
        """Return whether every feature says more about the class than chance would."""

    def relevant(self, alpha: float = 0.05) -> list[str]:
        """Return the names of the significant features, the highest score first."""
        chosen, scores = np.flatnonzero(self.significant(alpha)), self.scores()
        return [self.schema_.names[f] for f in sorted(chosen, key=lambda f: (-scores[f], f))]

    @property
    def n(self) -> int:
        """The number of rows in the window."""
        return int(self._model.rows) if self._prepared else 0

    def _seen(self) -> Scorer:
        self._require_prepared()
        return self._model

    def _number(self, feature: int | str) -> int:
        """Return the number of a feature given by number or name."""
        if isinstance(feature, str):
            if feature not in self.schema_.names:
                raise ValueError(f"no feature {feature!r}; the features are {', '.join(self.schema_.names[:20])}")
            return self.schema_.names.index(feature)
        return range(self.schema_.n_features)[feature]
