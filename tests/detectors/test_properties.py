"""What holds for every detector: pieces, copies, files, missing values, independence, bounded memory."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone

import driftsift as ds
from tests.detectors.catalogue import NAMES
from tests.detectors.sequences import draw, segments
from tests.strategies import quick


def seen(detector):
    """All that can be seen of a detector."""
    view = [detector.n, detector.estimate, detector.drift_detected, detector.warning_detected, detector.nbytes]
    return view + [getattr(detector, name) for name in ("variance", "width") if hasattr(detector, name)]


def changing(entry, n=2000, seed=21):
    return draw(entry, "abrupt", n, seed)


def fed(entry, values):
    detector = entry.make()
    detector.levels(values)
    return detector


# --- pieces -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("piece", [1, 7, 1000])
def test_pieces_change_nothing(entry, piece):
    values = draw(entry, "missing", 2000, 22)
    whole, pieces = entry.make(), entry.make()
    expected = whole.levels(values)
    found = [pieces.levels(values[i : i + piece]) for i in range(0, len(values), piece)]
    assert np.concatenate(found).tobytes() == expected.tobytes()
    assert seen(pieces) == seen(whole)


@quick
@given(data=st.data())
def test_one_by_one_or_all_at_once(entry, data):
    values = data.draw(segments(entry))
    whole, single = entry.make(), entry.make()
    assert [single.update(v) for v in values.tolist()] == whole.levels(values).tolist()
    assert seen(single) == seen(whole)


def test_run_gives_the_positions_of_the_drifts(entry):
    values = changing(entry)
    first, second = entry.make(), entry.make()
    for part in (values[:900], values[900:]):
        found = first.run(part)
        assert found.dtype == np.int64
        assert found.tolist() == np.flatnonzero(second.levels(part) == 2).tolist()
    assert seen(first) == seen(second)


def test_types_of_the_answers(entry):
    detector = entry.make()
    assert type(detector.update(entry.high)) is ds.Level
    assert detector.levels([entry.low, entry.high]).dtype == np.int8
    assert detector.levels([]).shape == detector.run([]).shape == (0,)
    assert (type(detector.n), type(detector.estimate), type(detector.nbytes)) == (int, float, int)
    assert type(detector.drift_detected) is type(detector.warning_detected) is bool


@pytest.mark.parametrize("kind", [list, tuple, np.float32, np.int64, bool, "strided", "reversed", "object"])
def test_numbers_of_every_kind(kind):
    ones = (np.random.default_rng(23).random(400) < 0.3).astype(float)
    given_as = (
        {
            "strided": np.repeat(ones, 2)[::2],
            "reversed": ones[::-1].copy()[::-1],
            "object": ones.astype(object),
        }.get(kind)
        if isinstance(kind, str)
        else kind(ones)
        if kind in (list, tuple)
        else ones.astype(kind)
    )
    for name in NAMES:
        detector = getattr(ds, name)()
        assert detector.levels(given_as).tolist() == getattr(ds, name)().levels(ones).tolist()


# --- missing values, bad values ---------------------------------------------------------------------------


def test_missing_values_are_as_if_they_were_not_there(entry):
    values = draw(entry, "missing", 2000, 24)
    missing = np.isnan(values)
    with_missing, without = entry.make(), entry.make()
    found = with_missing.levels(values)
    assert not found[missing].any()
    assert found[~missing].tolist() == without.levels(values[~missing]).tolist()
    assert (with_missing.n, with_missing.estimate) == (without.n, without.estimate)


def test_none_is_missing(entry):
    detector = fed(entry, changing(entry))
    before = seen(detector)[:2]
    assert detector.update(None) == detector.update(float("nan")) == detector.update(np.nan) == ds.Level.stable
    assert detector.levels([None, None]).tolist() == [0, 0]
    assert seen(detector)[:2] == before
    assert not detector.drift_detected
    assert not detector.warning_detected


def bad_values(entry):
    everywhere = [np.inf, -np.inf, 1.1e100, -1e300]
    if entry.unbounded:
        return everywhere
    outside = [np.nextafter(entry.low, -np.inf), np.nextafter(entry.high, np.inf), entry.low - 1]
    return everywhere + outside + ([0.5, 1e-300] if entry.only_two else [])


def test_bad_values_are_refused_and_change_nothing(entry):
    values = changing(entry, 300)
    for bad in bad_values(entry):
        detector = fed(entry, values)
        before, twin = seen(detector), copy.deepcopy(detector)
        with pytest.raises(ValueError, match=r"\b3\b") as caught:
            detector.levels([entry.low, entry.high, np.nan, bad, entry.low])
        assert repr(float(bad)) in str(caught.value) or f"{bad:g}" in str(caught.value), caught.value
        with pytest.raises(ValueError, match="value"):
            detector.update(bad)
        with pytest.raises(ValueError, match=r"\b0\b"):
            detector.run([bad])
        assert seen(detector) == before
        rest = changing(entry, 500, 25)
        assert detector.levels(rest).tolist() == twin.levels(rest).tolist()


@pytest.mark.parametrize("bad", ["x", [1.0, "x"], [[0.0, 1.0]], 1.0, object(), {"a": 1}, [1j]])
def test_what_is_not_a_sequence_of_numbers_is_refused(bad):
    for name in NAMES:
        detector = getattr(ds, name)()
        detector.levels([0, 1, 1])
        before = seen(detector)
        with pytest.raises((ValueError, TypeError)):
            detector.levels(bad)
        assert seen(detector) == before


@pytest.mark.parametrize("bad", ["x", [1.0, 0.0], object(), 1j])
def test_what_is_not_a_number_is_refused(bad):
    for name in NAMES:
        detector = getattr(ds, name)()
        detector.levels([0, 1, 1])
        before = seen(detector)
        with pytest.raises((ValueError, TypeError)):
            detector.update(bad)
        assert seen(detector) == before


def test_the_ends_of_the_interval_are_taken(entry):
    for value in (entry.low, entry.high):
        entry.make().update(value)
    if entry.unbounded:
        entry.make().levels([1e100, -1e100] * 50)


# --- copies -----------------------------------------------------------------------------------------------


def through_deepcopy(detector, tmp_path):
    return copy.deepcopy(detector)


def through_pickle(detector, tmp_path):
    return pickle.loads(pickle.dumps(detector))


def through_file(detector, tmp_path):
    path = tmp_path / "detector.driftsift"
    detector.save(path)
    return ds.load(path)


TRAVELS = [through_deepcopy, through_pickle, through_file]


@pytest.mark.parametrize("travel", TRAVELS)
def test_a_copy_goes_on_with_the_same_answers(entry, travel, tmp_path):
    values = changing(entry)
    whole = entry.make().levels(values)
    for stop in (0, 1, 29, 31, 500, *np.random.default_rng(26).integers(0, 2000, 5).tolist()):
        detector = fed(entry, values[:stop])
        twin = travel(detector, tmp_path)
        assert type(twin) is type(detector)
        assert seen(twin) == seen(detector)
        assert twin.levels(values[stop:]).tobytes() == whole[stop:].tobytes()
        assert detector.levels(values[stop:]).tobytes() == whole[stop:].tobytes()
        assert seen(twin) == seen(detector)


@pytest.mark.parametrize("travel", TRAVELS)
def test_a_copy_remembers_the_last_level(entry, travel, tmp_path):
    values = changing(entry)
    levels = entry.make().levels(values).tolist()
    for level in set(levels):
        detector = fed(entry, values[: levels.index(level) + 1])
        twin = travel(detector, tmp_path)
        assert (twin.drift_detected, twin.warning_detected) == (level == 2, level == 1)


@pytest.mark.parametrize("travel", TRAVELS)
def test_a_copy_of_an_unused_detector_is_unused(entry, travel, tmp_path):
    twin = travel(entry.make(), tmp_path)
    assert repr(twin) == repr(entry.make())
    values = changing(entry)
    assert twin.levels(values).tolist() == entry.make().levels(values).tolist()


def test_a_second_trip_writes_the_same_bytes(entry, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    fed(entry, changing(entry)).save(first)
    ds.load(first).save(second)
    assert first.read_bytes() == second.read_bytes()


def test_clone_is_unused_and_has_the_same_parameters(entry):
    detector = fed(entry, changing(entry))
    twin = clone(detector)
    assert twin.get_params() == detector.get_params() == entry.make().get_params()
    assert seen(twin) == seen(entry.make())


def test_reset_is_as_if_nothing_had_been_seen(entry):
    values = changing(entry)
    detector = fed(entry, values)
    assert detector.reset() is detector
    assert seen(detector) == seen(entry.make())
    assert detector.levels(values).tolist() == entry.make().levels(values).tolist()


def test_two_detectors_do_not_influence_each_other(entry):
    """The published HDDM_W keeps its samples in static fields."""
    first, second = changing(entry, 1000, 27), draw(entry, "gradual", 1000, 28)
    expected = [entry.make().levels(values).tolist() for values in (first, second)]
    a, b = entry.make(), entry.make()
    found = [(a.update(v), b.update(w)) for v, w in zip(first.tolist(), second.tolist(), strict=True)]
    assert [list(column) for column in zip(*found, strict=True)] == expected


def test_threads_take_turns_on_one_detector():
    """Numbers that do not depend on the order: no value is lost and none counts twice."""
    bits = np.random.default_rng(30).random(20_000) < 0.3
    detector = ds.HDDM_A(alpha_drift=1e-300, on_decrease="ignore")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(detector.levels, [bits] * 40))
    assert detector.n == 40 * len(bits)
    assert detector.estimate == pytest.approx(bits.mean(), rel=1e-12)


def test_a_copy_shares_nothing(entry):
    detector = fed(entry, changing(entry))
    twin = copy.deepcopy(detector)
    before = seen(detector)
    twin.levels(draw(entry, "gradual", 1000, 29))
    assert seen(detector) == before


# --- parameters -------------------------------------------------------------------------------------------

UNIT = [0.0, 1.0, -0.1, 1.5, float("nan"), float("inf")]
COUNT = [0, -1]
BAD_PARAMETERS = [
    *(("ADWIN", "delta", bad) for bad in UNIT),
    *(("ADWIN", "clock", bad) for bad in COUNT),
    ("ADWIN", "method", "exact"),
    ("ECDD", "arl0", 200),
    ("ECDD", "arl0", -400),
    ("ECDD", "limits", "curve"),
    ("ECDD", "limit", 0.0),
    ("ECDD", "limit", float("nan")),
    ("ECDD", "lambda_", 0.1),
    ("ECDD", "lambda_", 0.0),
    ("ECDD", "lambda_", 1.5),
    ("ECDD", "warning_factor", -1.0),
    ("ECDD", "warning_factor", float("nan")),
    *(("ECDD", "min_n", bad) for bad in COUNT),
    *((name, key, bad) for name in ("HDDM_A", "HDDM_W") for key in ("alpha_drift", "alpha_warning") for bad in UNIT),
    *((name, "alpha_drift", 0.01) for name in ("HDDM_A", "HDDM_W")),
    *((name, "low", bad) for name in ("HDDM_A", "HDDM_W") for bad in (1.0, 2.0, float("nan"), -float("inf"))),
    *((name, "high", bad) for name in ("HDDM_A", "HDDM_W") for bad in (0.0, -2.0, float("nan"), float("inf"))),
    *(("HDDM_W", "lambda_", bad) for bad in (0.0, -0.1, 1.5, float("nan"))),
    *(("DDM", "min_n", bad) for bad in COUNT),
    ("DDM", "warning_threshold", -1.0),
    ("DDM", "warning_threshold", 3.5),
    ("DDM", "drift_threshold", 1.0),
    ("DDM", "drift_threshold", float("nan")),
    *(("EDDM", key, bad) for key in ("alpha", "beta") for bad in (-0.1, 0.0, 1.5, float("nan"))),
    ("EDDM", "beta", 0.97),
    *(("EDDM", "min_errors", bad) for bad in COUNT),
    ("PageHinkley", "delta", float("nan")),
    ("PageHinkley", "delta", float("inf")),
    *(("PageHinkley", "threshold", bad) for bad in (-1.0, float("nan"))),
    *(("PageHinkley", "alpha", bad) for bad in (-0.1, 1.5, float("nan"))),
    *(("PageHinkley", "min_n", bad) for bad in COUNT),
    *((name, "on_decrease", "stop") for name in ("ADWIN", "ECDD", "HDDM_A", "HDDM_W", "PageHinkley")),
]


@pytest.mark.parametrize(("name", "parameter", "bad"), BAD_PARAMETERS)
def test_bad_parameters_are_named_at_first_use(name, parameter, bad):
    for use in (lambda d: d.update(0), lambda d: d.levels([0, 1]), lambda d: d.run([]), lambda d: d.estimate):
        detector = getattr(ds, name)(**{parameter: bad})
        with pytest.raises(ValueError, match=parameter):
            use(detector)


def parameters_of(name):
    return sorted(getattr(ds, name)().get_params())


@pytest.mark.parametrize(("name", "parameter"), [(name, p) for name in NAMES for p in parameters_of(name)])
@pytest.mark.parametrize("bad", ["x", [0.5], {}, object()], ids=["text", "list", "dict", "object"])
def test_parameters_of_a_wrong_type_are_named(name, parameter, bad):
    detector = getattr(ds, name)(**{parameter: bad})
    with pytest.raises((TypeError, ValueError), match=parameter):
        detector.update(0)


BEYOND = [
    ("ADWIN", "clock", 10**30),
    ("ECDD", "min_n", 10**30),
    ("DDM", "min_n", 10**30),
    ("EDDM", "min_errors", 10**30),
    ("PageHinkley", "min_n", 10**30),
    ("PageHinkley", "delta", -1e308),
]


@pytest.mark.parametrize(("name", "parameter", "huge"), BEYOND)
def test_parameters_too_large_to_count_with_are_named(name, parameter, huge):
    with pytest.raises(ValueError, match=rf"^{parameter}"):
        getattr(ds, name)(**{parameter: huge}).update(0)


@pytest.mark.parametrize("name", ["HDDM_A", "HDDM_W"])
def test_an_interval_of_infinite_width_is_refused(name):
    with pytest.raises(ValueError, match=r"low.*high"):
        getattr(ds, name)(low=-1e308, high=1e308).update(0)


def test_a_detector_refused_for_its_parameters_works_once_they_are_mended(entry):
    detector = entry.make()
    parameter = "min_errors" if entry.name == "EDDM" else "min_n" if "min_n" in detector.get_params() else None
    parameter = parameter or {"ADWIN": "clock"}.get(entry.name, "alpha_drift")
    right = detector.get_params()[parameter]
    detector.set_params(**{parameter: -1})
    with pytest.raises(ValueError, match=parameter):
        detector.update(entry.low)
    detector.set_params(**{parameter: right})
    values = changing(entry)
    assert detector.levels(values).tolist() == entry.make().levels(values).tolist()


def test_parameters_set_on_the_way_wait_for_reset():
    values = changing_bits(31)
    for name, change in [
        ("ADWIN", {"clock": 1}),
        ("ECDD", {"min_n": 400}),
        ("HDDM_A", {"alpha_drift": 1e-9}),
        ("HDDM_W", {"alpha_drift": 1e-9}),
        ("DDM", {"drift_threshold": 9.0}),
        ("EDDM", {"min_errors": 3}),
        ("PageHinkley", {"threshold": 3.0}),
    ]:
        make = getattr(ds, name)
        detector, untouched = make(), make()
        for one in (detector, untouched):
            one.levels(values[:300])
        detector.set_params(**change)
        assert detector.levels(values).tolist() == untouched.levels(values).tolist()
        assert detector.reset().levels(values).tolist() == make(**change).levels(values).tolist()
        assert make(**change).levels(values).tolist() != make().levels(values).tolist()


def changing_bits(seed, n=2000):
    rng = np.random.default_rng(seed)
    return (rng.random(n) < np.repeat([0.1, 0.6, 0.2, 0.9], n // 4)).astype(int)


def test_parameters_set_on_the_way_travel(tmp_path):
    detector = ds.ADWIN()
    detector.levels(changing_bits(32)[:300])
    detector.set_params(clock=1)
    for travel in TRAVELS:
        twin = travel(detector, tmp_path)
        assert twin.get_params() == detector.get_params()
        rest = changing_bits(33)
        assert twin.levels(rest).tolist() == copy.deepcopy(detector).levels(rest).tolist()
        assert twin.reset().levels(rest).tolist() == ds.ADWIN(clock=1).levels(rest).tolist()


def test_numpy_numbers_are_parameters(tmp_path):
    detector = ds.ADWIN(delta=np.float64(0.01), clock=np.int32(8))
    values = changing_bits(34)
    assert detector.levels(values).tolist() == ds.ADWIN(delta=0.01, clock=8).levels(values).tolist()
    for travel in TRAVELS:
        assert travel(detector, tmp_path).get_params() == detector.get_params()


def test_subclasses_are_not_saved_by_the_name_of_their_parent(tmp_path):
    class ADWIN(ds.ADWIN):
        """Has the name of a detector of the library, but is another class."""

    detector = ADWIN()
    detector.update(1)
    with pytest.raises(TypeError, match="cannot be saved"):
        detector.save(tmp_path / "file")
    assert not list(tmp_path.iterdir())


# --- memory -----------------------------------------------------------------------------------------------


def test_memory_does_not_grow(entry):
    detector = entry.make()
    detector.levels(draw(entry, "stationary", 20_000, 35))
    early = detector.nbytes
    detector.levels(draw(entry, "stationary", 20_000, 35))
    assert 0 < detector.nbytes <= early + 500


def test_memory_of_adwin_grows_with_the_logarithm_of_its_window():
    detector = ds.ADWIN(delta=1e-9)
    bits = np.random.default_rng(36).random(1_000_000) < 0.5
    bytes_after = []
    for begin, end in ((0, 100_000), (100_000, 1_000_000)):
        detector.levels(bits[begin:end])
        assert detector.width == end
        bytes_after.append(detector.nbytes)
    assert max(bytes_after) < 6_000
