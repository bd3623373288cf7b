"""Trees: each split asks one feature, each leaf speaks for the rows that come to it.

* `options`: the parameters trees share, checked and handed to the core.
* `hoeffding_tree`, `hoeffding_adaptive_tree`, `cvfdt`, `decision_stump`: the learners.
* `description`: a tree as plain data, text, JSON and Graphviz; importances of features.
"""

from driftsift.learners.trees.cvfdt import CVFDT
from driftsift.learners.trees.decision_stump import DecisionStump
from driftsift.learners.trees.hoeffding_adaptive_tree import HoeffdingAdaptiveTree
from driftsift.learners.trees.hoeffding_tree import HoeffdingTree

__all__ = ["CVFDT", "DecisionStump", "HoeffdingAdaptiveTree", "HoeffdingTree"]
