"""The same rows whatever the chunk, the place to begin, the process; other rows for another seed."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

from driftsift.data import Chunk
from tests.streams.conftest import assert_same, dense
from tests.streams.generators.catalogue import BY_NAME, FIRST, GENERATORS, WITH_MODEL, Setting
from tests.streams.generators.quarters import N, digest, quarter

STARTS = 0, 1, 7, 64, 999, 1000, N - 1


@pytest.mark.parametrize("size", [1, 7, 1000, N])
@pytest.mark.parametrize("name", BY_NAME)
def test_chunks_of_any_size_join_to_the_same_rows(name, size):
    n = min(N, 50 * size)
    stream = BY_NAME[name].make(n, seed=21)

    assert_same(Chunk.concat(list(stream.chunks(size))), stream.take(n))


@pytest.mark.parametrize("name", BY_NAME)
def test_rows_are_the_same_from_wherever_they_are_read(name):
    stream = BY_NAME[name].make(N, seed=22)
    whole = stream.take(N)

    for start in STARTS:
        assert_same(stream.take(300, start), whole[start : start + 300])


@pytest.mark.parametrize("name", BY_NAME)
def test_a_second_pass_and_a_second_stream_give_the_same_rows(name):
    stream, again = (BY_NAME[name].make(N, seed=23) for _ in range(2))
    first = stream.take(N)

    assert_same(stream.take(N), first)
    assert_same(again.take(N), first)


def test_four_processes_make_the_rows_of_one():
    whole = [setting.make(N, seed=24).take(N) for setting in BY_NAME.values()]

    with ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("spawn")) as pool:
        apart = list(pool.map(quarter, range(4)))

    assert apart == [[digest(chunk[begin : begin + N // 4]) for chunk in whole] for begin in range(0, N, N // 4)]


@pytest.mark.parametrize("generator", GENERATORS)
def test_different_seeds_give_different_rows(generator):
    chunks = [FIRST[generator].make(200, seed=seed).take(200) for seed in (0, 1, 2**32, 2**64 - 1)]

    assert len({dense(chunk.X).tobytes() for chunk in chunks}) == 4
    assert len({chunk.y.tobytes() for chunk in chunks}) == 4


@pytest.mark.parametrize("generator", sorted(WITH_MODEL))
def test_the_model_has_the_seed_of_the_rows_unless_it_has_its_own(generator):
    setting = Setting("LED", {"exchanged": 5}) if generator == "LED" else FIRST[generator]

    same, other = (setting.make(N, seed=25, model_seed=model_seed).take(N) for model_seed in (25, 26))

    assert_same(setting.make(N, seed=25).take(N), same)
    assert not np.array_equal(dense(same.X), dense(other.X)) or not np.array_equal(same.y, other.y)
