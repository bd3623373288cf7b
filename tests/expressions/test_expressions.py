"""Expressions: what they build, and that nothing but what is listed can be said."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import driftsift as ds
from driftsift.expressions import ExpressionError, build_model, build_stream, kebab, public_classes
from tests.strategies import quick

MODELS = [
    ("naive-bayes", "NaiveBayes()"),
    ("NaiveBayes", "NaiveBayes()"),
    ("naive_bayes()", "NaiveBayes()"),
    ("naivebayes", "NaiveBayes()"),
    ("k-nn", "KNN()"),
    (" knn ( k = 3 ) ", "KNN(k=3)"),
    ("knn(3, 50, 'none')", "KNN(k=3, scale='none', window=50)"),
    ("knn(window=1e4)", "KNN(window=10000)"),
    ("knn(window=10_000)", "KNN(window=10000)"),
    ("knn(k=+3)", "KNN(k=3)"),
    ("majority-class(window=none)", "MajorityClass()"),
    ("majority-class(window=None)", "MajorityClass()"),
    ("naive-bayes(variance-floor=1e-6)", "NaiveBayes(variance_floor=1e-06)"),
    ("naive-bayes(variance_floor=-0.5)", "NaiveBayes(variance_floor=-0.5)"),
    ("subset(['a-b', 'c|d', \"e'f\"]) | knn", "Subset(features=['a-b', 'c|d', \"e'f\"]) | KNN()"),
    ("topk(k=5) | naive-bayes", "TopK(k=5) | NaiveBayes()"),
    ("topk|(topk(k=2)|knn)", "TopK() | TopK(k=2) | KNN()"),
    ("(topk | topk(k=2)) | knn", "TopK() | TopK(k=2) | KNN()"),
]


def steps(model):
    return " | ".join(repr(step) for _, step in model.steps) if isinstance(model, ds.Pipeline) else repr(model)


@pytest.mark.parametrize(("text", "expected"), MODELS)
def test_models(text, expected):
    assert steps(build_model(text)) == expected


STREAMS = [
    ("sea(n=1e3, seed=1)", (1000, 3)),
    ("SEA(n=5, n_features=7)", (5, 7)),
    ("sea", (None, 3)),
    ("sea(noise=0, relevant=(0, 2))", (None, 3)),
    ("drifting([sea(n=10, theta=8), sea(n=10, theta=9)], at=5, width=1)", (10, 3)),
    ("drifting([sea, sea(theta=9)], at=5e3)", (None, 3)),
]


@pytest.mark.parametrize(("text", "expected"), STREAMS)
def test_streams(text, expected):
    stream = build_stream(text)
    assert (stream.n_instances, stream.schema.n_features) == expected


# expression, what the message says, where the caret points
WRONG = [
    ("", "the expression is empty", 0),
    ("   ", "the expression is empty", 0),
    ("naive-bias", "no model is called 'naive-bias'; did you mean 'naive-bayes'?", 0),
    ("topk | nave_bayes", "no model is called 'nave_bayes'; did you mean 'naive-bayes'?", 7),
    ("xyzzy", "there are cvfdt, knn, vfdr", 0),
    ("sea(n=5)", "no model is called 'sea'", 0),
    ("knn(kk=3)", "knn has no parameter 'kk'; did you mean 'k'?", 4),
    ("no-change(zzz=3)", "no-change has no parameter 'zzz'; it has no parameters", 10),
    ("knn(zzz=3)", "knn has no parameter 'zzz'; its parameters are k, window, scale", 4),
    ("knn(k=3, k=4)", "'k' is given twice", 9),
    ("knn(3, k=4)", "multiple values for argument 'k'", 0),
    ("no_change(1)", "too many positional arguments", 0),
    ("subset | knn", "missing a required argument: 'features'", 0),
    ("topk", "a model ends in a classifier; write ... | naive-bayes", 0),
    ("topk | topk", "a model ends in a classifier", 0),
    ("5", "a model ends in a classifier", 0),
    ("none", "a model ends in a classifier", 0),
    ("knn | topk", "only a transformer can stand before |", 0),
    ("topk | knn | knn", "only a transformer can stand before |", 7),
    ("topk | 5", "| stands between transformers and a classifier", 7),
    ("[topk] | knn", "| stands between transformers and a classifier", 0),
    ("knn(", "never closed", 3),
    ("knn(k=)", "", None),
    ("knn knn", "", None),
    ("knn)", "", None),
    ("'é' + knn(kk=3)", "only names, calls, numbers, texts, lists and | are allowed", 0),
    ("subset(['é'], k=1) | knn", "subset has no parameter 'k'", 14),
]


@pytest.mark.parametrize(("text", "message", "position"), WRONG)
def test_wrong_models(text, message, position):
    with pytest.raises(ExpressionError) as caught:
        build_model(text)
    assert message in str(caught.value)
    if position is not None:
        assert caught.value.position == position
        assert str(caught.value).endswith("\n  " + " " * position + "^")


HOSTILE = [
    "__import__('os').system('true')",
    "knn.__class__",
    "knn.__init__.__globals__",
    "().__class__.__bases__[0].__subclasses__()",
    "(lambda: 0)()",
    "[x for x in (1,)]",
    "{x: 1 for x in (1,)}",
    "{'a': 1}",
    "knn(**{'k': 3})",
    "knn(*[3])",
    "knn(k=(lambda: 3)())",
    "knn(k=9**9**9**9)",
    "knn(k=1+1)",
    "knn(k=not 1)",
    "knn(k=~1)",
    "knn(k=-'a')",
    "knn(k=-true)",
    "knn(k=3 if 1 else 4)",
    "knn(k:=3)",
    "knn(k=f'{1}')",
    "knn(k=b'x')",
    "knn(k=1j)",
    "knn(k=...)",
    "knn()()",
    "knn()[0]",
    "knn; import os",
    "import os",
    "knn\nimport os",
    "knn\0",
    "eval('1')",
    "open('/etc/passwd')",
    "load('model')",
    "evaluate(knn, sea)",
    "Schema([], [])",
    "ModelFileError('x')",
    "StreamClassifier()",
    "await knn",
    "yield",
    "knn@knn",
    "knn & knn",
    "a" * 20_000,
    "(" * 500 + ")" * 500,
    "[" * 39 + "]" * 39 + " | knn",
    "topk | " * 1300 + "knn",
    "-" * 5000 + "1",
    "knn(k=" + "9" * 5000 + ")",
    "\udcff",
    "\u202eknn",
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:30].encode("unicode_escape").decode())
def test_hostile_models(text):
    with pytest.raises(ExpressionError):
        build_model(text)


@quick
@given(st.text(alphabet="knaivebysop-_()[]|,.='\"0159 \\\n*{}:#é", max_size=40))
def test_any_text_gives_a_model_or_an_expression_error(text):
    with contextlib.suppress(ExpressionError):
        assert hasattr(build_model(text), "partial_fit")


def test_constructor_errors_carry_the_place():
    with pytest.raises(ExpressionError, match="sea: n=-1") as caught:
        build_stream("drifting([sea(n=3), sea(n=-1)], at=2)")
    assert caught.value.position == 20
    with pytest.raises(FileNotFoundError):
        build_stream("csv-stream('/no/such/file.csv')")


def test_every_public_class_can_be_written_in_kebab_case():
    classes = public_classes(("streams", "learners", "transformers"))
    assert {"SEA", "NaiveBayes", "TopK"} <= set(classes)
    assert not {"Stream", "load", "open_stream", "ModelFileError"} & set(classes)
    for name in classes:
        assert kebab(name) == kebab(name).lower()
        assert kebab(name).replace("-", "") == name.lower().replace("_", "")
