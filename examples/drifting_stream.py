"""Which classifier follows when the relevant features change?"""

import driftsift as ds

# 10 features, of which x0 and x1 decide, then x2 and x3, then x4 and x5; one sudden change after the other.
pairs = ((0, 1), (2, 3), (4, 5))
concepts = [ds.SEA(30_000, n_features=10, relevant=pair, seed=k) for k, pair in enumerate(pairs)]
stream = ds.Drifting(concepts, at=(10_000, 20_000), width=1)

models = [ds.NoChange(), ds.NaiveBayes(), ds.KNN(window=500), ds.Subset(["x0", "x1"]) | ds.NaiveBayes()]
evaluations = [ds.evaluate(model, stream, window=1000) for model in models]

report = ds.Report(evaluations, title="Three concepts", marks={10_000: "x2, x3", 20_000: "x4, x5"})
print(report)
print("picture:", report.png("drifting_stream.png"))
print("page:", report.html("drifting_stream.html"))
