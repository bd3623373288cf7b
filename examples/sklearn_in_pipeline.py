"""A scikit-learn classifier behind a selector of this library, and one of its learners in scikit-learn."""

from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import cross_val_score

import driftsift as ds

stream = ds.SEA(2_000, n_features=8, relevant=(2, 5), seed=1)

# Any incremental classifier stands where a native learner can, one row at a time.
pipeline = ds.Subset(["x2", "x5"]) | SGDClassifier(random_state=1)
print(ds.evaluate(pipeline, stream))

# Every learner of this library is a scikit-learn classifier.
rows = stream.take(2_000)
print("cross validation:", cross_val_score(ds.KNN(k=5), rows.X, rows.y, cv=3).round(3))
