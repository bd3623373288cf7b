"""Random projections: many features as a few numbers that mix them all."""

from __future__ import annotations

import warnings

from driftsift import _core
from driftsift.data.native import native_schema
from driftsift.data.parameters import flag, one_of, positive_int
from driftsift.data.schema import Numeric, Schema, replace_features
from driftsift.transformers.base import StreamTransformer

__all__ = ["CompressedSensing"]

KINDS = {
    "gaussian": _core.ProjectionKind.gaussian,
    "bernoulli": _core.ProjectionKind.bernoulli,
    "sparse": _core.ProjectionKind.sparse,
}
MOST_OUTPUTS = 2**21 - 1
MOST_COLUMNS = 2**31 - 1
MOST_SEED = 2**64 - 1


class CompressedSensing(StreamTransformer):
    """Projects every row onto a few random directions.

    Lengths and distances are kept on average; with 50 directions one of them is off by about 20 % (one standard
    deviation). A learner behind it works on `dimension` numeric features z0, z1, ... whatever the width of the stream.
    The entries of the random matrix are a function of `seed` and their place: it is made once for a model and is in no
    file, and the one for 10 directions is the top of the one for 50. What is missing counts as 0.

    Parameters
    ----------
    dimension : int, default 50
        Number of directions.
    kind : {"gaussian", "bernoulli", "sparse"}, default "gaussian"
        Entries: normal; 1 or -1; or 1, -1 and mostly 0 (one in six each, Achlioptas 2003).
    normalize : bool, default True
        Whether lengths are kept; otherwise they grow by the square root of `dimension`.
    seed : int, default 0
    nominal : {"indicators", "code"}, default "indicators"
        Whether a nominal feature of more than two categories has a column for each of them, or one for its code.
    when_wide : {"identity", "project", "error"}, default "identity"
        What happens to a stream with no more columns than directions: rows pass unchanged (and a warning is given), are
        projected all the same, or are refused. Behind a selector this is asked anew whenever its features change;
        nothing is refused then, but projected.

    Examples
    --------
    >>> import driftsift as ds
    >>> stream = ds.Tweets(n=2_000, seed=1)
    >>> model = (ds.CompressedSensing(dimension=30) | ds.NaiveBayes()).prepare(stream.schema)
    >>> ds.evaluate(model, stream).trained.explain()["features"][:3]
    ['z0', 'z1', 'z2']
    """

    _keeps_features = True

    def __init__(
        self,
        dimension: int = 50,
        kind: str = "gaussian",
        normalize: bool = True,
        seed: int = 0,
        nominal: str = "indicators",
        when_wide: str = "identity",
    ) -> None:
        self.dimension = dimension
        self.kind = kind
        self.normalize = normalize
        self.seed = seed
        self.nominal = nominal
        self.when_wide = when_wide

    def _build(self, schema: Schema) -> _core.Transformer:
        options = self._options()
        columns = self._columns(schema)
        if columns > MOST_COLUMNS:
            raise ValueError(f"the stream has {columns} columns; at most {MOST_COLUMNS} can be projected")
        if options.dimension >= columns and self.when_wide != "project":
            reason = f"dimension={options.dimension} is not below the {columns} columns of the stream"
            if self.when_wide == "error":
                raise ValueError(reason)
            warnings.warn(f"{reason}: rows pass unchanged", UserWarning, stacklevel=2)
        return _core.compressed_sensing(native_schema(schema), options)

    def _replay(self) -> int:
        return 0  # it never changes

    def _projected(self, schema: Schema) -> Schema:
        p = self._outputs()
        if self.when_wide == "identity" and p >= self._columns(schema):
            return schema
        return replace_features(schema, (Numeric(f"z{i}") for i in range(p)))

    def _cells(self, schema: Schema) -> int:
        return self._outputs() * self._columns(schema)

    def _outputs(self) -> int:
        return positive_int("dimension", self.dimension, most=MOST_OUTPUTS)

    def _columns(self, schema: Schema) -> int:
        """Return how many columns the matrix has."""
        if one_of("nominal", self.nominal, ("indicators", "code")) == "code":
            return schema.n_features
        return sum(int(size) if size > 2 else 1 for size in schema.n_categories)

    def _options(self) -> _core.CompressedSensingOptions:
        options = _core.CompressedSensingOptions()
        options.dimension = self._outputs()
        options.kind = KINDS[one_of("kind", self.kind, list(KINDS))]
        options.normalize = flag("normalize", self.normalize)
        options.seed = positive_int("seed", self.seed, least=0, most=MOST_SEED)
        options.indicators = one_of("nominal", self.nominal, ("indicators", "code")) == "indicators"
        options.identity_if_wide = one_of("when_wide", self.when_wide, ("identity", "project", "error")) == "identity"
        return options
