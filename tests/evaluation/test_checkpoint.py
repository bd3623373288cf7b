"""An interrupted run goes on to exactly the result of an uninterrupted one."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import driftsift as ds
from driftsift.data.documents import HEADER, read_document
from tests.state.mutations import changed, places, value_at
from tests.state.support import seal, write
from tests.strategies import long_stream

TIMINGS = ("cpu_seconds", "ram_hours")
N = 1_000


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.driftsift"


def data(csr=False):
    """A stream with everything in it, in blocks of 37 instances."""
    sample = long_stream(91, n=N, missing=0.05, unlabelled=0.1, weighted=True, density=0.5 if csr else 1.0)
    X = sample.csr if csr else sample.X
    chunks = [ds.Chunk(X[i : i + 37], sample.y[i : i + 37], sample.weight[i : i + 37]) for i in range(0, N, 37)]
    return sample, chunks


class Interrupted(ds.ChunkStream):
    """Raises KeyboardInterrupt when the instance `at` is asked for; another one after `again` further instances."""

    def __init__(self, sample, chunks, at=None, known_length=True):
        super().__init__(sample.schema, chunks, n_instances=len(sample) if known_length else None)
        self.at = at
        self.read = 0

    @property
    def chunk_rows(self):
        return 37

    def _pass(self, rows, start):
        position = start
        for chunk in super()._pass(rows, start):
            if self.at is not None and position + len(chunk) > self.at:
                raise KeyboardInterrupt
            yield chunk
            position += len(chunk)
            self.read += len(chunk)


@dataclass(frozen=True)
class Case:
    """A model and the options of a run."""

    name: str
    make: Any = ds.NaiveBayes
    options: dict = field(default_factory=dict)
    csr: bool = False


CASES = [
    Case("plain"),
    Case("window", options={"window": 90, "every": 70}),
    Case("fading", options={"fading": 0.99, "every": 70}),
    Case("delay", options={"delay": 30, "every": 70}),
    Case("long delay", options={"delay": 400, "window": 50}),
    Case("delay beyond the end", options={"delay": 5_000}),
    Case("sliding baseline", options={"window": 90, "baseline": ("sliding", 40)}),
    Case("chunks", options={"protocol": "chunks", "chunk": 60, "window": 90}),
    Case("first rows", options={"n": 777, "every": 100}),
    Case("sparse knn", lambda: ds.KNN(k=3, window=50), {"delay": 10}, csr=True),
    Case("sparse bayes", options={"window": 90}, csr=True),
    Case("windowed majority", lambda: ds.MajorityClass(window=30)),
    Case("pipeline", lambda: ds.TopK(k=2, window=100, every=60) | ds.KNN(k=3, window=80), {"delay": 7, "window": 90}),
    Case("sparse pipeline", lambda: ds.TopK(k=2, window=100, every=60) | ds.NaiveBayes(), {"fading": 0.9}, csr=True),
]


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request):
    return request.param


def found(evaluation, X):
    """All an evaluation says that does not depend on the clock."""
    curve = {name: values for name, values in evaluation.curve.items() if name not in TIMINGS}
    if hasattr(X, "indptr"):
        curve.pop("model_bytes")  # a copy of sparse rows has no room to spare
    return {
        "curve": {name: np.array(values).tobytes() for name, values in curve.items()},
        "matrix": evaluation.matrix.tobytes(),
        "overall": repr(evaluation.overall),
        "counts": (evaluation.n, evaluation.labelled),
        "protocol": evaluation.protocol,
        "votes": evaluation.trained.predict_proba(X).tobytes(),
    }


def uninterrupted(case):
    sample, chunks = data(case.csr)
    return found(ds.evaluate(case.make(), Interrupted(sample, chunks), **case.options), chunks[0].X)


def run(case, path, at=None, known_length=True, **more):
    """Of the run up to instance `at`, its checkpoint; of a whole run, what was found."""
    sample, chunks = data(case.csr)
    stream = Interrupted(sample, chunks, at, known_length)
    options = case.options | more
    if at is None:
        return found(ds.evaluate(case.make(), stream, checkpoint=path, **options), chunks[0].X)
    with pytest.raises(KeyboardInterrupt):
        ds.evaluate(case.make(), stream, checkpoint=path, **options)
    return None


@pytest.mark.parametrize("stops", [(120,), (500,), (150, 160, 400, 690)], ids=str)
def test_an_interrupted_run_goes_on(case, stops, path):
    for stop in stops:
        run(case, path, at=stop)
    assert run(case, path) == uninterrupted(case)


def test_a_run_interrupted_before_its_first_instance_goes_on(path):
    run(CASES[0], path, at=110)  # the first blocks are needed to recognise the data
    assert run(CASES[0], path) == uninterrupted(CASES[0])


def test_a_finished_run_is_returned_at_once(case, path):
    first = run(case, path)
    sample, chunks = data(case.csr)
    stream = Interrupted(sample, chunks)
    begin = stream.read
    again = found(ds.evaluate(case.make(), stream, checkpoint=path, **case.options), chunks[0].X)
    assert again == first
    assert stream.read - begin <= case.options.get("delay", 0) + 200, "the stream was read again"


def test_a_stream_of_unknown_length_goes_on(path):
    case = Case("unknown length", options={"every": 100})
    run(case, path, at=400, known_length=False)
    sample, chunks = data()
    whole = ds.evaluate(ds.NaiveBayes(), Interrupted(sample, chunks, known_length=False), every=100)
    assert run(case, path, known_length=False) == found(whole, chunks[0].X)
    assert run(case, path, known_length=False) == found(whole, chunks[0].X)


def test_written_at_every_block_it_can_be_resumed_from_every_block(path):
    """The states written during the run, not only that of the interruption."""
    sample, chunks = data()
    whole = found(ds.evaluate(ds.NaiveBayes(), Interrupted(sample, chunks), window=90), chunks[0].X)
    kept = []

    class Watching(Interrupted):
        def _pass(self, rows, start):
            for chunk in super()._pass(rows, start):
                if path.exists():
                    kept.append(path.read_bytes())
                yield chunk

    ds.evaluate(ds.NaiveBayes(), Watching(sample, chunks), window=90, checkpoint=path, checkpoint_seconds=0.0)
    positions = set()
    for content in kept:
        path.write_bytes(content)
        positions.add(read_document(path)["progress"]["position"])
        resumed = ds.evaluate(ds.NaiveBayes(), Interrupted(sample, chunks), window=90, checkpoint=path)
        assert found(resumed, chunks[0].X) == whole
    assert len(positions) == len(chunks) - 1


def test_between_two_writes_lies_the_time_asked_for(path):
    sample, chunks = data()
    written = []

    class Watching(Interrupted):
        def _pass(self, rows, start):
            for chunk in super()._pass(rows, start):
                written.append(path.exists())
                yield chunk

    ds.evaluate(ds.NaiveBayes(), Watching(sample, chunks), checkpoint=path, checkpoint_seconds=3600)
    assert not any(written)
    assert path.exists()


# --- Ctrl-C and kill -------------------------------------------------------------------------------------------


def in_a_child(work):
    """Run `work` in a forked process; its id."""
    child = os.fork()
    if not child:
        try:
            work()
        finally:
            os._exit(0)
    return child


def slow_case():
    """A run of about half a second, without much reading."""
    return Case("slow", lambda: ds.KNN(k=5, window=900), {"every": 10})


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGINT], ids=["kill -9", "Ctrl-C"])
def test_a_killed_process_is_continued(signal_number, path):
    case, rng = slow_case(), np.random.default_rng(92)
    expected, positions = uninterrupted(case), []
    for _ in range(4):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        child = in_a_child(lambda: run(case, path, checkpoint_seconds=0.0))
        time.sleep(rng.uniform(0.02, 0.12))
        os.kill(child, signal_number)
        os.waitpid(child, 0)
        if path.exists():
            positions.append(read_document(path)["progress"]["position"])
    assert positions == sorted(positions)
    assert run(case, path) == expected


class Pressing(ds.NaiveBayes):
    """Presses Ctrl-C after it has learned a chunk, before anything was counted."""

    presses = 1

    def _predict_then_learn_codes(self, *arguments):
        answer = super()._predict_then_learn_codes(*arguments)
        self.learned = getattr(self, "learned", 0) + 1
        if self.learned == 5:
            for _ in range(self.presses):
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.001)
        return answer


class PressingTwice(Pressing):
    presses = 2


def test_an_interrupt_in_the_middle_of_a_chunk_waits_for_its_end(monkeypatch):
    """Else the model would have learned what the checkpoint says is still to come."""
    written = []
    monkeypatch.setattr("driftsift.evaluation.prequential.Checkpoint.write", lambda _, m, p: written.append(p()))
    sample, chunks = data()
    with pytest.raises(KeyboardInterrupt):
        ds.evaluate(Pressing(), Interrupted(sample, chunks), every=1_000)
    assert [progress["position"] for progress in written] == [5 * 37]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_interrupt_ends_at_once_and_nothing_half_done_is_written(monkeypatch):
    written = []
    monkeypatch.setattr("driftsift.evaluation.prequential.Checkpoint.write", lambda _, m, p: written.append(p()))
    sample, chunks = data()
    with pytest.raises(KeyboardInterrupt):
        ds.evaluate(PressingTwice(), Interrupted(sample, chunks), every=1_000)
    assert written == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_of_the_stream_leaves_the_last_checkpoint(path):
    sample, chunks = data()

    def broken():
        yield from chunks[:10]
        raise OSError("the disk is gone")

    stream = ds.ChunkStream(sample.schema, broken, n_instances=N)
    stream.__class__ = type("Blocks", (ds.ChunkStream,), {"chunk_rows": 37})
    with pytest.raises(OSError, match="the disk is gone"):
        ds.evaluate(ds.NaiveBayes(), stream, checkpoint=path, checkpoint_seconds=0.0)
    assert read_document(path)["progress"]["position"] == 370
    assert run(CASES[0], path) == uninterrupted(CASES[0])


# --- what is refused -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"delay": 3}, "delay 0, not 3"),
        ({"window": 50}, "window 0, not 50"),
        ({"fading": 0.9}, r"fading 1\.0, not 0\.9"),
        ({"every": 7}, "every 10, not 7"),
        ({"n": 400}, "n 1000, not 400"),
        ({"protocol": "chunks"}, "protocol 'prequential', not 'chunks'"),
        ({"baseline": ("sliding", 9)}, "baseline_window None, not 9"),
    ],
    ids=str,
)
def test_a_checkpoint_of_other_options_is_refused(options, named, path):
    run(CASES[0], path, at=300)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=named) as caught:
        run(CASES[0], path, **options)
    assert str(path) in str(caught.value)
    assert "another checkpoint path" in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: ds.KNN(), "model 'NaiveBayes', not 'KNN'"),
        (lambda: ds.NaiveBayes(variance_floor=0.1), r"not 'NaiveBayes\(variance_floor=0\.1\)'"),
        (lambda: ds.Subset([0]) | ds.NaiveBayes(), "other parameters|not 'Subset"),
    ],
    ids=["learner", "parameter", "pipeline"],
)
def test_a_checkpoint_of_another_model_is_refused(make, named, path):
    run(CASES[0], path, at=300)
    with pytest.raises(ValueError, match=named):
        run(Case("another", make), path)


def test_a_checkpoint_of_other_data_of_the_same_name_is_refused(path):
    run(CASES[0], path, at=300)
    sample, chunks = data()
    chunks[0].X[0, 0] += 1
    with pytest.raises(ValueError, match="other beginning of the data"):
        ds.evaluate(ds.NaiveBayes(), Interrupted(sample, chunks), checkpoint=path)


def test_a_checkpoint_of_another_schema_is_refused(path):
    run(CASES[0], path, at=300)
    sample, chunks = data()
    stream = Interrupted(sample, chunks)
    stream.schema = stream.schema.with_classes(("a", "b", "c"))
    with pytest.raises(ValueError, match="other schema"):
        ds.evaluate(ds.NaiveBayes(), stream, checkpoint=path)


def test_a_trained_prototype_makes_no_difference(path):
    """Of the model given only the parameters count; it is neither used nor changed."""
    prototype = ds.NaiveBayes().fit(np.eye(3), [0, 1, 2])
    before = prototype.predict_proba(np.eye(3)).tobytes()
    case = Case("trained prototype", lambda: prototype)
    run(case, path, at=300)
    assert run(case, path) == uninterrupted(CASES[0])
    assert prototype.predict_proba(np.eye(3)).tobytes() == before


def test_a_model_file_is_no_checkpoint_and_a_checkpoint_no_model_file(path, tmp_path):
    ds.NaiveBayes().save(path)
    with pytest.raises(ds.ModelFileError, match="not a checkpoint"):
        run(CASES[0], path)
    other = tmp_path / "other"
    run(CASES[0], other, at=300)
    with pytest.raises(ds.ModelFileError):
        ds.load(other)


def test_foreign_models_have_no_checkpoint(path):
    sample, chunks = data()
    with pytest.raises(TypeError, match="cannot be saved"):
        ds.evaluate(GaussianNB(), Interrupted(sample, chunks), checkpoint=path)
    assert not path.exists()


def test_a_damaged_checkpoint_is_refused(path):
    run(CASES[1], path, at=300)
    content = path.read_bytes()
    rng = np.random.default_rng(93)
    for _ in range(60):
        damaged = bytearray(content)
        damaged[rng.integers(len(damaged))] ^= rng.integers(1, 256)
        for spoiled in (bytes(damaged), content[: rng.integers(len(content))]):
            path.write_bytes(spoiled)
            with pytest.raises(ds.ModelFileError):
                run(CASES[1], path)


def test_a_checkpoint_with_a_wrong_content_is_refused(path):
    """The checksum is right, a field is missing or something else."""
    run(CASES[1], path, at=300)
    document = read_document(path)
    for at in places({"progress": document["progress"], "trained": document["trained"]}):
        if at[:3] == ("trained", "model", "parameters"):
            continue
        for value in ("text", None, -(2**63)):
            old = value_at(document, at)
            if old is value or (isinstance(value, int) and at[:2] != ("progress", "tallies") and is_number(old)):
                continue
            write(path, changed(document, at, value))
            with pytest.raises(ds.ModelFileError, match=str(path)):
                run(CASES[1], path)


def is_number(value):
    """A number in place of a number gives another curve or another clock, nothing breaks."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


@pytest.mark.parametrize(
    "curve", [{}, {"instance": [50]}, [], None, {"instance": 7}, {"instance": [1], "accuracy": []}], ids=str
)
def test_a_damaged_curve_is_refused(curve, path):
    run(CASES[1], path, at=300)
    write(path, changed(read_document(path), ("progress", "curve"), curve))
    with pytest.raises(ds.ModelFileError):
        run(CASES[1], path)


def test_a_checkpoint_of_a_newer_version_is_refused(path):
    run(CASES[0], path, at=300)
    path.write_bytes(seal(path.read_bytes()[HEADER.size :], 9))
    with pytest.raises(ds.ModelFileError, match="version 9"):
        run(CASES[0], path)


def test_a_checkpoint_where_no_file_can_be(tmp_path):
    with pytest.raises(FileNotFoundError):
        run(CASES[0], tmp_path / "no" / "folder")
