"""Single classifiers that learn one instance at a time.

Every learner is a scikit-learn classifier (`StreamClassifier`): parameters are stored untouched, `fit`,
`partial_fit`, `predict` and `predict_proba` do what they do elsewhere, and `test_then_train` runs the prequential
step instance by instance in native code. How absent, missing, infinite and unseen values are treated is the same
for all and written in docs/data-policy.md.

* `base`: what all of them share.
* `baselines`: `MajorityClass`, `NoChange`.
* `naive_bayes`, `knn`: the learners; `weighting`: how much they listen to each feature.
* `trees`: `DecisionStump`, `HoeffdingTree`, `HoeffdingAdaptiveTree`, `CVFDT`.
* `rules`: `VFDR`, `AdaptiveVFDR`, `Facil`.
* `foreign`: scikit-learn and River classifiers standing as learners of this library.
* `modelfile`: `save` and `load`.
"""

from driftsift.learners.base import StreamClassifier
from driftsift.learners.baselines import MajorityClass, NoChange
from driftsift.learners.foreign import ForeignClassifier, as_learner
from driftsift.learners.knn import KNN
from driftsift.learners.modelfile import ModelFileError, load
from driftsift.learners.naive_bayes import NaiveBayes
from driftsift.learners.rules import VFDR, AdaptiveVFDR, Facil
from driftsift.learners.trees import CVFDT, DecisionStump, HoeffdingAdaptiveTree, HoeffdingTree

__all__ = [
    "CVFDT",
    "KNN",
    "VFDR",
    "AdaptiveVFDR",
    "DecisionStump",
    "Facil",
    "ForeignClassifier",
    "HoeffdingAdaptiveTree",
    "HoeffdingTree",
    "MajorityClass",
    "ModelFileError",
    "NaiveBayes",
    "NoChange",
    "StreamClassifier",
    "as_learner",
    "load",
]
