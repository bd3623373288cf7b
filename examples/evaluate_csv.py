"""How well does a classifier follow a CSV file? Usage: python evaluate_csv.py [FILE [LABEL COLUMN]]."""

import sys
from pathlib import Path

import driftsift as ds
from driftsift.streams.writers import write_stream

if len(sys.argv) > 1:
    file, target = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
else:  # no file given: write one
    file, target = Path("sea.csv"), "class"
    write_stream(ds.SEA(20_000, seed=1), file, overwrite=True)

stream = ds.open_stream(file, target=target)
print(stream)

# Every row is predicted first and learned afterwards; the curve is over the last tenth of the file.
evaluation = ds.evaluate(ds.NaiveBayes(), stream, window="auto")
print(evaluation)
print("recall by class:", evaluation.summary()["recall"])
print("page:", ds.Report(evaluation).html(file.with_suffix(".html")))
