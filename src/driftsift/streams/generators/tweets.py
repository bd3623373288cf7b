"""Tweets: short texts of frequent and rare words, some of which carry a feeling."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from driftsift.data import Numeric, Schema
from driftsift.data.chunk import Matrix
from driftsift.data.randomness import Purpose, normals, uniforms, uniforms_at
from driftsift.streams.checks import checked_choice, checked_count, checked_model_seed
from driftsift.streams.generators.generator import Generator
from driftsift.streams.generators.roulette import Roulette
from driftsift.streams.units import FEATURE_UNIT, MODEL_UNIT

__all__ = ["Tweets"]

LENGTH_UNIT = FEATURE_UNIT
TOKEN_UNIT = FEATURE_UNIT + 1

ZIPF = 1.5
POSITIVE, NEGATIVE = 0.1, 0.2
MEAN_LENGTH = 15
MOST_ATTEMPTS = 1000

Numbers = NDArray[np.int64]


class Tweets(Generator):
    """Texts as sparse rows of ones; the class says whether positive or negative words prevail.

    Word i is as frequent as i to the power -1.5. One word in ten is positive, one in ten negative, drawn anew until
    neither kind is more than twice as frequent as the other. A text has 15 (1 + z) words, z standard normal, at
    least one; as long as it has as many positive as negative words, it is written anew. A row tells which words
    occur, not how often.

    Parameters
    ----------
    n : int or None
        Number of instances; None for an endless stream.
    n_words : int
        Number of words, and of features.
    noise : float
        Probability that a label is hit by noise.
    noise_mode : {"flip", "resample"}
        A hit label becomes the other class, or is drawn anew from both.
    compat : {None, "moa"}
        "moa" adds the peculiarities of MOA's text generator, see the notes.
    model_seed : int, optional
        Seed of the feelings of words; by default `seed`.
    seed : int
        Seed of all other draws.

    Notes
    -----
    Words with a feeling are relevant. Row t draws, with `Purpose.STREAM`: whether the label is hit from word B of
    unit 0, what it becomes from word A of unit 1; with sub = attempt, z from word A of unit 2 and word k of the
    text from word k % 2 of unit 3 + k//2. With `model_seed`, word A of unit 2^30, t = i - 1, sub = attempt, makes
    word i positive below 0.1 and negative from there to 0.2.

    With ``compat="moa"`` (the numbers are not MOA's, but their distribution is): words of texts that were written
    anew stay in the row; word i stands in column i, counted from 0, so that the first column is empty and the
    last word is lost; the search for a word ends at the place it looked at last, which is the right one or the
    one before, so that a third to half of the words never occur. Published results rest on these.

    Examples
    --------
    >>> stream = Tweets(1000, n_words=300, seed=1)
    >>> chunk = stream.take(1000)
    >>> type(chunk.X).__name__, stream.schema.classes
    ('csr_array', ('positive', 'negative'))
    """

    _sparse = True

    def __init__(
        self,
        n: int | None,
        n_words: int = 500,
        noise: float = 0.0,
        noise_mode: str = "flip",
        compat: str | None = None,
        model_seed: int | None = None,
        seed: int = 0,
    ) -> None:
        n_words = checked_count("n_words", n_words, 1)
        self.compat = checked_choice("compat", compat, (None, "moa"))
        self.model_seed = checked_model_seed(model_seed, seed)
        self._found = _last_probed(n_words) if compat else np.arange(n_words)
        self._columns = np.arange(n_words) + (compat is not None)
        weights: NDArray[np.float64] = np.arange(1.0, n_words + 1) ** -ZIPF
        self._frequent = Roulette(weights)
        frequency = np.bincount(self._found, weights, n_words).astype(np.float64)
        self._feeling = _feelings(frequency, self.model_seed)
        felt = np.unique(self._found[self._feeling[self._found] != 0])
        schema = Schema((Numeric(f"word{i}") for i in range(1, n_words + 1)), ("positive", "negative"))
        relevant = [column for column in self._columns[felt].tolist() if column < n_words]
        super().__init__(n, schema, relevant, None, noise, noise_mode, seed)

    @property
    def chunk_rows(self) -> int:
        """Number of rows of a chunk when none is asked for."""
        return 4096

    def _rows(self, start: int, n: int) -> tuple[Matrix, NDArray[np.int32]]:
        labels = np.empty(n, dtype=np.int32)
        waiting = np.arange(n)
        rows: list[Numbers] = []
        words: list[Numbers] = []
        attempt = 0
        while len(waiting):
            token_row, token = self._texts(start + waiting, attempt)
            feeling = np.bincount(token_row, weights=self._feeling[token], minlength=len(waiting))
            decided = feeling != 0
            labels[waiting[decided]] = feeling[decided] < 0
            kept = decided[token_row] | (self.compat is not None)
            rows.append(waiting[token_row[kept]])
            words.append(token[kept])
            waiting = waiting[~decided]
            attempt += 1
        return self._matrix(np.concatenate(rows), np.concatenate(words), n), labels

    def _texts(self, t: Numbers, attempt: int) -> tuple[Numbers, Numbers]:
        """Return the words of each text, one after the other, and which text each belongs to."""
        drawn, _ = uniforms_at(self.seed, Purpose.STREAM, LENGTH_UNIT, t, attempt)
        lengths = np.maximum(MEAN_LENGTH * (1 + normals(drawn)), 1).astype(np.int64)
        pairs = (lengths + 1) // 2
        text = np.repeat(np.arange(len(t)), pairs)
        pair = np.arange(len(text)) - np.repeat(np.cumsum(pairs) - pairs, pairs)
        drawn_pairs = uniforms_at(self.seed, Purpose.STREAM, TOKEN_UNIT + pair, t[text], attempt)
        tokens = np.column_stack(drawn_pairs).ravel()
        place = np.column_stack([2 * pair, 2 * pair + 1]).ravel()
        text = np.repeat(text, 2)
        written = place < lengths[text]
        return text[written], self._found[self._frequent.chosen(tokens[written])]

    def _matrix(self, rows: Numbers, words: Numbers, n: int) -> Matrix:
        """Return which words occur in which row."""
        width = self.schema.n_features
        columns = self._columns[words]
        bits = width.bit_length()
        places = np.sort((rows << bits | columns)[columns < width])
        places = places[np.diff(places, prepend=-1) > 0]
        column = (places & (2**bits - 1)).astype(np.int32)
        offsets = np.searchsorted(places, np.arange(n + 1) << bits)
        return sp.csr_array((np.ones(len(column)), column, offsets), shape=(n, width))


def _feelings(weights: NDArray[np.float64], seed: int) -> Numbers:
    """Return 1 for positive, -1 for negative, 0 for other words, so that neither feeling prevails."""
    for attempt in range(MOST_ATTEMPTS):
        drawn, _ = uniforms(seed, Purpose.STREAM, MODEL_UNIT, 0, len(weights), attempt)
        positive, negative = drawn < POSITIVE, (drawn >= POSITIVE) & (drawn < NEGATIVE)
        for_it, against = weights[positive].sum(), weights[negative].sum()
        if for_it and against and for_it <= 2 * against and against <= 2 * for_it:
            return positive.astype(np.int64) - negative
    raise ValueError(f"n_words={len(weights)}: too few for positive and negative words of similar weight")


def _last_probed(n: int) -> Numbers:
    """Return where a binary search for each of `n` places ends if it stops one step too early.

    Examples
    --------
    >>> _last_probed(8)
    array([0, 0, 2, 2, 4, 4, 6, 7])
    """
    places = np.arange(n)
    low, high = np.zeros(n, dtype=np.int64), np.full(n, n - 1)
    probed = np.zeros(n, dtype=np.int64)
    while (open_ := low <= high).any():
        middle = (low + high) // 2
        probed = np.where(open_, middle, probed)
        high = np.where(open_ & (middle >= places), middle - 1, high)
        low = np.where(open_ & (middle < places), middle + 1, low)
    return probed
