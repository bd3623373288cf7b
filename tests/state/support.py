"""Trained models of every learner, and model files with contents of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import driftsift as ds
from driftsift.data import documents
from tests.learners.catalogue import LEARNERS, Entry
from tests.strategies import Sample, long_stream


@dataclass(frozen=True)
class Trained:
    """A learner of the catalogue on dense or sparse rows."""

    entry: Entry
    csr: bool

    def __str__(self):
        return f"{self.entry.name}-{'sparse' if self.csr else 'dense'}"

    def stream(self, seed=71, n=200) -> Sample:
        """Rows with everything in them."""
        return long_stream(seed, n=n, missing=0.1, unlabelled=0.1, weighted=True, density=0.4 if self.csr else 1.0)

    def matrix(self, sample: Sample):
        return sample.csr if self.csr else sample.X

    def new(self, sample: Sample) -> Any:
        return self.entry.make().prepare(sample.schema)

    def learn(self, model: Any, sample: Sample) -> np.ndarray:
        """Votes of the model on every row, given before it was learned."""
        return model.test_then_train(self.matrix(sample), sample.labels, sample.weight)

    def model(self, n=130) -> Any:
        sample = self.stream(n=n)
        model = self.new(sample)
        self.learn(model, sample)
        return model


ALL_TRAINED = [Trained(entry, csr) for entry in LEARNERS for csr in (False, True)]


def write(path, document):
    """A model file with a right checksum, whatever the document says."""
    documents.write_document(path, document)


def seal(payload: bytes, version=documents.FORMAT_VERSION) -> bytes:
    """The bytes of a file with this payload and a right checksum."""
    checksum = documents.hashlib.sha256(payload).digest()
    return documents.HEADER.pack(documents.MAGIC, version, checksum) + payload


def assert_refused(path, document, match=None):
    """A file with this document and a right checksum is not loaded."""
    write(path, document)
    with pytest.raises(ds.ModelFileError, match=match):
        ds.load(path)


def assert_refused_file(path):
    with pytest.raises(ds.ModelFileError):
        ds.load(path)
