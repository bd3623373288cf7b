"""ABFS with pairs against plain Python."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import quick
from tests.transformers.selecting import Setting, concepts, follow


@quick
@given(
    sample=concepts(lengths=(150, 200), segments=((0, 1),), sizes=(2, 2, 0, 3, 7)),
    grace=st.integers(20, 60),
    split_test=st.sampled_from(["significance", "hoeffding"]),
)
def test_abfs_with_pairs(sample, grace, split_test):
    follow(Setting("ABFS", {"grace": grace, "lookahead": True, "split_test": split_test}), sample)
