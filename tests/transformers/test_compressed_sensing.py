"""Random projections: golden entries, moments, kinds of features, and what passes unchanged."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone

import driftsift as ds
from tests.learners.support import learn_and_vote, prepared
from tests.strategies import quick, samples

# Signs of the first sixteen entries of two columns, seed 42.
SIGNS = {0: "++--++++--------", 1: "++++-+--+-++++++"}
KURTOSIS = {"gaussian": 3.0, "bernoulli": 1.0, "sparse": 3.0}


def project(X, schema=None, **options):
    """The rows as a learner behind the projection is given them."""
    d = X.shape[1]
    projection = ds.CompressedSensing(**{"when_wide": "project", **options})
    p = projection.dimension
    watched = ds.Pipeline(
        [("project", projection), ("watch", ds.Subset(range(p))), ("m", ds.MajorityClass())], replay=X.shape[0]
    )
    watched.prepare(schema or ds.Schema.numeric(d, (0,))).partial_fit(X, np.zeros(X.shape[0], dtype=int))
    return np.array(watched._model.state()["learner"]["recent"]["values"]).reshape(-1, p)


def matrix(d, **options):
    """Entry [r, j]."""
    return project(np.eye(d), normalize=False, **options).T


def test_golden_entries():
    A = matrix(500, dimension=50, seed=42)
    expected = {(0, 0): -0.332396795968, (1, 0): 0.159949970942, (2, 0): -1.829380745263, (0, 1): 0.694090703860}
    for place, entry in expected.items():
        assert A[place] == np.float32(entry)
    assert A.sum() == pytest.approx(54.468473, abs=1e-3)
    assert (A.mean(), A.var()) == (pytest.approx(0.002179, abs=1e-6), pytest.approx(0.995785, abs=1e-6))


def test_golden_signs():
    A = matrix(2, dimension=16, seed=42, kind="bernoulli")
    assert {j: "".join("-+"[int(entry > 0)] for entry in A[:, j]) for j in (0, 1)} == SIGNS
    assert set(np.abs(A).ravel()) == {1.0}


def test_golden_row():
    row = np.zeros((1, 500))
    row[0, [1, 2, 4, 6, 8, 20, 32, 63, 72, 223, 297]] = 1
    y = project(row, dimension=50, seed=42)[0]
    assert y[:4] == pytest.approx([-0.01181285, -0.61655623, -0.33195141, 0.74847827], abs=1e-6)
    assert y @ y / 11 == pytest.approx(0.8724872, abs=1e-6)


def test_a_matrix_for_few_directions_is_the_top_of_that_for_more():
    for kind in KURTOSIS:
        assert (matrix(30, dimension=70, kind=kind, seed=3)[:10] == matrix(30, dimension=10, kind=kind, seed=3)).all()


@pytest.mark.parametrize("kind", KURTOSIS)
@pytest.mark.parametrize("p", [10, 50])
def test_lengths_are_kept_on_average(kind, p):
    """2000 rows of 15 ones in columns of their own: as many matrices of 15 columns."""
    n, s = 2_000, 15
    rows = sp.csr_matrix((np.ones(n * s), np.arange(n * s), np.arange(0, n * s + 1, s)), shape=(n, n * s))
    lengths = (project(rows, dimension=p, kind=kind, seed=9) ** 2).sum(axis=1) / s
    deviation = np.sqrt((2 + (KURTOSIS[kind] - 3) / s) / p)
    assert lengths.mean() == pytest.approx(1, abs=4 * deviation / np.sqrt(n))
    assert lengths.std() == pytest.approx(deviation, rel=0.1)


@pytest.mark.parametrize(("kind", "factor"), [("gaussian", 8.0), ("bernoulli", 8.0), ("sparse", 8.0)])
def test_without_normalisation_rows_are_longer(kind, factor):
    X = np.random.default_rng(1).normal(size=(20, 100))
    short, long = (project(X, dimension=64, kind=kind, normalize=normalize) for normalize in (True, False))
    np.testing.assert_allclose(long, factor * short, rtol=1e-15)


@pytest.mark.parametrize("p", [1, 7, 8, 9, 31, 32, 33, 64, 65, 100, 129])
def test_products_of_any_width(p):
    X = np.random.default_rng(p).normal(size=(3, 40))
    np.testing.assert_allclose(project(X, dimension=p, normalize=False), X @ matrix(40, dimension=p).T, atol=1e-12)


def test_missing_values_and_zeros_add_nothing():
    X = np.random.default_rng(2).normal(size=(5, 20))
    X[:, 3] = 0
    holes = X.copy()
    holes[:, 3] = np.nan
    assert project(holes, dimension=4).tobytes() == project(X, dimension=4).tobytes()
    assert project(np.zeros((1, 20)), dimension=4).tolist() == [[0.0] * 4]


MIXED = ds.Schema(
    [ds.Nominal("a", ("u", "v", "w")), ds.Numeric("b"), ds.Nominal("c", ("no", "yes")), ds.Nominal("d", tuple("pqrs"))],
    (0,),
)
ROWS = np.array([[0, 1.5, 1, 3], [2, 0, 0, 0], [np.nan, -2, np.nan, 1], [0, 0, 0, 0]])


def test_categories_have_columns_of_their_own():
    columns = np.zeros((4, 9))
    columns[0, [0, 8]], columns[0, [3, 4]] = 1, (1.5, 1)
    columns[1, [2, 5]] = 1
    columns[2, [3, 6]] = -2, 1
    columns[3, [0, 5]] = 1
    assert project(ROWS, MIXED, dimension=6).tobytes() == project(columns, dimension=6).tobytes()


def test_categories_as_numbers():
    assert project(ROWS, MIXED, dimension=6, nominal="code").tobytes() == project(ROWS, dimension=6).tobytes()


@quick
@given(sample=samples(), nominal=st.sampled_from(["indicators", "code"]), kind=st.sampled_from(sorted(KURTOSIS)))
def test_sparse_rows_are_the_same_rows(sample, nominal, kind):
    def make():
        return ds.CompressedSensing(3, kind=kind, nominal=nominal, when_wide="project") | ds.NaiveBayes()

    votes = [learn_and_vote(prepared(make, sample), sample, csr=csr).tobytes() for csr in (False, True)]
    assert votes[0] == votes[1]


def test_names_behind_it():
    X, y = np.random.default_rng(4).normal(size=(300, 30)), np.arange(300) % 2
    pipeline = (ds.CompressedSensing(5) | ds.FCBF(chunk=50) | ds.NaiveBayes()).fit(X, y)
    explained = pipeline.explain()
    assert explained["selected"][0] is None
    assert set(explained["selected"][1]) <= {f"z{i}" for i in range(5)}
    assert explained["features"] == (explained["selected"][1] or [f"z{i}" for i in range(5)])
    assert all(event.step == 1 and set(event.selected) <= {f"z{i}" for i in range(5)} for event in pipeline.events_)


def test_a_subset_may_name_what_it_makes():
    assert (ds.CompressedSensing(5) | ds.Subset(["z3"]) | ds.NaiveBayes()).fit(np.eye(9), [0] * 9).explain()[
        "features"
    ] == ["z3"]


def test_what_would_not_become_shorter_passes_unchanged():
    X, y = np.random.default_rng(5).normal(size=(60, 3)), np.arange(60) % 2
    with pytest.warns(UserWarning, match="dimension=3 is not below the 3 columns of the stream: rows pass unchanged"):
        pipeline = (ds.CompressedSensing(3) | ds.NaiveBayes()).fit(X, y)
    assert pipeline.explain()["features"] == ["x0", "x1", "x2"]
    assert pipeline.predict_proba(X).tobytes() == ds.NaiveBayes().fit(X, y).predict_proba(X).tobytes()
    with pytest.raises(ValueError, match="dimension=3 is not below the 3 columns of the stream"):
        (ds.CompressedSensing(3, when_wide="error") | ds.NaiveBayes()).fit(X, y)


@pytest.mark.parametrize("when_wide", ["identity", "project", "error"])
def test_behind_a_selector_that_leaves_few_features(when_wide):
    """The width is looked at anew."""
    X, y = np.random.default_rng(6).normal(size=(200, 8)), np.arange(200) % 2
    X[:, 2] += 9 * y
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pipeline = ds.FCBF(chunk=100, max_features=1) | ds.CompressedSensing(4, when_wide=when_wide) | ds.NaiveBayes()
        pipeline.fit(X, y)
    assert pipeline.explain()["features"] == (["x2"] if when_wide == "identity" else ["z0", "z1", "z2", "z3"])
    assert pipeline.score(X, y) > 0.95


def test_the_matrix_is_in_no_file(tmp_path):
    X, y = np.random.default_rng(7).normal(size=(50, 2_000)), np.arange(50) % 2
    pipeline = (ds.CompressedSensing(40, seed=2**64 - 1) | ds.NaiveBayes()).fit(X, y)
    assert pipeline.nbytes > 2_000 * 40 * 8
    pipeline.save(tmp_path / "model")
    assert (tmp_path / "model").stat().st_size < 60_000
    assert len(pickle.dumps(pipeline)) < 60_000 + 2_000 * 100
    assert ds.load(tmp_path / "model").predict_proba(X).tobytes() == pipeline.predict_proba(X).tobytes()


def test_a_model_file_never_makes_a_large_matrix(tmp_path):
    pipeline = (ds.CompressedSensing(1_100, when_wide="project") | ds.MajorityClass()).prepare(
        ds.Schema.numeric(31_000, (0, 1))
    )
    with pytest.raises(ValueError, match="a table of 34,100,000 cells that a file does not hold; use pickle"):
        pipeline.save(tmp_path / "model")


def test_damaged_outputs_are_refused():
    pipeline = (ds.CompressedSensing(4) | ds.NaiveBayes()).fit(np.eye(9), [0] * 9)
    state = pipeline._model.state()
    for outputs in (0, 3, -1):
        state["transformer"]["outputs"] = outputs
        with pytest.raises(ds._core.StateError, match="outputs are not those of the parameters"):
            pipeline._restore(state)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"dimension": 0}, ValueError, "dimension must be at least 1, got 0"),
        ({"dimension": 2**21}, ValueError, "dimension must be at most 2097151"),
        ({"dimension": 2.0}, TypeError, "dimension must be a whole number"),
        ({"kind": "signs"}, ValueError, r"kind must be one of \['gaussian', 'bernoulli', 'sparse'\], got 'signs'"),
        ({"normalize": 1}, TypeError, "normalize must be True or False, got 1"),
        ({"seed": -1}, ValueError, "seed must be at least 0"),
        ({"seed": 2**64}, ValueError, "seed must be at most"),
        ({"nominal": "hash"}, ValueError, "nominal must be one of"),
        ({"when_wide": "pass"}, ValueError, "when_wide must be one of"),
    ],
    ids=str,
)
def test_impossible_parameters_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        (ds.CompressedSensing(**{"dimension": 2, **options}) | ds.NaiveBayes()).fit(np.eye(3), [0, 1, 0])


def test_parameters_survive_a_clone():
    options = {"dimension": 3, "kind": "sparse", "normalize": False, "seed": 7, "nominal": "code", "when_wide": "error"}
    assert clone(ds.CompressedSensing(**options)).get_params() == options
