"""What an instance is, and how tables become numbers.

This room knows four nouns and nothing of models or files:

`Schema`
    The ordered features of a stream, each `Numeric(name)` or `Nominal(name, categories)`, and its classes.
`Chunk`
    A run of instances: ``X`` (float64, category codes, NaN where missing; dense or CSR), ``y`` (class codes,
    -1 where unknown), and where there are any, weights and concept numbers.
frames
    `infer_schema`, `encode` and `decode` take pandas, Polars and Arrow tables in and out, by column name.
labels
    `infer_classes`, `encode_labels` and `decode_labels` go between labels and class codes.

>>> import pyarrow as pa
>>> frame = pa.table({"price": [1.5, None], "day": ["mon", "tue"], "class": ["UP", "DOWN"]})
>>> schema = infer_schema(frame, target="class")
>>> encode(frame, schema).X
array([[1.5, 0. ],
       [nan, 1. ]])
>>> encode_labels(frame["class"], schema.classes)
array([1, 0], dtype=int32)

What happens with absent columns, missing and infinite values, wrong types, unseen categories and unknown
labels is written down once, in ``docs/data-policy.md``, and holds in every room.
"""

from driftsift.data.arrays import encode_array
from driftsift.data.chunk import UNLABELLED, Chunk
from driftsift.data.encoding import Encoded
from driftsift.data.frames import decode, encode, infer_schema, is_frame
from driftsift.data.hints import CellError
from driftsift.data.labels import UnknownLabelError, decode_labels, encode_labels, infer_classes
from driftsift.data.schema import Feature, Label, Nominal, Numeric, Schema

__all__ = [
    "UNLABELLED",
    "CellError",
    "Chunk",
    "Encoded",
    "Feature",
    "Label",
    "Nominal",
    "Numeric",
    "Schema",
    "UnknownLabelError",
    "decode",
    "decode_labels",
    "encode",
    "encode_array",
    "encode_labels",
    "infer_classes",
    "infer_schema",
    "is_frame",
]
