"""Data sets in the form in which their publishers give them, made again from the converted files."""

from __future__ import annotations

import bz2
import gzip
import io
import struct
import zipfile

import numpy as np
import pyarrow.parquet as pq

from driftsift.data import Nominal
from driftsift.streams import write_stream


def zipped(members):
    """A zip file of named contents."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def written(stream, folder, suffix):
    """What `write_stream` makes of a stream: its header lines and its rows."""
    path = folder / f"again{suffix}"
    write_stream(stream, path, overwrite=True)
    text = path.read_text(encoding="utf-8")
    begin = text.index("@data\n") + len("@data\n") if suffix == ".arff" else text.index("\n") + 1
    return text[:begin], text[begin:]


def covertype(stream, folder):
    """covertype.zip of UCI."""
    rows = written(stream, folder, ".csv")[1]
    return zipped({"covtype.info": "about", "covtype.data.gz": gzip.compress(rows.encode(), 1), "old_covtype.info": ""})


def poker_hand(stream, folder):
    """poker+hand.zip of UCI, its testing part the training part again."""
    rows = written(stream, folder, ".csv")[1]
    return zipped({"poker-hand-testing.data": rows, "poker-hand-training-true.data": rows, "poker-hand.names": "about"})


def kddcup99(path):
    """kddcup.data_10_percent.gz of the UCI KDD Archive."""
    table = pq.read_table(path).to_pandas()
    for column in table.select_dtypes("float64").columns:
        table[column] = table[column].map("{:.2f}".format)
    table["class"] = table["class"].astype(str) + "."
    return gzip.compress(table.to_csv(header=False, index=False, lineterminator="\n").encode(), 1)


def mnist(stream):
    """The two idx files of MNIST, packed."""
    n = stream.n_instances
    images, labels = np.zeros((n, 784), np.uint8), np.empty(n, np.uint8)
    start = 0
    for chunk in stream:
        rows = slice(start, start + len(chunk))
        images[rows, : chunk.X.shape[1]], labels[rows] = chunk.X, chunk.y
        start += len(chunk)
    packed = struct.pack(">4I", 0x803, n, 28, 28) + images.tobytes(), struct.pack(">2I", 0x801, n) + labels.tobytes()
    return [gzip.compress(data, 1) for data in packed]


def electricity(stream, folder):
    """elecNormNew.arff.zip of MOA, in which days and classes are declared in another order."""
    header, rows = written(stream, folder, ".arff")
    header = header.replace("{1,2,3,4,5,6,7}", "{2,3,4,5,6,7,1}").replace("{DOWN,UP}", "{UP,DOWN}")
    assert "{2,3" in header
    assert "{UP" in header
    return zipped({"__MACOSX/._elecNormNew.arff": b"\0\5", "elecNormNew.arff": header + rows})


def nomao(stream, folder, with_id):
    """The ARFF file of NOMAO, its attributes numbered, with or without an id in front."""
    header, rows = written(stream, folder, ".arff")
    for j, name in enumerate(stream.schema.names, 1):
        header = header.replace(f"@attribute {name} ", f"@ATTRIBUTE V{j} ")
    header = header.replace("@attribute class", "@ATTRIBUTE Class")
    if with_id:
        header = header.replace("@ATTRIBUTE V1 ", "@ATTRIBUTE id numeric\n@ATTRIBUTE V1 ")
        rows = "".join(f"{i},{row}\n" for i, row in enumerate(rows.splitlines(), 1))
    return header + rows


def iads(stream, more_unknown):
    """internet+advertisements.zip of UCI; in some rows `local` is unknown where the copy has 0."""
    chunk = stream.take(stream.n_instances)
    X, lines = chunk.X.copy(), []
    assert (X[more_unknown, 3] == 0).all()
    X[more_unknown, 3] = np.nan
    for row, y in zip(X.tolist(), chunk.y.tolist(), strict=True):
        cells = ["   ?" if value != value else f"{value:g}" if value % 1 == 0 else repr(value) for value in row]
        lines.append(",".join([*cells, ("ad.", "nonad.")[y]]))
    kinds = ("0,1." if isinstance(feature, Nominal) else "continuous." for feature in stream.schema.features)
    names = "| about: this set\nad, nonad | classes.\n\n" + "".join(
        f"{feature.name}: {kind}{' | possibly missing' if kind[0] == 'c' else ''}\n"
        for feature, kind in zip(stream.schema.features, kinds, strict=True)
    )
    return zipped({"ad.DOCUMENTATION": "", "ad.data": "\n".join(lines) + "\n", "ad.names": names.encode("latin-1")})


def multi_label(stream, labels):
    """An ARFF file of MEKA: the labels first, sparse rows."""
    table = pq.read_table(labels)
    first = len(table.schema.names)
    header = [f"@relation 'Set: -C {first}'", ""]
    header += [f"@attribute {name} {{0,1}}" for name in table.schema.names]
    header += [f"@attribute {name} numeric" for name in stream.schema.names]
    lines = []
    known = np.column_stack([table[name].to_numpy() for name in table.schema.names])
    start = 0
    for chunk in stream:
        for i in range(len(chunk)):
            columns = chunk.X.indices[chunk.X.indptr[i] : chunk.X.indptr[i + 1]] + first
            stored = [*np.flatnonzero(known[start + i]).tolist(), *columns.tolist()]
            lines.append("{" + ",".join(f"{j} 1" for j in stored) + "}")
        start += len(chunk)
    return bz2.compress("\n".join([*header, "", "@data", "", *lines, ""]).encode(), 1)


def spam_as_libsvm(path):
    """spam.zip with a LibSVM file."""
    return zipped({"spam/spam.libsvm": gzip.decompress(path.read_bytes())})


def spam_as_text(stream):
    """spam.zip with a table of digits and a file of labels."""
    labels, out = [], io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open("spam/spam.data", "w", force_zip64=True) as rows:
            for chunk in stream.chunks(64):
                digits = np.full((len(chunk), 2 * chunk.X.shape[1]), ord(" "), np.uint8)
                digits[:, ::2] = chunk.X.toarray().astype(np.uint8) + ord("0")
                digits[:, -1] = ord("\n")
                rows.write(digits.tobytes())
                labels += chunk.y.tolist()
        archive.writestr("spam/spam.labels", "".join(f"{label}\n" for label in labels))
    return out.getvalue()
