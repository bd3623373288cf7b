"""Run in a process of its own: load small files that claim to be large; print the most memory that was in use."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import driftsift as ds
from driftsift.learners.modelfile import describe
from tests.learners.catalogue import BY_NAME
from tests.state.mutations import changed
from tests.state.support import Trained, write

LARGE = [10**5, 10**8, 2**31 - 1, 2**31, 2**40, 2**62, 2**63 - 1, 2**64 - 1]
LIMIT = 6 * 2**30  # should a claim be believed, this process fails, not the machine

WINDOWS = [
    ("knn", False, ("built", "window")),
    ("knn", True, ("built", "window")),
    ("knn", False, ("built", "k")),
    ("majority-windowed", False, ("built", "window")),
    ("subset-knn", False, ("built", "replay")),
    ("top-k-naive-bayes", False, ("built", "steps", 0, "tuple", 1, "estimator", "parameters", "window")),
    ("top-k-naive-bayes", False, ("built", "steps", 0, "tuple", 1, "estimator", "parameters", "every")),
    ("top-k-naive-bayes", False, ("built", "steps", 0, "tuple", 1, "estimator", "parameters", "k")),
]


def documents():
    """Documents of a few kilobytes, or of a megabyte where they have to name so many features."""
    for name, csr, at in WINDOWS:
        for rows in (0, 60):
            document = describe(Trained(BY_NAME[name], csr).model(rows))
            for large in LARGE:
                yield changed(document, at, large)
    knn = describe(Trained(BY_NAME["knn"], False).model(0))
    for k in LARGE[2:]:
        yield changed(changed(knn, ("built", "k"), k), ("built", "window"), k)
    for name in ("naive-bayes", "top-k-naive-bayes", "subset-knn"):
        document = describe(Trained(BY_NAME[name], False).model(0))
        features = [[f"x{i}", None] for i in range(30_000)]
        many = changed(document, ("schema", "features"), features)
        yield changed(many, ("schema", "classes"), [f"c{i}" for i in range(30_000)])
    for label_type in ("<U2000000000", "|U999999999999"):
        yield changed(knn, ("label_type",), label_type)


def main(folder: Path) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
    path = folder / "model.driftsift"
    for document in documents():
        write(path, document)
        try:
            ds.load(path)
        except ds.ModelFileError:
            continue
    sys.stdout.write(str(most_memory()))


def most_memory() -> int:
    """Bytes. Not getrusage: its maximum begins with the memory of the process that started this one."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
