"""driftsift: data streams whose relevant features change.

Which features matter now, and since when? Can a classifier follow? Is it really better? Every public class and
function is at hand here; each is imported when it is first used, so that ``import driftsift`` costs nothing.

Examples
--------
>>> import driftsift as ds
>>> stream = ds.SEA(n=2_000, seed=1)
>>> evaluation = ds.evaluate(ds.NaiveBayes(), stream)
>>> evaluation.summary()["n"]
2000
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from driftsift.exports import ROOM_OF, ROOMS

if TYPE_CHECKING:
    from driftsift.data import *  # noqa: F403
    from driftsift.detectors import *  # noqa: F403
    from driftsift.evaluation import *  # noqa: F403
    from driftsift.learners import *  # noqa: F403
    from driftsift.relevance import *  # noqa: F403
    from driftsift.streams import *  # noqa: F403
    from driftsift.transformers import *  # noqa: F403

__all__ = sorted(ROOM_OF)

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name in ROOMS:
        return import_module(f"driftsift.{name}")
    if name not in ROOM_OF:
        raise AttributeError(f"module 'driftsift' has no attribute {name!r}")
    value = getattr(import_module(f"driftsift.{ROOM_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
