"""Models and streams written as text: ``topk(k=5) | naive-bayes`` or ``sea(n=1e5, seed=1)``.

An expression is parsed, never evaluated as code. It is made of

* calls of public classes, ``knn(k=3)``; without arguments the name alone is enough. Names may be written
  ``NaiveBayes``, ``naive_bayes`` or ``naive-bayes``;
* values: numbers (``1e6`` is a whole number), texts in quotes, ``true``, ``false``, ``none``, and lists of
  values and expressions in ``[]`` or ``()``;
* ``a | b``, a pipeline.

>>> build_model("subset([0, 3]) | k-nn(k=3)")
Pipeline(steps=[('subset', Subset(features=[0, 3])), ('knn', KNN(k=3))])
>>> build_model("naive-bias")
Traceback (most recent call last):
...
driftsift.expressions.source.ExpressionError: no model is called 'naive-bias'; did you mean 'naive-bayes'?
  naive-bias
  ^
"""

from __future__ import annotations

from typing import Any

from driftsift.expressions.builder import Builder
from driftsift.expressions.names import MODEL_ROOMS, PART_ROOMS, STREAM_ROOMS, kebab, public_classes, stream_makers
from driftsift.expressions.source import ExpressionError

__all__ = [
    "MODEL_ROOMS",
    "PART_ROOMS",
    "STREAM_ROOMS",
    "ExpressionError",
    "build_model",
    "build_scorer",
    "build_stream",
    "kebab",
    "public_classes",
]


def build_model(text: str) -> Any:
    """Return the classifier an expression stands for.

    Examples
    --------
    >>> build_model("majority-class(window=1_000)")
    MajorityClass(window=1000)
    """
    from driftsift.learners import StreamClassifier

    builder = Builder(text, "model", MODEL_ROOMS + PART_ROOMS)
    return builder.build(StreamClassifier, "a model ends in a classifier; write ... | naive-bayes")


def build_scorer(text: str) -> Any:
    """Return the scorer an expression stands for.

    Examples
    --------
    >>> build_scorer("information-gain(window=500, discretizer=pad(bins=5))")
    InformationGain(discretizer=PaD(bins=5), window=500)
    """
    from driftsift.relevance import StreamScorer

    return Builder(text, "scorer", PART_ROOMS).build(StreamScorer, "expected a scorer")


def build_stream(text: str) -> Any:
    """Return the stream an expression stands for; a generator without `n` is endless.

    Besides the classes there are ``preset('thesis/SEA', seed=3)`` and ``dataset('electricity')``.

    Examples
    --------
    >>> build_stream("sea(n=1e3, seed=1)")
    <SEA 'SEA': 1,000 instances, 3 features, 2 classes>
    """
    from driftsift.streams import Stream

    return Builder(text, "stream", STREAM_ROOMS, stream_makers()).build(Stream, "expected a stream")
