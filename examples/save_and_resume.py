"""Stop after any row, save, load somewhere else, go on: the predictions are those of an uninterrupted run."""

import numpy as np

import driftsift as ds

rows = ds.SEA(10_000, seed=1).take(10_000)

uninterrupted = ds.KNN(window=500).partial_fit(rows.X, rows.y, classes=[0, 1])

model = ds.KNN(window=500).partial_fit(rows.X[:6_000], rows.y[:6_000], classes=[0, 1])
model.save("model.driftsift")
resumed = ds.load("model.driftsift")
resumed.partial_fit(rows.X[6_000:], rows.y[6_000:])

same = np.array_equal(resumed.predict_proba(rows.X[:100]), uninterrupted.predict_proba(rows.X[:100]))
print("the same probabilities, bit for bit:", same)

# A long evaluation keeps its own state: run this again after an interruption and it goes on where it was.
evaluation = ds.evaluate(ds.NaiveBayes(), ds.SEA(50_000, seed=2), checkpoint="run.driftsift")
print("accuracy:", round(evaluation.summary()["accuracy"], 4))
